// Durations of the wall clock are what their two timestamps are apart, to the millisecond
// (section 9.1).
#include <gtest/gtest.h>

#include <string>

#include "core/base/json.h"
#include "core/report/job_json.h"
#include "core/system/job_run.h"
#include "tests/system/job_random.h"

namespace cutline::test {
namespace {

const JsonValue& member(const JsonValue& object, std::string_view key) {
  static const JsonValue nothing;
  const JsonValue* found = object.find(key);
  EXPECT_TRUE(found) << "there is no " << key;
  return found ? *found : nothing;
}

int64_t number(const JsonValue& object, std::string_view key) {
  return member(object, key).integer;
}

// Of what has both timestamps.
int expect_identity(const JsonValue& of, int64_t triggered, std::string_view end) {
  const int64_t ended = number(of, end);
  if (ended < 0) return 0;
  EXPECT_EQ(number(of, "end_to_end_duration"), ended - triggered);
  return triggered % 1000 != 0;
}

TEST(JobTimes, Section_9_1_end_to_end_is_acknowledgement_less_trigger) {
  int seen = 0;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const JobSetup setup = *set_up(random_job(seed, {}));
    JobWorld world = start_job(setup);
    run_job_until(setup, world, 20 * kSecond);
    const auto json = parse_json(job_json(setup, world));
    ASSERT_TRUE(json);
    for (const JsonMember& each : member(*json, "details").members) {
      const JsonValue& checkpoint = each.value;
      const int64_t triggered = number(checkpoint, "trigger_timestamp");
      const bool failed = member(checkpoint, "status").text == "FAILED";
      seen += expect_identity(checkpoint, triggered,
                              failed ? "failure_timestamp" : "latest_ack_timestamp");
      for (const JsonMember& task : member(checkpoint, "tasks").members)
        expect_identity(task.value, triggered, "latest_ack_timestamp");
      for (const JsonMember& task : member(member(*json, "subtasks"), each.name).members)
        for (const JsonValue& part : member(task.value, "subtasks").items)
          if (member(part, "className").text == "completed")
            expect_identity(part, triggered, "ack_timestamp");
    }
  }
  EXPECT_GT(seen, 100);
}

}  // namespace
}  // namespace cutline::test
