// May this process load programs and change the network? Asked first, so that a missing privilege is one
// clear answer and not whichever step happened to be refused.
#pragma once

#include "base/error.h"

namespace guideway {

Result<void> check_privilege();

}  // namespace guideway
