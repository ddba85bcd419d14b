// cluster: what all balancers of a cluster share.
#include "control/config/sections.h"
#include "control/config/word.h"

namespace guideway::config {
namespace {

constexpr Setting<Draft> kCluster[] = {
    {{"seed", kRequired, "a file with 32 hex digits, the same on every balancer: the key of the flow hash"},
     [](const Value& value, Draft& draft) {
       std::string path;
       if (!read_text(value, "a file's path", path)) return;
       const auto file = draft.base_dir / path;  // an absolute path stays what it is
       draft.config.seed_file = file.string();
       read_seed(value, file, draft.config.seed);
     }},
};

}  // namespace

void read_cluster(const Value& value, Draft& draft) { read_section(value, kCluster, draft); }

void describe_cluster(Reference& reference) { reference.push_back(keys_of("cluster", kCluster)); }

}  // namespace guideway::config
