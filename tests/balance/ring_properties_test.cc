// What must hold of every ring.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <vector>

#include "balance/ring.h"
#include "tests/balance/given.h"
#include "tests/balance/surprise.h"

namespace guideway::balance {
namespace {

Ring build(const std::vector<Backend>& backends, const RingOptions& options) {
  auto ring = build_ring(backends, options);
  RC_ASSERT(ring.has_value());
  return *std::move(ring);
}

RC_GTEST_PROP(Ring, HasAsManyPointsAsItsBoundsAllow, ()) {
  const auto g = given();
  const auto backends = g.backends();
  RingOptions options = {.points = *rc::gen::inRange(1U, 1000U), .weight_scale = g.options.weight_scale};
  options.min_points = *rc::gen::inRange(0U, 5000U);
  options.max_points =
      *rc::gen::inRange(std::max(options.min_points, static_cast<std::uint32_t>(backends.size())), 9000U);
  const auto points = build(backends, options).size();
  RC_ASSERT(points <= options.max_points);
  // Points come in steps of up to one a backend, and there may be none between the bounds: then the upper one holds.
  options.points = 1;
  options.max_points = kMaxRingPoints;
  RC_ASSERT(points >= options.min_points || build(backends, options).size() > points);
}

struct Shares {
  std::vector<std::uint32_t> points;
  std::vector<double> of_circle;
};

Shares shares(const Ring& ring, std::size_t backends) {
  Shares shares{std::vector<std::uint32_t>(backends), std::vector<double>(backends)};
  std::uint64_t before = ring.position(ring.size() - 1);
  for (std::uint32_t point = 0; point < ring.size(); ++point) {
    const double arc = std::ldexp(static_cast<double>(ring.position(point) - before), -64);
    ++shares.points[ring.owner(point)];
    shares.of_circle[ring.owner(point)] += ring.size() == 1 ? 1 : arc;
    before = ring.position(point);
  }
  return shares;
}

// With k of all n + 1 points a backend has the share x or less with the chance that of n throws k or more hit x.
RC_GTEST_PROP(Ring, SharesTheCircleAsPointsByChanceDo, ()) {
  const auto g = given();
  const auto ring =
      build(g.backends(), {.points = *rc::gen::inRange(1U, 200U), .weight_scale = g.options.weight_scale});
  const auto [points, of_circle] = shares(ring, g.weights.size());
  const auto n = ring.size() - 1;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i] == 0 || points[i] > n) continue;
    const double mean = points[i] / (n + 1.0);
    RC_ASSERT(surprise(n, points[i] - (of_circle[i] > mean), of_circle[i]) < kNeverSeen);
  }
}

// Slots ask at equal distances (to within 2^-32 of the circle), so that each point has its part to within one.
RC_GTEST_PROP(Ring, SharesATableAsItsCircle, ()) {
  const auto g = given();
  const auto backends = g.backends();
  const RingOptions options = {.points = *rc::gen::inRange(1U, 10U), .weight_scale = g.options.weight_scale};
  const auto [points, of_circle] = shares(build(backends, options), backends.size());
  const auto counts = build_ring_table(backends, {.size = g.options.size, .ring = options})->counts();
  for (std::size_t i = 0; i < points.size(); ++i)
    RC_ASSERT(std::abs(counts[i] - of_circle[i] * g.options.size) <= points[i] * 1.0001);
}

}  // namespace
}  // namespace guideway::balance
