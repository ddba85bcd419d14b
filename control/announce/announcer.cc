#include "control/announce/announcer.h"

#include <fmt/format.h>
#include <linux/rtnetlink.h>

#include <cerrno>
#include <optional>

#include "control/announce/blackhole.h"

namespace guideway::announce {
namespace {

std::set<Address> difference(const std::set<Address>& from, const std::set<Address>& without) {
  std::set<Address> rest = from;
  std::erase_if(rest, [&](const Address& address) { return without.contains(address); });
  return rest;
}

// One table's way from what it holds to what it should hold. Goes on after a failure and keeps the first.
class Table {
 public:
  Table(netlink::Socket& socket, std::uint32_t number) : blackholes_(socket, number), number_(number) {}

  Result<void> read() {
    auto list = blackholes_.list();
    if (!list) return std::unexpected(failure("cannot read the routes", list.error()));
    held_ = std::move(*list);
    return {};
  }

  [[nodiscard]] const std::set<Address>& held() const { return held_; }

  std::vector<Address> add_missing(const std::set<Address>& wanted) {
    std::vector<Address> added;
    for (const Address& address : difference(wanted, held_)) {
      if (const auto done = blackholes_.add(address)) {
        added.push_back(address);
        held_.insert(address);
      } else {
        keep(refused(address, done.error()));
      }
    }
    return added;
  }

  std::vector<Address> remove_others(const std::set<Address>& wanted) {
    std::vector<Address> removed;
    for (const Address& address : difference(held_, wanted)) {
      if (const auto done = blackholes_.remove(address)) {
        removed.push_back(address);
        held_.erase(address);
      } else {
        keep(failure("cannot remove the route to " + to_text(address), done.error()));
      }
    }
    return removed;
  }

  std::optional<Error> first_failure;

 private:
  void keep(Error error) {
    if (!first_failure) first_failure = std::move(error);
  }

  [[nodiscard]] Error failure(const std::string& what, const netlink::Refusal& refusal) const {
    return netlink::to_error("announce.route-failed", fmt::format("{} in table {}", what, number_), refusal);
  }

  [[nodiscard]] Error refused(const Address& address, const netlink::Refusal& refusal) const {
    if (refusal.number != EEXIST) return failure("cannot set a route to " + to_text(address), refusal);
    return {"announce.foreign-route",
            fmt::format("table {} has a route to {} that is not ours", number_, to_text(address)),
            fmt::format("remove it: ip route del {} table {}", to_text(address), number_), Exit::failure};
  }

  Blackholes blackholes_;
  std::uint32_t number_;
  std::set<Address> held_;
};

}  // namespace

Result<Announcer> Announcer::open(std::uint32_t table) {
  // In these, announcements and guards would be one; 0 stands for "unspecified".
  if (table == RT_TABLE_UNSPEC || (table >= RT_TABLE_DEFAULT && table <= RT_TABLE_LOCAL))
    return std::unexpected(Error{"announce.bad-table", fmt::format("table {} is the kernel's own", table),
                                 "choose announce.table from 1 to 252", Exit::bad_input});
  auto socket = netlink::Socket::open();
  if (!socket) return std::unexpected(std::move(socket.error()));
  return Announcer(std::move(*socket), table);
}

Result<Changes> Announcer::sync(const std::set<Address>& announced, const std::set<Address>& guarded) {
  Table own(socket_, table_), guards(socket_, RT_TABLE_MAIN);
  for (Table* table : {&own, &guards})
    if (auto done = table->read(); !done) return std::unexpected(std::move(done.error()));

  std::set<Address> guards_wanted = guarded;
  guards_wanted.insert(announced.begin(), announced.end());

  // A guard comes before the announcement that draws packets, and goes after it.
  Changes changes;
  changes.withdrawn = own.remove_others(announced);
  guards.add_missing(guards_wanted);
  std::set<Address> safe = announced;
  std::erase_if(safe, [&](const Address& vip) { return !guards.held().contains(vip); });
  changes.announced = own.add_missing(safe);
  guards_wanted.insert(own.held().begin(), own.held().end());
  guards.remove_others(guards_wanted);

  for (Table* table : {&own, &guards})
    if (table->first_failure) return std::unexpected(std::move(*table->first_failure));
  return changes;
}

Result<std::set<Address>> Announcer::announced() {
  Table own(socket_, table_);
  if (auto done = own.read(); !done) return std::unexpected(std::move(done.error()));
  return own.held();
}

}  // namespace guideway::announce
