// What incremental checkpoints upload and refer to (section 9.1: checkpointed and full size).
#include "core/system/incremental_files.h"

#include <gtest/gtest.h>

namespace cutline {
namespace {

constexpr FileSizes kSizes{1000, 10, 3};

StoredBytes stored(int64_t written, int64_t referenced) { return {written, referenced}; }

TEST(IncrementalFiles, Section_9_1_the_first_checkpoint_uploads_all_and_the_next_what_changed) {
  IncrementalFiles files;
  EXPECT_EQ(files.snapshot({1}, kSizes, 0), stored(1003, 1003));
  files.confirm({1});
  EXPECT_EQ(files.snapshot({2}, kSizes, 0), stored(13, 1013));
  files.confirm({2});
  EXPECT_EQ(files.snapshot({3}, kSizes, 0), stored(13, 1023));
}

TEST(IncrementalFiles, Section_9_1_what_no_completed_checkpoint_holds_is_uploaded_again) {
  IncrementalFiles files;
  files.snapshot({1}, kSizes, 0);
  EXPECT_EQ(files.snapshot({2}, kSizes, 0), stored(1013, 1013)) << "1 has not completed";
  files.confirm({2});
  EXPECT_EQ(files.snapshot({3}, kSizes, 0), stored(13, 1023)) << "2 held what 1 did";
}

TEST(IncrementalFiles, Case_T9_after_so_many_files_a_merged_one_replaces_them) {
  IncrementalFiles files;
  const StoredBytes expected[] = {stored(1003, 1003), stored(13, 1013), stored(13, 1023),
                                  stored(13, 1033),   stored(1013, 1013), stored(13, 1023)};
  for (int64_t id = 1; id <= 6; ++id) {
    EXPECT_EQ(files.snapshot({id}, kSizes, 4), expected[id - 1]) << id;
    files.confirm({id});
  }
}

TEST(IncrementalFiles, Section_9_1_a_file_of_changes_is_never_larger_than_the_state) {
  IncrementalFiles files;
  files.snapshot({1}, kSizes, 0);
  files.confirm({1});
  EXPECT_EQ(files.snapshot({2}, {1000, 5000, 3}, 0), stored(1003, 2003));
}

}  // namespace
}  // namespace cutline
