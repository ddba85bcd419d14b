#include "sim/support/flow_table.h"

#include <algorithm>

#include "core/hash/mix.h"

namespace guideway::sim {

namespace {
constexpr std::uint32_t kWays = 6;  // entries of a line
}

Forgetting forgetting_of(std::string_view word) {
  if (word == "lru") return Forgetting::lru;
  if (word == "line") return Forgetting::line;
  return word == "keep" ? Forgetting::keep : Forgetting::none;
}

FlowTable::FlowTable(Forgetting forgetting, std::uint32_t flows, std::uint32_t entries)
    : forgetting_(forgetting),
      entries_(flows),
      lines_(std::max(1U, (entries + kWays / 2) / kWays)),
      room_(std::max(1U, entries)) {}

std::optional<std::uint32_t> FlowTable::find(std::uint32_t flow) {
  Entry& entry = entries_[flow];
  if (entry.backend == kNobody) return std::nullopt;
  entry.seen = ++now_;
  if (forgetting_ == Forgetting::lru) {
    unlink(flow);
    append(flow);
  }
  return entry.backend;
}

void FlowTable::put(std::uint32_t flow, std::uint32_t backend) {
  Entry& entry = entries_[flow];
  const bool known = entry.backend != kNobody;
  if (forgetting_ == Forgetting::none) return;
  if (forgetting_ == Forgetting::lru) {
    if (known) {
      unlink(flow);
    } else if (held_ == room_) {
      entries_[oldest_].backend = kNobody;
      unlink(oldest_);
    } else {
      ++held_;
    }
    append(flow);
  } else if (!known && !make_room_in_line(flow)) {
    return;
  }
  entry.backend = backend;
  entry.seen = ++now_;
}

bool FlowTable::make_room_in_line(std::uint32_t flow) {
  auto& line = lines_[core::mix(flow) % lines_.size()];
  if (line.size() < kWays) {
    line.push_back(flow);
    return true;
  }
  if (forgetting_ == Forgetting::keep) return false;
  const auto victim = std::ranges::min_element(line, {}, [&](std::uint32_t held) { return entries_[held].seen; });
  entries_[*victim].backend = kNobody;
  *victim = flow;
  return true;
}

void FlowTable::unlink(std::uint32_t flow) {
  const Entry& entry = entries_[flow];
  (entry.older == kNobody ? oldest_ : entries_[entry.older].newer) = entry.newer;
  (entry.newer == kNobody ? newest_ : entries_[entry.newer].older) = entry.older;
}

void FlowTable::append(std::uint32_t flow) {
  entries_[flow].older = newest_;
  entries_[flow].newer = kNobody;
  (newest_ == kNobody ? oldest_ : entries_[newest_].newer) = flow;
  newest_ = flow;
}

}  // namespace guideway::sim
