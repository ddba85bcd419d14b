// From values to places along an axis, and which values to write beside it.
#pragma once

#include <string>
#include <vector>

#include "sim/report.h"

namespace guideway::sim {

class Scale {
 public:
  // Spans all of `values`, and 0 where it is linear and `from_zero`. On the page it runs from `begin` to `end`.
  Scale(const std::vector<double>& values, const Axis& axis, bool from_zero, double begin, double end);

  double place(double value) const;

  struct Tick {
    double value;
    std::string text;
  };
  // Between about four and ten round numbers.
  std::vector<Tick> ticks() const;

 private:
  double measure(double value) const;  // the value itself, or its logarithm

  bool logarithmic_;
  double low_, high_;
  double begin_, end_;
};

}  // namespace guideway::sim
