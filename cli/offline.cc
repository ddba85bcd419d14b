#include "cli/offline.h"

#include "cli/load_config.h"
#include "cli/output.h"

namespace guideway::cli {

Result<Offline> load_offline(const std::string& file) {
  auto config = load_config(file);
  if (!config) return std::unexpected(Error{"config.bad", file + " is wrong", "see the lines above", Exit::bad_input});
  control::Tables tables;
  auto computed = control::compute_snapshot(*config, control::all_up(*config), tables, 1);
  if (!computed) return std::unexpected(computed.error());
  return Offline{std::move(*config), std::move(*computed)};
}

Result<dataplane::Publisher> publish_offline(const Offline& offline, const dataplane::Memory& memory,
                                             const Mac& next_hop) {
  dataplane::Publisher publisher(memory, [] {});
  const dataplane::NextHop hop{.interface = UINT32_MAX, .source = default_source, .destination = next_hop, .mtu = 1500};
  for (const dataplane::Backend& backend : offline.computed.snapshot.backends)
    publisher.set_next_hop(backend.address, hop);
  if (const auto applied = publisher.apply(offline.computed.snapshot); !applied)
    return std::unexpected(applied.error());
  return publisher;
}

}  // namespace guideway::cli
