/* What the table of fields calls around its sections: which fields apply, and checks of fields that
 * belong together. Private to scenarios/. */
#ifndef FLEETWRIGHT_SCENARIOS_COMPLETE_H
#define FLEETWRIGHT_SCENARIOS_COMPLETE_H

#include <stdbool.h>

#include "scenarios/tree.h"

struct decoder;

/* Bits of WHEN_... that hold in the mapping. Where the deciding key is missing or wrong, all bits
 * that it decides: one error is enough. */
unsigned complete_pool_conditions(const struct node *mapping);
unsigned complete_arrival_conditions(const struct node *mapping);
unsigned complete_class_conditions(const struct node *mapping);
unsigned complete_scheduling_conditions(const struct node *mapping);

void complete_pool_begin(struct decoder *decoder, struct node *mapping, void *out);
void complete_class_begin(struct decoder *decoder, struct node *mapping, void *out);
void complete_catalog_begin(struct decoder *decoder, struct node *mapping, void *out);
void complete_roofline_begin(struct decoder *decoder, struct node *mapping, void *out);

void complete_pool_end(struct decoder *decoder, struct node *mapping, void *out, bool ok);
void complete_capacity(struct decoder *decoder, struct node *mapping, void *out, bool ok);
void complete_arrival_end(struct decoder *decoder, struct node *mapping, void *out, bool ok);
void complete_roofline_end(struct decoder *decoder, struct node *mapping, void *out, bool ok);
void complete_speed_end(struct decoder *decoder, struct node *mapping, void *out, bool ok);
void complete_checkpoint_end(struct decoder *decoder, struct node *mapping, void *out, bool ok);
void complete_class_end(struct decoder *decoder, struct node *mapping, void *out, bool ok);

#endif
