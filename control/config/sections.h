// The sections of the file, one source file each (cluster.cc, node.cc, ...): its settings as a table.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "control/config/draft.h"
#include "control/config/setting.h"

namespace guideway::config {

// Reads the whole document.
void read_document(const Value& root, Draft& draft);

void read_cluster(const Value& value, Draft& draft);
void read_node(const Value& value, Draft& draft);
void read_api(const Value& value, Draft& draft);
void read_metrics(const Value& value, Draft& draft);
void read_pools(const Value& value, Draft& draft);
void read_services(const Value& value, Draft& draft);

void read_backends(const Value& value, PoolDraft& draft);
void read_health(const Value& value, PoolDraft& draft);
bool read_seed(const Value& value, const std::filesystem::path& file, Seed& seed);

// A section for the reference: where it lies in the file, and its keys.
struct SectionKeys {
  std::string_view path;
  std::vector<Key> keys;
};

template <class Target, std::size_t Count>
SectionKeys keys_of(std::string_view path, const Setting<Target> (&settings)[Count]) {
  SectionKeys section{path, {}};
  for (const auto& setting : settings) section.keys.push_back(setting.key);
  return section;
}

using Reference = std::vector<SectionKeys>;
void describe_document(Reference& reference);
void describe_cluster(Reference& reference);
void describe_node(Reference& reference);
void describe_listeners(Reference& reference);
void describe_pools(Reference& reference);
void describe_backends(Reference& reference);
void describe_health(Reference& reference);
void describe_services(Reference& reference);

}  // namespace guideway::config
