"""Which requests are let in at all, and what every answer forbids the browser."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import Flask, Response, g, request

from tileye.companion_web.web.context import Role, services
from tileye.companion_web.web.errors import Refusal
from tileye.companion_web.web.limits import Limiter
from tileye.companion_web.web.options import Options
from tileye.companion_web.web.roles import is_write_token, role_of_request

TOKEN_HEADER = "X-Tileye"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self';"
    " font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SHEET_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"
"""For the sheet as one file, which brings its styles with it."""

_HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cache-Control": "no-store",
}
_READING = frozenset({"GET", "HEAD", "OPTIONS"})


def guard(app: Flask) -> None:
    """Check every request of an application before anything else, and complete every answer."""
    app.before_request(check_request)
    app.after_request(_complete)


def is_our_host(host: str, options: Options) -> bool:
    """Whether a request is meant for us: other names are how strange pages reach into this machine."""
    try:
        parts = urlsplit(f"//{host}")
        name, port = (parts.hostname or "").rstrip("."), parts.port or 80
    except ValueError:
        return False
    if port != options.port or parts.username is not None or parts.path:
        return False
    if name in ("127.0.0.1", "localhost", "::1"):
        return True
    return options.lan and (name in map(str.lower, options.addresses) or _is_number(name))


def require(needed: Role) -> None:
    """Refuse whoever may not do this."""
    if g.role >= needed:
        return
    raise Refusal(401, "join_first") if g.role is Role.VISITOR else Refusal(403, "referees_only")


def count(limiter: Limiter, client: str) -> None:
    """Refuse whoever asks too often."""
    if seconds := limiter.wait(client):
        raise Refusal(429, "too_often", seconds=max(1, round(seconds + 0.5)))


def check_request() -> None:
    """Refuse what is not meant for us or comes from a strange page, and find out who asks."""
    g.role = Role.VISITOR
    if not is_our_host(request.host, services().options):
        raise Refusal(400, "wrong_host")
    g.role = role_of_request()
    if request.path.startswith("/api/") and request.headers.get("Sec-Fetch-Site") in ("cross-site", "same-site"):
        raise Refusal(403, "wrong_origin")
    if request.method not in _READING:
        _check_write()


def _check_write() -> None:
    if request.headers.get("Origin") != f"{request.scheme}://{request.host}":
        raise Refusal(403, "wrong_origin")
    if not is_write_token(request.headers.get(TOKEN_HEADER, "")):
        raise Refusal(403, "wrong_token")


def _complete(answer: Response) -> Response:
    for name, value in _HEADERS.items():
        answer.headers.setdefault(name, value)
    return answer


def _is_number(name: str) -> bool:
    # A strange page can make its own name lead here, but never a number.
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
