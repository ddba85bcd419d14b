// pools.NAME.health: how backends are checked. Without it, by connecting to the service's port.
#include <fmt/format.h>

#include "control/config/number.h"
#include "control/config/sections.h"
#include "control/config/word.h"

namespace guideway::config {
namespace {

struct HealthDraft {
  Health health;
  std::optional<Place> tcp, http, timeout;
  bool timed = true;  // interval and timeout could be read
};

void read_port(const Value& value, std::uint16_t& port) { read_number(value, 1, 65535, port); }

constexpr Setting<TcpCheck> kTcp[] = {
    {{"port", "the service's", "the port to connect to"},
     [](const Value& value, TcpCheck& check) { read_port(value, check.port); }},
};

// What goes into a request line or header verbatim: no space and nothing beyond printable ASCII.
bool read_token(const Value& value, std::string_view what, std::string& out) {
  std::string text;
  if (!read_text(value, what, text)) return false;
  if (text.size() > 1024 || !std::ranges::all_of(text, [](char c) { return c > ' ' && c < 0x7f; })) {
    value.error("bad-http", fmt::format("{} cannot stand in a request", quote(text)),
                "printable ASCII without spaces; escape the rest as %20");
    return false;
  }
  out = std::move(text);
  return true;
}

constexpr Setting<HttpCheck> kHttp[] = {
    {{"port", "the service's", "the port to ask"},
     [](const Value& value, HttpCheck& check) { read_port(value, check.port); }},
    {{"path", "/", "the path to ask for"},
     [](const Value& value, HttpCheck& check) {
       std::string path;
       if (!read_token(value, "a path, as /healthz", path)) return;
       if (path.front() != '/') return value.error("bad-http", quote(path) + " is not a path", "start it with /");
       check.path = std::move(path);
     }},
    {{"host", "the backend's address", "the Host header"},
     [](const Value& value, HttpCheck& check) { read_token(value, "a host name", check.host); }},
    {{"expect", "200 to 399", "the one status that counts as healthy"},
     [](const Value& value, HttpCheck& check) { read_number(value, 100, 599, check.expect); }},
};

constexpr Setting<HealthDraft> kHealth[] = {
    {{"tcp", "the default check", "healthy is who accepts a connection"},
     [](const Value& value, HealthDraft& draft) {
       draft.tcp = value.place();
       TcpCheck check;
       read_section(value, kTcp, check);
       draft.health.probe = check;
     }},
    {{"http", "", "healthy is who answers a GET as expected"},
     [](const Value& value, HealthDraft& draft) {
       draft.http = value.place();
       HttpCheck check;
       read_section(value, kHttp, check);
       draft.health.probe = check;
     }},
    {{"interval", "3s", "from one check of a backend to the next"},
     [](const Value& value, HealthDraft& draft) {
       draft.timed &= read_duration(value, milliseconds(100), std::chrono::hours(1), draft.health.interval);
     }},
    {{"timeout", "1s, or the interval if shorter", "how long an answer may take; at most the interval"},
     [](const Value& value, HealthDraft& draft) {
       draft.timeout = value.place();
       draft.timed &= read_duration(value, milliseconds(10), std::chrono::hours(1), draft.health.timeout);
     }},
    {{"rise", "2", "good answers in a row that make a backend healthy"},
     [](const Value& value, HealthDraft& draft) { read_number(value, 1, 100, draft.health.rise); }},
    {{"fall", "3", "bad answers in a row that make it unhealthy"},
     [](const Value& value, HealthDraft& draft) { read_number(value, 1, 100, draft.health.fall); }},
};

void settle_timeout(HealthDraft& draft, Report& report) {
  Health& health = draft.health;
  if (!draft.timed || health.timeout <= health.interval) return;
  if (!draft.timeout)
    health.timeout = health.interval;
  else
    report.error(*draft.timeout, "timeout-above-interval",
                 fmt::format("{} is longer than the interval, {}", to_text(health.timeout), to_text(health.interval)),
                 "a check must end before the next begins");
}

}  // namespace

void read_health(const Value& value, PoolDraft& pool) {
  pool.health_given = true;
  if (value.is_word("none")) {
    pool.pool.health.reset();
    return;
  }
  if (!value.is(TreeNode::Kind::map)) return value.wrong_type("none, or a mapping with tcp or http");
  HealthDraft draft;
  read_section(value, kHealth, draft);
  if (draft.tcp && draft.http)
    value.report().error(*draft.http, "two-checks", "a pool has one check, tcp or http", "remove one of the two");
  settle_timeout(draft, value.report());
  pool.pool.health = draft.health;
}

void describe_health(Reference& reference) {
  reference.push_back(keys_of("pools.NAME.health", kHealth));
  reference.push_back(keys_of("pools.NAME.health.tcp", kTcp));
  reference.push_back(keys_of("pools.NAME.health.http", kHttp));
}

}  // namespace guideway::config
