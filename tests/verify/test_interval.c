/* The optimal checkpoint intervals, as they come out of a run, to 1e-9 (models/checkpoint.c itself
 * is compared with more values in tests/models/test_checkpoint.c). */
#include <criterion/criterion.h>
#include <math.h>

#include "tests/verify/verify.h"

static const char scenario[] = "interval.yaml";

struct progress {
    double seconds, checkpoints;
};

static int attempts(void *context, enum trace_table table, const void *rows, size_t count,
                    struct status *status)
{
    struct progress *p = context;
    const struct attempt_row *a = rows;
    (void)table, (void)status;
    for (size_t i = 0; i < count; i++) {
        if (a[i].ended_by != ATTEMPT_NODE_FAILURE)
            continue;
        p->seconds += a[i].done_after - a[i].done_before;
        p->checkpoints += (double)a[i].checkpoints;
    }
    return 0;
}

/* The interval in seconds. */
static double interval(const char *rule, double write, double node_mtbf, int nodes, double work)
{
    struct progress p = {0};
    struct verify_run run;
    verify_run(&run, scenario,
               "pools.nodes.nodes=%d\njobs.job.gpus=%d\njobs.job.run_time=%.0f s\n"
               "pools.nodes.failures.life={exponential: {mean: %.6f s}}\n"
               "jobs.job.checkpoint={interval: %s, write: %.6f s}",
               nodes, nodes, work, node_mtbf, rule, write);
    verify_rows(&run, TRACE_ATTEMPTS, (struct trace_sink){&p, attempts});
    verify_close(&run);
    cr_assert_gt(p.checkpoints, 0);
    return p.seconds / p.checkpoints;
}

/* Half a microsecond is the resolution of time, less than 1e-9 of all intervals but the shortest.
 */
static double tolerance(double seconds)
{
    return fmax(1e-9 * seconds, 0.51e-6);
}

Test(interval, rules_for_five_minutes)
{
    static const struct {
        const char *id, *rule;
    } rules[] = {{"CK.young_min", "young"},
                 {"CK.daly_first_R0_min", "daly_first"},
                 {"CK.daly_high_min", "daly"},
                 {"CK.tau_exact_min", "optimal"}};
    static const double mtbf[] = {24, 0.25, 3.093078759};
    for (int m = 0; m < 3; m++)
        for (int r = 0; r < 4; r++) {
            struct verify_case c = oracle_case(rules[r].id, m, scenario);
            double s = interval(rules[r].rule, 300, 3600 * mtbf[m], 1, 3600 * mtbf[m] * 200);
            verify_check_exact(&c, s / 60, tolerance(s) / 60);
        }
}

/* Optimal periods of platforms of N processors (Herault and Robert, 2015), the checkpoint included.
 */
Test(interval, optimal_periods_of_platforms)
{
    static const double mtbf[] = {3849609, 30075, 7519};
    for (int n = 0; n < 3; n++) {
        struct verify_case c = oracle_case("CK.aupy_Topt_s", n, scenario);
        double s = interval("optimal", 600, mtbf[n], 1, mtbf[n] * 100);
        verify_check_exact(&c, s + 600, tolerance(s));
    }
}

/* Young's interval for a gang of N nodes shows the MTTF that it uses: MTTF = interval^2 / (2 C). */
Test(interval, optimal_intervals_and_mttf_of_gangs)
{
    static const struct {
        int nodes;
        double rate, write; /* a node and day; s */
    } gangs[] = {{128, 0.0065, 300}, {2048, 0.0065, 30}, {2048, 0.00234, 300}};
    for (int n = 0; n < 3; n++) {
        struct verify_case c = oracle_case("ETTR.dt_opt_min", n, scenario);
        double mean = 86400 / gangs[n].rate;
        double s =
            interval("young", gangs[n].write, mean, gangs[n].nodes, mean / gangs[n].nodes * 50);
        verify_check_exact(&c, s / 60, tolerance(s) / 60);
        c = oracle_case("ETTR.MTTF_h", n, scenario);
        verify_check_exact(&c, s * s / (2 * gangs[n].write) / 3600, 3 * tolerance(s) / s * c.exact);
    }
}

/* Los Alamos (LANL): Young's interval with the dump time deducted. */
Test(interval, los_alamos)
{
    struct verify_case c = {"LANL Young",
                            "dump=60 s, system MTBF=20000 s, 240 nodes, job on 30",
                            sqrt(2 * 60 * 160000.0) - 60,
                            scenario,
                            0,
                            "published as 4,321.78 s"};
    double s = interval("daly_first", 60, 4.8e6, 30, 160000 * 50.0);
    verify_check_exact(&c, s, 0);
    cr_expect(fabs(s - 4321.78) < 0.005);
}
