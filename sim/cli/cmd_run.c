/* fleetwright run: a plan through the simulation, its rows into the trace file and the metrics. */
#include <stdio.h>
#include <string.h>

#include "analysis/describe.h"
#include "analysis/metrics.h"
#include "analysis/results.h"
#include "analysis/store.h"
#include "analysis/tee.h"
#include "models/world.h"
#include "sim/cli/cmd.h"
#include "sim/cli/input.h"
#include "sim/cli/interrupt.h"
#include "sim/cli/messages.h"
#include "sim/cli/outcome_text.h"
#include "sim/cli/output.h"
#include "sim/cli/progress.h"
#include "sim/version.h"

static const char *const compress_levels[] = {"none", "0", "1", "2", "3", "4",
                                              "5",    "6", "7", "8", "9", NULL};

const struct option_spec run_options[] = {
    {"output", 'o', OPTION_OUTPUT, "FILE", false, NULL,
     "write the trace to FILE (HDF5); required unless --no-trace is given"},
    {"no-trace", 'n', OPTION_NO_TRACE, NULL, false, NULL,
     "simulate and print the result, write no file"},
    {"seed", 's', OPTION_SEED, "N", false, NULL, "the same as --set seed=N"},
    {"replications", 'r', OPTION_REPLICATIONS, "N", false, NULL,
     "the same as --set replications=N"},
    {"set", 'S', OPTION_SET, "KEY.PATH=VALUE", true, NULL,
     "replace or add a value of the scenario; may be given more than once"},
    {"compress", 0, OPTION_COMPRESS, "LEVEL", false, compress_levels,
     "none (or 0), or 1 (fast) to 9 (small); default: what the scenario says, else 1"},
    {"quiet", 'q', OPTION_QUIET, NULL, true, NULL, "no progress and no notes on standard error"},
    {0},
};

const char run_details[] =
    "Simulates every replication of the scenario and prints jobs, makespan and bill. The same\n"
    "scenario and seed give the same bytes in FILE. FILE appears when it is complete: it is\n"
    "written under another name in the same directory, and an older FILE stays until then.\n"
    "\n"
    "Every run checks that time, GPU time and money add up, and fails when they do not.\n"
    "On a terminal a line shows the progress. SCENARIO may be '-' for standard input.\n";

/* Everything a run owns. */
struct run {
    struct cli *cli;
    const struct arguments *arguments;
    struct plan plan;
    struct output output;
    struct store *store; /* NULL with --no-trace */
    struct metrics *metrics;
    struct tee tee;
    struct trace trace;
    struct results results;
    struct progress_line progress;
    uint64_t events;
    int32_t replication; /* the present one */
};

static int check_arguments(struct run *r, struct status *status)
{
    const struct arguments *a = r->arguments;
    const char *output = a->values[OPTION_OUTPUT];
    if (!output && !a->values[OPTION_NO_TRACE])
        return status_set(
            status, STATUS_INPUT,
            "Where does the trace go? Give '-o FILE', or '--no-trace' to write none.");
    if (output && a->values[OPTION_NO_TRACE])
        return status_set(status, STATUS_INPUT,
                          "Options '--output' and '--no-trace' exclude each other.");
    return output ? output_init(&r->output, output, a->operands[0], status) : 0;
}

static int open_store(struct run *r, struct status *status)
{
    interrupt_hold();
    store_open(&r->store, r->output.path, &r->plan,
               "fleetwright " FLEETWRIGHT_VERSION " (" FLEETWRIGHT_REVISION ")", status);
    interrupt_watch(r->store ? store_temporary(r->store) : NULL);
    interrupt_release();
    if (r->store)
        output_keep_mode(&r->output, store_temporary(r->store));
    return status->code;
}

static int open_sinks(struct run *r, struct status *status)
{
    uint32_t wanted = METRICS_TABLES;
    if (!r->arguments->values[OPTION_NO_TRACE]) {
        if (open_store(r, status) != 0)
            return status->code;
        wanted |= r->plan.trace.tables;
        r->tee.sinks[r->tee.count++] = store_sink(r->store);
    }
    if (metrics_open(&r->metrics, METRICS_TABLES, r->plan.currency, status) != 0)
        return status->code;
    r->tee.sinks[r->tee.count++] = metrics_sink(r->metrics);
    trace_init(&r->trace, tee_sink(&r->tee), wanted);
    return describe_plan(&r->plan, tee_sink(&r->tee), status);
}

static int simulate(struct run *r, struct status *status)
{
    struct progress reporter = progress_reporter(&r->progress);
    for (r->replication = 0; r->replication < r->plan.replications; r->replication++) {
        struct run_result result;
        int64_t jobs = 0;
        if (world_run(&r->plan, r->replication, &r->trace, &reporter, &result, status) != 0)
            return status->code;
        for (int i = 0; i < OUTCOMES; i++)
            jobs += result.jobs[i];
        progress_replication_over(&r->progress, r->replication, jobs);
        r->events += result.events;
    }
    return 0;
}

static int finish(struct run *r, struct status *status)
{
    if (results_make(&r->results, r->metrics, status) != 0)
        return status->code;
    if (r->store && results_write(&r->results, store_sink(r->store), status) != 0)
        return status->code;
    return 0;
}

/* Ends the file: kept when all went well so far. A signal waits, so that none falls between the
 * rename and its being known. */
static int close_store(struct run *r, struct status *status)
{
    interrupt_hold();
    store_close(&r->store, status->code == 0, status);
    interrupt_watch(NULL);
    interrupt_release();
    return status->code;
}

/* For a failure that is ours: what it takes to see it again. */
static void say_how_to_replay(const struct run *r)
{
    const struct arguments *a = r->arguments;
    message_note(r->cli,
                 "It happened in replication %d with seed %llu. To see it again: fleetwright %s "
                 "(%s), command "
                 "'run', the same scenario and options (%d --set). Please report it with these.",
                 r->replication, (unsigned long long)r->plan.seed, FLEETWRIGHT_VERSION,
                 FLEETWRIGHT_REVISION, a->set_count);
}

static void say_notes(const struct run *r)
{
    for (int i = 0; i < r->plan.note_count && !r->arguments->values[OPTION_QUIET]; i++)
        message_note(r->cli, "%s", r->plan.notes[i]);
}

static void say_speed(const struct run *r)
{
    char line[128];
    if (!r->cli->err.is_terminal || r->arguments->values[OPTION_QUIET])
        return;
    fflush(r->cli->out.stream);
    outcome_speed(r->events, r->progress.jobs, progress_seconds(&r->progress), line, sizeof line);
    fprintf(r->cli->err.stream, "%s\n", line);
}

static int run_plan(struct run *r)
{
    struct status status = STATUS_INIT;
    say_notes(r);
    progress_begin(&r->progress, &r->cli->err, r->plan.replications,
                   r->arguments->values[OPTION_QUIET]);
    if (open_sinks(r, &status) == 0 && simulate(r, &status) == 0)
        finish(r, &status);
    close_store(r, &status);
    progress_end(&r->progress);
    if (status.code) {
        int code = message_status(r->cli, &status);
        if (status.code == STATUS_IDENTITY || status.code == STATUS_RUNAWAY)
            say_how_to_replay(r);
        return code;
    }
    outcome_print(&r->cli->out, &r->plan, &r->results, r->arguments->values[OPTION_OUTPUT],
                  output_size(&r->output));
    say_speed(r);
    return EXIT_STATUS_DONE;
}

int cmd_run(struct cli *cli, const struct arguments *arguments)
{
    struct status status = STATUS_INIT;
    struct run run = {.cli = cli, .arguments = arguments};
    if (check_arguments(&run, &status) != 0)
        return message_usage(cli, &status);
    int code = input_load(cli, arguments, "nothing was run", &run.plan);
    if (code == EXIT_STATUS_DONE)
        code = run_plan(&run);
    results_free(&run.results);
    trace_free(&run.trace);
    metrics_close(&run.metrics);
    plan_free(&run.plan);
    return code;
}
