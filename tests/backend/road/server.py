"""A web server on port 80 of every address: it answers a POST with the body's length and SHA-256."""

import hashlib
import http.server
import socket


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        answer = f"{len(body)} {hashlib.sha256(body).hexdigest()}\n".encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: object) -> None:
        pass


class Server(http.server.ThreadingHTTPServer):
    address_family = socket.AF_INET6  # and IPv4, mapped
    request_queue_size = 128


Server(("::", 80), Handler).serve_forever()
