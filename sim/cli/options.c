/* The one file that includes getopt.h: its struct option has the name of ours in models/plan.h. */
#include "sim/cli/options.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "scenarios/suggest.h"
#include "sim/cli/terminal.h"
#include "sim/memory.h"

enum {
    OPTIONS_MAX = 32,
    LONG_ONLY =
        256 /* getopt's value of an option without a letter: this + its place in the table */
};

const struct option_spec common_options[] = {
    {"color", 0, OPTION_COLOR, "WHEN", false, color_when_names,
     "colour: auto (default; on a terminal), always or never"},
    {"help", 'h', OPTION_HELP, NULL, true, NULL, "print this help"},
    {0},
};

const struct option_spec program_options[] = {
    {"version", 'V', OPTION_VERSION, NULL, false, NULL,
     "print the versions of the program and its libraries"},
    {0},
};

const struct option_spec no_options[] = {{0}};

/* The two tables as one, and as getopt wants them. */
struct table {
    const struct option_spec *specs[OPTIONS_MAX];
    int count;
    struct option longs[OPTIONS_MAX + 1];
    char letters[2 * OPTIONS_MAX + 3];
    const char *names[OPTIONS_MAX + 1];
};

static void table_add(struct table *t, const struct option_spec *options, char **letter)
{
    for (; options->name; options++) {
        int i = t->count++;
        t->specs[i] = options;
        t->names[i] = options->name;
        t->longs[i] = (struct option){
            .name = options->name,
            .has_arg = options->argument ? required_argument : no_argument,
            .val = LONG_ONLY + i,
        };
        if (options->letter) {
            *(*letter)++ = options->letter;
            if (options->argument)
                *(*letter)++ = ':';
        }
    }
}

static void table_init(struct table *t, const struct option_spec *options, enum options_mode mode)
{
    *t = (struct table){0};
    char *letter = t->letters;
    if (mode == OPTIONS_UP_TO_AN_OPERAND)
        *letter++ = '+';
    *letter++ = ':'; /* tells a missing argument from an unknown option */
    table_add(t, options, &letter);
    table_add(t, common_options, &letter);
}

static const struct option_spec *table_find(const struct table *t, int value)
{
    for (int i = 0; i < t->count; i++)
        if (value == LONG_ONLY + i || (t->specs[i]->letter && value == t->specs[i]->letter))
            return t->specs[i];
    return NULL;
}

const char *nearest_choice(const char *word, const char *const *choices)
{
    struct suggestion suggestion;
    size_t length = strlen(word);
    suggest_init(&suggestion, word);
    for (; *choices; choices++) {
        /* A word that was only begun is meant, whatever is left of it. */
        if (length >= 3 && !strncmp(word, *choices, length))
            return *choices;
        suggest_offer(&suggestion, *choices);
    }
    return suggestion.best;
}

static int unknown_option(const struct table *t, const char *text, int letter,
                          struct status *status)
{
    if (letter > 0x20 && letter < 0x7f)
        return status_set(status, STATUS_INPUT, "There is no option '-%c'.", letter);
    if (letter && letter < LONG_ONLY)
        return status_set(status, STATUS_INPUT, "There is no option '-\\x%02x'.", letter & 0xff);
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text + 2, "="), text + 2);
    if (letter >= LONG_ONLY) /* a long option without argument was given one */
        return status_set(status, STATUS_INPUT, "Option '--%s' takes no argument: '%s'.",
                          table_find(t, letter)->name, text);
    int begun = 0;
    for (int i = 0; i < t->count && *name; i++)
        begun += !strncmp(name, t->names[i], strlen(name));
    if (begun > 1)
        return status_set(status, STATUS_INPUT, "Option '--%s' is short for more than one option.",
                          name);
    const char *nearest = nearest_choice(name, t->names);
    if (nearest)
        return status_set(status, STATUS_INPUT, "There is no option '--%s'. Did you mean '--%s'?",
                          name, nearest);
    return status_set(status, STATUS_INPUT, "There is no option '--%s'.", name);
}

static void list_choices(const char *const *choices, char *text, size_t size)
{
    size_t used = 0;
    text[0] = 0;
    for (int i = 0; choices[i] && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s",
                                 i == 0           ? ""
                                 : choices[i + 1] ? ", "
                                                  : " or ",
                                 choices[i]);
}

static int take(struct arguments *a, const struct option_spec *spec, const char *value,
                struct status *status)
{
    if (a->values[spec->id] && !spec->repeats)
        return status_set(status, STATUS_INPUT, "Option '--%s' is given twice.", spec->name);
    a->values[spec->id] = value ? value : "";
    if (spec->id == OPTION_SET)
        a->sets[a->set_count++] = value;
    if (!spec->choices)
        return 0;
    for (int i = 0; spec->choices[i]; i++)
        if (!strcmp(value, spec->choices[i]))
            return 0;
    char allowed[128];
    list_choices(spec->choices, allowed, sizeof allowed);
    return status_set(status, STATUS_INPUT, "Option '--%s' is %s, not '%s'.", spec->name, allowed,
                      value);
}

int options_parse(struct arguments *a, int argc, char **argv, const struct option_spec *options,
                  enum options_mode mode, struct status *status)
{
    struct table t;
    table_init(&t, options, mode);
    *a = (struct arguments){0};
    a->sets = mem_alloc((size_t)argc, sizeof *a->sets, status);
    if (!a->sets)
        return status->code;
    opterr = 0;
    optind = 0; /* makes getopt start afresh, as glibc documents */
    for (;;) {
        int value = getopt_long(argc, argv, t.letters, t.longs, NULL);
        if (value == -1)
            break;
        if (value == '?')
            return unknown_option(&t, argv[optind - 1], optopt, status);
        const struct option_spec *spec = table_find(&t, value == ':' ? optopt : value);
        if (value == ':')
            return status_set(status, STATUS_INPUT, "Option '--%s' needs an argument: %s.",
                              spec->name, spec->argument);
        if (take(a, spec, optarg, status) != 0)
            return status->code;
    }
    a->operands = argv + optind;
    a->operand_count = argc - optind;
    a->next = optind;
    return 0;
}

void options_free(struct arguments *a)
{
    mem_free(a->sets);
    *a = (struct arguments){0};
}
