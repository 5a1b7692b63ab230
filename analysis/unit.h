/* Words for units of work, which scenarios write in singular or plural: "1 epoch", "10000 images".
 */
#ifndef FLEETWRIGHT_ANALYSIS_UNIT_H
#define FLEETWRIGHT_ANALYSIS_UNIT_H

enum { UNIT_TEXT_SIZE = 64 };

/* The word for one, and for several. Only words of three lower-case letters or more are changed, by
 * the regular rules of English: "images" and "image", "queries" and "query"; "GB" and "s" stay.
 * Each writes into text (UNIT_TEXT_SIZE bytes, the word is cut to it) and returns it. */
char *unit_singular(const char *word, char *text);
char *unit_plural(const char *word, char *text);

#endif
