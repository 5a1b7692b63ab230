#include "scenarios/scenario.h"

#include <string.h>

#include "scenarios/catalog.h"
#include "scenarios/decode.h"
#include "scenarios/emit.h"
#include "scenarios/override.h"
#include "scenarios/resolve.h"
#include "scenarios/schema.h"
#include "scenarios/textfile.h"

/* Decoding needs a mapping at the root and the right version: otherwise every other message would
 * mislead. */
static bool root_is_scenario(const char *name, const struct node *root,
                             struct diagnostics *diagnostics)
{
    struct place place = {name, root->line, root->column, NULL};
    if (root->kind == NODE_MAPPING)
        return true;
    diagnostics_add(diagnostics, false, &place, "",
                    "Here stands %s; a scenario is a mapping that begins with `fleetwright: 1`.",
                    node_kind_name(root));
    return false;
}

static void keep_texts(struct decoder *d, const char *text, size_t size, struct plan *plan)
{
    struct textbuilder b = {0};
    emit_scenario(&b, d->root);
    plan->source = arena_strndup(d->plan, text, size, d->status);
    plan->resolved = textbuilder_copy(&b, d->plan, d->status);
    textbuilder_free(&b);
}

/* From the tree to the plan; what was found is in the diagnostics. */
static void make_plan(struct decoder *d, const char *text, size_t size, struct plan *plan)
{
    struct scenario_draft draft = {0};
    d->draft = &draft;
    decode_section(d, d->root, &schema_scenario, &draft);
    if (d->status->code == 0)
        resolve_plan(d, plan);
    if (d->status->code == 0 && d->diagnostics->errors == 0)
        keep_texts(d, text, size, plan);
    mem_free(d->notes);
}

static int outcome(const char *name, const struct diagnostics *diagnostics, struct status *status)
{
    if (diagnostics->code)
        return status_set(status, STATUS_MEMORY, "Out of memory while reading %s.", name);
    if (diagnostics->errors > 0)
        return status_set(status, STATUS_INPUT, "%s has %zu error%s.", name, diagnostics->errors,
                          diagnostics->errors == 1 ? "" : "s");
    return 0;
}

int scenario_parse(const char *name, const char *text, size_t size,
                   const struct scenario_override *overrides, size_t override_count,
                   struct plan *plan, struct diagnostics *diagnostics, struct status *status)
{
    struct status own = STATUS_INIT;
    struct arena tree = {0}, kept = {0};
    struct catalog catalog = {0};
    struct node *root = NULL;
    *plan = (struct plan){0};
    if (catalog_load(&catalog, catalog_directory(), &own) ||
        tree_parse(name, text, size, &tree, diagnostics, &root, &own))
        goto out;
    if (!root || !root_is_scenario(name, root, diagnostics) ||
        override_apply(root, overrides, override_count, &tree, diagnostics, &own))
        goto out;
    struct decoder decoder = {.name = name,
                              .diagnostics = diagnostics,
                              .status = &own,
                              .tree = &tree,
                              .plan = &kept,
                              .catalog = &catalog,
                              .root = root,
                              .currency = "USD"};
    make_plan(&decoder, text, size, plan);
out:
    diagnostics_sort(diagnostics);
    if (own.code == 0)
        outcome(name, diagnostics, &own);
    catalog_free(&catalog);
    arena_free(&tree);
    if (own.code) {
        arena_free(&kept);
        *plan = (struct plan){0};
        return status_set(status, own.code, "%s", own.message);
    }
    plan->arena = kept;
    return 0;
}

int scenario_load(const char *path, const struct scenario_override *overrides,
                  size_t override_count, struct plan *plan, struct diagnostics *diagnostics,
                  struct status *status)
{
    struct arena arena = {0};
    char *text = NULL;
    size_t size = 0;
    const char *name = path;
    if (strcmp(path, "-") == 0) {
        path = "/dev/stdin";
        name = "stdin";
    }
    *plan = (struct plan){0};
    int code = textfile_read(path, TREE_BYTES_MAX, &arena, &text, &size, status);
    if (code == 0)
        code =
            scenario_parse(name, text, size, overrides, override_count, plan, diagnostics, status);
    arena_free(&arena);
    return code;
}
