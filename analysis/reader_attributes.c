/* What a trace file says of itself. See reader_file.h. */
#include <string.h>

#include "analysis/reader_file.h"
#include "sim/memory.h"

static const char *const text_names[4] = {"created_by", "name", "description", "currency"};

static int read_format(struct reader *reader, struct status *status)
{
    char *format = NULL;
    int64_t version = 0;
    int known = hdf_read_text(reader->file, "format", &format, status) == 0 &&
                strcmp(format, "fleetwright-trace") == 0;
    mem_free(format);
    if (!known)
        return status_set(
            status, STATUS_INPUT,
            "%s is an HDF5 file but not a Fleetwright trace: its attribute 'format' is "
            "not 'fleetwright-trace'.",
            reader->path);
    if (hdf_read_integer(reader->file, "format_version", H5T_NATIVE_INT64, &version) < 0)
        return reader_refuse(reader, "attribute 'format_version' cannot be read", status);
    if (version != TRACE_FORMAT_VERSION)
        return status_set(
            status, STATUS_INPUT,
            "%s is a trace of format version %lld; this program reads version %d. Use "
            "the program that wrote it, or run its /scenario/resolved again.",
            reader->path, (long long)version, TRACE_FORMAT_VERSION);
    return 0;
}

/* The scenario's texts, as fixed-length strings of at most 64 MB that are in the file as a whole.
 */
static int read_document(struct reader *reader, const char *name, char **text,
                         struct status *status)
{
    int code = -1;
    hid_t dataset = H5Dopen2(reader->file, name, H5P_DEFAULT);
    hid_t type = dataset < 0 ? -1 : H5Dget_type(dataset);
    hid_t space = dataset < 0 ? -1 : H5Dget_space(dataset);
    size_t size = type < 0 ? 0 : H5Tget_size(type);
    if (space >= 0 && size > 0 && size <= 64u << 20 && H5Tget_class(type) == H5T_STRING &&
        H5Tis_variable_str(type) == 0 && H5Sget_simple_extent_npoints(space) == 1 &&
        H5Dget_storage_size(dataset) >= size && check_storage(dataset) == 0) {
        *text = mem_alloc(size + 1, 1, status);
        if (*text != NULL && H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, *text) >= 0)
            code = 0;
    }
    if (space >= 0)
        H5Sclose(space);
    if (type >= 0)
        H5Tclose(type);
    if (dataset >= 0)
        H5Dclose(dataset);
    return code == 0 ? 0 : reader_refuse(reader, name, status);
}

#define CAPITALS "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

int reader_open_attributes(struct reader *reader, struct status *status)
{
    struct reader_info *info = &reader->info;
    int code = read_format(reader, status);
    if (code != 0)
        return code;
    for (int i = 0; i < 4; ++i)
        if (hdf_read_text(reader->file, text_names[i], &reader->texts[i], status) < 0)
            return reader_refuse(reader, text_names[i], status);
    info->created_by = reader->texts[0];
    info->name = reader->texts[1];
    info->description = reader->texts[2];
    info->currency = reader->texts[3];
    if (strlen(info->currency) != 3 || strspn(info->currency, CAPITALS) != 3)
        return reader_refuse(reader, "attribute 'currency' is not three capital letters", status);
    if (hdf_read_integer(reader->file, "seed", H5T_NATIVE_UINT64, &info->seed) < 0)
        return reader_refuse(reader, "attribute 'seed' cannot be read", status);
    if (hdf_read_integer(reader->file, "replications", H5T_NATIVE_INT64, &info->replications) < 0)
        return reader_refuse(reader, "attribute 'replications' cannot be read", status);
    if (info->replications < 1)
        return reader_refuse(reader, "attribute 'replications' is not 1 or more", status);
    code = check_link(reader->file, "scenario") != 1 ||
                   check_link(reader->file, "scenario/source") != 1 ||
                   check_link(reader->file, "scenario/resolved") != 1
               ? reader_refuse(reader, "the group 'scenario' is not there", status)
               : 0;
    if (code == 0)
        code = read_document(reader, "scenario/source", &reader->texts[4], status);
    if (code == 0)
        code = read_document(reader, "scenario/resolved", &reader->texts[5], status);
    info->source = reader->texts[4];
    info->resolved = reader->texts[5];
    return code;
}
