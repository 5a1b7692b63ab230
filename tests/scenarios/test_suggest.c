#include "scenarios/suggest.h"

#include <criterion/criterion.h>
#include <string.h>

Test(suggest, the_distance_counts_edits)
{
    static const struct {
        const char *a, *b;
        int distance;
    } cases[] = {
        {"", "", 0},         {"abc", "abc", 0},     {"abc", "ABC", 0},
        {"", "abc", 3},      {"abc", "", 3},        {"abc", "abd", 1},
        {"abc", "ab", 1},    {"abc", "abcd", 1},    {"abcd", "abdc", 1},
        {"sede", "seed", 1}, {"pirce", "price", 1}, {"kitten", "sitting", 3},
        {"ca", "abc", 3},    {"nodes", "node", 1},  {"runtime", "run_time", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cr_expect_eq(suggest_distance(cases[i].a, cases[i].b), cases[i].distance, "%s, %s: %d",
                     cases[i].a, cases[i].b, suggest_distance(cases[i].a, cases[i].b));
        cr_expect_eq(suggest_distance(cases[i].b, cases[i].a), cases[i].distance);
    }
}

static const char *nearest(const char *word)
{
    static const char *const known[] = {"price",     "priority",  "pools", "memory",
                                        "min_nodes", "max_nodes", "nodes", "seed"};
    struct suggestion s;
    suggest_init(&s, word);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        suggest_offer(&s, known[i]);
    return s.best;
}

Test(suggest, the_nearest_known_word_is_offered_if_it_is_near)
{
    cr_expect_str_eq(nearest("pirce"), "price");
    cr_expect_str_eq(nearest("PRICE"), "price");
    cr_expect_str_eq(nearest("prority"), "priority");
    cr_expect_str_eq(nearest("pool"), "pools");
    cr_expect_str_eq(nearest("maxnodes"), "max_nodes");
    cr_expect_str_eq(nearest("memory_gb"), "memory");
    cr_expect_str_eq(nearest("node"), "nodes");
    cr_expect_null(nearest("colour"));
    cr_expect_null(nearest("x"));
    cr_expect_null(nearest(""));
}

Test(suggest, of_two_equally_near_the_first_is_offered)
{
    struct suggestion s;
    suggest_init(&s, "abx");
    suggest_offer(&s, "aby");
    suggest_offer(&s, "abz");
    cr_expect_str_eq(s.best, "aby");
    suggest_offer(&s, "abx");
    cr_expect_str_eq(s.best, "abx");
}

Test(suggest, a_very_long_word_is_near_to_nothing_but_itself)
{
    char word[200];
    memset(word, 'a', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    cr_expect_eq(suggest_distance(word, "a"), 199);
    cr_expect_eq(suggest_distance(word, word), 0);
    cr_expect_null(nearest(word));
}
