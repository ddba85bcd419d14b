// api and metrics: where the daemon itself listens.
#include "control/config/address.h"
#include "control/config/sections.h"
#include "control/config/word.h"

namespace guideway::config {
namespace {

constexpr std::size_t kLongestSocket = 107;  // sockaddr_un's path, less its NUL

constexpr Setting<Draft> kApi[] = {
    {{"socket", "/run/guideway/api.sock", "the unix socket of the API"},
     [](const Value& value, Draft& draft) { read_absolute_path(value, kLongestSocket, draft.config.api_socket); }},
};

constexpr Setting<Draft> kMetrics[] = {
    {{"listen", "127.0.0.1:9707", "the address and port of the metrics, plain HTTP and open to whoever reaches it"},
     [](const Value& value, Draft& draft) {
       Endpoint& listen = draft.config.metrics_listen;
       if (read_endpoint(value, listen) && !is_loopback(listen.address))
         value.warning("metrics-exposed", to_text(listen.address) + " is not a loopback address",
                       "anybody who reaches it reads the metrics; see to a firewall");
     }},
};

}  // namespace

void read_api(const Value& value, Draft& draft) { read_section(value, kApi, draft); }
void read_metrics(const Value& value, Draft& draft) { read_section(value, kMetrics, draft); }

void describe_listeners(Reference& reference) {
  reference.push_back(keys_of("api", kApi));
  reference.push_back(keys_of("metrics", kMetrics));
}

}  // namespace guideway::config
