/* The known word nearest to a mistyped one. */
#ifndef FLEETWRIGHT_SCENARIOS_SUGGEST_H
#define FLEETWRIGHT_SCENARIOS_SUGGEST_H

struct suggestion {
    const char *word;
    const char *best; /* NULL = nothing is near enough */
    int distance;
};

/* Edits (insert, delete, replace a character, swap two neighbours; letters without case) from a to
 * b: the optimal string alignment distance. Words longer than 63 bytes are as far as their length.
 */
int suggest_distance(const char *a, const char *b);

void suggest_init(struct suggestion *s, const char *word);
void suggest_offer(struct suggestion *s, const char *candidate);

#endif
