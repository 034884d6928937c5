// Runs a job by the clock: earliest event first, ties in the order of planning.
#pragma once
#include <optional>

#include "core/system/job_setup.h"
#include "core/system/job_world.h"

namespace cutline {

// The job before anything has happened: tasks are about to be deployed.
JobWorld start_job(const JobSetup& setup);

// When the next event happens; nothing where nothing is left to happen.
std::optional<Tick> next_event_time(const JobWorld& world);

// Does the next event. There must be one.
void step_job(const JobSetup& setup, JobWorld& world);

// Somebody outside the job does something at `time`, which lies between now and the next event: a
// failure_by_hand or a request_by_hand. It counts as an event.
void do_by_hand(const JobSetup& setup, JobWorld& world, Tick time, const JobEvent& event);

// Does events until `events` are done in all, but none later than `time`; stops early where the job
// has finished or failed. `now` stays that of the last event.
void run_job_events(const JobSetup& setup, JobWorld& world, uint64_t events, Tick time);

// Does every event up to and including `time`; stops early where the job has finished or failed.
void run_job_until(const JobSetup& setup, JobWorld& world, Tick time);

uint64_t fingerprint(const JobWorld& world);

}  // namespace cutline
