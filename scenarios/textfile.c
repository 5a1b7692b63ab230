#include "scenarios/textfile.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static int open_file(const char *path, FILE **file, struct status *status)
{
    struct stat facts;
    if (stat(path, &facts) != 0)
        return status_set(status, STATUS_IO, "The file %s cannot be opened: %s.", path,
                          strerror(errno));
    if (S_ISDIR(facts.st_mode))
        return status_set(status, STATUS_IO,
                          "%s is a directory; name the file inside it that is meant.", path);
    if (!S_ISREG(facts.st_mode) && !S_ISFIFO(facts.st_mode))
        return status_set(status, STATUS_IO, "%s is a device or socket, not a file.", path);
    *file = fopen(path, "rb");
    if (!*file)
        return status_set(status, STATUS_IO, "The file %s cannot be opened: %s.", path,
                          strerror(errno));
    return 0;
}

int textfile_read(const char *path, size_t most, struct arena *arena, char **text, size_t *size,
                  struct status *status)
{
    FILE *file;
    void *bytes = NULL;
    size_t capacity = 0, used = 0, got;
    if (open_file(path, &file, status))
        return status->code;
    do {
        if (mem_grow(&bytes, &capacity, used + 64 * 1024, 1, status))
            goto out;
        got = fread((char *)bytes + used, 1, capacity - used, file);
        used += got;
    } while (got > 0 && used <= most);
    if (ferror(file))
        status_set(status, STATUS_IO, "The file %s cannot be read: %s.", path, strerror(errno));
    else if (used > most)
        status_set(status, STATUS_INPUT, "The file %s is too large: at most %zu bytes are read%s.",
                   path, most, most < 8 * 1024 * 1024 ? " after the files before it" : "");
    if (status->code)
        goto out;
    *text = arena_alloc(arena, used + 1, 1, status);
    if (!*text)
        goto out;
    memcpy(*text, bytes, used);
    (*text)[used] = '\0';
    *size = used;
out:
    mem_free(bytes);
    fclose(file);
    return status->code;
}
