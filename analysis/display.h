/* Numbers as people read them. ASCII only, whatever the locale. */
#ifndef FLEETWRIGHT_ANALYSIS_DISPLAY_H
#define FLEETWRIGHT_ANALYSIS_DISPLAY_H

#include "analysis/results.h"

enum { DISPLAY_SIZE = 128 };

/* Each writes into text (DISPLAY_SIZE bytes) and returns it; "-" for NaN. */
char *display_duration(double seconds, char *text);                   /* "41.2 min", "3 d 4 h" */
char *display_money(double amount, const char *currency, char *text); /* "1,234.56 USD" */
char *display_number(double value, int decimals, char *text); /* "12,345.6"; -1: to tens, ... */
char *display_share(double part, double whole, char *text);   /* "12.3 %" */

/* A metric's mean over replications with its unit and, where its values differ, "+- half-width":
 * both to the same place, which is that of the mean alone, or a coarser one that leaves four digits
 * of the half-width. "-" if metric is NULL or undefined. */
char *display_metric(const struct metric *metric, const char *currency, char *text);

/* The same of a ratio, in per cent. */
char *display_metric_share(const struct metric *metric, char *text);

#endif
