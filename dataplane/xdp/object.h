// The compiled program with its maps, in the kernel: loaded anew, or adopted from where an earlier process
// pinned it. Maps are mapped into this process as a Memory.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "dataplane/memory.h"

struct bpf_object;

namespace guideway::dataplane {

// A file descriptor that closes itself.
class Fd {
 public:
  Fd() = default;
  explicit Fd(int fd) : fd_(fd) {}
  Fd(Fd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Fd& operator=(Fd&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Fd();
  [[nodiscard]] int get() const { return fd_; }
  [[nodiscard]] explicit operator bool() const { return fd_ >= 0; }

 private:
  int fd_ = -1;
};

class XdpObject {
 public:
  enum class Clock { kernel, from_root };  // from_root: time is what Root::now says (replay)

  // Loads the program and makes its maps; nothing is attached or pinned yet.
  static Result<XdpObject> load(Capacity capacity, Clock clock);

  // What an earlier process pinned under `folder`; an error with code "xdp.not-pinned" where there is nothing.
  static Result<XdpObject> adopt(const std::string& folder);

  // Pins maps and program under `folder`, which must be new; all or nothing.
  Result<void> pin(const std::string& folder) const;

  [[nodiscard]] int program() const { return program_.get(); }
  [[nodiscard]] Memory& memory() { return memory_; }

 private:
  XdpObject() = default;
  Result<void> map_arrays();

  struct Unmap {
    std::size_t size;
    void operator()(void* pages) const;
  };
  Fd program_;
  std::vector<std::pair<std::string, Fd>> maps_;
  std::vector<std::unique_ptr<void, Unmap>> pages_;
  Memory memory_;
};

// Returns once every program run that was under way has ended (membarrier(2), MEMBARRIER_CMD_GLOBAL).
void wait_for_programs();

}  // namespace guideway::dataplane
