#include "bench/xdp_measure.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>

#include "bench/xdp_checks.h"

namespace guideway::bench {
namespace {

constexpr std::uint32_t packets_a_run = 300'000;

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

void stay_on_one_cpu() {
  cpu_set_t cpus;
  CPU_ZERO(&cpus);
  CPU_SET(static_cast<std::size_t>(sched_getcpu()), &cpus);
  sched_setaffinity(0, sizeof cpus, &cpus);
}

// A flow is kept once it has sent a packet in a second tick of the flow table's clock. In the few lines with more
// flows than entries, newcomers take turns until then: a third round finds the others a place, or none.
Result<void> establish(Wrapper& wrapper) {
  const Frame frame = segment(0, core::tcp::ack);
  for (int round = 0; round < 3; ++round) {
    wrapper.traffic() = {.state = 0, .order = Order::sequential};
    if (const auto ran = wrapper.run(frame, many_flows); !ran) return std::unexpected(ran.error());
    usleep(1'200'000);  // a tick is 1.07 s
  }
  return {};
}

}  // namespace

Result<Bench> Bench::prepare() {
  stay_on_one_cpu();
  auto object = dataplane::XdpObject::load(capacity, dataplane::XdpObject::Clock::kernel);
  if (!object) return std::unexpected(object.error());
  Bench bench(std::move(*object));
  dataplane::XdpObject& under_test = bench.object_;
  if (const auto done = check_compiled(under_test.program()); !done) return std::unexpected(done.error());
  if (const auto done = furnish(under_test.memory()); !done) return std::unexpected(done.error());
  if (const auto same = check_same_as_native(under_test); !same) return std::unexpected(same.error());

  const Frame frame = segment(0, core::tcp::ack);
  const auto sent = send_one(under_test.program(), frame);
  if (!sent) return std::unexpected(sent.error());
  const auto floor_programs = FloorPrograms::load(outer_header(*sent));
  if (!floor_programs) return std::unexpected(floor_programs.error());
  const auto floor_sent = send_one(floor_programs->floor(), frame);
  if (!floor_sent) return std::unexpected(floor_sent.error());
  if (*floor_sent != *sent)
    return std::unexpected(Error{"bench.differs", "the floor does not write the header that the program writes", {}});

  for (const int program : {floor_programs->nothing(), floor_programs->floor(), under_test.program()}) {
    auto wrapper = Wrapper::around(program);
    if (!wrapper) return std::unexpected(wrapper.error());
    bench.wrappers_.push_back(std::move(*wrapper));
  }
  if (const auto done = establish(bench.wrappers_[ours]); !done) return std::unexpected(done.error());
  return bench;
}

Result<double> Bench::run(const Load& load, std::size_t program) {
  Wrapper& wrapper = wrappers_[program];
  wrapper.traffic().order = load.order;
  wrapper.traffic().flows = load.flows;
  if (load.order == Order::sequential) {
    wrapper.traffic().state = next_new_flow_;
    next_new_flow_ += packets_a_run;
  }
  const std::uint64_t before = sent_for(object_.memory(), load.reason);
  const auto took = wrapper.run(segment(0, load.tcp_flags), packets_a_run);
  if (!took || program != ours) return took;
  if (const auto sent = check_sent_for(object_.memory(), load.reason, before, packets_a_run); !sent)
    return std::unexpected(sent.error());
  return took;
}

Result<std::array<Figures, loads.size()>> Bench::measure(unsigned rounds) {
  std::array<std::array<std::vector<double>, programs>, loads.size()> samples;
  for (unsigned round = 0; round < rounds; ++round) {
    for (std::size_t load = 0; load < loads.size(); ++load) {
      for (std::size_t program = 0; program < programs; ++program) {
        const auto took = run(loads[load], program);
        if (!took) return std::unexpected(took.error());
        samples[load][program].push_back(*took);
      }
    }
  }
  std::array<Figures, loads.size()> figures;
  for (std::size_t load = 0; load < loads.size(); ++load) {
    const double wrapper = median(samples[load][nothing]);
    figures[load] = {wrapper, median(samples[load][floor]) - wrapper, median(samples[load][ours]) - wrapper};
  }
  return figures;
}

}  // namespace guideway::bench
