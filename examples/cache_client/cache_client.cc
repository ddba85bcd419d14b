// A client of a cache of many shards. It finds the shard of a key from the list of shards alone, so that all
// clients agree without talking to each other. Then a shard is lost, and what matters is what else moves:
// every other key that changes its shard is a miss for nothing.
#include <guideway/balance/maglev.h>
#include <guideway/balance/modulo.h>
#include <guideway/balance/rendezvous.h>
#include <guideway/balance/ring.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace balance = guideway::balance;

using Shards = std::vector<balance::Backend>;

constexpr std::string_view kLost = "cache-3";

std::string key(std::size_t user) { return "user:" + std::to_string(user) + ":profile"; }

// Without a weight a shard gets no keys, and the others keep their places in the list.
Shards without(std::string_view lost, Shards shards) {
  for (auto& shard : shards)
    if (shard.name == lost) shard.weight = 0;
  return shards;
}

[[noreturn]] void give_up(const guideway::Error& error) {
  std::cerr << guideway::to_text(error) << '\n';
  std::exit(static_cast<int>(error.exit));
}

// What a policy makes of the loss; `build` is its builder.
template <class Build>
void lose_a_shard(std::string_view policy, const Shards& shards, Build build) {
  constexpr std::size_t kKeys = 100'000;
  const auto before = build(shards), after = build(without(kLost, shards));
  if (!before) give_up(before.error());
  if (!after) give_up(after.error());

  std::size_t lost = 0, needless = 0;
  for (std::size_t user = 0; user < kKeys; ++user) {
    const auto was = before->pick(key(user)), is = after->pick(key(user));
    if (shards[was].name == kLost)
      ++lost;
    else if (was != is)
      ++needless;
  }
  std::cout << std::left << std::setw(20) << policy << std::right << std::setw(12) << lost << std::setw(12) << needless
            << '\n';
}

void show_where_keys_are(const Shards& shards) {
  const auto before = balance::build_maglev(shards), after = balance::build_maglev(without(kLost, shards));
  if (!before) give_up(before.error());
  if (!after) give_up(after.error());
  for (std::size_t user = 1; user <= 6; ++user)
    std::cout << key(user) << ": " << shards[before->pick(key(user))].name << ", then "
              << shards[after->pick(key(user))].name << '\n';
}

}  // namespace

int main() {
  const Shards shards = {{"cache-1"}, {"cache-2"}, {"cache-3"}, {"cache-4"}, {"cache-5"}, {"cache-6", 50}};

  std::cout << kLost << " is lost:\n";
  show_where_keys_are(shards);

  std::cout << "\nof 100000 keys        were on it  needlessly moved\n";
  lose_a_shard("maglev", shards, [](const Shards& list) { return balance::build_maglev(list); });
  lose_a_shard("rendezvous", shards, [](const Shards& list) { return balance::build_rendezvous(list); });
  lose_a_shard("ring", shards, [](const Shards& list) { return balance::build_ring(list); });
  lose_a_shard("modulo", shards, [](const Shards& list) { return balance::build_modulo(list); });
}
