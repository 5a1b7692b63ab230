#include "sim/cli/input.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "scenarios/scenario.h"
#include "sim/cli/messages.h"
#include "sim/memory.h"

/* Options that stand for a --set. */
static const struct shorthand {
    enum option_id id;
    const char *option;
    const char *path;
} shorthands[] = {
    {OPTION_SEED, "--seed", "seed"},
    {OPTION_REPLICATIONS, "--replications", "replications"},
    {OPTION_COMPRESS, "--compress", "trace.compression"},
};

enum { SHORTHANDS = sizeof shorthands / sizeof *shorthands };

static const char *shorthand_value(const struct arguments *a, const struct shorthand *s)
{
    const char *value = a->values[s->id];
    return value && s->id == OPTION_COMPRESS && !strcmp(value, "none") ? "0" : value;
}

/* In the order given; the shorthands last. Paths and values live in the arena and in arguments. */
static int make_overrides(const struct arguments *a, struct arena *arena,
                          struct scenario_override *overrides, size_t *count, struct status *status)
{
    *count = 0;
    for (int i = 0; i < a->set_count; i++) {
        const char *equals = strchr(a->sets[i], '=');
        if (!equals || equals == a->sets[i])
            return status_set(
                status, STATUS_INPUT,
                "Option '--set' is KEY.PATH=VALUE, such as 'pools.a100.nodes=4', not '%s'.",
                a->sets[i]);
        char *path = arena_strndup(arena, a->sets[i], (size_t)(equals - a->sets[i]), status);
        if (!path)
            return status->code;
        overrides[(*count)++] = (struct scenario_override){path, equals + 1};
    }
    for (int i = 0; i < SHORTHANDS; i++)
        if (a->values[shorthands[i].id])
            overrides[(*count)++] =
                (struct scenario_override){shorthands[i].path, shorthand_value(a, &shorthands[i])};
    return 0;
}

/* Where it stands, as the user wrote it: a place in a file, or an option. */
static void write_place(const struct arguments *a, const struct place *place, char *text,
                        size_t size)
{
    char set[512];
    if (!place->set && place->line > 0) {
        snprintf(text, size, "%s:%d:%d: ", place->file, place->line, place->column);
        return;
    }
    if (!place->set) {
        snprintf(text, size, "%s: ", place->file);
        return;
    }
    snprintf(text, size, "--set %s: ", place->set);
    for (int i = 0; i < SHORTHANDS; i++) {
        if (!a->values[shorthands[i].id])
            continue;
        snprintf(set, sizeof set, "%s=%s", shorthands[i].path, shorthand_value(a, &shorthands[i]));
        if (!strcmp(set, place->set))
            snprintf(text, size, "%s=%s: ", shorthands[i].option, a->values[shorthands[i].id]);
    }
}

static void print_diagnostics(const struct cli *cli, const struct arguments *a,
                              const struct diagnostics *d)
{
    char place[1024];
    for (size_t i = 0; i < d->count; i++) {
        const struct diagnostic *item = &d->items[i];
        write_place(a, &item->place, place, sizeof place);
        (item->warning ? message_warning : message_error)(cli, "%s%s%s%s", place, item->path,
                                                          *item->path ? ": " : "", item->message);
    }
    if (d->errors + d->warnings > d->count)
        message_note(cli, "There are %zu more.", d->errors + d->warnings - d->count);
}

static bool is_hdf5(const char *path)
{
    static const unsigned char mark[8] = "\x89HDF\r\n\x1a\n";
    unsigned char start[sizeof mark];
    struct stat info;
    if (stat(path, &info) != 0 || !S_ISREG(info.st_mode))
        return false; /* what was read from a pipe would be gone */
    FILE *file = fopen(path, "rb");
    bool same = file && fread(start, 1, sizeof start, file) == sizeof start &&
                memcmp(start, mark, sizeof mark) == 0;
    if (file)
        fclose(file);
    return same;
}

/* What is no scenario by its name or its first bytes. */
static int check_kind(const char *path, struct status *status)
{
    if (!*path)
        return status_set(
            status, STATUS_INPUT,
            "The name of the scenario is empty (''). Name a file, or '-' for standard "
            "input.");
    if (is_hdf5(path))
        return status_set(status, STATUS_INPUT,
                          "'%s' is an HDF5 file, not a scenario. A trace is read by 'fleetwright "
                          "summary'; the scenario it was made from is in its dataset "
                          "/scenario/source.",
                          path);
    return 0;
}

int input_load(const struct cli *cli, const struct arguments *arguments, const char *what,
               struct plan *plan)
{
    struct status status = STATUS_INIT;
    struct diagnostics diagnostics;
    struct arena arena = {0};
    size_t count = 0;
    int code = EXIT_STATUS_DONE;
    diagnostics_init(&diagnostics);
    struct scenario_override *overrides =
        mem_alloc((size_t)arguments->set_count + SHORTHANDS, sizeof *overrides, &status);
    if (!overrides || make_overrides(arguments, &arena, overrides, &count, &status) != 0) {
        code = message_usage(cli, &status);
        goto out;
    }
    if (check_kind(arguments->operands[0], &status) == 0)
        scenario_load(arguments->operands[0], overrides, count, plan, &diagnostics, &status);
    print_diagnostics(cli, arguments, &diagnostics);
    if (status.code == STATUS_INPUT && diagnostics.errors > 0) {
        fprintf(cli->err.stream, "%zu error%s; %s.\n", diagnostics.errors,
                diagnostics.errors == 1 ? "" : "s", what);
        code = EXIT_STATUS_INPUT;
    } else if (status.code) {
        code = message_status(cli, &status);
        if (status.code == STATUS_IO)
            code = EXIT_STATUS_INPUT; /* what is named on the command line cannot be read */
    }
out:
    mem_free(overrides);
    arena_free(&arena);
    diagnostics_free(&diagnostics);
    return code;
}
