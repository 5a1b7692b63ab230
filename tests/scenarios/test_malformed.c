/* Every file of tests/scenarios/malformed is wrong in one way of its own and says in its first
 * lines what must be reported, and where:
 *
 *     # expect: a part of the message
 *     # at: line:column            (optional; of the message above)
 *
 * Nothing else may be reported. */
#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenarios/scenario.h"

#define FOLDER FLEETWRIGHT_SOURCE_DIR "/tests/scenarios/malformed"

enum { EXPECTED_MAX = 8 };

struct expected {
    char message[EXPECTED_MAX][256];
    int line[EXPECTED_MAX], column[EXPECTED_MAX];
    size_t count;
};

static void read_expected(const char *path, struct expected *e)
{
    char line[512];
    *e = (struct expected){.count = 0};
    FILE *file = fopen(path, "rb");
    cr_assert(file, "%s cannot be opened", path);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "# expect: ", 10) == 0) {
            cr_assert_lt(e->count, EXPECTED_MAX);
            snprintf(e->message[e->count++], sizeof e->message[0], "%.250s", line + 10);
        } else if (strncmp(line, "# at: ", 6) == 0) {
            cr_assert_gt(e->count, 0);
            cr_assert_eq(
                sscanf(line + 6, "%d:%d", &e->line[e->count - 1], &e->column[e->count - 1]), 2);
        }
    }
    fclose(file);
    cr_assert_gt(e->count, 0, "%s does not say what is expected", path);
}

static bool is_expected(const struct expected *e, size_t i, const struct diagnostic *d)
{
    return strstr(d->message, e->message[i]) &&
           (e->line[i] == 0 || (e->line[i] == d->place.line && e->column[i] == d->place.column));
}

/* Compares all and says everything that differs; 1 if anything does. */
static int check(const char *name)
{
    char path[1024];
    struct expected e;
    struct plan plan;
    struct diagnostics d;
    struct status status = STATUS_INIT;
    char *text = NULL;
    snprintf(path, sizeof path, "%s/%s", FOLDER, name);
    read_expected(path, &e);
    diagnostics_init(&d);
    int code = scenario_load(path, NULL, 0, &plan, &d, &status);
    bool same = code == STATUS_INPUT && d.count == e.count && !plan.pools && !plan.arena.blocks;
    for (size_t i = 0; same && i < e.count; i++)
        same = is_expected(&e, i, &d.items[i]) && !d.items[i].warning;
    if (!same) {
        diagnostics_render(&d, 0, &text, &status);
        fprintf(stderr, "%s: code %d, reported:\n%s", name, code, text ? text : "");
        for (size_t i = 0; i < e.count; i++)
            fprintf(stderr, "  expected %d:%d %s\n", e.line[i], e.column[i], e.message[i]);
        mem_free(text);
    }
    plan_free(&plan);
    diagnostics_free(&d);
    return !same;
}

static int is_scenario(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');
    return dot && strcmp(dot, ".yaml") == 0;
}

Test(malformed, every_file_gives_exactly_the_errors_it_names)
{
    struct dirent **entries;
    int wrong = 0, count = scandir(FOLDER, &entries, is_scenario, alphasort);
    cr_assert_geq(count, 100, "only %d malformed scenarios were found", count);
    for (int i = 0; i < count; i++) {
        wrong += check(entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    cr_assert_eq(wrong, 0, "%d of %d files are not reported as expected", wrong, count);
}

Test(malformed, no_two_files_expect_the_same_errors_of_the_same_text)
{
    struct dirent **entries;
    int count = scandir(FOLDER, &entries, is_scenario, alphasort);
    struct expected *all = calloc((size_t)count, sizeof *all);
    cr_assert(count > 0 && all);
    for (int i = 0; i < count; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", FOLDER, entries[i]->d_name);
        read_expected(path, &all[i]);
    }
    for (int i = 0; i < count; i++)
        for (int k = 0; k < i; k++)
            cr_expect(strcmp(all[i].message[0], all[k].message[0]) != 0 ||
                          all[i].line[0] != all[k].line[0] ||
                          all[i].column[0] != all[k].column[0] || all[i].line[0] == 0,
                      "%s and %s expect the same", entries[i]->d_name, entries[k]->d_name);
    for (int i = 0; i < count; i++)
        free(entries[i]);
    free(entries);
    free(all);
}

Test(malformed, a_missing_file_and_a_directory_are_errors_of_input_and_output)
{
    static const struct {
        const char *path, *message;
    } cases[] = {
        {FOLDER "/none.yaml", "cannot be opened: No such file or directory"},
        {FOLDER, "is a directory; name the file inside it"},
        {"/dev/null", "is a device or socket"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct plan plan;
        struct diagnostics d;
        struct status status = STATUS_INIT;
        diagnostics_init(&d);
        cr_assert_eq(scenario_load(cases[i].path, NULL, 0, &plan, &d, &status), STATUS_IO);
        cr_assert(strstr(status.message, cases[i].message), "%s", status.message);
        cr_assert_eq(d.errors, 0);
        diagnostics_free(&d);
    }
}

Test(malformed, a_file_beyond_16_mebibytes_is_refused)
{
    size_t size = 16 * 1024 * 1024 + 1;
    char *text = malloc(size);
    struct plan plan;
    struct diagnostics d;
    struct status status = STATUS_INIT;
    cr_assert(text);
    memset(text, ' ', size);
    diagnostics_init(&d);
    cr_assert_eq(scenario_parse("big.yaml", text, size, NULL, 0, &plan, &d, &status), STATUS_INPUT);
    cr_assert_eq(d.count, 1);
    cr_assert(strstr(d.items[0].message, "more than the 16 MiB"), "%s", d.items[0].message);
    diagnostics_free(&d);
    free(text);
}

Test(malformed, a_thousand_errors_are_kept_and_the_rest_counted)
{
    struct textbuilder text = {0};
    struct plan plan;
    struct diagnostics d;
    struct status status = STATUS_INIT;
    char *rendered = NULL;
    for (int i = 0; i < 1500; i++)
        textbuilder_printf(&text, "unknown_%d: 1\n", i);
    diagnostics_init(&d);
    cr_assert_eq(scenario_parse("many.yaml", text.text, text.length, NULL, 0, &plan, &d, &status),
                 STATUS_INPUT);
    cr_assert_eq(d.count, 1000);
    cr_assert_eq(d.errors, 1503); /* fleetwright, pools and jobs are missing too */
    cr_assert_eq(diagnostics_render(&d, 10, &rendered, &status), 0);
    cr_assert(strstr(rendered, "\n... and 1493 more\n"), "%s", rendered);
    mem_free(rendered);
    diagnostics_free(&d);
    textbuilder_free(&text);
}
