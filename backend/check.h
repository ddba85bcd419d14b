// What is wrong with a setup by itself, before anything is asked of this host.
#pragma once

#include "backend/backend.h"

namespace guideway::backend {

Result<void> check(const Setup& setup);

}  // namespace guideway::backend
