/* See partial.h. */
#include "analysis/partial.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "sim/memory.h"

static int make_names(struct partial *partial, const char *path, struct status *status)
{
    size_t size = strlen(path) + 32;
    partial->path = mem_alloc(size, 1, status);
    partial->temporary = mem_alloc(size, 1, status);
    if (partial->path == NULL || partial->temporary == NULL)
        return STATUS_MEMORY;
    snprintf(partial->path, size, "%s", path);
    snprintf(partial->temporary, size, "%s.%ld.partial", path, (long)getpid());
    return 0;
}

/* Asked of the system first: HDF5 would answer in its own words. */
static int claim(const struct partial *partial, struct status *status)
{
    int fd = open(partial->temporary, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
    if (fd < 0 && errno == EEXIST) /* left by a dead process of the same number */
        fd = open(partial->temporary, O_TRUNC | O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return status_set(status, errno == EIO || errno == ENOSPC ? STATUS_IO : STATUS_INPUT,
                          "The trace %s cannot be written: %s. Its directory must exist and be "
                          "writable.",
                          partial->path, strerror(errno));
    close(fd);
    return 0;
}

int partial_begin(struct partial *partial, const char *path, struct status *status)
{
    memset(partial, 0, sizeof *partial);
    int code = make_names(partial, path, status);
    return code != 0 ? code : claim(partial, status);
}

static int sync_path(const char *path, int flags)
{
    int fd = open(path, flags | O_CLOEXEC);
    if (fd < 0)
        return -1;
    int code = fsync(fd);
    if (code != 0 && (errno == EINVAL || errno == ENOTSUP)) /* a file system that has no sync */
        code = 0;
    int saved = errno;
    if (close(fd) != 0)
        return -1;
    errno = saved;
    return code;
}

static int sync_directory(char *path)
{
    char *slash = strrchr(path, '/');
    if (slash == NULL)
        return sync_path(".", O_RDONLY | O_DIRECTORY);
    if (slash == path)
        return sync_path("/", O_RDONLY | O_DIRECTORY);
    *slash = '\0';
    int code = sync_path(path, O_RDONLY | O_DIRECTORY);
    *slash = '/';
    return code;
}

int partial_publish(const struct partial *partial, struct status *status)
{
    if (sync_path(partial->temporary, O_RDONLY) == 0 &&
        rename(partial->temporary, partial->path) == 0 && sync_directory(partial->path) == 0)
        return 0;
    return status_set(status, STATUS_IO,
                      "The trace %s was written but could not be put into its place: %s.",
                      partial->path, strerror(errno));
}

void partial_discard(const struct partial *partial)
{
    if (partial->temporary != NULL && truncate(partial->temporary, 0) == 0)
        unlink(partial->temporary);
}

void partial_free(struct partial *partial)
{
    mem_free(partial->path);
    mem_free(partial->temporary);
    memset(partial, 0, sizeof *partial);
}
