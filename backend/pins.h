// Where maps and the link are pinned: PINS/INTERFACE/v1/, on a BPF file system. What is pinned lives on
// without any process; one command at a time works on it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/descriptor.h"
#include "base/error.h"
#include "base/undo.h"

namespace guideway::backend {

struct Pins {
  std::filesystem::path directory;
  Descriptor lock;  // held while it is open

  [[nodiscard]] std::filesystem::path at(const char* name) const { return directory / name; }
};

// Makes the directory where it is missing, and mounts a BPF file system on /sys/fs/bpf where that is
// where pins shall lie and none is mounted. `notes` gets what a person should know of it.
Result<Pins> make_pins(const std::string& root, const std::string& interface, Undo& undo,
                       std::vector<std::string>& notes);

// Those that are there; an error where there are none.
Result<Pins> find_pins(const std::string& root, const std::string& interface);

// The directories of other interfaces' pins beside these.
std::vector<std::filesystem::path> neighbours(const Pins& pins);

// Removes what is pinned, and keeps the directory.
void clear_pins(const Pins& pins);

// Removes the directory with all that is pinned in it, and the directories above that are empty then.
void remove_pins(const Pins& pins);

}  // namespace guideway::backend
