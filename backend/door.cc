#include "backend/door.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <fmt/format.h>
#include <linux/if_link.h>

#include <cerrno>
#include <system_error>

#include "base/descriptor.h"
#include "base/system_error.h"

namespace guideway::backend {
namespace {

bpf_xdp_query_opts query(const Interface& interface) {
  bpf_xdp_query_opts answer{};
  answer.sz = sizeof answer;
  bpf_xdp_query(interface.index, 0, &answer);
  return answer;
}

std::string name_of_program(std::uint32_t id) {
  const Descriptor program(bpf_prog_get_fd_by_id(id));
  bpf_prog_info info{};
  std::uint32_t size = sizeof info;
  if (!program || bpf_obj_get_info_by_fd(program.get(), &info, &size) != 0) return fmt::format("number {}", id);
  return fmt::format("\"{}\" (number {})", info.name, id);
}

Descriptor attach(const Interface& interface, int program, std::uint32_t flags) {
  bpf_link_create_opts options{};
  options.sz = sizeof options;
  options.flags = flags;
  return Descriptor(bpf_link_create(program, interface.index, BPF_XDP, &options));
}

Result<Descriptor> attach_best(const Interface& interface, int program, std::vector<std::string>& notes) {
  if (auto free = check_free(interface); !free) return std::unexpected(std::move(free.error()));
  if (Descriptor link = attach(interface, program, XDP_FLAGS_DRV_MODE)) return link;
  const int why = errno;
  if (Descriptor link = attach(interface, program, XDP_FLAGS_SKB_MODE)) {
    notes.push_back(
        fmt::format("XDP runs in generic mode, which is slower: the driver of {} takes no native program ({})",
                    interface.name, std::generic_category().message(why)));
    return link;
  }
  return std::unexpected(system_error("backend.no-xdp", "cannot attach to " + interface.name));
}

Result<void> replace(const Descriptor& link, const Interface& interface, int program, Undo& undo,
                     const std::filesystem::path& pin) {
  bpf_link_info info{};
  std::uint32_t size = sizeof info;
  bpf_obj_get_info_by_fd(link.get(), &info, &size);
  Descriptor previous(bpf_prog_get_fd_by_id(info.prog_id));
  if (bpf_link_update(link.get(), program, nullptr) != 0)
    return std::unexpected(system_error("backend.no-xdp", "cannot replace the program on " + interface.name));
  undo.add([pin, previous = std::move(previous)] {
    const Descriptor again(bpf_obj_get(pin.c_str()));
    bpf_link_update(again.get(), previous.get(), nullptr);
  });
  return {};
}

}  // namespace

const char* name_of(Mode mode) {
  switch (mode) {
    case Mode::native: return "native";
    case Mode::generic: return "generic";
    case Mode::none: break;
  }
  return "none";
}

Mode mode_of(const Interface& interface) {
  switch (query(interface).attach_mode) {
    case XDP_ATTACHED_DRV: return Mode::native;
    case XDP_ATTACHED_SKB: return Mode::generic;
    default: return Mode::none;
  }
}

Link find_link(const std::filesystem::path& pin, int interface) {
  const Descriptor link(bpf_obj_get(pin.c_str()));
  bpf_link_info info{};
  std::uint32_t size = sizeof info;
  if (!link || bpf_obj_get_info_by_fd(link.get(), &info, &size) != 0) return Link::absent;
  if (info.xdp.ifindex == 0) return Link::dead;
  return static_cast<int>(info.xdp.ifindex) == interface ? Link::here : Link::elsewhere;
}

Result<void> check_free(const Interface& interface) {
  const auto there = query(interface);
  if (there.attach_mode == XDP_ATTACHED_NONE) return {};
  return std::unexpected(
      Error{"backend.occupied",
            fmt::format("another XDP program is attached to {}: {}", interface.name, name_of_program(there.prog_id)),
            fmt::format("detach it with the tool that attached it, or run: ip link set dev {} xdp off", interface.name),
            Exit::failure});
}

Result<void> open_door(const std::filesystem::path& pin, const Interface& interface, int program, Undo& undo,
                       std::vector<std::string>& notes) {
  if (const Descriptor link(bpf_obj_get(pin.c_str())); link) return replace(link, interface, program, undo, pin);
  auto link = attach_best(interface, program, notes);
  if (!link) return std::unexpected(std::move(link.error()));
  if (bpf_obj_pin(link->get(), pin.c_str()) != 0)
    return std::unexpected(system_error("backend.no-pins", "cannot pin the link as " + pin.string()));
  undo.add([pin] { close_door(pin); });
  return {};
}

void close_door(const std::filesystem::path& pin) {
  if (const Descriptor link(bpf_obj_get(pin.c_str())); link) bpf_link_detach(link.get());  // now, not when freed
  std::error_code ignored;
  std::filesystem::remove(pin, ignored);
}

}  // namespace guideway::backend
