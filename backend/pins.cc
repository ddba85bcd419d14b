#include "backend/pins.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>

#include "backend/layout.h"
#include "base/bpf_file_system.h"
#include "base/system_error.h"

namespace guideway::backend {
namespace {

namespace fs = std::filesystem;

// The BPF file system keeps names with a dot for itself, and no interface's name holds a colon.
std::string file_name(std::string interface) {
  std::ranges::replace(interface, '.', ':');
  return interface;
}

Result<void> ensure_bpffs(const fs::path& root, Undo& undo, std::vector<std::string>& notes) {
  const auto mounted = ensure_bpf_file_system(root);
  if (!mounted) return std::unexpected(mounted.error());
  if (*mounted) {
    undo.add(unmount_bpf_file_system);
    notes.emplace_back("mounted a BPF file system on /sys/fs/bpf");
  }
  return {};
}

Result<Descriptor> lock_directory(const fs::path& directory) {
  Descriptor lock(open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!lock || flock(lock.get(), LOCK_EX) != 0)
    return std::unexpected(system_error("backend.no-pins", "cannot open " + directory.string()));
  return lock;
}

}  // namespace

Result<Pins> make_pins(const std::string& root, const std::string& interface, Undo& undo,
                       std::vector<std::string>& notes) {
  const fs::path home = fs::path(root).lexically_normal();
  if (!home.is_absolute())
    return std::unexpected(Error{"backend.bad-pins", "\"" + root + "\" is not an absolute path",
                                 "give --pins a directory on a BPF file system, such as /sys/fs/bpf/NAME",
                                 Exit::bad_input});
  if (auto ready = ensure_bpffs(home, undo, notes); !ready) return std::unexpected(std::move(ready.error()));

  const fs::path directory = home / file_name(interface) / layout_version;
  std::error_code problem;
  const bool is_new = fs::create_directories(directory, problem);
  if (problem)
    return std::unexpected(system_error("backend.no-pins", "cannot create " + directory.string(), "", problem.value()));
  if (is_new) undo.add([directory] { remove_pins({directory, Descriptor()}); });
  auto lock = lock_directory(directory);
  if (!lock) return std::unexpected(std::move(lock.error()));
  return Pins{directory, std::move(*lock)};
}

Result<Pins> find_pins(const std::string& root, const std::string& interface) {
  const fs::path directory = fs::path(root).lexically_normal() / file_name(interface) / layout_version;
  std::error_code ignored;
  if (!fs::exists(directory, ignored))
    return std::unexpected(Error{"backend.not-attached", "nothing is attached to " + interface,
                                 "attach with --balancer and --vip; other pins: --pins DIR", Exit::failure});
  auto lock = lock_directory(directory);
  if (!lock) return std::unexpected(std::move(lock.error()));
  return Pins{directory, std::move(*lock)};
}

std::vector<fs::path> neighbours(const Pins& pins) {
  std::vector<fs::path> found;
  std::error_code ignored;
  const fs::path own = pins.directory.parent_path();
  for (const auto& entry : fs::directory_iterator(own.parent_path(), ignored))
    if (entry.path() != own) found.push_back(entry.path() / layout_version);
  return found;
}

void clear_pins(const Pins& pins) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(pins.directory, ignored)) fs::remove(entry, ignored);
}

void remove_pins(const Pins& pins) {
  std::error_code ignored;
  fs::remove_all(pins.directory, ignored);
  const fs::path of_interface = pins.directory.parent_path();
  fs::remove(of_interface, ignored);  // these two only where they are empty
  fs::remove(of_interface.parent_path(), ignored);
}

}  // namespace guideway::backend
