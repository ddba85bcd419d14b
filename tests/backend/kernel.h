// The loaded programs, run over frames by BPF_PROG_TEST_RUN: the kernel's own way through them, without
// an interface.
#pragma once

#include <gtest/gtest.h>

#include "backend/maps.h"
#include "backend/programs.h"
#include "tests/backend/packet.h"
#include "tests/netns/namespace.h"

namespace guideway::backend {

struct Outcome {
  std::uint32_t action;  // XDP_*, TC_ACT_*
  packet::Bytes frame;
};

Outcome test_run(int program, const packet::Bytes& frame);

// Programs and maps in a network namespace, shared by the tests of a suite; each test finds the lists empty.
class KernelTest : public testing::Test {
 protected:
  static void SetUpTestSuite();
  static void TearDownTestSuite();
  void SetUp() override;

  // The frame's way through `decapsulate`: its outcome, and the one reason that was counted.
  std::pair<Outcome, Reason> decapsulate(const packet::Bytes& frame);
  Outcome clamp(const packet::Bytes& frame) { return test_run(kernel->programs.clamp_mss, frame); }

  Maps& maps() { return kernel->maps; }
  netns::Namespace& space() { return kernel->space; }

  struct Kernel {
    netns::Namespace space;
    netns::Inside inside{space};
    Programs programs;
    Maps maps;
  };
  static std::unique_ptr<Kernel> kernel;
};

}  // namespace guideway::backend
