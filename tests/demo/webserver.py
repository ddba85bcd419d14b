"""nginx on a backend: says its name in a header and in the body, and serves a download.

The body repeats the request's argument, so that an answer to somebody else's request is found out.
"""

import random

from plan import PORT, RUN, Host
from processes import Process

DOWNLOAD = random.Random(1).randbytes(1024 * 1024)  # the same on every backend, like a real site's files

_CONFIG = """\
user root;
worker_processes 1;
daemon off;
pid {run}/{name}.nginx.pid;
error_log stderr warn;
events {{ worker_connections 4096; }}
http {{
  access_log off;
  keepalive_requests 1000000;
  keepalive_timeout 300s;
  client_body_temp_path {run}/{name}.nginx.body;
  proxy_temp_path {run}/{name}.nginx.proxy;
  fastcgi_temp_path {run}/{name}.nginx.fastcgi;
  uwsgi_temp_path {run}/{name}.nginx.uwsgi;
  scgi_temp_path {run}/{name}.nginx.scgi;
  server {{
    # A small send buffer, so that a slow reader's download stays on the wire instead of in the kernel.
    listen {port} sndbuf=16k backlog=4096;
    listen [::]:{port} sndbuf=16k backlog=4096;
    add_header X-Backend {name};
    default_type text/plain;
    location = /healthz {{ return 200 "ok\\n"; }}
    location = /hello {{ return 200 "{name} $arg_n\\n"; }}
    location = /download {{ alias {run}/download; }}
  }}
}}
"""


def prepare() -> None:
    (RUN / "download").write_bytes(DOWNLOAD)


def start(host: Host) -> Process:
    config = RUN / f"{host.name}.nginx.conf"
    config.write_text(_CONFIG.format(run=RUN, name=host.name, port=PORT))
    return Process(f"nginx on {host.name}", host.namespace, "nginx", "-p", str(RUN), "-e", "stderr", "-c", str(config))
