// Captures in, captures out: every frame with its time, and errors that say what is wrong with the file.
#include "dataplane/replay/replay.h"

#include <gtest/gtest.h>
#include <pcap/pcap.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

#include "dataplane/replay/capture.h"
#include "dataplane/replay/native.h"
#include "tests/world/world.h"

namespace guideway::test {
namespace {

namespace fs = std::filesystem;
using dataplane::CapturedFrame;
using dataplane::CaptureReader;
using dataplane::CaptureWriter;

class Captures : public testing::Test {
 protected:
  void SetUp() override {
    char pattern[] = "/tmp/guideway-replay-XXXXXX";
    folder = mkdtemp(pattern);
  }
  void TearDown() override { fs::remove_all(folder); }

  [[nodiscard]] std::string path(const std::string& name) const { return folder / name; }

  void write(const std::string& file, const std::vector<std::pair<std::uint64_t, Bytes>>& frames) {
    auto writer = CaptureWriter::create(path(file));
    ASSERT_TRUE(writer);
    for (const auto& [time, bytes] : frames) writer->write(time, bytes);
    ASSERT_TRUE(writer->close());
  }
  std::vector<std::pair<std::uint64_t, Bytes>> read(const std::string& file) {
    std::vector<std::pair<std::uint64_t, Bytes>> frames;
    auto reader = CaptureReader::open(path(file));
    EXPECT_TRUE(reader);
    CapturedFrame frame;
    while (reader->next(frame).value_or(false))
      frames.emplace_back(frame.nanoseconds, Bytes(frame.bytes.begin(), frame.bytes.end()));
    return frames;
  }

  fs::path folder;
};

TEST_F(Captures, KeepTimesToTheNanosecond) {
  const std::vector<std::pair<std::uint64_t, Bytes>> frames{{0, Bytes(14, 1)},
                                                            {1'700'000'000'123'456'789, Bytes(1514, 2)}};
  write("a.pcap", frames);
  EXPECT_EQ(read("a.pcap"), frames);
  EXPECT_FALSE(fs::exists(path("a.pcap.part")));
}

TEST_F(Captures, HoldWhatWouldBeSentInOrder) {
  constexpr std::uint64_t second = 1'000'000'000;
  write("in.pcap", {{1 * second, frame_of({})},
                    {2 * second, frame_of({.destination = "192.0.2.1"})},
                    {3 * second, frame_of({.destination_port = 81})},
                    {4 * second, frame_of(ipv6())}});
  World world;
  dataplane::NativeRunner runner(world.memory());
  const auto result = dataplane::replay(path("in.pcap"), path("out.pcap"), runner);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->packets, 4u);
  EXPECT_EQ(result->tx, 2u);
  EXPECT_EQ(result->pass, 1u);
  EXPECT_EQ(result->drop, 1u);
  const auto out = read("out.pcap");
  ASSERT_EQ(out.size(), 2u);
  EXPECT_EQ(out[0].first, 1 * second);
  EXPECT_EQ(out[1].first, 4 * second);
  EXPECT_EQ(out[0].second.size(), frame_of({}).size() + 24);
}

TEST_F(Captures, RunFlowsOutByTheirOwnTime) {
  constexpr std::uint64_t second = 1'000'000'000, start = 1'700'000'000;
  write(
      "in.pcap",
      {{start * second, frame_of({})}, {(start + 59) * second, frame_of({})}, {(start + 4000) * second, frame_of({})}});
  World world;
  dataplane::NativeRunner runner(world.memory());
  ASSERT_TRUE(dataplane::replay(path("in.pcap"), path("out.pcap"), runner));
  EXPECT_EQ(world.memory().reason_packets[static_cast<std::size_t>(core::Reason::forwarded_new)], 2u);
  EXPECT_EQ(world.memory().reason_packets[static_cast<std::size_t>(core::Reason::forwarded_flow)], 1u);
}

TEST_F(Captures, SayWhatIsWrongWithAFile) {
  World world;
  dataplane::NativeRunner runner(world.memory());
  const auto code = [&](const std::string& in, const std::string& out) {
    const auto result = dataplane::replay(path(in), path(out), runner);
    return result ? std::string("none") : result.error().code;
  };
  EXPECT_EQ(code("missing.pcap", "out.pcap"), "replay.unreadable");
  std::ofstream(path("text.pcap")) << "not a capture at all";
  EXPECT_EQ(code("text.pcap", "out.pcap"), "replay.unreadable");
  std::ofstream(path("empty.pcap")) << "";
  EXPECT_EQ(code("empty.pcap", "out.pcap"), "replay.unreadable");

  pcap_t* const cooked = pcap_open_dead(DLT_LINUX_SLL, 65535);
  pcap_dump_close(pcap_dump_open(cooked, path("cooked.pcap").c_str()));
  pcap_close(cooked);
  EXPECT_EQ(code("cooked.pcap", "out.pcap"), "replay.not-ethernet");

  write("good.pcap", {{0, frame_of({})}, {1, frame_of({})}});
  EXPECT_EQ(code("good.pcap", "no/such/folder/out.pcap"), "replay.unwritable");
  EXPECT_EQ(code("good.pcap", "out.pcap"), "none");
}

// Nothing half done: an earlier OUT stays, and no remains lie about.
TEST_F(Captures, LeaveNothingBehindWhereTheyEndInAnError) {
  write("cut.pcap", {{0, frame_of({})}, {1, frame_of({})}});
  fs::resize_file(path("cut.pcap"), fs::file_size(path("cut.pcap")) - 5);
  write("out.pcap", {{7, Bytes(20, 7)}});
  World world;
  dataplane::NativeRunner runner(world.memory());
  const auto result = dataplane::replay(path("cut.pcap"), path("out.pcap"), runner);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, "replay.damaged");
  EXPECT_EQ(read("out.pcap").size(), 1u);
  EXPECT_FALSE(fs::exists(path("out.pcap.part")));
}

}  // namespace
}  // namespace guideway::test
