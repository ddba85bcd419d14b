#include "backend/filter.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <fmt/format.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>

#include <cerrno>

#include "base/descriptor.h"
#include "base/netlink/message.h"
#include "base/netlink/socket.h"
#include "base/system_error.h"

namespace guideway::backend {
namespace {

// A place of our own among the filters of others: early, and hardly anybody's habit.
constexpr std::uint32_t priority = 47, handle = 1;
constexpr char filter_record[] = "filter", qdisc_record[] = "clsact";

bpf_tc_hook hook_of(const Interface& interface, bpf_tc_attach_point point) {
  bpf_tc_hook hook{};
  hook.sz = sizeof hook;
  hook.ifindex = interface.index;
  hook.attach_point = point;
  return hook;
}

bpf_tc_opts place() {
  bpf_tc_opts options{};
  options.sz = sizeof options;
  options.handle = handle;
  options.priority = priority;
  return options;
}

// The program in our place; 0 where there is none.
std::uint32_t occupant(const Interface& interface) {
  const bpf_tc_hook hook = hook_of(interface, BPF_TC_EGRESS);
  bpf_tc_opts options = place();
  return bpf_tc_query(&hook, &options) == 0 ? options.prog_id : 0;
}

std::uint32_t id_of(int program) {
  bpf_prog_info info{};
  std::uint32_t size = sizeof info;
  return bpf_obj_get_info_by_fd(program, &info, &size) == 0 ? info.id : 0;
}

int put(const Interface& interface, int program) {
  const bpf_tc_hook hook = hook_of(interface, BPF_TC_EGRESS);
  bpf_tc_opts options = place();
  options.prog_fd = program;
  options.flags = BPF_TC_F_REPLACE;
  return bpf_tc_attach(&hook, &options);
}

void take(const Interface& interface) {
  const bpf_tc_hook hook = hook_of(interface, BPF_TC_EGRESS);
  const bpf_tc_opts options = place();
  bpf_tc_detach(&hook, &options);
}

// Whether any filter, of whomever, hangs on the qdisc; true when in doubt.
bool has_filters(const Interface& interface) {
  auto socket = netlink::Socket::open();
  if (!socket) return true;
  for (const std::uint32_t side : {TC_H_MIN_INGRESS, TC_H_MIN_EGRESS}) {
    netlink::Message request(RTM_GETTFILTER, NLM_F_DUMP);
    auto& header = request.header<tcmsg>();
    header.tcm_ifindex = interface.index;
    header.tcm_parent = TC_H_MAKE(TC_H_CLSACT, side);
    const auto filters = socket->ask(request);
    if (!filters || !filters->empty()) return true;
  }
  return false;
}

Result<void> ensure_qdisc(const Interface& interface, Record& record, Undo& undo) {
  bpf_tc_hook hook = hook_of(interface, BPF_TC_EGRESS);
  const int answer = bpf_tc_hook_create(&hook);
  if (answer == -EEXIST) return {};
  if (answer != 0)
    return std::unexpected(system_error("backend.no-filter", "cannot add a clsact qdisc to " + interface.name,
                                        "the kernel needs CONFIG_NET_SCH_INGRESS and CONFIG_NET_CLS_BPF", -answer));
  undo.add([interface, &record] { detach_filter(interface, record); });
  return record.put(qdisc_record, {0, 1});
}

}  // namespace

Result<void> attach_filter(const Interface& interface, int program, Record& record, Undo& undo) {
  if (auto ready = ensure_qdisc(interface, record, undo); !ready) return ready;
  const std::uint32_t there = occupant(interface);
  const auto ours = record.find(filter_record);
  const bool replaces = there != 0 && ours && ours->after == there;
  if (there != 0 && !replaces)
    return std::unexpected(Error{
        "backend.occupied",
        fmt::format("{} has another egress filter with priority {} and handle {}", interface.name, priority, handle),
        fmt::format("remove it: tc filter del dev {} egress pref {}", interface.name, priority), Exit::failure});

  // Held until it is known that it need not return.
  undo.add([interface, &record, replaces, previous = Descriptor(replaces ? bpf_prog_get_fd_by_id(there) : -1), ours] {
    if (!replaces) return detach_filter(interface, record);
    put(interface, previous.get());
    static_cast<void>(record.put(filter_record, *ours));
  });
  if (auto noted = record.put(filter_record, {0, id_of(program)}); !noted) return noted;
  if (const int answer = put(interface, program); answer != 0)
    return std::unexpected(system_error("backend.no-filter", "cannot attach the egress filter to " + interface.name,
                                        "the kernel needs CONFIG_NET_CLS_BPF", -answer));
  return {};
}

void detach_filter(const Interface& interface, Record& record) {
  const auto ours = record.find(filter_record);
  if (ours && ours->after == occupant(interface)) take(interface);
  record.erase(filter_record);
  if (record.find(qdisc_record) && !has_filters(interface)) {
    bpf_tc_hook hook = hook_of(interface, static_cast<bpf_tc_attach_point>(BPF_TC_INGRESS | BPF_TC_EGRESS));
    bpf_tc_hook_destroy(&hook);
  }
  record.erase(qdisc_record);
}

}  // namespace guideway::backend
