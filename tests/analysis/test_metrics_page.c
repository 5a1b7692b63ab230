/* docs/metrics.md against metric_infos[]: what the page says of a metric is what is computed. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantiles.h"
#include "analysis/results.h"
#include "tests/analysis/samples.h"

static char *page(void)
{
    size_t size;
    unsigned char *bytes = sample_bytes(FLEETWRIGHT_SOURCE_DIR "/docs/metrics.md", &size);
    char *text = realloc(bytes, size + 1);
    text[size] = '\0';
    return text;
}

static const char *unit_of(const struct metric_info *info)
{
    switch (info->kind) {
    case METRIC_KIND_SECONDS:
        return "s";
    case METRIC_KIND_GPU_HOURS:
        return "GPU-h";
    case METRIC_KIND_MONEY:
    case METRIC_KIND_MONEY_RATE:
        return "currency";
    case METRIC_KIND_WORK_RATE:
        return "currency/work";
    default:
        return "1";
    }
}

static void scopes_of(const struct metric_info *info, char *text, size_t size)
{
    bool run = info->scopes & IN_RUN, pool = info->scopes & IN_POOL;
    bool class = info->scopes & IN_CLASS;
    snprintf(text, size, "%s%s%s%s%s", run ? "run" : "", run && (pool || class) ? ", " : "",
             pool ? "pool" : "", pool && class ? ", " : "", class ? "class" : "");
}

/* Lines of the tables about metrics, which begin with a name in code quotes and have four cells. */
static size_t lines_of_metrics(const char *text)
{
    size_t count = 0;
    for (const char *p = strstr(text, "\n| `"); p != NULL; p = strstr(p + 1, "\n| `")) {
        int bars = 0;
        for (const char *q = p + 1; *q != '\n' && *q != '\0'; ++q)
            bars += *q == '|';
        count += bars == 5;
    }
    return count;
}

Test(metrics_page, lists_every_metric_with_its_unit_scopes_and_meaning)
{
    char *text = page();
    for (int i = 0; i < METRICS; ++i) {
        const struct metric_info *info = &metric_infos[i];
        char scopes[64], line[512];
        scopes_of(info, scopes, sizeof scopes);
        snprintf(line, sizeof line, "\n| `%s` | %s | %s | %s |\n", info->name, unit_of(info),
                 scopes, info->doc);
        cr_expect_not_null(strstr(text, line), "docs/metrics.md lacks: %s", line + 1);
    }
    cr_expect_eq(lines_of_metrics(text), (size_t)METRICS);
    free(text);
}

Test(metrics_page, says_the_limits_of_the_code)
{
    char *text = page(), words[64];
    snprintf(words, sizeof words, "exact up to %d,%03d of them", QUANTILES_EXACT / 1000,
             QUANTILES_EXACT % 1000);
    cr_expect_not_null(strstr(text, words), "%s", words);
    snprintf(words, sizeof words, "within %g %% of an order statistic", 100 * QUANTILES_ERROR);
    cr_expect_not_null(strstr(text, words), "%s", words);
    snprintf(words, sizeof words, "(up to %d pools)", RESULTS_POOLS_COMPARED);
    cr_expect_not_null(strstr(text, words), "%s", words);
    free(text);
}
