#include "control/http/client.h"

#include <fmt/format.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <exception>
#include <optional>
#include <tuple>

#include "control/http/conversation.h"

namespace guideway::http {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace wire = boost::beast::http;
using boost::system::error_code;

namespace {

constexpr auto as_values = asio::as_tuple(asio::use_awaitable);
constexpr std::uint64_t longest_body = 256ULL << 20U;

Error no_connection(const std::string& socket, const error_code& error) {
  if (error == boost::system::errc::no_such_file_or_directory || error == boost::system::errc::connection_refused)
    return {"client.nobody-listens", "nobody listens at " + socket};
  if (error == boost::system::errc::permission_denied)
    return {"client.no-permission", "this user may not use " + socket,
            "ask as root, or as a member of the group that owns it"};
  return {"client.no-answer", fmt::format("cannot connect to {}: {}", socket, error.message())};
}

Error no_answer(const std::string& socket, const error_code& error, std::chrono::milliseconds patience) {
  if (error == beast::error::timeout)
    return {"client.no-answer", fmt::format("no answer from {} within {} ms", socket, patience.count()),
            "try again; if it lasts, look into the log of whoever listens there"};
  return {"client.no-answer", fmt::format("no answer from {}: {}", socket, error.message())};
}

asio::awaitable<Result<Response>> converse(Stream& stream, const std::string& socket, const Request& request,
                                           std::chrono::milliseconds patience) {
  stream.expires_after(patience);
  auto [error] = co_await stream.async_connect(asio::local::stream_protocol::endpoint(socket), as_values);
  if (error == beast::error::timeout) co_return std::unexpected(no_answer(socket, error, patience));
  if (error) co_return std::unexpected(no_connection(socket, error));

  wire::request<wire::string_body> message(wire::verb::unknown, request.target, 11);
  message.method_string(request.method);
  message.set(wire::field::host, "localhost");
  message.set(wire::field::user_agent, "guideway");
  message.body() = request.body;
  message.keep_alive(false);
  message.prepare_payload();
  co_await wire::async_write(stream, message, as_values);  // a server may refuse what it has not read to the end

  beast::flat_buffer buffer;
  buffer.reserve(std::size_t{64} << 10U);  // or Beast reads 512 bytes at a time
  wire::response_parser<wire::string_body> parser;
  parser.body_limit(longest_body);
  std::size_t size = 0;
  std::tie(error, size) = co_await wire::async_read(stream, buffer, parser, as_values);
  if (error) co_return std::unexpected(no_answer(socket, error, patience));
  co_return Response{.status = parser.get().result_int(),
                     .content_type = std::string(parser.get()[wire::field::content_type]),
                     .body = std::move(parser.get().body())};
}

}  // namespace

Result<Response> ask(const std::string& socket, const Request& request, std::chrono::milliseconds patience) {
  if (socket.empty() || socket.size() > 107)
    return std::unexpected(Error{"client.nobody-listens", fmt::format("\"{}\" is no path of a unix socket", socket)});
  asio::io_context loop(1);
  Stream stream(loop);
  std::optional<Result<Response>> result;
  asio::co_spawn(loop, converse(stream, socket, request, patience),
                 [&](const std::exception_ptr&, Result<Response> answered) { result = std::move(answered); });
  loop.run();
  if (!result) return std::unexpected(Error{"client.no-answer", "cannot ask " + socket});
  return std::move(*result);
}

}  // namespace guideway::http
