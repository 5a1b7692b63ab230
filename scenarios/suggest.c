#include "scenarios/suggest.h"

#include <ctype.h>
#include <string.h>

enum { WORD_MAX = 63 };

static int least(int a, int b)
{
    return a < b ? a : b;
}

int suggest_distance(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b);
    if (n > WORD_MAX || m > WORD_MAX)
        return strcmp(a, b) == 0 ? 0 : (int)(n > m ? n : m);
    int rows[3][WORD_MAX + 1];
    int *before = rows[0], *last = rows[1], *now = rows[2];
    for (size_t j = 0; j <= m; j++)
        last[j] = (int)j;
    for (size_t i = 1; i <= n; i++) {
        now[0] = (int)i;
        for (size_t j = 1; j <= m; j++) {
            int x = tolower((unsigned char)a[i - 1]), y = tolower((unsigned char)b[j - 1]);
            now[j] = least(least(last[j] + 1, now[j - 1] + 1), last[j - 1] + (x != y));
            if (i > 1 && j > 1 && x == tolower((unsigned char)b[j - 2]) &&
                y == tolower((unsigned char)a[i - 2]))
                now[j] = least(now[j], before[j - 2] + 1);
        }
        int *spare = before;
        before = last;
        last = now;
        now = spare;
    }
    return last[m];
}

void suggest_init(struct suggestion *s, const char *word)
{
    *s = (struct suggestion){.word = word};
}

void suggest_offer(struct suggestion *s, const char *candidate)
{
    size_t length = strlen(s->word);
    int distance = suggest_distance(s->word, candidate);
    /* A third of the letters may differ; one always. `memory_gb` and the like begin with the key.
     */
    int near = (int)(length < 3 ? 1 : length > WORD_MAX ? 0 : length / 3);
    size_t known = strlen(candidate);
    if (distance > near && known >= 4 && strncmp(s->word, candidate, known) == 0)
        distance = near;
    if (distance > near || (s->best && distance >= s->distance))
        return;
    s->best = candidate;
    s->distance = distance;
}
