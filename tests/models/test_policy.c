#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "models/policy.h"
#include "models/policy_table.h"

Test(policy, is_found_by_its_name_and_says_what_it_does)
{
    for (int i = 0; orders[i]; i++) {
        cr_expect_eq(order_find(order_name(orders[i])), orders[i]);
        cr_expect_gt(strlen(order_doc(orders[i])), 10);
    }
    for (int i = 0; routes[i]; i++) {
        cr_expect_eq(route_find(route_name(routes[i])), routes[i]);
        cr_expect_gt(strlen(route_doc(routes[i])), 10);
        bool staged = strcmp(route_name(routes[i]), "fallback") == 0;
        cr_expect_eq(route_needs_fallback_after(routes[i]), staged);
    }
    cr_expect_not_null(order_find("fifo"));
    cr_expect_null(order_find("lifo"));
    cr_expect_null(route_find(""));
}

Test(policy, fifo_orders_by_submission)
{
    struct job early = {.row.submit = 5, .row.arrival = 1},
               late = {.row.submit = 6, .row.arrival = 0};
    cr_expect_lt(order_find("fifo")->key(NULL, &early), order_find("fifo")->key(NULL, &late));
}

/* Up to three candidates: S startable, G growable, - neither; then wait, run and cost. */
struct route_case {
    const char *route;
    const char *room;
    double wait[3], run[3], cost[3];
    int chosen;
};

static const struct route_case cases[] = {
    {"first", "SS", {0}, {0}, {0}, 0},
    {"first", "GS", {0}, {0}, {0}, 1}, /* what is there goes before what must be rented */
    {"first", "-S", {0}, {0}, {0}, 1},
    {"first", "-GG", {0}, {0}, {0}, 1},
    {"first", "---", {0}, {0}, {0}, ROUTE_WAIT_ALL},
    {"fallback", "-GS", {0}, {0}, {0}, 2},
    {"fallback", "-", {0}, {0}, {0}, ROUTE_WAIT_ALL},
    {"cheapest", "SSS", {0}, {1, 1, 1}, {5, 3, 4}, 1},
    {"cheapest", "S-S", {0}, {1, 1, 1}, {5, 3, 4}, 2}, /* the cheapest has no room */
    {"cheapest", "SG", {0, 60}, {9, 9}, {5, 4}, 1},
    {"cheapest", "SS", {0}, {1, 1}, {4, 4}, 0}, /* the listed order breaks a tie */
    {"cheapest", "--", {0}, {1, 1}, {4, 3}, ROUTE_WAIT_ALL},
    {"fastest", "SS", {0, 0}, {9, 5}, {0}, 1},
    {"fastest", "S-", {0, 3}, {9, 5}, {0}, 1}, /* worth waiting for: 3 + 5 < 9 */
    {"fastest", "S-", {0, 5}, {9, 5}, {0}, 0},
    {"fastest", "SG", {0, 4}, {9, 5}, {0}, 0},
    {"fastest", "-S", {INFINITY, 0}, {1, 100}, {0}, 1},
    {"fastest", "-S", {INFINITY, 0}, {1, INFINITY}, {0}, 1}, /* hopeless, but there is room */
    {"fastest", "--", {INFINITY, INFINITY}, {1, 1}, {0}, ROUTE_WAIT_ALL},
};

Test(policy, routes_choose_as_they_say)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct route_case *c = &cases[i];
        struct candidate candidates[3] = {0};
        int count = (int)strlen(c->room);
        for (int j = 0; j < count; j++)
            candidates[j] = (struct candidate){.startable = c->room[j] == 'S',
                                               .growable = c->room[j] == 'G',
                                               .wait = c->wait[j],
                                               .run = c->run[j],
                                               .cost = c->cost[j]};
        int chosen = route_find(c->route)->choose(candidates, count);
        cr_expect_eq(chosen, c->chosen, "case %zu: %s of %s chose %d, not %d", i, c->route, c->room,
                     chosen, c->chosen);
    }
}
