#include "sim/cli/output.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool same_file(const struct stat *a, const char *path)
{
    struct stat b;
    return stat(path, &b) == 0 && a->st_dev == b.st_dev && a->st_ino == b.st_ino;
}

/* The finished file is renamed over what is there: over a link that would cut it off from its
 * target, over a device it would replace the device. */
static int follow_link(struct output *output, const char *given, struct status *status)
{
    struct stat link;
    if (lstat(given, &link) != 0 || !S_ISLNK(link.st_mode)) {
        strcpy(output->path, given);
        return 0;
    }
    if (!realpath(given, output->path))
        return status_set(
            status, STATUS_INPUT,
            "The output '%s' is a symbolic link that leads nowhere (%s). Remove it, or make what "
            "it points to.",
            given, strerror(errno));
    return 0;
}

static int check_directory(const char *path, struct status *status)
{
    char directory[PATH_MAX];
    struct stat info;
    strcpy(directory, path);
    char *slash = strrchr(directory, '/');
    if (!slash)
        strcpy(directory, ".");
    else
        slash[slash == directory] = 0; /* the root keeps its slash */
    if (stat(directory, &info) != 0)
        return status_set(
            status, STATUS_INPUT,
            "The output '%s' cannot be written: directory '%s' cannot be entered (%s).", path,
            directory, strerror(errno));
    if (!S_ISDIR(info.st_mode))
        return status_set(status, STATUS_INPUT,
                          "The output '%s' cannot be written: '%s' is not a directory.", path,
                          directory);
    if (access(directory, W_OK | X_OK) != 0)
        return status_set(
            status, STATUS_INPUT,
            "The output '%s' cannot be written: directory '%s' may not be written to (%s).", path,
            directory, strerror(errno));
    return 0;
}

int output_init(struct output *output, const char *given, const char *scenario,
                struct status *status)
{
    struct stat info;
    if (!*given || strlen(given) >= sizeof output->path)
        return status_set(status, STATUS_INPUT, "The name of the output is %s.",
                          *given ? "too long" : "empty");
    if (!strcmp(given, "-"))
        return status_set(
            status, STATUS_INPUT,
            "A trace cannot be written to standard output, its format needs a file: give '-o "
            "NAME.h5' (or './-' for a file of that name).");
    if (follow_link(output, given, status) != 0)
        return status->code;
    if (given[strlen(given) - 1] == '/' ||
        (stat(output->path, &info) == 0 && S_ISDIR(info.st_mode)))
        return status_set(
            status, STATUS_INPUT,
            "The output '%s' is a directory. Give the name of a file, such as '%s%strace.h5'.",
            given, given, given[strlen(given) - 1] == '/' ? "" : "/");
    if (stat(output->path, &info) == 0) {
        if (!S_ISREG(info.st_mode))
            return status_set(
                status, STATUS_INPUT,
                "The output '%s' exists and is not a regular file. To simulate without writing "
                "a trace, use '--no-trace'.",
                given);
        if (same_file(&info, scenario))
            return status_set(
                status, STATUS_INPUT,
                "The output '%s' is the scenario itself, which would be lost. Give another name.",
                given);
    }
    return check_directory(output->path, status);
}

void output_keep_mode(const struct output *output, const char *temporary)
{
    struct stat info;
    if (stat(output->path, &info) != 0)
        return;
    int ignored = chmod(temporary, info.st_mode & 0777);
    (void)ignored;
}

long long output_size(const struct output *output)
{
    struct stat info;
    return stat(output->path, &info) == 0 ? (long long)info.st_size : -1;
}
