#include "dataplane/xdp/attachment.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <fmt/format.h>
#include <linux/if_link.h>
#include <net/if.h>

#include <filesystem>

#include "base/system_error.h"
#include "core/forward/state.h"

namespace guideway::dataplane {
namespace {

constexpr const char* link_name = "link";

std::string link_path(const std::string& pins) { return pin_folder(pins) + "/" + link_name; }

// The interface that a link is on; 0 where it is on none any more.
unsigned link_interface(int link) {
  bpf_link_info info{};
  std::uint32_t size = sizeof info;
  return bpf_obj_get_info_by_fd(link, &info, &size) == 0 ? info.xdp.ifindex : 0;
}

std::optional<XdpMode> attached_mode(unsigned interface) {
  bpf_xdp_query_opts query{};
  query.sz = sizeof query;
  if (bpf_xdp_query(static_cast<int>(interface), 0, &query) != 0) return std::nullopt;
  if (query.attach_mode == XDP_ATTACHED_NONE) return std::nullopt;
  return query.attach_mode == XDP_ATTACHED_SKB ? XdpMode::generic : XdpMode::native;
}

Descriptor create_link(int program, unsigned interface, std::uint32_t flags) {
  bpf_link_create_opts options{};
  options.sz = sizeof options;
  options.flags = flags;
  return Descriptor(bpf_link_create(program, static_cast<int>(interface), BPF_XDP, &options));
}

}  // namespace

std::string_view name(XdpMode mode) { return mode == XdpMode::native ? "native" : "generic"; }

std::string pin_folder(const std::string& pins) { return fmt::format("{}/v{}", pins, core::layout_version); }

Result<Attachment> Attachment::attach(const XdpObject& object, const std::string& interface, const std::string& pins) {
  Attachment result;
  result.interface_ = if_nametoindex(interface.c_str());
  if (result.interface_ == 0)
    return std::unexpected(Error{"xdp.no-interface", "there is no interface " + interface,
                                 "correct node.interface; `ip -br link` lists those there are"});

  const std::string pinned = link_path(pins);
  result.link_ = Descriptor(bpf_obj_get(pinned.c_str()));
  if (result.link_ && link_interface(result.link_.get()) == result.interface_) {
    if (bpf_link_update(result.link_.get(), object.program(), nullptr) != 0)
      return std::unexpected(system_error("xdp.update",
                                          "cannot put the new program in the place of the one on " + interface,
                                          "run `guideway detach` and start again"));
    result.mode_ = attached_mode(result.interface_).value_or(XdpMode::native);
    return result;
  }

  // None of ours, or one whose interface is gone.
  std::error_code ignored;
  std::filesystem::remove(pinned, ignored);
  result.link_ = create_link(object.program(), result.interface_, XDP_FLAGS_DRV_MODE);
  if (!result.link_ && errno != EBUSY && errno != EPERM) {
    result.mode_ = XdpMode::generic;
    result.link_ = create_link(object.program(), result.interface_, XDP_FLAGS_SKB_MODE);
  }
  if (!result.link_) {
    if (errno == EBUSY || errno == EEXIST)
      return std::unexpected(Error{"xdp.busy", "another XDP program is attached to " + interface,
                                   "see `bpftool net show dev " + interface +
                                       "`; take it off (`guideway detach` with its configuration, or ip link set dev " +
                                       interface + " xdp off) and start again"});
    return std::unexpected(
        system_error("xdp.attach", "cannot attach to " + interface, "root or CAP_NET_ADMIN is needed"));
  }
  if (bpf_obj_pin(result.link_.get(), pinned.c_str()) != 0)
    return std::unexpected(
        system_error("xdp.pin", "cannot pin the link at " + pinned, "is a bpf file system mounted there?"));
  return result;
}

bool Attachment::in_force() const {
  return link_interface(link_.get()) == interface_ && attached_mode(interface_).has_value();
}

Result<bool> detach(const std::string& pins) {
  const std::string folder = pin_folder(pins);
  std::error_code failed;
  if (!std::filesystem::exists(folder, failed)) return false;
  // The link first: it holds the program on the interface.
  if (const Descriptor link(bpf_obj_get(link_path(pins).c_str()));
      link && bpf_link_detach(link.get()) != 0 && errno != ENOLINK)
    return std::unexpected(system_error("xdp.detach", "cannot take the program off", "run as root"));
  std::filesystem::remove_all(folder, failed);
  if (failed)
    return std::unexpected(system_error("xdp.detach", "cannot remove " + folder, "run as root", failed.value()));
  std::filesystem::remove(pins, failed);  // only where it is empty now
  return true;
}

}  // namespace guideway::dataplane
