#include "backend/pins.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#include <algorithm>
#include <cerrno>

#include "backend/layout.h"

namespace guideway::backend {
namespace {

namespace fs = std::filesystem;

constexpr char usual_mount[] = "/sys/fs/bpf";

// The BPF file system keeps names with a dot for itself, and no interface's name holds a colon.
std::string file_name(std::string interface) {
  std::ranges::replace(interface, '.', ':');
  return interface;
}

bool is_on_bpffs(fs::path path) {
  std::error_code ignored;
  while (!fs::exists(path, ignored) && path.has_relative_path()) path = path.parent_path();
  struct statfs info{};
  return statfs(path.c_str(), &info) == 0 && static_cast<unsigned long>(info.f_type) == BPF_FS_MAGIC;
}

// A mount made in a mount namespace that only one command lives in (`ip netns exec`) would end with the
// command, and all that is pinned with it. There, the parent lives in another.
bool mounts_last() {
  struct stat own{}, parent{};
  return stat("/proc/self/ns/mnt", &own) == 0 &&
         stat(fmt::format("/proc/{}/ns/mnt", getppid()).c_str(), &parent) == 0 && own.st_ino == parent.st_ino;
}

Error no_bpffs(const fs::path& path, std::string hint) {
  return {"backend.no-bpffs", path.string() + " is not on a BPF file system", std::move(hint), Exit::failure};
}

Result<void> ensure_bpffs(const fs::path& root, Undo& undo, std::vector<std::string>& notes) {
  if (is_on_bpffs(root)) return {};
  if (!root.string().starts_with(usual_mount))
    return std::unexpected(no_bpffs(root, "mount one there (mount -t bpf bpf DIR), or give --pins below /sys/fs/bpf"));
  if (!mounts_last())
    return std::unexpected(no_bpffs(root,
                                    "one mounted now would end with this command; mount it outside first (mount -t bpf "
                                    "bpf /sys/fs/bpf), and use `nsenter --net=FILE`, not `ip netns exec`"));
  if (mount("bpf", usual_mount, "bpf", 0, "mode=0700") != 0)
    return std::unexpected(system_error("backend.no-bpffs", "cannot mount a BPF file system on /sys/fs/bpf"));
  undo.add([] { umount(usual_mount); });
  notes.emplace_back("mounted a BPF file system on /sys/fs/bpf");
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
