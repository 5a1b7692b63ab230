#include "scenarios/speed.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "sim/bug.h"

/* ---- units ---- */

static const struct {
    const char *name;
    double seconds;
} time_units[] = {{"ms", 1e-3}, {"s", 1}, {"min", 60}, {"h", 3600}, {"d", 86400}};

/* The seconds of a time unit, 0 if the text is none. */
static double time_unit(const char *text, size_t length)
{
    for (size_t i = 0; i < sizeof time_units / sizeof *time_units; i++)
        if (strlen(time_units[i].name) == length && strncmp(text, time_units[i].name, length) == 0)
            return time_units[i].seconds;
    return 0;
}

static bool set_work(struct speed_unit *unit, const char *text, size_t length)
{
    if (length == 0 || length >= sizeof unit->work || time_unit(text, length) > 0)
        return false;
    memcpy(unit->work, text, length);
    unit->work[length] = '\0';
    return true;
}

static bool parse(const char *text, struct speed_unit *unit)
{
    if (strcmp(text, "min to train") == 0)
        text = "min/run";
    const char *slash = strchr(text, '/');
    if (!slash)
        return false;
    size_t first = (size_t)(slash - text);
    const char *second = slash + 1;
    const char *tail = strchr(second, '/');
    size_t length = tail ? (size_t)(tail - second) : strlen(second);
    unit->seconds = time_unit(text, first);
    if (unit->seconds > 0) {
        unit->kind = SPEED_GANG_TIME;
        return !tail && set_work(unit, second, length);
    }
    unit->seconds = time_unit(second, length);
    unit->kind = tail ? SPEED_PER_GPU : SPEED_GANG_RATE;
    return unit->seconds > 0 && set_work(unit, text, first) && (!tail || !strcmp(tail, "/GPU"));
}

int speed_unit_parse(const char *text, struct speed_unit *unit, struct status *status)
{
    *unit = (struct speed_unit){0};
    if (parse(text, unit))
        return 0;
    return status_set(status, STATUS_INPUT,
                      "\"%.80s\" is no unit of speed. Write work per time and GPU (tokens/s/GPU), "
                      "work per time of the gang (images/s) or time per work of the gang "
                      "(h/epoch); the time is in ms, s, min, h or d.",
                      text);
}

bool speed_same_work(const char *a, const char *b)
{
    size_t m = strlen(a), n = strlen(b);
    if (m > 1 && a[m - 1] == 's')
        m--;
    if (n > 1 && b[n - 1] == 's')
        n--;
    return m == n && strncmp(a, b, m) == 0;
}

double speed_seconds_per_unit(double rate, const struct speed_unit *unit, int64_t measured,
                              int64_t gpus, double efficiency)
{
    bug_assert(rate > 0 && measured >= 1 && gpus >= 1 && efficiency > 0 && efficiency <= 1);
    if (unit->kind == SPEED_PER_GPU)
        return unit->seconds / (rate * (double)gpus * efficiency);
    double seconds = unit->kind == SPEED_GANG_RATE ? unit->seconds / rate : unit->seconds * rate;
    if (gpus == measured)
        return seconds;
    return seconds * (double)measured / ((double)gpus * efficiency);
}

/* ---- which rows of the catalogue ---- */

__attribute__((format(printf, 3, 0))) static void add_list(char *text, size_t size,
                                                           const char *format, va_list arguments)
{
    size_t used = strlen(text);
    vsnprintf(text + used, size - used, format, arguments);
}

/* Adds to a text; what does not fit is cut. */
static void add(char *text, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void add(char *text, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_list(text, size, format, arguments);
    va_end(arguments);
}

/* Adds a sentence to the answer's note. */
static void note(struct speed_answer *answer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void note(struct speed_answer *answer, const char *format, ...)
{
    va_list arguments;
    if (*answer->note)
        add(answer->note, sizeof answer->note, " ");
    va_start(arguments, format);
    add_list(answer->note, sizeof answer->note, format, arguments);
    va_end(arguments);
}

/* The rows that a query may use: one class, model and sequence length. */
struct selection {
    const char *class_name;
    int64_t seq_len; /* of the rows; 0 = rows that state none */
};

static bool is_model(const struct speed_row *row, const struct speed_query *query)
{
    return strcmp(row->model, query->model) == 0 &&
           (!query->class_name || strcmp(row->class_name, query->class_name) == 0);
}

static bool is_selected(const struct speed_row *row, const struct speed_query *query,
                        const struct selection *selection)
{
    return strcmp(row->model, query->model) == 0 &&
           strcmp(row->class_name, selection->class_name) == 0 &&
           row->seq_len == selection->seq_len;
}

/* The distinct classes (models = false), or the distinct models of the class (NULL = of any). */
static void list_names(const struct catalog *catalog, const char *class_name, bool models,
                       char *text, size_t size)
{
    for (size_t i = 0; i < catalog->speed_count; i++) {
        const struct speed_row *row = &catalog->speeds[i];
        bool skip = models && class_name && strcmp(row->class_name, class_name) != 0;
        for (size_t j = 0; j < i && !skip; j++) {
            const struct speed_row *before = &catalog->speeds[j];
            skip = models ? strcmp(before->model, row->model) == 0 &&
                                (!class_name || strcmp(before->class_name, class_name) == 0)
                          : strcmp(before->class_name, row->class_name) == 0;
        }
        if (!skip)
            add(text, size, "%s%s", *text ? "; " : "", models ? row->model : row->class_name);
    }
    if (strlen(text) + 1 == size)
        memcpy(text + size - 4, "...", 4); /* cut: shown as such */
}

static int unknown_model(const struct catalog *catalog, const struct speed_query *query,
                         struct status *status)
{
    char names[640] = "";
    const char *class_name = query->class_name;
    bool known = false;
    for (size_t i = 0; i < catalog->speed_count && class_name; i++)
        known |= strcmp(catalog->speeds[i].class_name, class_name) == 0;
    if (class_name && !known) {
        list_names(catalog, NULL, false, names, sizeof names);
        return status_set(
            status, STATUS_INPUT,
            "The catalogue has no speeds of the class \"%.80s\". The classes are: %s.", class_name,
            names);
    }
    list_names(catalog, class_name, true, names, sizeof names);
    return status_set(status, STATUS_INPUT,
                      "The catalogue has no speeds of the model \"%.80s\"%s%.80s. The models are: "
                      "%s.",
                      query->model, class_name ? " in the class " : "",
                      class_name ? class_name : "", names);
}

static int select_class(const struct catalog *catalog, const struct speed_query *query,
                        struct selection *selection, struct status *status)
{
    selection->class_name = NULL;
    for (size_t i = 0; i < catalog->speed_count; i++) {
        const struct speed_row *row = &catalog->speeds[i];
        if (!is_model(row, query))
            continue;
        if (!selection->class_name)
            selection->class_name = row->class_name;
        if (strcmp(selection->class_name, row->class_name) != 0)
            return status_set(status, STATUS_INPUT,
                              "The catalogue has the model %s in several classes, such as %s and "
                              "%s. Give the class.",
                              query->model, selection->class_name, row->class_name);
    }
    return selection->class_name ? 0 : unknown_model(catalog, query, status);
}

/* Decided over all GPU types, so that two of them are never compared at different sequence lengths.
 */
static int select_seq_len(const struct catalog *catalog, const struct speed_query *query,
                          struct selection *selection, struct status *status)
{
    char lengths[256] = "";
    int64_t any = 0;
    int distinct = 0;
    bool without = false, exact = false;
    for (size_t i = 0; i < catalog->speed_count; i++) {
        const struct speed_row *row = &catalog->speeds[i];
        selection->seq_len = row->seq_len;
        if (!is_selected(row, query, selection))
            continue;
        without |= row->seq_len == 0;
        exact |= row->seq_len == query->seq_len;
        bool seen = row->seq_len == 0;
        for (size_t j = 0; j < i && !seen; j++)
            seen = is_selected(&catalog->speeds[j], query, selection);
        if (seen)
            continue;
        distinct++;
        any = row->seq_len;
        add(lengths, sizeof lengths, "%s%" PRId64, *lengths ? " and " : "", row->seq_len);
    }
    selection->seq_len = exact ? query->seq_len : 0;
    if (exact || without)
        return 0;
    selection->seq_len = any;
    if (query->seq_len == 0 && distinct == 1)
        return 0;
    if (query->seq_len == 0)
        return status_set(status, STATUS_INPUT,
                          "The catalogue has %s at the sequence lengths %s. Give seq_len.",
                          query->model, lengths);
    return status_set(status, STATUS_INPUT,
                      "The catalogue has %s not at the sequence length %" PRId64
                      "; it has %s. The speed depends on it: give one of these or your own speeds.",
                      query->model, query->seq_len, lengths);
}

/* ---- which row ---- */

static bool is_half(int precision)
{
    return precision == PRECISION_BF16 || precision == PRECISION_FP16;
}

/* How well the row's precision fits: 0 = it does, then falling back; -1 = not at all. */
static int precision_rank(int row, enum precision got)
{
    if (row == (int)got)
        return 0;
    if (is_half(row) && is_half((int)got))
        return 1;
    if (is_half(row) && got == PRECISION_FP8)
        return 2;
    return row == SPEED_PRECISION_NOT_STATED ? 3 : -1;
}

/* How far apart two gang sizes are, >= 1: a ratio of whole numbers, so that equal ones compare
 * equal. */
static double gang_distance(int64_t measured, int64_t gpus)
{
    return measured > gpus ? (double)measured / (double)gpus : (double)gpus / (double)measured;
}

static bool is_better(const struct speed_row *row, const struct speed_row *best,
                      const struct speed_query *query, enum precision got)
{
    int a = precision_rank(row->precision, got), b = precision_rank(best->precision, got);
    if (a != b)
        return a < b;
    double x = gang_distance(row->gpus, query->gpus), y = gang_distance(best->gpus, query->gpus);
    return x < y || (x == y && row->gpus < best->gpus);
}

/* What the catalogue has instead: the GPU types of the selection, or the precisions on this type.
 */
static int no_row(const struct catalog *catalog, const struct speed_query *query,
                  const struct selection *selection, enum precision got, struct status *status)
{
    char precisions[128] = "", gpus[256] = "";
    for (size_t i = 0; i < catalog->speed_count; i++) {
        const struct speed_row *row = &catalog->speeds[i];
        if (!is_selected(row, query, selection))
            continue;
        bool here = strcmp(row->gpu, query->gpu->name) == 0;
        char *list = here ? precisions : gpus;
        const char *word = here ? precision_names[row->precision] : row->gpu;
        if (!strstr(list, word))
            add(list, here ? sizeof precisions : sizeof gpus, "%s%s", *list ? " and " : "", word);
    }
    if (*precisions)
        return status_set(status, STATUS_INPUT,
                          "The catalogue has %s on %s in %s only, which is not the %s asked for. "
                          "Ask for that precision or give your own speed.",
                          query->model, query->gpu->name, precisions, precision_names[got]);
    return status_set(status, STATUS_INPUT,
                      "The catalogue has no speed of %s on %s (it has %s). Give your own speed for "
                      "this GPU type.",
                      query->model, query->gpu->name, gpus);
}

static const struct speed_row *best_row(const struct catalog *catalog,
                                        const struct speed_query *query,
                                        const struct selection *selection, enum precision got)
{
    const struct speed_row *best = NULL;
    for (size_t i = 0; i < catalog->speed_count; i++) {
        const struct speed_row *row = &catalog->speeds[i];
        if (!is_selected(row, query, selection) || strcmp(row->gpu, query->gpu->name) != 0 ||
            precision_rank(row->precision, got) < 0)
            continue;
        if (!best || is_better(row, best, query, got))
            best = row;
    }
    return best;
}

/* ---- the answer ---- */

static void note_precision(const struct speed_query *query, struct speed_answer *answer)
{
    const struct speed_row *row = answer->row;
    const char *wanted = precision_names[query->wanted];
    if (row->precision == SPEED_PRECISION_NOT_STATED)
        note(answer, "The source of the speed of %s on %s does not state a precision.", row->model,
             row->gpu);
    if (answer->precision == query->wanted ||
        (is_half((int)answer->precision) && is_half((int)query->wanted)))
        return;
    if (!gpu_supports(query->gpu, query->wanted))
        note(answer, "%s has no %s: %s is used instead.", row->gpu, wanted,
             precision_names[answer->precision]);
    else
        note(answer, "The catalogue has no speed of %s on %s in %s: %s is used instead.",
             row->model, row->gpu, wanted, precision_names[answer->precision]);
}

static void note_gang(const struct speed_query *query, const struct speed_unit *unit,
                      struct speed_answer *answer)
{
    const struct speed_row *row = answer->row;
    if (row->gpus == query->gpus)
        return;
    note(answer,
         "The speed of %s on %s was measured on %" PRId64 " GPUs and is scaled %s to %" PRId64
         " with an efficiency of %g %%: an assumption.",
         row->model, row->gpu, row->gpus, unit->kind == SPEED_PER_GPU ? "per GPU" : "linearly",
         query->gpus, query->efficiency * 100);
}

static void note_row(const struct speed_query *query, struct speed_answer *answer)
{
    const struct speed_row *row = answer->row;
    if (query->seq_len > 0 && row->seq_len == 0)
        note(answer, "The source of the speed of %s on %s does not state a sequence length.",
             row->model, row->gpu);
    if (catalog_unverified(row->unverified, "rate"))
        note(answer, "The speed of %s on %s is unverified.", row->model, row->gpu);
}

int speed_from_catalog(const struct catalog *catalog, const struct speed_query *query,
                       struct speed_answer *answer, struct status *status)
{
    struct selection selection;
    struct speed_unit unit;
    *answer = (struct speed_answer){0};
    int code = select_class(catalog, query, &selection, status);
    if (!code)
        code = select_seq_len(catalog, query, &selection, status);
    if (code)
        return code;
    enum precision got = gpu_precision(query->gpu, query->wanted);
    if (!gpu_supports(query->gpu, got))
        return status_set(status, STATUS_INPUT, "%s does not compute in %s.", query->gpu->name,
                          precision_names[got]);
    answer->row = best_row(catalog, query, &selection, got);
    if (!answer->row)
        return no_row(catalog, query, &selection, got, status);
    code = speed_unit_parse(answer->row->unit, &unit, status);
    if (code)
        return code;
    if (!speed_same_work(unit.work, query->work))
        return status_set(status, STATUS_INPUT,
                          "The catalogue has the speed of %s on %s in %s, so the work must be in "
                          "%s, not in %s.",
                          query->model, query->gpu->name, answer->row->unit, unit.work,
                          query->work);
    bool stated = answer->row->precision != SPEED_PRECISION_NOT_STATED;
    answer->precision = stated ? (enum precision)answer->row->precision : got;
    answer->seconds_per_unit = speed_seconds_per_unit(answer->row->rate, &unit, answer->row->gpus,
                                                      query->gpus, query->efficiency);
    note_precision(query, answer);
    note_gang(query, &unit, answer);
    note_row(query, answer);
    return 0;
}
