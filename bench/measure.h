// Timing of rivals within one run. They take turns, so that whatever else the machine does hits all
// alike; time is the thread's own, so that being preempted does not count; and what is compared is the
// median over the rounds of the ratio within a round. Such a figure carries over to another machine.
#pragma once

#include <time.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace guideway::bench {

// Keeps the compiler from leaving out work whose result nobody uses.
inline void keep(const void* result) { asm volatile("" : : "r"(result) : "memory"); }

// Has freed memory kept for the next round, so that a round pays for its own work and not for the kernel's fresh pages,
// whose price differs between machines a hundredfold.
void keep_memory();

inline double thread_milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

template <class Work>
double milliseconds(Work&& work) {
  const double begin = thread_milliseconds();
  work();
  return thread_milliseconds() - begin;
}

double median(std::vector<double> values);

// One line of a result: something measured, and against what. run.py reads these as JSON.
struct Row {
  std::string what;
  std::string against;
  std::string unit;
  double value;  // medians over the rounds
  double baseline;
  double ratio;     // the median of value / baseline within a round
  double goal = 0;  // the ratio to stay below; 0: none
};

template <class Work, class Baseline>
Row compare(std::string what, std::string against, double goal, std::size_t rounds, Work&& work, Baseline&& baseline) {
  std::vector<double> values, baselines, ratios;
  for (std::size_t round = 0; round < rounds; ++round) {
    baselines.push_back(milliseconds(baseline));
    values.push_back(milliseconds(work));
    ratios.push_back(values.back() / baselines.back());
  }
  return {std::move(what), std::move(against), "ms", median(values), median(baselines), median(ratios), goal};
}

// The whole of a benchmark's output: lines for people, or with --json among the arguments one object.
void report(const std::vector<Row>& rows, int argc, char** argv);

}  // namespace guideway::bench
