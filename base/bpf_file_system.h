// Where programs and maps are pinned must be a BPF file system.
#pragma once

#include <filesystem>

#include "base/error.h"

namespace guideway {

// Makes sure that `folder`, which need not exist, lies on one: mounts it on /sys/fs/bpf where that is where
// `folder` lies and none is mounted. True where it was mounted now.
Result<bool> ensure_bpf_file_system(const std::filesystem::path& folder);

void unmount_bpf_file_system();  // undoes that

}  // namespace guideway
