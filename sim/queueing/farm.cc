#include "sim/queueing/farm.h"

namespace guideway::sim {

Farm::Farm(std::span<const ServerShape> shapes) {
  for (const ServerShape& shape : shapes) servers_.push_back({shape.speed, shape.workers, {}});
}

void Farm::serve(double now, std::uint32_t server, const Request& request) {
  departures_.push({now + request.work / servers_[server].speed, begun_++, server, request});
}

void Farm::arrive(double now, std::uint32_t server, const Request& request) {
  Server& at = servers_[server];
  if (at.idle == 0) {
    at.waiting.push_back(request);
    return;
  }
  --at.idle;
  serve(now, server, request);
}

std::optional<Departure> Farm::leave(double until) {
  if (departures_.empty() || departures_.top().time > until) return std::nullopt;
  const Departure next = departures_.top();
  departures_.pop();
  Server& at = servers_[next.server];
  if (at.waiting.empty()) {
    ++at.idle;
  } else {
    const Request request = at.waiting.front();
    at.waiting.pop_front();
    serve(next.time, next.server, request);
  }
  return next;
}

}  // namespace guideway::sim
