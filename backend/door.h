// The decapsulating program at the door: attached to the interface by XDP, through a pinned link, so that it
// needs no process. A program that is there is replaced in one step, and no packet meets none.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "backend/interface.h"
#include "base/error.h"
#include "base/undo.h"

namespace guideway::backend {

enum class Mode { none, native, generic };
const char* name_of(Mode mode);

// How XDP is attached to an interface, by whomever.
Mode mode_of(const Interface& interface);

enum class Link { absent, dead, here, elsewhere };

// What the pin holds: a link that lost its interface is dead, one of another interface is elsewhere.
Link find_link(const std::filesystem::path& pin, int interface);

// An error where somebody else's program is attached.
Result<void> check_free(const Interface& interface);

// Attaches, natively where the driver can, else generically (`notes` says so), or replaces what the pin holds.
Result<void> open_door(const std::filesystem::path& pin, const Interface& interface, int program, Undo& undo,
                       std::vector<std::string>& notes);
void close_door(const std::filesystem::path& pin);

}  // namespace guideway::backend
