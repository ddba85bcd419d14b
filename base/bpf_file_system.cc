#include "base/bpf_file_system.h"

#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/system_error.h"

namespace guideway {
namespace {

namespace fs = std::filesystem;

constexpr char usual_mount[] = "/sys/fs/bpf";

bool lies_on_one(fs::path path) {
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

Error missing(const fs::path& folder, std::string hint) {
  return {"no-bpf-file-system", folder.string() + " is not on a BPF file system", std::move(hint), Exit::failure};
}

}  // namespace

Result<bool> ensure_bpf_file_system(const fs::path& folder) {
  if (lies_on_one(folder)) return false;
  if (!folder.string().starts_with(usual_mount))
    return std::unexpected(missing(folder, "mount one there (mount -t bpf bpf FOLDER), or pin below /sys/fs/bpf"));
  if (!mounts_last())
    return std::unexpected(missing(folder,
                                   "one mounted now would end with this command; mount it outside first (mount -t bpf "
                                   "bpf /sys/fs/bpf), and use `nsenter --net=FILE`, not `ip netns exec`"));
  if (mount("bpf", usual_mount, "bpf", 0, "mode=0700") != 0)
    return std::unexpected(
        system_error("no-bpf-file-system", "cannot mount a BPF file system on /sys/fs/bpf", "run as root"));
  return true;
}

void unmount_bpf_file_system() { umount(usual_mount); }

}  // namespace guideway
