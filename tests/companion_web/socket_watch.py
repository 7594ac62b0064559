"""`python -m tests.companion_web.socket_watch LOG ...` runs `tileye` and writes down what could send something."""

import os
import sys
from typing import Any

_WATCHED = (
    "os.fork",
    "os.posix_spawn",
    "os.system",
    "socket.connect",
    "socket.getaddrinfo",
    "socket.gethostbyaddr",
    "socket.gethostbyname",
    "socket.getnameinfo",
    "socket.sendmsg",
    "socket.sendto",
    "subprocess.Popen",
    "urllib.Request",
)


def watch(log: str) -> None:
    """Write a line for each such call from now on, also for those of libraries in Python."""
    file = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def heard(event: str, values: tuple[Any, ...]) -> None:
        if event in _WATCHED:
            os.write(file, f"{event} {[value for value in values if isinstance(value, (str, tuple))]}\n".encode())

    sys.addaudithook(heard)


if __name__ == "__main__":
    watch(sys.argv[1])
    from tileye.companion_web.cli import main

    sys.exit(main(sys.argv[2:]))
