#include "scenarios/choices.h"

#include <stdio.h>
#include <string.h>

#include "models/plan.h"
#include "models/trace.h"

static const char *market_name(size_t i)
{
    return markets[i] ? markets[i]->name : NULL;
}

static const char *market_doc(size_t i)
{
    return markets[i]->doc;
}

static void market_store(void *at, size_t i)
{
    *(const struct market **)at = markets[i];
}

const struct choices choices_market = {market_name, market_doc, market_store};

static const char *billed_from_name(size_t i)
{
    static const char *const names[] = {"granted", "ready", NULL};
    return names[i];
}

static const char *billed_from_doc(size_t i)
{
    return i == 0 ? "provisioning is paid for" : "paid only once the node is ready";
}

static void first_is_true(void *at, size_t i)
{
    *(bool *)at = i == 0;
}

static void second_is_true(void *at, size_t i)
{
    *(bool *)at = i == 1;
}

const struct choices choices_billed_from = {billed_from_name, billed_from_doc, first_is_true};

static const char *clock_name(size_t i)
{
    static const char *const names[] = {"calendar", "busy", NULL};
    return names[i];
}

static const char *clock_doc(size_t i)
{
    return i == 0 ? "a node ages whenever it is up" : "a node ages only while a job runs on it";
}

static void clock_store(void *at, size_t i)
{
    *(enum failure_clock *)at = i == 0 ? FAILURE_CLOCK_CALENDAR : FAILURE_CLOCK_BUSY;
}

const struct choices choices_failure_clock = {clock_name, clock_doc, clock_store};

static const char *precision_name(size_t i)
{
    return i < PRECISIONS ? precision_names[i] : NULL;
}

static void int_store(void *at, size_t i)
{
    *(int32_t *)at = (int32_t)i;
}

const struct choices choices_precision = {precision_name, NULL, int_store};

static const char *on_node_failure_name(size_t i)
{
    static const char *const names[] = {"release", "hold", NULL};
    return names[i];
}

static const char *on_node_failure_doc(size_t i)
{
    return i == 0 ? "the healthy nodes of the gang are given up, the job queues again"
                  : "the healthy nodes are kept, and paid, until a replacement is there";
}

const struct choices choices_on_node_failure = {on_node_failure_name, on_node_failure_doc,
                                                second_is_true};

static const char *deadline_name(size_t i)
{
    static const char *const names[] = {"count", "cancel", NULL};
    return names[i];
}

static const char *deadline_doc(size_t i)
{
    return i == 0 ? "a job that is late is counted and goes on" : "a job that is late is cancelled";
}

const struct choices choices_deadline = {deadline_name, deadline_doc, second_is_true};

static const char *order_choice(size_t i)
{
    return orders[i] ? order_name(orders[i]) : NULL;
}

static const char *order_choice_doc(size_t i)
{
    return order_doc(orders[i]);
}

static void order_store(void *at, size_t i)
{
    *(const struct order **)at = orders[i];
}

const struct choices choices_order = {order_choice, order_choice_doc, order_store};

static const char *route_choice(size_t i)
{
    return routes[i] ? route_name(routes[i]) : NULL;
}

static const char *route_choice_doc(size_t i)
{
    return route_doc(routes[i]);
}

static void route_store(void *at, size_t i)
{
    *(const struct route **)at = routes[i];
}

const struct choices choices_route = {route_choice, route_choice_doc, route_store};

const char *choices_checkpoint_word(size_t i, int *rule)
{
    for (int r = 0; r < CHECKPOINT_RULES; r++) {
        if (r == CHECKPOINT_FIXED)
            continue; /* that is a duration, not a word */
        if (i-- == 0) {
            *rule = r;
            return checkpoint_rule_names[r];
        }
    }
    return NULL;
}

const char *choices_table(size_t i, bool *by_default)
{
    *by_default = i != TRACE_EVENTS;
    return i < TRACE_TABLES ? trace_tables[i].name : NULL;
}

char *choices_list(const struct choices *choices, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; choices->name(i) && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", i ? ", " : "", choices->name(i));
    return text;
}
