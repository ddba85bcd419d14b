// The top of the file.
#include "control/config/sections.h"

namespace guideway::config {
namespace {

constexpr Setting<Draft> kDocument[] = {
    {{"cluster", kRequired, "what all balancers of a cluster share"}, read_cluster},
    {{"node", kRequired, "what is this balancer's own"}, read_node},
    {{"api", "", "the socket that commands talk to"}, read_api},
    {{"metrics", "", "where Prometheus reads"}, read_metrics},
    {{"pools", kRequired, "the backends, by the pool's name, and how they are chosen and checked"}, read_pools},
    {{"services", kRequired, "the list of what clients connect to"}, read_services},
};

}  // namespace

void read_document(const Value& root, Draft& draft) { read_section(root, kDocument, draft); }

void describe_document(Reference& reference) { reference.push_back(keys_of("", kDocument)); }

}  // namespace guideway::config
