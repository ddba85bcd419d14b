#include "control/http/server.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <exception>
#include <unordered_set>
#include <utility>

#include "control/http/conversation.h"

namespace guideway::http {

namespace asio = boost::asio;

// Held by the server and by every coroutine that still has to find out that it is over.
class Server::Core : public std::enable_shared_from_this<Core> {
 public:
  Core(asio::io_context& loop, Listener where, Service whom)
      : listener(std::move(where)),
        service_(std::move(whom)),
        acceptor_(loop, Protocol(listener.family(), 0), listener.release()),
        wake_(loop) {}

  void start() {
    // A coroutine that is a member runs as long as its object: the completion handler holds it.
    asio::co_spawn(acceptor_.get_executor(), accept(), [self = shared_from_this()](const std::exception_ptr&) {});
  }

  void stop() {
    service_.handle = nullptr;
    boost::system::error_code ignored;
    acceptor_.close(ignored);
    wake_.cancel();
    for (const auto& stream : streams_) stream->close();
  }

  Listener listener;

 private:
  asio::awaitable<void> accept();
  asio::awaitable<void> pause(std::chrono::steady_clock::duration longest);
  void serve(Protocol::socket socket);

  Service service_;
  asio::basic_socket_acceptor<Protocol> acceptor_;
  asio::steady_timer wake_;
  std::unordered_set<std::shared_ptr<Stream>> streams_;
};

asio::awaitable<void> Server::Core::accept() {
  while (service_.handle) {
    if (streams_.size() >= service_.limits.connections) {
      co_await pause(std::chrono::hours(1));  // or until one ends
      continue;
    }
    auto [error, socket] = co_await acceptor_.async_accept(asio::as_tuple(asio::use_awaitable));
    if (!service_.handle) co_return;
    if (!error)
      serve(std::move(socket));
    else
      co_await pause(std::chrono::milliseconds(100));  // out of file descriptors: trying at once would spin
  }
}

asio::awaitable<void> Server::Core::pause(std::chrono::steady_clock::duration longest) {
  wake_.expires_after(longest);
  co_await wake_.async_wait(asio::as_tuple(asio::use_awaitable));
}

void Server::Core::serve(Protocol::socket socket) {
  const auto stream = *streams_.insert(std::make_shared<Stream>(std::move(socket))).first;
  asio::co_spawn(acceptor_.get_executor(), converse(*stream, service_),
                 [self = shared_from_this(), stream](const std::exception_ptr&) {
                   self->streams_.erase(stream);
                   self->wake_.cancel();
                 });
}

Server::Server(asio::io_context& loop, Listener listener, Service service)
    : core_(std::make_shared<Core>(loop, std::move(listener), std::move(service))) {
  core_->start();
}

Server::~Server() { core_->stop(); }

const std::string& Server::name() const { return core_->listener.name(); }

}  // namespace guideway::http
