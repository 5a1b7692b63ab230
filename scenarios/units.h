/* Values with units, as text: durations, sizes, money, rates. Pure functions, text in, number out.
 *
 * A refusal is STATUS_INPUT with a sentence that shows what stands there and what is allowed.
 * Values are read as exact decimals and rounded at most once, to the result's type. No value is
 * negative. */
#ifndef FLEETWRIGHT_SCENARIOS_UNITS_H
#define FLEETWRIGHT_SCENARIOS_UNITS_H

#include <stdbool.h>
#include <stdint.h>

#include "scenarios/decimal.h"
#include "sim/money.h"
#include "sim/status.h"
#include "sim/ticks.h"

enum { UNIT_WORD_MAX = 64, MONTH_HOURS = 730 };

/* `90 s`, `1h30min`, `PT1H30M`: exactly, in seconds. */
int units_duration(const char *text, struct decimal *seconds, struct status *status);

/* The same in whole ticks, at most SIM_TIME_MAX; what is finer than a microsecond is refused. */
int units_ticks(const char *text, sim_time *ticks, struct status *status);

/* The same as the nearest double, in seconds. */
int units_seconds(const char *text, double *seconds, struct status *status);

/* `80 GB`, `1.5 TiB`, in bytes. */
int units_size(const char *text, double *bytes, struct status *status);

/* `84 TFLOP`, `3e24 FLOP`: floating-point operations. */
int units_operations(const char *text, double *operations, struct status *status);

/* `1.20 USD`. currency: the three letters every amount must have. */
int units_money(const char *text, const char *currency, money *amount, struct status *status);

/* `1.20 USD/GPU/h` over GPU-ticks; `9.60 USD/node/h` is divided exactly by gpus_per_node (> 0). */
int units_price(const char *text, const char *currency, int32_t gpus_per_node,
                struct money_rate *rate, struct status *status);

/* `0.10 USD/GB/month` over megabyte-ticks (10^6 bytes: byte-ticks would not fit). */
int units_storage_rate(const char *text, const char *currency, struct money_rate *rate,
                       struct status *status);

/* `0.09 USD/GB` over bytes. */
int units_traffic_rate(const char *text, const char *currency, struct money_rate *rate,
                       struct status *status);

/* `2 USD/h` over ticks. */
int units_standing_rate(const char *text, const char *currency, struct money_rate *rate,
                        struct status *status);

/* `3 /h`: the mean time between two events in seconds; 0 is refused. */
int units_event_rate(const char *text, double *mean_gap, struct status *status);

/* `0.02` or `2 %`. */
int units_fraction(const char *text, double *fraction, struct status *status);

int units_number(const char *text, double *number, struct status *status); /* may be negative */
int units_integer(const char *text, int64_t *number, struct status *status);
int units_unsigned(const char *text, uint64_t *number, struct status *status);

/* `3 epochs`: a number and a word. */
int units_work(const char *text, double *amount, char unit[UNIT_WORD_MAX], struct status *status);

/* `4.2 h/epoch` (of the gang), `0.5 epoch/h` (of the gang), `23148 tokens/s/GPU`. */
struct work_rate {
    double seconds_per_unit; /* of the gang, or of one GPU */
    bool per_gpu;
    char unit[UNIT_WORD_MAX];
};
int units_work_rate(const char *text, struct work_rate *rate, struct status *status);

/* True for `ms s min h d w`. */
bool units_is_time(const char *word);

#endif
