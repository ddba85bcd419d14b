#include "tests/backend/kernel.h"

#include <bpf/bpf.h>

#include <filesystem>

#include "tests/backend/sandbox.h"

namespace guideway::backend {
namespace {

std::array<std::uint64_t, reason_count> counts(const Maps& maps) {
  std::array<std::uint64_t, reason_count> counts{};
  for (std::uint32_t i = 0; i < reason_count; ++i) counts[i] = maps.count(static_cast<Reason>(i));
  return counts;
}

template <class T>
T need(Result<T> result) {
  if (!result) throw std::runtime_error(to_text(result.error()));
  return std::move(*result);
}

}  // namespace

std::unique_ptr<KernelTest::Kernel> KernelTest::kernel;

Outcome test_run(int program, const packet::Bytes& frame) {
  packet::Bytes out(frame.size() + 256);
  bpf_test_run_opts options{};
  options.sz = sizeof options;
  options.data_in = frame.data();
  options.data_size_in = static_cast<std::uint32_t>(frame.size());
  options.data_out = out.data();
  options.data_size_out = static_cast<std::uint32_t>(out.size());
  options.repeat = 1;
  if (bpf_prog_test_run_opts(program, &options) != 0)
    throw std::system_error(errno, std::generic_category(), "test run");
  out.resize(options.data_size_out);
  return {options.retval, std::move(out)};
}

void KernelTest::SetUpTestSuite() {
  if (netns::unavailable()) return;
  const std::string pins = new_pins();
  std::filesystem::create_directory(pins);
  kernel.reset(new Kernel{.programs = need(load_programs(pins)), .maps = need(Maps::open(pins))});
}

void KernelTest::TearDownTestSuite() { kernel.reset(); }

void KernelTest::SetUp() {
  if (const auto why = netns::unavailable()) GTEST_SKIP() << *why;
  for (const Address& balancer : maps().balancers()) maps().remove_balancer(balancer);
  for (const Address& vip : maps().vips()) maps().remove_vip(vip);
}

std::pair<Outcome, Reason> KernelTest::decapsulate(const packet::Bytes& frame) {
  const auto before = counts(maps());
  Outcome outcome = test_run(kernel->programs.decapsulate, frame);
  const auto after = counts(maps());
  std::vector<Reason> counted;
  for (std::uint32_t i = 0; i < reason_count; ++i)
    if (after[i] != before[i]) counted.push_back(static_cast<Reason>(i));
  if (counted.size() != 1) throw std::runtime_error("a frame must be counted under one reason");
  return {std::move(outcome), counted.front()};
}

}  // namespace guideway::backend
