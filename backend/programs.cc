#include "backend/programs.h"

#include <bpf/libbpf.h>

#include <cerrno>
#include <string>

#include "base/system_error.h"

namespace guideway::backend {
namespace {

constexpr unsigned char image[] = {
#include "bpf/guideway_backend.inc"
};

}  // namespace

void CloseObject::operator()(bpf_object* object) const { bpf_object__close(object); }

Result<Programs> load_programs(const std::filesystem::path& pins) {
  libbpf_set_print(nullptr);  // its words are for developers; ours name the next step
  Programs programs;
  bpf_object_open_opts options{};
  options.sz = sizeof options;
  options.object_name = "guideway_backend";
  programs.object.reset(bpf_object__open_mem(image, sizeof image, &options));
  if (!programs.object) return std::unexpected(system_error("backend.no-program", "cannot read the programs' object"));

  bpf_map* map = nullptr;
  bpf_object__for_each_map(map, programs.object.get()) {
    if (bpf_map__set_pin_path(map, (pins / bpf_map__name(map)).c_str()) != 0)
      return std::unexpected(system_error("backend.no-map", "cannot pin a map in " + pins.string()));
  }
  if (bpf_object__load(programs.object.get()) != 0)
    return std::unexpected(system_error(
        "backend.no-program", "the kernel refuses the programs, or the maps pinned in " + pins.string(),
        errno == EINVAL ? "they need Linux 5.18 or newer; pins of another version: --detach with that version" : ""));

  const auto descriptor = [&](const char* name) {
    return bpf_program__fd(bpf_object__find_program_by_name(programs.object.get(), name));
  };
  programs.decapsulate = descriptor("decapsulate");
  programs.clamp_mss = descriptor("clamp_mss");
  return programs;
}

}  // namespace guideway::backend
