#include "models/policy.h"

#include <string.h>

#include "models/policy_table.h"

extern const struct order order_fifo;
extern const struct route route_first, route_cheapest, route_fastest, route_fallback;

const struct order *const orders[] = {&order_fifo, NULL};
const struct route *const routes[] = {&route_first, &route_cheapest, &route_fastest,
                                      &route_fallback, NULL};

const struct order *order_find(const char *name)
{
    for (int i = 0; orders[i]; i++)
        if (strcmp(orders[i]->name, name) == 0)
            return orders[i];
    return NULL;
}

const struct route *route_find(const char *name)
{
    for (int i = 0; routes[i]; i++)
        if (strcmp(routes[i]->name, name) == 0)
            return routes[i];
    return NULL;
}

const char *order_name(const struct order *order)
{
    return order->name;
}

const char *route_name(const struct route *route)
{
    return route->name;
}

const char *order_doc(const struct order *order)
{
    return order->doc;
}

const char *route_doc(const struct route *route)
{
    return route->doc;
}

bool route_needs_fallback_after(const struct route *route)
{
    return route->staged;
}
