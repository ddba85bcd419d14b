// A trace in words: the data plane's numbers with the names that belong to them, as the API gives it and
// `guideway trace` prints it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "dataplane/trace.h"

namespace guideway::control {

// TCP or UDP, and both ends; an error says which part is wrong.
Result<dataplane::TracedPacket> parse_traced(const std::string& protocol, const std::string& source,
                                             const std::string& destination);

// The packet as it would go now, or (for a config without a daemon) in an otherwise empty flow table.
Result<nlohmann::ordered_json> trace_json(const dataplane::Memory& memory, const dataplane::TracedPacket& packet,
                                          core::Tick now);

}  // namespace guideway::control
