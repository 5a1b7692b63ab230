/* From the draft to the plan: names become ids, every class gets the pools it can run on, and what
 * only shows across fields is checked. Private to scenarios/. */
#ifndef FLEETWRIGHT_SCENARIOS_RESOLVE_H
#define FLEETWRIGHT_SCENARIOS_RESOLVE_H

#include "scenarios/decoder.h"

/* Checks all, and fills *plan (except source and resolved) from the draft; plan's arrays live in
 * the decoder's plan arena. Errors go to the diagnostics; parts with errors of their own are left
 * out of further checks. */
void resolve_plan(struct decoder *d, struct plan *plan);

/* resolve_options.c: the pools on which a class can run, with its speed, hazard and checkpoints on
 * each. */
void resolve_options(struct decoder *d, struct class_draft *class);

/* resolve_dependencies.c: `after` of all classes. */
void resolve_dependencies(struct decoder *d);

#endif
