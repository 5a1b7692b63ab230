#include <criterion/criterion.h>
#include <string.h>

#include "analysis/unit.h"

struct word {
    const char *one, *several;
};

static const struct word words[] = {
    {"image", "images"},  {"epoch", "epochs"},   {"query", "queries"},
    {"batch", "batches"}, {"box", "boxes"},      {"mesh", "meshes"},
    {"pass", "passes"},   {"day", "days"},       {"GB", "GB"},
    {"s", "s"},           {"kWh", "kWh"},        {"run", "runs"},
    {"image2", "image2"}, {"sample", "samples"},
};

Test(unit, words_have_a_singular_and_a_plural)
{
    char text[UNIT_TEXT_SIZE];
    for (size_t i = 0; i < sizeof words / sizeof words[0]; ++i) {
        cr_expect_str_eq(unit_singular(words[i].one, text), words[i].one);
        cr_expect_str_eq(unit_singular(words[i].several, text), words[i].one);
        cr_expect_str_eq(unit_plural(words[i].one, text), words[i].several);
        cr_expect_str_eq(unit_plural(words[i].several, text), words[i].several);
    }
}

Test(unit, long_words_are_cut)
{
    char word[200], text[UNIT_TEXT_SIZE];
    memset(word, 'a', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    cr_expect_eq(strlen(unit_plural(word, text)), UNIT_TEXT_SIZE - 1);
}
