/* See hdf.h. */
#include "analysis/hdf.h"

#include <stdio.h>
#include <string.h>

#include "sim/memory.h"

/* Texts of more than this are refused: attributes are names and sentences. */
#define TEXT_LIMIT (1u << 16)

void hdf_silence(void)
{
    /* A file that could not be closed (disk full) stays open inside HDF5, whose exit handler would
     * then crash on it. Has an effect only before the first other call, and needs none later. */
    H5dont_atexit();
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
}

struct reason {
    char *text;
    size_t size;
};

static herr_t innermost(unsigned n, const H5E_error2_t *error, void *context)
{
    struct reason *reason = context;
    if (n != 0 || error->desc == NULL)
        return 0;
    /* A failure of the system is told as "..., errno = 28, error message = 'No space left on
     * device', ...". */
    static const char mark[] = "error message = '";
    const char *words = strstr(error->desc, mark);
    size_t length = strcspn(error->desc, "\n");
    if (words != NULL) {
        words += sizeof mark - 1;
        length = strcspn(words, "'");
    } else {
        words = error->desc;
    }
    snprintf(reason->text, reason->size, "%.*s", (int)(length < 200 ? length : 200), words);
    return 0;
}

char *hdf_reason(char *text, size_t size)
{
    text[0] = '\0';
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, innermost, &(struct reason){text, size});
    return text;
}

static hid_t enumeration(const struct trace_column *column)
{
    hid_t type = H5Tenum_create(H5T_STD_I8LE);
    for (int8_t value = 0; type >= 0 && value < column->name_count; ++value) {
        if (H5Tenum_insert(type, column->names[value], &value) < 0) {
            H5Tclose(type);
            return -1;
        }
    }
    return type;
}

hid_t hdf_column_type(const struct trace_column *column)
{
    if (column->names != NULL)
        return enumeration(column);
    switch (column->type) {
    case COLUMN_I8:
        return H5Tcopy(H5T_STD_I8LE);
    case COLUMN_I32:
        return H5Tcopy(H5T_STD_I32LE);
    case COLUMN_I64:
        return H5Tcopy(H5T_STD_I64LE);
    case COLUMN_F64:
        return H5Tcopy(H5T_IEEE_F64LE);
    }
    return -1;
}

hid_t hdf_string_type(size_t length)
{
    hid_t type = H5Tcopy(H5T_C_S1);
    if (type >= 0 && (H5Tset_size(type, length) < 0 || H5Tset_strpad(type, H5T_STR_NULLPAD) < 0 ||
                      H5Tset_cset(type, H5T_CSET_UTF8) < 0)) {
        H5Tclose(type);
        return -1;
    }
    return type;
}

static int write_attribute(hid_t object, const char *name, hid_t file_type, hid_t memory_type,
                           const void *value)
{
    int code = -1;
    hid_t space = H5Screate(H5S_SCALAR);
    hid_t attribute = H5Acreate2(object, name, file_type, space, H5P_DEFAULT, H5P_DEFAULT);
    if (attribute >= 0)
        code = H5Awrite(attribute, memory_type, value) < 0 ? -1 : 0;
    if (attribute >= 0 && H5Aclose(attribute) < 0)
        code = -1;
    if (space >= 0)
        H5Sclose(space);
    return code;
}

int hdf_write_text(hid_t object, const char *name, const char *text)
{
    size_t length = strlen(text);
    hid_t type = hdf_string_type(length > 0 ? length : 1);
    int code = type < 0 ? -1 : write_attribute(object, name, type, type, text);
    if (type >= 0)
        H5Tclose(type);
    return code;
}

int hdf_write_integer(hid_t object, const char *name, hid_t file_type, hid_t memory_type,
                      const void *value)
{
    return write_attribute(object, name, file_type, memory_type, value);
}

/* Opens a scalar attribute of a type class. */
static hid_t open_scalar(hid_t object, const char *name, H5T_class_t class, hid_t *type)
{
    hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
    *type = attribute < 0 ? -1 : H5Aget_type(attribute);
    hid_t space = attribute < 0 ? -1 : H5Aget_space(attribute);
    bool right = *type >= 0 && space >= 0 && H5Tget_class(*type) == class &&
                 H5Sget_simple_extent_npoints(space) == 1;
    if (space >= 0)
        H5Sclose(space);
    if (right)
        return attribute;
    if (*type >= 0)
        H5Tclose(*type);
    if (attribute >= 0)
        H5Aclose(attribute);
    return -1;
}

/* Of fixed length only: strings of variable length lie in HDF5's global heap, which has no checksum
 * and where a changed byte makes the library itself (1.10.8) read and write beyond its memory. */
int hdf_read_text(hid_t object, const char *name, char **text, struct status *status)
{
    hid_t type;
    hid_t attribute = open_scalar(object, name, H5T_STRING, &type);
    if (attribute < 0)
        return -1;
    size_t size = H5Tget_size(type);
    if (H5Tis_variable_str(type) == 0 && size > 0 && size < TEXT_LIMIT)
        *text = mem_alloc(size + 1, 1, status);
    int code = *text != NULL && H5Aread(attribute, type, *text) >= 0 ? 0 : -1;
    H5Tclose(type);
    H5Aclose(attribute);
    return code;
}

int hdf_read_integer(hid_t object, const char *name, hid_t memory_type, void *value)
{
    hid_t type;
    hid_t attribute = open_scalar(object, name, H5T_INTEGER, &type);
    if (attribute < 0)
        return -1;
    int code = H5Tget_size(type) <= 8 && H5Aread(attribute, memory_type, value) >= 0 ? 0 : -1;
    H5Tclose(type);
    H5Aclose(attribute);
    return code;
}

/* Small objects stay in their headers, which are checksummed; names keep the order of creation. */
int hdf_set_creation(hid_t list)
{
    if (H5Pset_link_phase_change(list, 256, 128) < 0 ||
        H5Pset_attr_phase_change(list, 64, 32) < 0 ||
        H5Pset_link_creation_order(list, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED) < 0 ||
        H5Pset_obj_track_times(list, false) < 0)
        return -1;
    return 0;
}

hid_t hdf_make_group(hid_t parent, const char *name)
{
    hid_t group = -1;
    hid_t list = H5Pcreate(H5P_GROUP_CREATE);
    if (list >= 0 && hdf_set_creation(list) == 0)
        group = H5Gcreate2(parent, name, H5P_DEFAULT, list, H5P_DEFAULT);
    if (list >= 0)
        H5Pclose(list);
    return group;
}
