#include "control/http/conversation.h"

#include <fmt/format.h>

#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <exception>
#include <optional>

namespace guideway::http {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace wire = boost::beast::http;
using boost::system::error_code;

namespace {

constexpr auto as_values = asio::as_tuple(asio::use_awaitable);
using WireRequest = wire::request<wire::string_body>;
using WireResponse = wire::response<wire::string_body>;

// The answer to what could not be read as a request; none where nobody is left to hear it.
std::optional<Response> refusal(const error_code& error, const Service& service) {
  if (error == wire::error::header_limit || error == wire::error::buffer_overflow)
    return service.refuse(431, fmt::format("the header of the request is longer than {} bytes", service.limits.header));
  if (error == wire::error::body_limit)
    return service.refuse(413, fmt::format("the body of the request is longer than {} bytes", service.limits.body));
  if (error == wire::error::end_of_stream || error == wire::error::partial_message) return std::nullopt;
  if (error.category() == wire::make_error_code(wire::error::bad_method).category())
    return service.refuse(400, fmt::format("this is no HTTP request: {}", error.message()));
  return std::nullopt;
}

Response handled(WireRequest message, const Service& service) {
  try {
    return service.handle({.method = std::string(message.method_string()),
                           .target = std::string(message.target()),
                           .body = std::move(message.body())});
  } catch (const std::exception& error) {
    return service.refuse(500, fmt::format("this should not have happened: {}", error.what()));
  }
}

WireResponse to_wire(Response response, bool keep_alive) {
  WireResponse message;
  message.version(11);
  message.result(response.status);
  message.set(wire::field::server, "guideway");
  message.set(wire::field::content_type, response.content_type);
  message.set(wire::field::cache_control, "no-store");
  if (!response.allow.empty()) message.set(wire::field::allow, response.allow);
  message.body() = std::move(response.body);
  message.keep_alive(keep_alive);
  message.prepare_payload();
  return message;
}

asio::awaitable<bool> answer(Stream& stream, const Limits& limits, WireResponse message) {
  stream.expires_after(limits.answer);
  const auto [error, size] = co_await wire::async_write(stream, message, as_values);
  co_return !error;
}

// Closing a socket with bytes unread resets it, and the reset can overtake the refusal that was just sent. So
// what still comes is read and thrown away, for a while.
asio::awaitable<void> drain(Stream& stream) {
  error_code error;
  stream.socket().shutdown(Protocol::socket::shutdown_send, error);
  stream.expires_after(std::chrono::seconds(1));
  std::array<char, 4096> rest;
  while (!error) {
    const auto [failed, size] = co_await stream.async_read_some(asio::buffer(rest), as_values);
    error = failed;
  }
}

}  // namespace

asio::awaitable<void> converse(Stream& stream, const Service& service) {
  beast::flat_buffer buffer(2 * service.limits.header);
  buffer.reserve(service.limits.header);  // or Beast reads 512 bytes at a time
  bool goes_on = true;
  while (goes_on) {
    wire::request_parser<wire::string_body> parser;
    parser.header_limit(service.limits.header);
    parser.body_limit(service.limits.body);
    stream.expires_after(service.limits.request);
    const auto [error, size] = co_await wire::async_read(stream, buffer, parser, as_values);
    if (!service.handle) co_return;
    if (error) {
      if (auto response = refusal(error, service))
        if (co_await answer(stream, service.limits, to_wire(std::move(*response), false))) co_await drain(stream);
      co_return;
    }
    const bool keep_alive = parser.keep_alive();
    Response response = handled(parser.release(), service);
    goes_on = co_await answer(stream, service.limits, to_wire(std::move(response), keep_alive)) && keep_alive;
  }
}

}  // namespace guideway::http
