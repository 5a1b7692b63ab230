/* The interval formulas against published and independently computed values. */
#include "models/checkpoint.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void expect(const char *what, double got, double want, double relative)
{
    cr_expect(fabs(got - want) <= relative * fabs(want), "%s: %.15g instead of %.15g", what, got,
              want);
}

static enum checkpoint_rule rule_of(const char *name)
{
    for (int r = 0; r < CHECKPOINT_RULES; r++)
        if (strcmp(checkpoint_rule_names[r], name) == 0)
            return (enum checkpoint_rule)r;
    cr_assert_fail("no rule is called %s", name);
    return CHECKPOINT_NONE;
}

Test(checkpoint, rules_have_the_names_of_the_scenario_language)
{
    static const char *const names[] = {"none", "fixed", "young", "daly_first", "daly", "optimal"};
    for (int r = 0; r < CHECKPOINT_RULES; r++)
        cr_expect_str_eq(checkpoint_rule_names[r], names[r]);
}

/* Minutes; 5 minutes a checkpoint, MTBF of 24 h and of 15 min. */
static const struct {
    double mtbf, young, daly_first, daly, optimal;
} five_minutes[] = {
    {1440, 120, 115, 116.689814814815, 116.690073326659},
    {15, 12.2474487139159, 7.24744871391589, 9.14091998639581, 9.1665028209357},
};

Test(checkpoint, intervals_of_five_minute_checkpoints_are_the_known_ones)
{
    for (size_t i = 0; i < sizeof five_minutes / sizeof *five_minutes; i++) {
        double m = five_minutes[i].mtbf;
        expect("young", checkpoint_interval(CHECKPOINT_YOUNG, 5, m), five_minutes[i].young, 1e-9);
        expect("daly_first", checkpoint_interval(CHECKPOINT_DALY_FIRST, 5, m),
               five_minutes[i].daly_first, 1e-9);
        expect("daly", checkpoint_interval(CHECKPOINT_DALY, 5, m), five_minutes[i].daly, 1e-9);
        expect("optimal", checkpoint_interval(CHECKPOINT_OPTIMAL, 5, m), five_minutes[i].optimal,
               1e-9);
    }
}

/* Los Alamos: dumps of 60 s, an MTBF of 20000 s of 240 nodes, a job on 30 of them. */
Test(checkpoint, first_order_interval_of_a_los_alamos_job_is_the_published_one)
{
    expect("daly_first", checkpoint_interval(CHECKPOINT_DALY_FIRST, 60, 20000.0 * 240 / 30),
           4321.78046, 1e-8);
}

/* Values of 1 + W0(-exp(-1 - x)) with 40 digits: direct evaluation loses its digits where x is
 * small. */
static const struct {
    double x, interval;
} small_costs[] = {
    {1e-12, 1.4142128957065069496e-6}, {1e-9, 0.000044720692885813662051},
    {1e-6, 0.0014135469742886646378},  {1e-4, 0.0140755476727630363},
    {9.99e-4, 0.044035488897408044},   {1.001e-3, 0.04407888444223790986},
    {5e-3, 0.096694817068237822729},   {0.1, 0.38318316820829483476},
    {1, 0.84140566043696063785},       {50, 1.0},
};

Test(checkpoint, optimal_interval_keeps_its_digits_from_tiny_to_huge_costs)
{
    for (size_t i = 0; i < sizeof small_costs / sizeof *small_costs; i++)
        expect("optimal", checkpoint_interval(CHECKPOINT_OPTIMAL, small_costs[i].x, 1),
               small_costs[i].interval, 1e-12);
}

/* The expected time per unit of work under exponential failures, up to a factor. */
static double expected_time(double interval, double cost, double mtbf)
{
    return expm1((interval + cost) / mtbf) / interval;
}

Test(checkpoint, no_interval_beside_the_optimal_one_has_a_lower_expected_time)
{
    for (double cost = 0.01; cost < 20; cost *= 3) {
        double best = checkpoint_interval(CHECKPOINT_OPTIMAL, cost, 10);
        cr_expect(expected_time(best, cost, 10) < expected_time(best * 1.01, cost, 10));
        cr_expect(expected_time(best, cost, 10) < expected_time(best * 0.99, cost, 10));
    }
}

Test(checkpoint, interval_of_a_free_checkpoint_is_zero)
{
    for (int r = CHECKPOINT_YOUNG; r <= CHECKPOINT_OPTIMAL; r++)
        cr_expect_eq(checkpoint_interval((enum checkpoint_rule)r, 0, 3600), 0);
}

Test(checkpoint, daly_takes_the_mtbf_once_a_checkpoint_costs_twice_as_much)
{
    cr_expect_eq(checkpoint_interval(CHECKPOINT_DALY, 20, 10), 10);
    cr_expect_eq(checkpoint_interval(CHECKPOINT_DALY, 300, 10), 10);
    cr_expect(checkpoint_interval(CHECKPOINT_DALY, 19.9, 10) != 10);
}

Test(checkpoint, interval_scales_with_the_unit_of_time)
{
    for (int r = CHECKPOINT_YOUNG; r <= CHECKPOINT_OPTIMAL; r++)
        expect(checkpoint_rule_names[r], checkpoint_interval((enum checkpoint_rule)r, 300, 86400),
               60 * checkpoint_interval((enum checkpoint_rule)r, 5, 1440), 1e-12);
}

/* ---- the shared table of closed forms ---- */

/* The number after the parameter's name in a line of the table. */
static double parameter(const char *line, const char *name)
{
    char key[32];
    snprintf(key, sizeof key, "\"\"%s\"\":", name);
    const char *at = strstr(line, key);
    cr_assert(at, "%s not in %s", name, line);
    return strtod(at + strlen(key) + strspn(at + strlen(key), " \""), NULL);
}

static double value(const char *line)
{
    const char *at = strstr(line, "}\",");
    cr_assert(at, "no value in %s", line);
    return strtod(at + 3, NULL);
}

static const struct {
    const char *id, *rule;
} formulas[] = {
    {"CK.young_min,", "young"},
    {"CK.daly_first_R0_min,", "daly_first"},
    {"CK.daly_high_min,", "daly"},
    {"CK.tau_exact_min,", "optimal"},
};

/* The table states C with 10 digits only, so the last digits are the parameters'. */
static int check_interval(const char *line)
{
    for (size_t f = 0; f < sizeof formulas / sizeof *formulas; f++) {
        if (strncmp(line, formulas[f].id, strlen(formulas[f].id)) != 0)
            continue;
        double cost = 60 * parameter(line, "C_h");
        expect(line,
               checkpoint_interval(rule_of(formulas[f].rule), cost, 60 * parameter(line, "M_h")),
               value(line), 1e-9);
        return 1;
    }
    return 0;
}

static int check_period(const char *line)
{
    if (strncmp(line, "CK.aupy_Topt_s,", 15) != 0)
        return 0;
    double cost = parameter(line, "C");
    expect(line, checkpoint_interval(CHECKPOINT_OPTIMAL, cost, parameter(line, "mu_s")) + cost,
           value(line), 1e-9);
    return 1;
}

/* The table's best interval is Young's. w is the cost of a write; a node of 8 GPUs fails at the
 * rate rf. */
static int check_ettr(const char *line)
{
    if (strncmp(line, "ETTR.dt_opt_min,", 16) != 0)
        return 0;
    double nodes = parameter(line, "gpus") / 8;
    double mtbf = 1440 / (nodes * parameter(line, "rf_per_node_day"));
    expect(line, checkpoint_interval(CHECKPOINT_YOUNG, parameter(line, "w_min"), mtbf), value(line),
           1e-9);
    return 1;
}

Test(checkpoint, intervals_agree_with_the_table_of_closed_forms)
{
    FILE *file = fopen(FLEETWRIGHT_SHARED_DIR "/oracle/closed_forms.csv", "r");
    if (!file)
        cr_skip("the table of closed forms is not on this machine");
    char line[1024];
    int intervals = 0, periods = 0, ettr = 0;
    while (fgets(line, sizeof line, file)) {
        intervals += check_interval(line);
        periods += check_period(line);
        ettr += check_ettr(line);
    }
    fclose(file);
    cr_expect_geq(intervals, 12);
    cr_expect_geq(periods, 3);
    cr_expect_geq(ettr, 3);
}
