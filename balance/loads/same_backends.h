// Policies that choose by load stand on an object that was built before, and hold loads by the same indexes: the
// list given to them must be the one that the object was built of.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "balance/backend.h"
#include "balance/roster.h"

namespace guideway::balance {

// balance.other-backends. Built: whatever has backends() and name(i).
template <class Built>
std::optional<Error> check_same_backends(const Built& built, std::span<const Backend> backends) {
  const auto refuse = [](std::string message) {
    return bad_input("balance.other-backends", std::move(message), "give the list that it was built of, in its order");
  };
  if (built.backends() != backends.size())
    return refuse(std::to_string(backends.size()) + " backends over what was built of " +
                  std::to_string(built.backends()));
  for (std::size_t i = 0; i < backends.size(); ++i)
    if (built.name(i) != backends[i].name)
      return refuse("backend " + std::to_string(i) + " is " + std::string(backends[i].name) + " here and " +
                    std::string(built.name(i)) + " there");
  return std::nullopt;
}

}  // namespace guideway::balance
