// The program in the kernel against the same core as native code: the same packets at the same times give the same
// verdicts, reasons and bytes, and leave the same flow table behind. And the verifier's work has a bound.
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "dataplane/counters.h"
#include "dataplane/reasons.h"
#include "dataplane/replay/native.h"
#include "dataplane/replay/test_run.h"
#include "tests/dataplane/random_frames.h"
#include "tests/world/world.h"

namespace guideway::test {
namespace {

using dataplane::Counters;
using dataplane::Publisher;
using dataplane::Snapshot;

class Kernel : public testing::Test {
 protected:
  void SetUp() override {
    if (geteuid() != 0) GTEST_SKIP() << "only root may load programs";
  }
};

// One balancer in two homes.
class Twins {
 public:
  Twins()
      : object_(dataplane::XdpObject::load(small_capacity, dataplane::XdpObject::Clock::from_root)),
        heap_(small_capacity) {
    if (!object_) throw std::runtime_error(to_text(object_.error()));
    for (Publisher* const publisher : {&in_kernel_, &in_process_}) set_next_hops(*publisher, scenery());
  }

  void apply(Snapshot snapshot) {
    snapshot.generation = in_kernel_.generation() + 1;
    for (Publisher* const publisher : {&in_kernel_, &in_process_}) ASSERT_TRUE(publisher->apply(snapshot));
  }

  // Both homes' answers, compared; then the native one.
  void send(const Bytes& frame, std::uint64_t nanoseconds) {
    const auto kernel = kernel_runner_.run(frame, nanoseconds);
    const auto native = native_runner_.run(frame, nanoseconds);
    ASSERT_TRUE(kernel) << to_text(kernel.error());
    ASSERT_EQ(dataplane::name(kernel->action), dataplane::name(native->action));
    ASSERT_TRUE(kernel->frame == native->frame);
  }

  void compare() {
    const Counters kernel = dataplane::read_counters(object_->memory()),
                   native = dataplane::read_counters(heap_.view());
    for (std::uint32_t i = 0; i < core::reason_count; ++i)
      ASSERT_EQ(kernel.reasons[i], native.reasons[i]) << dataplane::name(static_cast<core::Reason>(i));
    const auto same = [](const core::Counter& a, const core::Counter& b) {
      return a.packets == b.packets && a.bytes == b.bytes;
    };
    ASSERT_TRUE(std::ranges::equal(kernel.services, native.services, same));
    ASSERT_TRUE(std::ranges::equal(kernel.backends, native.backends, same));
    const auto flows = object_->memory().flows, others = heap_.view().flows;
    ASSERT_EQ(flows.size(), others.size());
    ASSERT_EQ(std::memcmp(flows.data(), others.data(), flows.size_bytes()), 0);
  }

  Counters counters() { return dataplane::read_counters(object_->memory()); }

 private:
  Result<dataplane::XdpObject> object_;
  dataplane::HeapMemory heap_;
  Publisher in_kernel_{object_->memory(), dataplane::wait_for_programs}, in_process_{heap_.view(), [] {}};
  dataplane::TestRunner kernel_runner_{*object_};
  dataplane::NativeRunner native_runner_{heap_.view()};
};

TEST_F(Kernel, GivesTheSameAnswersAsNativeCode) {
  Twins twins;
  twins.apply(scenery());
  RandomFrames frames(5);
  std::uint64_t now = 1'700'000'000'000'000'000;
  Snapshot snapshot = scenery();
  for (int i = 0; i < 20'000; ++i) {
    now += frames.below(200) == 0 ? frames.below(600'000'000'000) : frames.below(20'000'000);
    ASSERT_NO_FATAL_FAILURE(twins.send(frames.next(), now)) << "packet " << i;
    if (i % 500 != 499) continue;
    ASSERT_NO_FATAL_FAILURE(twins.compare()) << "after packet " << i;
    // Backends change states, and tables their owners, while flows live.
    for (auto& backend : snapshot.backends) backend.state = static_cast<core::BackendState>(frames.below(3));
    std::ranges::rotate(snapshot.pools[0].members, snapshot.pools[0].members.begin() + 1);
    twins.apply(snapshot);
  }
  // Every reason was met but those that need a full line, no headroom or a fault.
  const Counters counters = twins.counters();
  for (std::uint32_t i = 0; i < core::reason_count; ++i) {
    const auto reason = static_cast<core::Reason>(i);
    if (reason != core::Reason::no_headroom && reason != core::Reason::inconsistent)
      EXPECT_GT(counters.reasons[i], 0u) << dataplane::name(reason);
  }
  EXPECT_EQ(counters.reasons[static_cast<std::size_t>(core::Reason::inconsistent)], 0u);
}

// What `run` attaches must load everywhere, quickly, and leave room to grow: the kernel gives up at a million.
TEST_F(Kernel, VerifiesWithinItsBudget) {
  const std::unique_ptr<bpf_object, decltype(&bpf_object__close)> object(
      bpf_object__open_file(GUIDEWAY_XDP_OBJECT, nullptr), bpf_object__close);
  ASSERT_NE(object, nullptr);
  bpf_program* const program = bpf_object__find_program_by_name(object.get(), "guideway_xdp");
  ASSERT_NE(program, nullptr);
  std::string log(64 * 1024, '\0');
  constexpr unsigned statistics = 4;  // BPF_LOG_STATS
  bpf_program__set_log_level(program, statistics);
  bpf_program__set_log_buf(program, log.data(), log.size());
  ASSERT_EQ(bpf_object__load(object.get()), 0) << log.c_str();
  const auto at = log.find("processed ");
  ASSERT_NE(at, std::string::npos) << log.c_str();
  const unsigned long instructions = std::stoul(log.substr(at + std::strlen("processed ")));
  RecordProperty("verified_instructions", static_cast<int>(instructions));
  EXPECT_GT(instructions, 1'000u);
  EXPECT_LT(instructions, 100'000u);
}

}  // namespace
}  // namespace guideway::test
