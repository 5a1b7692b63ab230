/* A job's life outside its attempts: arrival, dependencies, the queue, retries, deadlines, leaving.
 */
#ifndef FLEETWRIGHT_MODELS_WORLD_JOBS_H
#define FLEETWRIGHT_MODELS_WORLD_JOBS_H

#include "models/world_state.h"

/* At time 0: schedules the first arrival of every class. */
void jobs_start_arrivals(struct world *w);
void job_arrive(struct world *w, int32_t class_id);

/* Starts the time after which a waiting job considers its next pool, if there is one and it does
 * not run yet; and that time is over. */
void job_watch_fallback(struct world *w, int32_t job);
void job_fallback(struct world *w, int32_t job);

/* Its end event: the attempt completed, or left inside a notice. */
void job_attempt_ended(struct world *w, int32_t job);
/* Its attempt ends now for this cause; what follows for the job. */
void job_attempt_over(struct world *w, int32_t job, enum attempt_end cause);
void job_retry(struct world *w, int32_t job); /* its back-off is over */
void job_deadline(struct world *w, int32_t job);
void job_cut(struct world *w, int32_t job); /* the run ends while it is still here */

#endif
