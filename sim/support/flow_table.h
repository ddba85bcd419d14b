// What a balancer remembers of flows: which backend each was sent to, as long as there is room. Flows are numbers below
// a bound, so that the memory is an array; who is forgotten is what the kinds differ in.
//
//   lru   the flow unseen for longest makes room, of all
//   line  flows hash to lines of six, and the one of the line unseen for longest makes room
//   keep  lines of six, and a newcomer to a full line is not remembered (so does core/flow/, of flows that are kept)
//   none  nothing is remembered
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace guideway::sim {

enum class Forgetting : std::uint8_t { lru, line, keep, none };

inline constexpr std::string_view kFlowTables = "lru line keep none";
Forgetting forgetting_of(std::string_view word);  // one of kFlowTables

class FlowTable {
 public:
  FlowTable(Forgetting forgetting, std::uint32_t flows, std::uint32_t entries);

  // Where a flow was sent, if that is remembered; this counts as seeing it.
  std::optional<std::uint32_t> find(std::uint32_t flow);

  // Remembers where it is sent from now on.
  void put(std::uint32_t flow, std::uint32_t backend);

 private:
  static constexpr std::uint32_t kNobody = UINT32_MAX;

  struct Entry {
    std::uint32_t backend = kNobody;  // kNobody: not remembered
    std::uint32_t seen = 0;
    std::uint32_t older = kNobody, newer = kNobody;  // for lru: the list of all by last sight
  };

  void unlink(std::uint32_t flow);
  void append(std::uint32_t flow);
  bool make_room_in_line(std::uint32_t flow);

  Forgetting forgetting_;
  std::vector<Entry> entries_;                     // by flow
  std::vector<std::vector<std::uint32_t>> lines_;  // of flows
  std::uint32_t room_, held_ = 0, oldest_ = kNobody, newest_ = kNobody;
  std::uint32_t now_ = 0;
};

}  // namespace guideway::sim
