#include "scenarios/include_file.h"

#include <stdio.h>
#include <string.h>

#include "scenarios/textfile.h"

/* Of all included files together: what is inlined must fit into a scenario again. */
enum { INCLUDED_MAX = 8 * 1024 * 1024 };

static const char *beside_scenario(struct decoder *d, const char *path)
{
    const char *slash = strrchr(d->name, '/');
    size_t folder = slash && path[0] != '/' ? (size_t)(slash - d->name) + 1 : 0;
    char *joined = arena_alloc(d->tree, folder + strlen(path) + 1, 1, d->status);
    if (!joined)
        return NULL;
    memcpy(joined, d->name, folder);
    strcpy(joined + folder, path);
    return joined;
}

/* Ends the line at its comment and cuts blanks; returns its first character. */
static char *content(char *line)
{
    line[strcspn(line, "#\r")] = '\0';
    line += strspn(line, " \t");
    for (size_t n = strlen(line); n > 0 && (line[n - 1] == ' ' || line[n - 1] == '\t'); n--)
        line[n - 1] = '\0';
    return line;
}

static void take_lines(struct decoder *d, const char *file, char *text, struct node *list)
{
    int number = 1;
    for (char *line = text, *end; line; line = end, number++) {
        end = strchr(line, '\n');
        if (end)
            *end++ = '\0';
        char *value = content(line);
        if (!*value)
            continue;
        struct node *node = node_new(NODE_SCALAR, value, NULL, d->tree, d->status);
        if (!node)
            return;
        node->file = file;
        node->line = number;
        node->column = (int)(value - line) + 1;
        node_append(list, NULL, node);
    }
}

bool include_file(struct decoder *d, const struct node *path, struct node *list)
{
    struct status status = STATUS_INIT;
    char *text = NULL;
    size_t size = 0;
    const char *file = decoder_scalar(d, path, "the name of a file");
    if (!file)
        return false;
    if (!*file) {
        node_error(d->diagnostics, path, "The name of the file is empty.");
        return false;
    }
    file = beside_scenario(d, file);
    if (!file)
        return false;
    if (textfile_read(file, INCLUDED_MAX - d->included, d->tree, &text, &size, &status)) {
        if (status.code == STATUS_IO)
            status.code = STATUS_INPUT; /* the scenario names it: the user's to mend */
        decoder_refuse(d, path, &status);
        return false;
    }
    d->included += size;
    if (strlen(text) != size) {
        node_error(d->diagnostics, path, "%s has NUL bytes: it is not a text file.", file);
        return false;
    }
    take_lines(d, file, text, list);
    if (list->count == 0)
        node_error(d->diagnostics, path,
                   "%s has no value; expected is one value with its unit a line.", file);
    return list->count > 0 && d->status->code == 0;
}
