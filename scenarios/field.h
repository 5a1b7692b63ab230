/* A field of a scenario as data: its key, type, range, default and place in a struct; and sections
 * of fields. The tables made of them are in schema.h. Private to scenarios/. */
#ifndef FLEETWRIGHT_SCENARIOS_FIELD_H
#define FLEETWRIGHT_SCENARIOS_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "scenarios/tree.h"

struct decoder;

/* The type of a field: what is accepted, and what is written at its offset. */
enum field_type {
    FIELD_TEXT,          /* const char * */
    FIELD_NAME,          /* const char *: the name of something else in the file */
    FIELD_CURRENCY,      /* const char * */
    FIELD_BOOL,          /* bool */
    FIELD_INT32,         /* int32_t */
    FIELD_INT64,         /* int64_t */
    FIELD_UINT64,        /* uint64_t */
    FIELD_NUMBER,        /* double */
    FIELD_FRACTION,      /* double */
    FIELD_TICKS,         /* sim_time */
    FIELD_SECONDS,       /* double */
    FIELD_SIZE,          /* double, bytes */
    FIELD_OPERATIONS,    /* double */
    FIELD_MONEY,         /* money */
    FIELD_PRICE,         /* struct money_rate over GPU-ticks, inside a struct pool_draft */
    FIELD_STORAGE_RATE,  /* struct money_rate over megabyte-ticks */
    FIELD_TRAFFIC_RATE,  /* struct money_rate over bytes */
    FIELD_STANDING_RATE, /* struct money_rate over ticks */
    FIELD_EVENT_RATE,    /* double: mean gap in seconds */
    FIELD_CHOICE,        /* whatever the choices store */
    FIELD_GPU,           /* const struct gpu_type * */
    FIELD_DELAY,         /* const struct distribution *, over seconds */
    FIELD_WORK,          /* struct work_draft */
    FIELD_TIMES,         /* struct item_array of sim_time */
    FIELD_INTERVAL,      /* struct interval_draft */
    FIELD_SPEEDS,        /* struct item_array of struct speed_entry */
    FIELD_SPEEDUPS,      /* struct item_array of struct speedup_entry */
    FIELD_POOLS,         /* const struct node *: a list of scalars */
    FIELD_TABLES,        /* uint32_t: bits of enum trace_table */
    FIELD_SECTION,       /* a mapping of fields, in the struct at the offset */
    FIELD_LIST,          /* struct item_array: a list of sections */
    FIELD_NAMED          /* struct item_array: a mapping from names to sections */
};

/* Under what circumstances a field applies: any of its bits. */
enum {
    WHEN_FIXED = 1 << 0, /* pool: a fixed number of nodes */
    WHEN_ELASTIC = 1 << 1,
    WHEN_INTERRUPTIBLE = 1 << 2,
    WHEN_REPAIRS = 1 << 3,
    WHEN_TERM = 1 << 4,
    WHEN_AT = 1 << 5, /* arrival */
    WHEN_POISSON = 1 << 6,
    WHEN_EVERY = 1 << 7,
    WHEN_WORK = 1 << 8, /* job */
    WHEN_RUN_TIME = 1 << 9,
    WHEN_FALLBACK = 1 << 10, /* scheduling */
    WHEN_BITS = 11,
    WHEN_UNSURE = 1 << 15 /* the deciding key is wrong: every bit it decides is set */
};
enum { WHEN_POOL = 0x1F, WHEN_ARRIVAL = 0xE0, WHEN_JOB = 0x300 };

/* Defaults that are no fixed text. */
enum field_fill {
    FILL_TEXT = 0,  /* `fallback` as YAML */
    FILL_FILE_NAME, /* the file's name without folder and extension */
    FILL_WRITE,     /* the value of the sibling `write` */
    FILL_ALL_POOLS,
    FILL_TABLES /* all trace tables but events */
};

struct choices {
    const char *(*name)(size_t i); /* NULL after the last */
    const char *(*doc)(size_t i);  /* may be NULL */
    void (*store)(void *at, size_t i);
};

/* Present is: required; or optional with a default (fallback or fill); or optional and absent. */
struct field {
    const char *key;
    enum field_type type;
    bool required;
    const char *fallback; /* the default as text; with `fill` what the reference says about it */
    enum field_fill fill;
    unsigned when; /* 0 = always */
    size_t offset;
    double low, high; /* accepted range of numbers (durations in seconds); high 0 = no limit */
    bool open_low, open_high;
    const char *word; /* a word accepted in place of a value: none, unlimited */
    int64_t word_value;
    const struct choices *choices;
    const struct section *section;
    const char *doc;
    const char *example; /* for the reference; NULL = the default */
};

struct section {
    const char *what;           /* "a pool" */
    const struct field *fields; /* key NULL ends */
    size_t size;                /* of the struct, for lists and named sections */
    /* The WHEN bits that hold in this mapping, beside those of the mappings around it. */
    unsigned (*conditions)(const struct node *mapping);
    /* Called before and after the fields are decoded into out; `ok` = no error was found in
     * between. */
    void (*begin)(struct decoder *decoder, struct node *mapping, void *out);
    void (*end)(struct decoder *decoder, struct node *mapping, void *out, bool ok);
};

/* Whether the field applies under the conditions. */
static inline bool field_applies(const struct field *field, unsigned conditions)
{
    return field->when == 0 || (field->when & conditions) != 0;
}

/* What a type accepts, for messages and docs: "a duration, e.g. `30 min`". */
const char *field_type_doc(enum field_type type);

/* One circumstance in words: "pools that are elastic (on_demand, spot)". bit: exactly one. */
const char *when_doc(unsigned bit, char *text, size_t size);

/* The range in words ("0 to 1, 1 excluded"); "" when there is none. */
const char *field_range(const struct field *field, char *text, size_t size);

#endif
