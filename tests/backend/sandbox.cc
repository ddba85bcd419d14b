#include "tests/backend/sandbox.h"

#include <fmt/format.h>
#include <sched.h>
#include <sys/mount.h>

#include <cerrno>
#include <system_error>

namespace guideway::backend {
namespace {

constexpr const char* place = "/sys/fs/bpf";

bool make_place() {
  if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
      mount("bpf", place, "bpf", 0, "mode=0700") != 0)
    throw std::system_error(errno, std::generic_category(), "a BPF file system for tests");
  return true;
}

}  // namespace

std::string new_pins() {
  static const bool made = make_place();
  static int count = 0;
  return fmt::format("{}/{}-{}", place, made ? "test" : "", ++count);
}

}  // namespace guideway::backend
