/* The summaries for programs: JSON and CSV. See summary.h. */
#include <math.h>
#include <string.h>

#include "analysis/summary.h"

/* ---- JSON ---- */

/* The length of a whole, valid UTF-8 sequence at p, or 0. */
static size_t utf8_length(const unsigned char *p)
{
    size_t length = *p < 0x80 ? 1 : *p >= 0xC2 && *p < 0xE0 ? 2 : *p >= 0xE0 && *p < 0xF0 ? 3 : 0;
    if (*p >= 0xF0 && *p < 0xF5)
        length = 4;
    for (size_t i = 1; i < length; ++i)
        if ((p[i] & 0xC0) != 0x80)
            return 0;
    if ((*p == 0xE0 && p[1] < 0xA0) || (*p == 0xED && p[1] >= 0xA0) ||
        (*p == 0xF0 && p[1] < 0x90) || (*p == 0xF4 && p[1] >= 0x90))
        return 0;
    return length;
}

static void json_string(struct text *out, const char *string)
{
    text_add(out, "\"");
    for (const unsigned char *p = (const unsigned char *)string; *p != '\0';) {
        size_t length = utf8_length(p);
        if (length == 0)
            text_add(out, "\\ufffd");
        else if (*p == '"' || *p == '\\')
            text_add(out, "\\%c", *p);
        else if (*p < 0x20 || *p == 0x7F)
            text_add(out, "\\u%04x", *p);
        else
            text_bytes(out, (const char *)p, length);
        p += length > 0 ? length : 1;
    }
    text_add(out, "\"");
}

static void json_member(struct text *out, const char *indent, const char *key, const char *string)
{
    text_add(out, "%s\"%s\": ", indent, key);
    json_string(out, string);
    text_add(out, ",\n");
}

static void json_number(struct text *out, double value)
{
    if (isfinite(value))
        text_add(out, "%.17g", value);
    else
        text_add(out, "null");
}

/* All nine decimals: exact for whoever reads decimals. */
static void money_number(struct text *out, money amount)
{
    char text[48];
    text_add(out, "%s", money_format(amount, 9, 0, text, sizeof text));
}

static void json_statistic(struct text *out, const char *key, double value)
{
    text_add(out, ", \"%s\": ", key);
    json_number(out, value);
}

static void json_metric(struct text *out, const struct results *r, const struct metric *m)
{
    text_add(out, "\"%s\": {\"unit\": ", metric_infos[m->id].name);
    json_string(out, m->unit);
    json_statistic(out, "mean", m->mean);
    json_statistic(out, "half_width", m->half_width);
    json_statistic(out, "min", m->min);
    json_statistic(out, "max", m->max);
    text_add(out, ", \"values\": [");
    for (int32_t i = 0; i < r->replication_count; ++i) {
        text_add(out, i > 0 ? ", " : "");
        if (m->nano != NULL)
            money_number(out, m->nano[i]);
        else
            json_number(out, m->values[i]);
    }
    text_add(out, "]}");
}

static void json_metrics(struct text *out, const struct results *r, int32_t scope_kind,
                         int32_t scope, const char *indent)
{
    const char *separator = "";
    text_add(out, "%s\"metrics\": {", indent);
    for (size_t i = 0; i < r->metric_count; ++i) {
        const struct metric *m = &r->metrics[i];
        if (m->scope_kind != scope_kind || m->scope != scope)
            continue;
        text_add(out, "%s\n%s  ", separator, indent);
        json_metric(out, r, m);
        separator = ",";
    }
    text_add(out, "\n%s}", indent);
}

static void json_pools(struct text *out, const struct results *r)
{
    text_add(out, "  \"pools\": [");
    for (int32_t i = 0; i < r->pool_count; ++i) {
        const struct result_pool *pool = &r->pools[i];
        text_add(out, "%s\n    {\n      \"id\": %d,\n", i > 0 ? "," : "", (int)pool->id);
        json_member(out, "      ", "name", pool->name);
        json_member(out, "      ", "gpu", pool->gpu);
        json_member(out, "      ", "market", pool->market);
        text_add(out, "      \"price_per_gpu_hour\": ");
        json_number(out, pool->price_per_gpu_hour);
        text_add(out,
                 ",\n      \"gpus_per_node\": %d,\n      \"nodes\": %d,\n"
                 "      \"max_nodes\": ",
                 (int)pool->gpus_per_node, (int)pool->nodes);
        json_number(out, pool->max_nodes == RESULTS_NODES_UNLIMITED ? NAN : pool->max_nodes);
        text_add(out, ",\n");
        json_metrics(out, r, SCOPE_POOL, pool->id, "      ");
        text_add(out, "\n    }");
    }
    text_add(out, "\n  ],\n");
}

static void json_classes(struct text *out, const struct results *r)
{
    text_add(out, "  \"classes\": [");
    for (int32_t i = 0; i < r->class_count; ++i) {
        const struct result_class *class = &r->classes[i];
        text_add(out, "%s\n    {\n      \"id\": %d,\n", i > 0 ? "," : "", (int)class->id);
        json_member(out, "      ", "name", class->name);
        json_member(out, "      ", "tenant", class->tenant);
        json_member(out, "      ", "unit", class->unit);
        text_add(out, "      \"gpus\": %d,\n", (int)class->gpus);
        json_metrics(out, r, SCOPE_CLASS, class->id, "      ");
        text_add(out, "\n    }");
    }
    text_add(out, "\n  ],\n");
}

static void json_comparisons(struct text *out, const struct results *r)
{
    text_add(out, "  \"comparisons\": [");
    for (size_t i = 0; i < r->comparison_count; ++i) {
        const struct comparison *c = &r->comparisons[i];
        text_add(out, "%s\n    {\"class\": ", i > 0 ? "," : "");
        if (c->class_id < 0)
            text_add(out, "null");
        else
            json_string(out, results_class(r, c->class_id)->name);
        text_add(out, ", \"a\": ");
        json_string(out, results_pool(r, c->a)->name);
        text_add(out, ", \"b\": ");
        json_string(out, results_pool(r, c->b)->name);
        json_statistic(out, "price_ratio", c->price_ratio);
        json_statistic(out, "speed_ratio", c->speed_ratio);
        json_statistic(out, "cost_ratio", c->cost_ratio);
        text_add(out, "}");
    }
    text_add(out, "\n  ],\n");
}

static void json_missing(struct text *out, const struct results *r)
{
    const char *separator = "";
    text_add(out, "  \"missing_tables\": [");
    for (int table = 0; table < TRACE_TABLES; ++table)
        if (r->missing >> table & 1) {
            text_add(out, "%s\"%s\"", separator, trace_tables[table].name);
            separator = ", ";
        }
    text_add(out, "]\n");
}

int summary_json(const struct results *r, const struct summary_options *options, struct text *out,
                 struct status *status)
{
    text_add(out, "{\n  \"format\": \"fleetwright-summary\",\n  \"version\": 1,\n");
    json_member(out, "  ", "scenario", options->title != NULL ? options->title : "");
    json_member(out, "  ", "currency", r->currency);
    text_add(out, "  \"confidence\": 0.95,\n  \"replications\": [");
    for (int32_t i = 0; i < r->replication_count; ++i)
        text_add(out, "%s%d", i > 0 ? ", " : "", (int)r->replications[i]);
    text_add(out, "],\n");
    json_metrics(out, r, SCOPE_RUN, -1, "  ");
    text_add(out, ",\n");
    json_pools(out, r);
    json_classes(out, r);
    json_comparisons(out, r);
    json_missing(out, r);
    text_add(out, "}\n");
    return text_check(out, status);
}

/* ---- CSV ---- */

static void csv_field(struct text *out, const char *string)
{
    if (strpbrk(string, ",\"\r\n") == NULL) {
        text_add(out, "%s", string);
        return;
    }
    text_add(out, "\"");
    for (; *string != '\0'; ++string)
        text_add(out, *string == '"' ? "\"\"" : "%c", *string);
    text_add(out, "\"");
}

static void csv_place(struct text *out, const struct results *r, const struct metric *m)
{
    if (m->scope_kind == SCOPE_RUN) {
        text_add(out, ",run,,");
    } else {
        text_add(out, ",%s,", name_kind_names[m->scope_kind]);
        csv_field(out, m->scope_kind == SCOPE_POOL ? results_pool(r, m->scope)->name
                                                   : results_class(r, m->scope)->name);
        text_add(out, ",");
    }
    text_add(out, "%s,", metric_infos[m->id].name);
}

static void csv_statistic(struct text *out, const struct results *r, const struct metric *m,
                          const char *name, double value)
{
    if (isnan(value))
        return;
    text_add(out, "%s", name);
    csv_place(out, r, m);
    text_add(out, "%.17g,", value);
    csv_field(out, m->unit);
    text_add(out, "\n");
}

static void csv_value(struct text *out, const struct results *r, const struct metric *m, int32_t i)
{
    if (isnan(m->values[i]))
        return;
    text_add(out, "%d", (int)r->replications[i]);
    csv_place(out, r, m);
    if (m->nano != NULL)
        money_number(out, m->nano[i]);
    else
        text_add(out, "%.17g", m->values[i]);
    text_add(out, ",");
    csv_field(out, m->unit);
    text_add(out, "\n");
}

int summary_csv(const struct results *r, struct text *out, struct status *status)
{
    text_add(out, "rep,scope,name,metric,value,unit\n");
    for (size_t i = 0; i < r->metric_count; ++i) {
        const struct metric *m = &r->metrics[i];
        for (int32_t k = 0; k < r->replication_count; ++k)
            csv_value(out, r, m, k);
        if (r->replication_count < 2)
            continue;
        csv_statistic(out, r, m, "mean", m->mean);
        csv_statistic(out, r, m, "half_width", m->half_width);
        csv_statistic(out, r, m, "min", m->min);
        csv_statistic(out, r, m, "max", m->max);
    }
    return text_check(out, status);
}
