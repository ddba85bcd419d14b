// The compiled program with its maps, in the kernel. The program is always this binary's; the maps may be those
// of an earlier process, pinned under a folder that carries their layout's version. They are mapped into
// this process as a Memory.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/descriptor.h"
#include "base/error.h"
#include "dataplane/memory.h"

struct bpf_object;

namespace guideway::dataplane {

class XdpObject {
 public:
  enum class Clock { kernel, from_root };  // from_root: time is what Root::now says (replay)

  // Loads the program; nothing is attached yet. Where `pins` names a folder in which an earlier process pinned
  // all of the maps, they are used as they are, flow table, tables and counters included, with the sizes they
  // have; `adopted` then says so. Otherwise maps are made, and pinned there. Without `pins` nothing is pinned.
  static Result<XdpObject> load(Capacity capacity, Clock clock, const std::string& pins = {});

  [[nodiscard]] bool adopted() const { return adopted_; }
  [[nodiscard]] int program() const { return program_.get(); }
  [[nodiscard]] const Memory& memory() const { return memory_; }

 private:
  XdpObject() = default;
  Result<void> map_arrays();
  Result<void> pin(const std::string& folder) const;

  struct Unmap {
    std::size_t size;
    void operator()(void* pages) const;
  };
  Descriptor program_;
  std::vector<std::pair<std::string, Descriptor>> maps_;
  bool adopted_ = false;
  std::vector<std::unique_ptr<void, Unmap>> pages_;
  Memory memory_;
};

// Returns once every program run that was under way has ended (membarrier(2), MEMBARRIER_CMD_GLOBAL).
void wait_for_programs();

}  // namespace guideway::dataplane
