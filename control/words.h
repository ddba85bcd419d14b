// The one spelling of every enumeration, for JSON, metrics, logs and people.
#pragma once

#include <string_view>

#include "control/config/model.h"
#include "core/forward/state.h"

namespace guideway::control {

constexpr std::string_view name(core::BackendState state) {
  switch (state) {
    case core::BackendState::down: return "down";
    case core::BackendState::draining: return "draining";
    case core::BackendState::up: return "up";
  }
  return "unknown";
}

constexpr std::string_view name(config::Protocol protocol) { return protocol == config::Protocol::tcp ? "tcp" : "udp"; }

constexpr std::string_view name(config::Affinity affinity) {
  switch (affinity) {
    case config::Affinity::five_tuple: return "5-tuple";
    case config::Affinity::three_tuple: return "3-tuple";
    case config::Affinity::client: return "client";
  }
  return "unknown";
}

constexpr std::string_view name(config::Encapsulation) { return "gre"; }
constexpr std::string_view name(config::Policy policy) { return balance::name_of(policy); }

}  // namespace guideway::control
