/* Gangs, first come, first served: the saturated queue; and many tasks on a few GPUs. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "tests/verify/verify.h"

TestSuite(gangs, .timeout = 900);

static const char two[] = "gangs.yaml", four[] = "gangs-4.yaml", tasks[] = "tasks.yaml";

/* Jobs that leave in an hour, and the share of the GPUs at work. The queue ends after some 50,000
 * jobs with at most c on the GPUs: the end moves the rate by less than 1e-3 of the interval's
 * width. */
static void saturated(struct verify_case c, enum metric_id metric, const char *settings,
                      int replications)
{
    struct verify_run run;
    struct verify_values found = {0};
    verify_run(&run, c.scenario, "%sreplications=%d", settings, verify_count(replications, 10));
    for (int i = 0; i < verify_replications(&run); i++) {
        double hours = verify_metric(&run, METRIC_MAKESPAN, NULL)[i] / 3600;
        verify_add(&found, metric == METRIC_JOBS ? verify_metric(&run, METRIC_JOBS, NULL)[i] / hours
                                                 : verify_metric(&run, metric, NULL)[i]);
    }
    verify_check(&c, found.v, found.n);
    verify_free(&found);
    verify_close(&run);
}

Test(gangs, largest_rate_on_two_gpus)
{
    saturated(oracle_case("G.lambda_max", 0, two), METRIC_JOBS, "", 20);
    /* p1 = 0.8: 2 / (2 - 0.64) */
    saturated(
        (struct verify_case){"G.lambda_max", "c=2, p={1: .8, 2: .2}", 2 / (2 - 0.64), two, 0, NULL},
        METRIC_JOBS, "jobs.one.arrival.poisson.rate=8e5 /h\njobs.all.arrival.poisson.rate=2e5 /h\n",
        20);
}

Test(gangs, largest_rate_on_two_gpus_with_two_speeds)
{
    saturated(oracle_case("G.lambda_max_2server_2rates", 0, two), METRIC_JOBS,
              "jobs.one.arrival.poisson.rate=7e5 /h\njobs.all.arrival.poisson.rate=3e5 /h\n"
              "jobs.one.run_time={exponential: {mean: 30 min}}\n",
              20);
}

Test(gangs, largest_rate_on_sixty_four_gpus)
{
    saturated(oracle_case("G.lambda_max", 1, four), METRIC_JOBS, "", 80);
}

Test(gangs, utilisation_on_eight_gpus)
{
    saturated(oracle_case("G.util_max", 0, four), METRIC_UTILISATION,
              "pools.fleet.gpus_per_node=8\n"
              "jobs.small.arrival.poisson.rate=5e5 /h\njobs.medium.gpus=2\n"
              "jobs.medium.arrival.poisson.rate=2.5e5 /h\njobs.large.gpus=4\n"
              "jobs.large.arrival.poisson.rate=1.5e5 /h\njobs.whole.gpus=8\n"
              "jobs.whole.arrival.poisson.rate=1e5 /h\n",
              20);
}

static void makespan(struct verify_case c, int count, int servers)
{
    struct verify_run run;
    struct verify_values hours = {0};
    verify_run(&run, tasks,
               "pools.servers.gpus_per_node=%d\njobs.task.arrival.count=%d\nreplications=%d",
               servers, count, verify_count(10000, 500));
    for (int i = 0; i < verify_replications(&run); i++)
        verify_add(&hours, verify_metric(&run, METRIC_MAKESPAN, NULL)[i] / 3600);
    verify_check(&c, hours.v, hours.n);
    verify_free(&hours);
    verify_close(&run);
}

Test(gangs, makespan_of_a_hundred_tasks_on_eight_gpus)
{
    makespan(oracle_case("P.makespan_exp_tasks", 0, tasks), 100, 8);
}

Test(gangs, makespan_of_two_hundred_tasks_on_four_gpus)
{
    makespan((struct verify_case){"P.makespan_exp_tasks", "n=200, c=4, mu=1",
                                  196.0 / 4 + 1 + 1 / 2.0 + 1 / 3.0 + 1 / 4.0, tasks, 0, NULL},
             200, 4);
}
