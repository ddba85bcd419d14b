// The two programs, out of the object that is part of this binary, loaded over the pinned maps (which are
// created and pinned where they are missing).
#pragma once

#include <filesystem>
#include <memory>

#include "base/error.h"

struct bpf_object;

namespace guideway::backend {

struct CloseObject {
  void operator()(bpf_object* object) const;
};

struct Programs {
  std::unique_ptr<bpf_object, CloseObject> object;
  int decapsulate = -1;  // descriptors that the object owns
  int clamp_mss = -1;
};

Result<Programs> load_programs(const std::filesystem::path& pins);

}  // namespace guideway::backend
