/* The first failure of a call chain, as a sentence. */
#include "sim/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "sim/bug.h"

int status_set(struct status *status, int code, const char *format, ...)
{
    bug_assert(code < 0);
    if (status == NULL)
        return code;
    bug_assert(status->code <= 0);
    if (status->code != STATUS_OK)
        return status->code;
    status->code = code;
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(status->message, sizeof status->message, format, arguments);
    va_end(arguments);
    if (length < 0)
        snprintf(status->message, sizeof status->message, "%s", "An error could not be described.");
    else if ((size_t)length >= sizeof status->message) {
        /* A cut must be seen to be one. */
        static const char mark[] = " [...]";
        strcpy(status->message + sizeof status->message - sizeof mark, mark);
    }
    return code;
}
