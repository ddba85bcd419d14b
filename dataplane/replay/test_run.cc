#include "dataplane/replay/test_run.h"

#include <bpf/bpf.h>
#include <linux/bpf.h>

#include "base/system_error.h"
#include "core/wire/atomic.h"
#include "core/wire/ethernet.h"

namespace guideway::dataplane {

Result<Ran> TestRunner::run(std::span<const std::uint8_t> frame, std::uint64_t nanoseconds) {
  // The kernel takes no frame without a whole Ethernet header; no NIC delivers one either.
  if (frame.size() < core::ethernet::size) {
    ++object_.memory().reason_packets[static_cast<std::size_t>(core::Reason::not_ip)];
    return Ran{core::Action::pass, {frame.begin(), frame.end()}};
  }
  core::store_shared(&object_.memory().root[0].now, nanoseconds);

  constexpr std::size_t room = 256;
  Ran ran;
  ran.frame.resize(frame.size() + room);
  bpf_test_run_opts options{};
  options.sz = sizeof options;
  options.data_in = frame.data();
  options.data_size_in = static_cast<std::uint32_t>(frame.size());
  options.data_out = ran.frame.data();
  options.data_size_out = static_cast<std::uint32_t>(ran.frame.size());
  options.repeat = 1;
  if (bpf_prog_test_run_opts(object_.program(), &options) != 0)
    return std::unexpected(
        system_error("replay.test-run", "the kernel does not run a frame of " + std::to_string(frame.size()) + " bytes",
                     "frames of up to about 3,500 bytes fit; replay larger ones with --driver native"));
  ran.frame.resize(options.data_size_out);
  switch (options.retval) {
    case XDP_PASS: ran.action = core::Action::pass; break;
    case XDP_TX: ran.action = core::Action::tx; break;
    default: ran.action = core::Action::drop; break;
  }
  return ran;
}

}  // namespace guideway::dataplane
