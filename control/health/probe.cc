#include "control/health/probe.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <cerrno>
#include <optional>
#include <tuple>
#include <utility>

#include "control/health/http_exchange.h"

namespace guideway::health {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

constexpr auto as_values = asio::as_tuple(asio::use_awaitable);
constexpr std::uint32_t longest_header = 8192;

tcp::endpoint native(const Endpoint& endpoint) {
  const auto bytes = [&]<class Bytes>(Bytes copy) {
    std::copy_n(endpoint.address.bytes, copy.size(), copy.begin());
    return copy;
  };
  if (endpoint.address.family == Family::ipv4)
    return {asio::ip::address_v4(bytes(asio::ip::address_v4::bytes_type{})), endpoint.port};
  return {asio::ip::address_v6(bytes(asio::ip::address_v6::bytes_type{})), endpoint.port};
}

template <class... Values>
Outcome outcome(Finding finding, fmt::format_string<Values...> evidence, Values&&... values) {
  return {.finding = finding, .evidence = fmt::format(evidence, std::forward<Values>(values)...)};
}

std::string to_text(std::chrono::milliseconds time) {
  return time.count() % 1000 == 0 ? fmt::format("{}s", time.count() / 1000) : fmt::format("{}ms", time.count());
}

}  // namespace

struct Probe::Connection : std::enable_shared_from_this<Connection> {
  Connection(asio::io_context& loop, Target what, Done when_done)
      : socket(loop),
        deadline(loop),
        target(std::move(what)),
        to(endpoint(target)),
        to_name(guideway::to_text(to)),
        done(std::move(when_done)) {}

  asio::awaitable<Outcome> check();
  asio::awaitable<std::optional<Outcome>> connect();  // none: connected
  asio::awaitable<Outcome> get(const config::HttpCheck& wanted);
  void start_deadline();
  void finish(Outcome result);
  void close() {
    error_code ignored;
    deadline.cancel();
    socket.close(ignored);
  }
  [[nodiscard]] std::string patience() const { return to_text(target.check.timeout); }

  tcp::socket socket;
  asio::steady_timer deadline;
  bool expired = false;
  Target target;
  Endpoint to;
  std::string to_name;
  std::chrono::steady_clock::time_point started = std::chrono::steady_clock::now();
  Done done;  // empty: abandoned
};

void Probe::Connection::start_deadline() {
  deadline.expires_after(target.check.timeout);
  deadline.async_wait([weak = weak_from_this()](error_code cancelled) {
    const auto self = weak.lock();
    if (cancelled || !self) return;
    self->expired = true;
    error_code ignored;
    self->socket.close(ignored);
  });
}

// connect() is called directly: asio's async_connect does not tell what the call itself refused from what
// the network answered, and only the latter is evidence about the backend.
asio::awaitable<std::optional<Outcome>> Probe::Connection::connect() {
  const tcp::endpoint remote = native(to);
  error_code error;
  socket.open(remote.protocol(), error);
  if (!error) socket.non_blocking(true, error);
  if (!error) socket.set_option(asio::socket_base::linger(true, 0), error);
  if (error) co_return outcome(Finding::inconclusive, "this node has no socket for a check: {}", error.message());

  if (::connect(socket.native_handle(), remote.data(), static_cast<socklen_t>(remote.size())) != 0 &&
      errno != EINPROGRESS) {
    error.assign(errno, boost::system::system_category());
    co_return outcome(Finding::inconclusive, "this node cannot send to {}: {}", to_name, error.message());
  }
  std::tie(error) = co_await socket.async_wait(tcp::socket::wait_write, as_values);
  if (expired) co_return outcome(Finding::bad, "no connection to {} within {}", to_name, patience());

  int number = 0;
  socklen_t size = sizeof number;
  if (!error && ::getsockopt(socket.native_handle(), SOL_SOCKET, SO_ERROR, &number, &size) == 0)
    error.assign(number, boost::system::system_category());
  if (error) co_return outcome(Finding::bad, "connect to {}: {}", to_name, error.message());
  co_return std::nullopt;
}

asio::awaitable<Outcome> Probe::Connection::get(const config::HttpCheck& wanted) {
  const std::string request = request_text(wanted, to);
  boost::beast::flat_buffer buffer(2 * longest_header);
  http::response_parser<http::empty_body> parser;
  parser.header_limit(longest_header);
  parser.skip(true);

  // A server may answer and close before it has read all; what it said is the better evidence, so a
  // failure to write does not end the check.
  co_await asio::async_write(socket, asio::buffer(request), as_values);
  const auto [error, size] = co_await http::async_read_header(socket, buffer, parser, as_values);
  if (parser.is_header_done()) {
    const unsigned status = parser.get().result_int();
    co_return outcome(accepts(wanted, status) ? Finding::good : Finding::bad, "HTTP {} from {}", status, to_name);
  }
  if (expired)
    co_return outcome(Finding::bad, "{} accepted the connection and did not answer GET {} within {}", to_name,
                      wanted.path, patience());
  if (error == http::error::end_of_stream || error == http::error::partial_message)
    co_return outcome(Finding::bad, "{} closed the connection before it answered GET {}", to_name, wanted.path);
  if (error == http::error::header_limit || error == http::error::buffer_overflow)
    co_return outcome(Finding::bad, "the HTTP header from {} is longer than {} bytes", to_name, longest_header);
  co_return outcome(Finding::bad, "no HTTP answer from {}: {}", to_name, error.message());
}

asio::awaitable<Outcome> Probe::Connection::check() {
  co_await asio::post(asio::use_awaitable);  // the constructor returns first, whatever happens next
  if (!done) co_return Outcome{};
  start_deadline();
  if (auto failed = co_await connect()) co_return std::move(*failed);
  if (const auto* wanted = std::get_if<config::HttpCheck>(&target.check.probe)) co_return co_await get(*wanted);
  co_return outcome(Finding::good, "connected to {}", to_name);
}

void Probe::Connection::finish(Outcome result) {
  result.took = std::chrono::steady_clock::now() - started;
  close();
  if (const Done call = std::exchange(done, nullptr)) call(std::move(result));
}

Probe::Probe(asio::io_context& loop, const Target& target, Done done)
    : connection_(std::make_shared<Connection>(loop, target, std::move(done))) {
  asio::co_spawn(loop, connection_->check(),
                 [connection = connection_](const std::exception_ptr& failure, Outcome result) {
                   if (failure) result = outcome(Finding::inconclusive, "this node ran out of memory for a check");
                   connection->finish(std::move(result));
                 });
}

Probe::~Probe() {
  connection_->done = nullptr;
  connection_->close();
}

}  // namespace guideway::health
