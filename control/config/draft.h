// What the section readers fill: the model with the places that later checks point to. Sections are read
// each by itself; what needs more than one (checks.h) is looked at when all have been.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "control/config/model.h"
#include "control/config/report.h"

namespace guideway::config {

struct BackendDraft {
  Backend backend;  // without an address (family none) if the file's was refused
  bool weighted = false;
  Place place, name, address, weight;
};

struct PoolDraft {
  Pool pool;
  bool sized = true;  // table_size and weight_scale can be relied on
  bool scaled = true;
  bool health_given = false;
  Place place, table_size;
  std::vector<BackendDraft> backends;
};

struct ServiceDraft {
  Service service;
  std::string pool_name;
  bool protocol_read = false;
  bool port_read = false;  // so a port of 0 means any
  bool pool_found = false;
  Place place, name, vip, port, pool;
};

struct Draft {
  std::filesystem::path base_dir;  // what relative paths in the file are relative to
  Config config;                   // pools and services are filled in last
  Place node;
  std::vector<PoolDraft> pools;
  std::vector<ServiceDraft> services;
};

}  // namespace guideway::config
