/* See check.h. */
#include "analysis/check.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHUNK_LIMIT = 64 << 20, /* bytes of a chunk */
    DEFLATE_RATIO = 1032    /* deflate makes nothing smaller than this */
};

int check_link(hid_t file, const char *path)
{
    H5L_info_t info;
    if (H5Lexists(file, path, H5P_DEFAULT) <= 0)
        return 0;
    return H5Lget_info(file, path, &info, H5P_DEFAULT) >= 0 && info.type == H5L_TYPE_HARD ? 1 : -1;
}

static int same_member(hid_t have, unsigned member, hid_t want)
{
    int8_t value = 0, wanted = -1;
    char *name = H5Tget_member_name(have, member);
    int same = name != NULL && H5Tget_member_value(have, member, &value) >= 0 &&
               H5Tenum_valueof(want, name, &wanted) >= 0 && value == wanted;
    H5free_memory(name);
    return same;
}

static int same_enumeration(hid_t have, hid_t want)
{
    int members = H5Tget_nmembers(have);
    if (H5Tget_size(have) != 1 || members <= 0 || members > H5Tget_nmembers(want))
        return 0;
    for (int i = 0; i < members; ++i)
        if (!same_member(have, (unsigned)i, want))
            return 0;
    return 1;
}

int check_type(hid_t dataset, hid_t want)
{
    if (want < 0)
        return 0;
    hid_t have = H5Dget_type(dataset);
    if (have < 0)
        return -1;
    int same = H5Tget_class(want) == H5T_ENUM && H5Tget_class(have) == H5T_ENUM
                   ? same_enumeration(have, want)
                   : H5Tequal(have, want) > 0;
    H5Tclose(have);
    return same ? 0 : -1;
}

static int filters_allowed(hid_t list)
{
    int count = H5Pget_nfilters(list);
    for (int i = 0; i < count; ++i) {
        unsigned flags, config;
        size_t values = 0;
        H5Z_filter_t filter =
            H5Pget_filter2(list, (unsigned)i, &flags, &values, NULL, 0, NULL, &config);
        if (filter != H5Z_FILTER_SHUFFLE && filter != H5Z_FILTER_DEFLATE &&
            filter != H5Z_FILTER_FLETCHER32)
            return 0;
    }
    return count >= 0 && count <= 3;
}

static int chunk_allowed(hid_t list, hid_t dataset)
{
    hsize_t chunk = 0;
    hid_t type = H5Dget_type(dataset);
    size_t size = type < 0 ? 0 : H5Tget_size(type);
    if (type >= 0)
        H5Tclose(type);
    return size > 0 && H5Pget_chunk(list, 1, &chunk) == 1 && chunk > 0 &&
           chunk <= CHUNK_LIMIT / size;
}

int check_storage(hid_t dataset)
{
    hid_t list = H5Dget_create_plist(dataset);
    if (list < 0)
        return -1;
    H5D_layout_t layout = H5Pget_layout(list);
    int good = H5Pget_external_count(list) == 0 && filters_allowed(list) &&
               (layout == H5D_CONTIGUOUS || layout == H5D_COMPACT ||
                (layout == H5D_CHUNKED && chunk_allowed(list, dataset)));
    H5Pclose(list);
    return good ? 0 : -1;
}

int check_length(hid_t dataset, int64_t *rows, int64_t *room)
{
    hsize_t length = 0;
    hid_t space = H5Dget_space(dataset), type = H5Dget_type(dataset);
    size_t size = type < 0 ? 0 : H5Tget_size(type);
    int good = space >= 0 && size > 0 && H5Sget_simple_extent_ndims(space) == 1 &&
               H5Sget_simple_extent_dims(space, &length, NULL) == 1;
    if (space >= 0)
        H5Sclose(space);
    if (type >= 0)
        H5Tclose(type);
    hsize_t stored = good ? H5Dget_storage_size(dataset) : 0;
    if (!good || stored > INT64_MAX / DEFLATE_RATIO || length > INT64_MAX)
        return -1;
    *rows = (int64_t)length;
    *room = (int64_t)(stored * DEFLATE_RATIO / size);
    return 0;
}

/* ---- values ---- */

struct range {
    int64_t low, high;
};

/* What ids of a column count; -1 when they count nothing that the file lists as a whole. */
static int64_t ids_of(const struct check *check, enum trace_table table, const char *column)
{
    if (strcmp(column, "pool") == 0 || (table == TRACE_POOLS && strcmp(column, "id") == 0))
        return check->pools;
    if (strcmp(column, "class") == 0 || (table == TRACE_CLASSES && strcmp(column, "id") == 0))
        return check->classes;
    return -1;
}

static struct range range_of(const struct check *check, enum trace_table table,
                             const struct trace_column *column)
{
    struct range range = {column->missing ? -1 : 0, INT64_MAX};
    int64_t ids = ids_of(check, table, column->name);
    if (column->names != NULL)
        range.high = column->name_count - 1;
    else if (strcmp(column->name, "deadline_met") == 0)
        range.high = 1;
    else if (strcmp(column->unit, "us") == 0)
        range.high = SIM_TIME_MAX;
    else if (strcmp(column->unit, "nano") == 0)
        range.low = INT64_MIN;
    else if (ids >= 0)
        range.high = ids - 1;
    return range;
}

static int refers_to_name(enum trace_table table, const char *column)
{
    static const char *const names[] = {"name", "gpu", "market", "tenant", "unit", "metric"};
    if (table != TRACE_POOLS && table != TRACE_CLASSES && table != TRACE_SUMMARY)
        return 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i)
        if (strcmp(column, names[i]) == 0)
            return 1;
    return 0;
}

static int by_id(const void *a, const void *b)
{
    int32_t x = ((const struct trace_name *)a)->id, y = ((const struct trace_name *)b)->id;
    return (x > y) - (x < y);
}

static int known_name(const struct check *check, int64_t id)
{
    struct trace_name key = {.id = (int32_t)id};
    return bsearch(&key, check->names, check->name_count, sizeof key, by_id) != NULL;
}

static int64_t value_at(const struct trace_column *column, const void *values, size_t i)
{
    switch (column->type) {
    case COLUMN_I8:
        return ((const int8_t *)values)[i];
    case COLUMN_I32:
        return ((const int32_t *)values)[i];
    default:
        return ((const int64_t *)values)[i];
    }
}

static int refuse_value(const struct check *check, enum trace_table table,
                        const struct trace_column *column, uint64_t row, const char *value,
                        struct status *status)
{
    return status_set(status, STATUS_INPUT,
                      "%s is damaged: column '%s' of table '%s' holds %s in row %" PRIu64
                      ", which is out of range. Write it again with 'fleetwright run'.",
                      check->path, column->name, trace_tables[table].name, value, row);
}

/* Quantities of work are finite; a metric may be undefined. */
static int check_doubles(const struct check *check, enum trace_table table,
                         const struct trace_column *column, const double *values, uint64_t first,
                         size_t count, struct status *status)
{
    char text[32];
    if (table == TRACE_SUMMARY)
        return 0;
    for (size_t i = 0; i < count; ++i)
        if (!isfinite(values[i]) || values[i] < 0) {
            snprintf(text, sizeof text, "%g", values[i]);
            return refuse_value(check, table, column, first + i, text, status);
        }
    return 0;
}

int check_values(const struct check *check, enum trace_table table,
                 const struct trace_column *column, const void *values, uint64_t first,
                 size_t count, struct status *status)
{
    if (column->type == COLUMN_F64)
        return check_doubles(check, table, column, values, first, count, status);
    struct range range = range_of(check, table, column);
    int named = refers_to_name(table, column->name);
    for (size_t i = 0; i < count; ++i) {
        int64_t value = value_at(column, values, i);
        if (value < range.low || value > range.high ||
            (named && value >= 0 && !known_name(check, value))) {
            char text[32];
            snprintf(text, sizeof text, "%" PRId64, value);
            return refuse_value(check, table, column, first + i, text, status);
        }
    }
    return 0;
}
