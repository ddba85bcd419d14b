// The benchmark's own BPF programs, loaded: the floor, and the wrapper around a program under test.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/error.h"
#include "bench/xdp_floor.h"
#include "bench/xdp_traffic.h"

struct bpf_object;

namespace guideway::bench {

using Frame = std::vector<std::uint8_t>;

struct CloseObject {
  void operator()(bpf_object* object) const;
};
struct UnmapPage {
  void operator()(void* page) const;
};
using ObjectHandle = std::unique_ptr<bpf_object, CloseObject>;

class FloorPrograms {
 public:
  static Result<FloorPrograms> load(const Floor& header);

  [[nodiscard]] int floor() const;    // pushes that header
  [[nodiscard]] int nothing() const;  // does nothing

 private:
  explicit FloorPrograms(ObjectHandle object) : object_(std::move(object)) {}
  ObjectHandle object_;
};

class Wrapper {
 public:
  // Around an XDP program, which stays loaded by itself.
  static Result<Wrapper> around(int program);

  // What comes through: set before a run, read after it.
  [[nodiscard]] Traffic& traffic() { return *static_cast<Traffic*>(page_.get()); }

  // Runs `packets` rounds on `frame`; nanoseconds of this thread a packet. An error where a packet was not sent.
  Result<double> run(const Frame& frame, std::uint32_t packets);

 private:
  explicit Wrapper(ObjectHandle object) : object_(std::move(object)) {}
  ObjectHandle object_;
  int wrapper_ = -1;
  std::unique_ptr<void, UnmapPage> page_;  // the wrapper's global variables
};

// One packet through a program: the frame that it sends. An error where it does not.
Result<Frame> send_one(int program, const Frame& frame);

// An error where the kernel interprets programs rather than compiling them.
Result<void> check_compiled(int program);

}  // namespace guideway::bench
