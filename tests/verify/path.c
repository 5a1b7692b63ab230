#include "tests/verify/path.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

/* ---- reading ---- */

struct collecting {
    int32_t replication; /* -1 = none yet */
    int capacity;
    struct path path;
    void (*f)(const struct path *path, void *context);
    void *context;
};

static void replication_done(struct collecting *c)
{
    if (c->path.n > 0)
        c->f(&c->path, c->context);
    c->path.n = 0;
}

static void reserve(struct collecting *c, int n)
{
    double **columns[] = {&c->path.arrival, &c->path.wait, &c->path.service};
    if (n <= c->capacity)
        return;
    c->capacity = 2 * n;
    for (size_t i = 0; i < 3; i++) {
        *columns[i] = realloc(*columns[i], (size_t)c->capacity * sizeof(double));
        cr_assert(*columns[i]);
    }
}

static int collect(void *context, enum trace_table table, const void *rows, size_t count,
                   struct status *status)
{
    struct collecting *c = context;
    const struct job_row *jobs = rows;
    (void)table, (void)status;
    for (size_t i = 0; i < count; i++) {
        const struct job_row *job = &jobs[i];
        if (job->rep != c->replication)
            replication_done(c);
        c->replication = job->rep;
        reserve(c, job->number + 1);
        if (job->number >= c->path.n)
            c->path.n = job->number + 1;
        bool started = job->first_start >= 0;
        c->path.arrival[job->number] = (double)job->arrival / (double)TICKS_PER_HOUR;
        c->path.wait[job->number] =
            started ? (double)(job->first_start - job->arrival) / (double)TICKS_PER_HOUR : NAN;
        c->path.service[job->number] =
            started ? (double)(job->end - job->first_start) / (double)TICKS_PER_HOUR : NAN;
    }
    return 0;
}

void path_each(struct verify_run *run, void (*f)(const struct path *path, void *context),
               void *context)
{
    struct collecting c = {.replication = -1, .f = f, .context = context};
    verify_rows(run, TRACE_JOBS, (struct trace_sink){&c, collect});
    replication_done(&c);
    free(c.path.arrival);
    free(c.path.wait);
    free(c.path.service);
}

/* ---- one server ---- */

/* The first job that arrives at t or later. */
static int first_after(const struct path *path, double t)
{
    int low = 0, high = path->n;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (path->arrival[middle] < t)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

double path_lindley(const struct path *path, struct window window, const struct lindley *queue,
                    struct controls *controls)
{
    enum { GAP, GAP_WAIT, GAP_GAP, ENDS, SERVICE, SERVICE_WAIT, SERVICE_SERVICE, PRODUCT, SUMS };
    int c = queue->servers, first = first_after(path, window.from), n = 0;
    double mean_gap = c / queue->rate, square_gap = c * (c + 1) / (queue->rate * queue->rate);
    double sum[SUMS] = {0}, wait = 0;
    int last = first_after(path, window.to);
    bool random = queue->square > queue->mean * queue->mean;
    cr_assert(last + c < path->n && first + c < last);
    for (int k = first; k < last; k++, n++) {
        double w = path->wait[k], s = path->service[k] - queue->mean;
        double gap = path->arrival[k + c] - path->arrival[k], g = gap - mean_gap;
        wait += w;
        sum[GAP] += g;
        sum[GAP_WAIT] += g * w;
        sum[GAP_GAP] += gap * gap - square_gap;
        sum[SERVICE] += s;
        sum[SERVICE_WAIT] += s * w;
        sum[SERVICE_SERVICE] += path->service[k] * path->service[k] - queue->square;
        sum[PRODUCT] += s * g;
        sum[ENDS] += path->wait[k + c] * path->wait[k + c] - w * w;
    }
    for (int i = 0; i < (random ? SUMS : SERVICE); i++)
        controls_add(controls, i, sum[i] / n);
    return wait / n;
}

/* ---- several servers ---- */

/* Functions of the state whose sums over arrivals and departures are compared with time; and
 * weights of services and gaps. */
enum { EVENT_FUNCTIONS = 8, OF_NUMBER = 2, WEIGHTS = 8 };

struct state {
    double work; /* V */
    int number;  /* N */
    int serving; /* jobs that started and have not ended */
};

static void event_functions(const struct state *x, const struct multi *queue, double *g)
{
    int c = queue->servers;
    double free = x->number < c ? c - x->number : 0, waiting = x->number > c ? x->number - c : 0;
    g[0] = x->work;
    g[1] = x->work * (free > 0);
    g[OF_NUMBER] = free > 0; /* these depend on N alone */
    g[3] = free;
    g[4] = free * free;
    g[5] = waiting;
    g[6] = pow(queue->rate / c, -fmin(waiting, c));
    g[7] = fmax(waiting - c, 0);
}

/* e^((c - lambda) W) up to 1 h: what decides about a wait above 1 h. */
static void weights(const struct state *x, double wait, const struct multi *queue, double *g)
{
    int c = queue->servers;
    double free = x->number < c ? c - x->number : 0;
    g[0] = 1;
    g[1] = wait;
    g[2] = x->work;
    g[3] = wait > 0;
    g[4] = wait > 1;
    g[5] = wait > 0 ? exp((c - queue->rate) * (fmin(wait, 1) - 1)) : 0;
    g[6] = free;
    g[7] = x->number > c ? x->number - c : 0;
}

static int by_time(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

struct sums {
    int arrivals;
    double wait, waits, hours, queue, square, gap_square;
    double at_arrivals[EVENT_FUNCTIONS], at_departures[EVENT_FUNCTIONS];
    double over_time[EVENT_FUNCTIONS], over_service[EVENT_FUNCTIONS];
    double service[WEIGHTS], gap[WEIGHTS];
    double first_work, last_work;
};

/* N is constant between two events and V falls at the rate of the busy servers. */
static void pass_time(struct sums *sums, struct state *x, const struct multi *queue, double t)
{
    double g[EVENT_FUNCTIONS];
    struct state middle = *x;
    middle.work -= x->serving * t / 2; /* exact for functions linear in V */
    event_functions(&middle, queue, g);
    for (int i = 0; i < EVENT_FUNCTIONS; i++) {
        sums->over_time[i] += g[i] * t;
        sums->over_service[i] += g[i] * x->serving * t;
    }
    sums->queue += (x->number - x->serving) * t;
}

static void arrive(struct sums *sums, const struct path *path, int k, const struct state *x,
                   const struct multi *queue)
{
    double g[EVENT_FUNCTIONS], h[WEIGHTS], wait = path->wait[k], service = path->service[k];
    double gap = path->arrival[k + 1] - path->arrival[k];
    sums->arrivals++;
    sums->wait += wait;
    sums->waits += wait > 0;
    sums->hours += wait > 1;
    sums->square += service * service - 2;
    sums->gap_square += gap * gap - 2 / (queue->rate * queue->rate);
    event_functions(x, queue, g);
    for (int i = 0; i < EVENT_FUNCTIONS; i++)
        sums->at_arrivals[i] += g[i];
    weights(x, wait, queue, h);
    for (int i = 0; i < WEIGHTS; i++) {
        sums->service[i] += h[i] * (service - 1);
        sums->gap[i] += h[i] * (gap - 1 / queue->rate);
    }
}

static void depart(struct sums *sums, const struct state *x, const struct multi *queue)
{
    double g[EVENT_FUNCTIONS];
    event_functions(x, queue, g);
    for (int i = 0; i < EVENT_FUNCTIONS; i++)
        sums->at_departures[i] += g[i];
}

static double *sorted_ends(const struct path *path, int *count)
{
    double *ends = malloc((size_t)path->n * sizeof *ends);
    cr_assert(ends);
    *count = 0;
    for (int k = 0; k < path->n; k++)
        if (!isnan(path->wait[k]))
            ends[(*count)++] = path->arrival[k] + path->wait[k] + path->service[k];
    qsort(ends, (size_t)*count, sizeof *ends, by_time);
    return ends;
}

/* Merges arrivals and departures; from the first event at window.from to the last before window.to.
 */
static double follow(const struct path *path, struct window window, const struct multi *queue,
                     struct sums *sums)
{
    double now = 0, began = -1;
    int departures, started = 0, a = 0, d = 0;
    double *ends = sorted_ends(path, &departures);
    struct state x = {0};
    while (a + 1 < path->n) {
        bool leaves = d < departures && ends[d] <= path->arrival[a];
        double t = leaves ? ends[d] : path->arrival[a];
        if (t >= window.to)
            break;
        if (began >= 0)
            pass_time(sums, &x, queue, t - now);
        x.work -= x.serving * (t - now);
        now = t;
        if (began < 0 && t >= window.from) {
            began = t;
            sums->first_work = x.work;
        }
        sums->last_work = x.work;
        if (leaves) {
            if (began >= 0)
                depart(sums, &x, queue);
            d++;
        } else {
            if (began >= 0)
                arrive(sums, path, a, &x, queue);
            x.work += path->service[a++];
        }
        /* Half a microsecond: sums of hours are rounded. */
        while (started < a && path->arrival[started] + path->wait[started] <= t + 1.4e-10)
            started++;
        x.number = a - d;
        x.serving = started - d;
    }
    free(ends);
    return now - began;
}

void path_multi(const struct path *path, struct window window, const struct multi *queue,
                struct multi_values *values, struct controls *controls)
{
    struct sums sums = {0};
    double length = follow(path, window, queue, &sums), n = sums.arrivals;
    int next = 0;
    *values =
        (struct multi_values){sums.wait / n, sums.queue / length, sums.waits / n, sums.hours / n};
    controls_add(controls, next++, n / length - queue->rate);
    controls_add(controls, next++, sums.square / n);
    controls_add(controls, next++, sums.gap_square / n);
    for (int i = 0; i < WEIGHTS; i++) {
        controls_add(controls, next++, sums.service[i] / n);
        controls_add(controls, next++, sums.gap[i] / n);
    }
    controls_add(controls, next++, (sums.last_work - sums.first_work) / length);
    controls_add(controls, next++,
                 (sums.last_work * sums.last_work - sums.first_work * sums.first_work) / length);
    for (int i = 0; i < EVENT_FUNCTIONS && queue->servers > 1; i++) {
        controls_add(controls, next++,
                     (sums.at_arrivals[i] - queue->rate * sums.over_time[i]) / length);
        if (i >= OF_NUMBER)
            controls_add(controls, next++, (sums.at_departures[i] - sums.over_service[i]) / length);
    }
}
