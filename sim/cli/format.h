/* Quantities as people read them. Never for a file that is read back. */
#ifndef FLEETWRIGHT_SIM_CLI_FORMAT_H
#define FLEETWRIGHT_SIM_CLI_FORMAT_H

#include <stddef.h>
#include <stdint.h>

#include "sim/distribution.h"
#include "sim/money.h"
#include "sim/ticks.h"

enum { FORMAT_SIZE = 256 };

/* "3 d 4 h", "12 min 30.5 s": at most `units` units, rounded to the last; "never" for SIM_TIME_MAX.
 */
char *format_ticks(sim_time ticks, int units, char *text, size_t size);

/* The same of seconds, which may be more than can be counted: then in days, "3.7e+09 d". */
char *format_seconds(double seconds, int units, char *text, size_t size);

/* "1,234,567" */
char *format_count(int64_t count, char *text, size_t size);

/* "80 GB", in powers of 1000. */
char *format_bytes(double bytes, char *text, size_t size);

/* "1,234.50 USD", exact; decimals beyond the second only where the amount has them. */
char *format_money(money amount, const char *currency, char *text, size_t size);

/* A distribution over seconds as a duration, "weibull (shape 0.7, mean 400 d)"; over something
 * else, with its unit. */
char *format_distribution(const struct distribution *d, const char *unit, char *text, size_t size);

/* The exact price of `quantity` of what the rate is over: {1.2e9 nano, ticks of an hour} for an
 * hour. */
char *format_rate(struct money_rate rate, quantity_t quantity, const char *currency,
                  const char *per, char *text, size_t size);

#endif
