/* docs/trace.md against trace_tables[]: what the page says of the format is what is written. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/trace.h"
#include "tests/analysis/samples.h"
#include "tests/support/scratch.h"

TestSuite(trace_page, .init = scratch_enter);

static char *page(void)
{
    size_t size;
    unsigned char *bytes = sample_bytes(FLEETWRIGHT_SOURCE_DIR "/docs/trace.md", &size);
    char *text = realloc(bytes, size + 1);
    text[size] = '\0';
    return text;
}

static void type_name(const struct trace_column *column, char *text, size_t size)
{
    static const char *const types[] = {"int8", "int32", "int64", "float64"};
    size_t used = 0;
    if (column->names == NULL) {
        snprintf(text, size, "%s", types[column->type]);
        return;
    }
    for (int i = 0; i < column->name_count; ++i)
        used += (size_t)snprintf(text + used, size - used, "%s%s",
                                 i > 0 ? ", " : "enum: ", column->names[i]);
}

/* The part of the page about one table. */
static char *section_of(char *text, const char *table)
{
    char heading[64];
    snprintf(heading, sizeof heading, "\n### `%s`\n", table);
    char *begin = strstr(text, heading);
    cr_assert_not_null(begin, "docs/trace.md has no section %s", table);
    char *end = strstr(begin + 1, "\n### ");
    return strndup(begin, end != NULL ? (size_t)(end - begin) : strlen(begin));
}

static size_t lines_of_columns(const char *section)
{
    size_t count = 0;
    for (const char *p = strstr(section, "\n| `"); p != NULL; p = strstr(p + 1, "\n| `"))
        ++count;
    return count;
}

Test(trace_page, lists_every_column_with_its_type_unit_and_meaning)
{
    char *text = page();
    for (int t = 0; t < TRACE_TABLES; ++t) {
        const struct trace_table_info *info = &trace_tables[t];
        char *section = section_of(text, info->name);
        cr_expect_not_null(strstr(section, info->row), "%s", info->name);
        for (int c = 0; c < info->column_count; ++c) {
            const struct trace_column *column = &info->columns[c];
            char type[512], line[1024];
            type_name(column, type, sizeof type);
            snprintf(line, sizeof line, "| `%s` | %s | %s | %s%s |\n", column->name, type,
                     column->unit, column->description, column->missing ? "; -1 = missing" : "");
            cr_expect_not_null(strstr(section, line), "%s lacks: %s", info->name, line);
        }
        if (info->columns != NULL)
            cr_expect_eq(lines_of_columns(section), (size_t)info->column_count, "%s", info->name);
        free(section);
    }
    free(text);
}

/* The page's example runs as it stands, and finds what was written. */
Test(trace_page, example_runs_on_a_file)
{
    char *text = page();
    char *begin = strstr(text, "```python\n"), *end = begin ? strstr(begin, "\n```\n") : NULL;
    cr_assert(begin != NULL && end != NULL);
    if (system(FLEETWRIGHT_PYTHON " -c 'import h5py, pandas' 2>/dev/null") != 0)
        cr_skip_test("python has no h5py or no pandas");
    FILE *script = fopen("example.py", "w");
    fwrite(begin + 10, 1, (size_t)(end - begin - 10), script);
    fputs("\nassert len(jobs) == 100 and list(jobs)[:4] == ['rep', 'id', 'class', 'gpus']\n"
          "assert f.attrs['format'] == b'fleetwright-trace' and f.attrs['currency'] == b'USD'\n"
          "assert f['jobs/end'].attrs['unit'] == b'us' and f['jobs/pool'].attrs['missing'] == -1\n"
          "assert names[8] == 'caf\\u00e9' and set(jobs['outcome']) <= set(kinds.values())\n",
          script);
    fclose(script);
    sample_write("out.h5", 1, 100);
    cr_expect_eq(system(FLEETWRIGHT_PYTHON " example.py >example.out"), 0);
    free(text);
}
