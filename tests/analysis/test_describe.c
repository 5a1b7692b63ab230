#include <criterion/criterion.h>
#include <string.h>

#include "analysis/describe.h"
#include "sim/memory.h"

struct seen {
    struct trace_name names[16];
    size_t name_count;
    struct pool_row pools[2];
    struct class_row classes[2];
    size_t pool_count, class_count;
};

static int see(void *context, enum trace_table table, const void *rows, size_t count,
               struct status *status)
{
    struct seen *seen = context;
    (void)status;
    if (table == TRACE_NAMES) {
        memcpy(seen->names, rows, count * sizeof seen->names[0]);
        seen->name_count = count;
    } else if (table == TRACE_POOLS) {
        memcpy(seen->pools, rows, count * sizeof seen->pools[0]);
        seen->pool_count = count;
    } else {
        cr_assert_eq(table, TRACE_CLASSES);
        memcpy(seen->classes, rows, count * sizeof seen->classes[0]);
        seen->class_count = count;
    }
    return 0;
}

static const struct gpu_type gpu = {.name = "H100-SXM5-80GB"};

static const struct pool_spec pools[2] = {
    {.name = "same",
     .gpu = &gpu,
     .gpus_per_node = 8,
     .nodes = 4,
     .price = {2500000000, TICKS_PER_HOUR}},
    {.name = "other", .gpu = &gpu, .gpus_per_node = 8, .max_nodes = 2},
};

static const struct job_class classes[2] = {
    {.name = "same", .tenant = "lab", .unit = "epochs", .gpus = 16},
    {.name = "second", .unit = "epochs", .gpus = 1},
};

Test(describe, pools_and_classes_refer_to_names_that_are_there_once)
{
    struct status status = STATUS_INIT;
    struct seen seen = {0};
    struct pool_spec with_market[2] = {pools[0], pools[1]};
    with_market[0].market = with_market[1].market = markets[0];
    struct plan plan = {
        .pools = with_market, .pool_count = 2, .classes = classes, .class_count = 2};
    cr_assert_eq(describe_plan(&plan, (struct trace_sink){&seen, see}, &status), 0);
    cr_assert_eq(seen.pool_count, 2);
    cr_assert_eq(seen.class_count, 2);
    /* same (pool), gpu, market, other, same (class), lab, epochs, second */
    cr_assert_eq(seen.name_count, 8);
    for (size_t i = 0; i < seen.name_count; ++i)
        cr_expect_eq(seen.names[i].id, (int32_t)i);
    cr_expect_str_eq(seen.names[seen.pools[0].name].name, "same");
    cr_expect_eq(seen.names[seen.pools[0].name].kind, NAME_POOL);
    cr_expect_eq(seen.names[seen.classes[0].name].kind, NAME_CLASS);
    cr_expect_eq(seen.pools[0].gpu, seen.pools[1].gpu);
    cr_expect_str_eq(seen.names[seen.pools[1].gpu].name, "H100-SXM5-80GB");
    cr_expect_str_eq(seen.names[seen.pools[1].market].name, markets[0]->name);
    cr_expect_float_eq(seen.pools[0].price_per_gpu_hour, 2.5, 1e-12);
    cr_expect_eq(seen.classes[0].gpus, 16);
    cr_expect_str_eq(seen.names[seen.classes[0].tenant].name, "lab");
    cr_expect_eq(seen.classes[1].tenant, -1);
    cr_expect_eq(seen.classes[1].unit, seen.classes[0].unit);
}
