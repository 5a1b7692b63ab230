/* Thousands of random small scenarios: each run must succeed (its identities are checked inside)
 * and its rows must hold together. A case that fails is made as small as it goes and written to a
 * file to be replayed.
 *
 * FLEETWRIGHT_RANDOM_CASES is how many (default 3000), FLEETWRIGHT_RANDOM_SEED the first seed. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/models/random_case.h"
#include "tests/models/run_checks.h"

enum { CHUNK = 250, REFUSED = 2 };

/* What a child tells its parent, crash or not. */
struct shared {
    uint64_t index; /* of the case under way */
    bool failed;
    uint64_t refused, failures, attempts;
    char report[REPORT_SIZE];
};

static char *write_yaml(const struct random_case *c)
{
    char *yaml = NULL;
    size_t size;
    FILE *file = open_memstream(&yaml, &size);
    random_case_write(c, file);
    fclose(file);
    return yaml;
}

/* 0 = holds, REFUSED = the reader does not take it, else failed with a report. */
static int evaluate(const struct random_case *c, struct trace *trace, struct shared *shared)
{
    struct run run;
    char *yaml = write_yaml(c);
    int code = run_try_read(&run, yaml, shared->report, sizeof shared->report);
    free(yaml);
    if (code) {
        run_free(&run);
        return REFUSED;
    }
    run_replication_through(&run, 0, trace);
    bool good = run.status.code == 0;
    if (!good)
        snprintf(shared->report, sizeof shared->report, "%s", run.status.message);
    good = good && run_check(&run, shared->report);
    shared->failures += run.failure_count;
    shared->attempts += run.attempt_count;
    run_free(&run);
    return good ? 0 : 1;
}

static void evaluate_range(uint64_t seed, uint64_t from, uint64_t to, struct shared *shared)
{
    struct trace trace;
    run_trace_init(&trace);
    for (uint64_t i = from; i < to && !shared->failed; i++) {
        struct random_case c;
        shared->index = i;
        random_case_draw(&c, seed + i);
        int result = evaluate(&c, &trace, shared);
        shared->refused += result == REFUSED;
        shared->failed = result == 1;
    }
    trace_free(&trace);
}

/* True when the case fails or crashes, in a child of its own. */
static bool fails(const struct random_case *c, struct shared *shared)
{
    snprintf(shared->report, sizeof shared->report, "the simulation crashed");
    pid_t child = fork();
    if (child == 0) {
        if (!freopen("/dev/null", "w", stderr))
            _exit(3);
        struct trace trace;
        run_trace_init(&trace);
        _exit(evaluate(c, &trace, shared));
    }
    int status;
    waitpid(child, &status, 0);
    return !WIFEXITED(status) || (WEXITSTATUS(status) != 0 && WEXITSTATUS(status) != REFUSED);
}

static void shrink(struct random_case *c, struct shared *shared)
{
    for (bool smaller = true; smaller;) {
        struct random_case simpler;
        char *before = write_yaml(c);
        smaller = false;
        for (int i = 0; random_case_simplify(c, i, &simpler); i++) {
            char *after = write_yaml(&simpler);
            if (strcmp(before, after) != 0 && fails(&simpler, shared)) {
                *c = simpler;
                smaller = true;
                free(before);
                before = write_yaml(c);
            }
            free(after);
        }
        free(before);
    }
}

static void report_failure(uint64_t seed, uint64_t index, struct shared *shared)
{
    struct random_case c;
    char path[512], folder[400] = ".";
    random_case_draw(&c, seed + index);
    shrink(&c, shared);
    fails(&c, shared); /* for its report */
    if (!getcwd(folder, sizeof folder))
        snprintf(folder, sizeof folder, ".");
    snprintf(path, sizeof path, "%s/random-%" PRIu64 ".yaml", folder, seed + index);
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file, "cannot write %s", path);
    fprintf(file, "fleetwright: 1\n");
    random_case_write(&c, file);
    fclose(file);
    cr_assert(false, "seed %" PRIu64 ": %s\nreplay: fleetwright run %s", seed + index,
              shared->report, path);
}

static uint64_t number_from(const char *variable, uint64_t fallback)
{
    const char *text = getenv(variable);
    return text && *text ? strtoull(text, NULL, 10) : fallback;
}

Test(random, scenarios_run_and_their_rows_hold_together, .timeout = 0)
{
    uint64_t cases = number_from("FLEETWRIGHT_RANDOM_CASES", 3000);
    uint64_t seed = number_from("FLEETWRIGHT_RANDOM_SEED", 1);
    struct shared *shared =
        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    cr_assert_neq(shared, MAP_FAILED);
    for (uint64_t from = 0; from < cases; from += CHUNK) {
        uint64_t to = from + CHUNK < cases ? from + CHUNK : cases;
        pid_t child = fork();
        if (child == 0) {
            evaluate_range(seed, from, to, shared);
            _exit(shared->failed);
        }
        int status;
        waitpid(child, &status, 0);
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
            report_failure(seed, shared->index, shared);
    }
    fprintf(stderr,
            "%" PRIu64 " cases from seed %" PRIu64 ": %" PRIu64 " refused by the reader, %" PRIu64
            " attempts, %" PRIu64 " failures\n",
            cases, seed, shared->refused, shared->attempts, shared->failures);
    cr_expect_lt(shared->refused * 10, cases, "the reader refuses too many: %s", shared->report);
    cr_expect_gt(shared->failures, cases / 2, "the cases are too tame");
    munmap(shared, sizeof *shared);
}

/* In this process, so that a leak is seen. */
Test(random, scenarios_free_all_they_allocate)
{
    static struct shared shared;
    evaluate_range(1000000, 0, 50, &shared);
    cr_expect_not(shared.failed, "%s", shared.report);
}
