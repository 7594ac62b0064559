"""Who may do what: this machine is the referee, others come in with a code."""

import hashlib
import hmac
import secrets

from flask import request, session

from tileye.companion_web.web.addresses import is_this_machine
from tileye.companion_web.web.context import Role, services
from tileye.companion_web.web.options import Codes

_HERE = "here"
"""In place of a session for this machine, so that its pages live on when the program is started anew."""


def role_of_request() -> Role:
    """Find out who asks."""
    if is_here():
        return Role.REFEREE
    known = session.get("role", 0)
    return Role(known) if known in tuple(Role) else Role.VISITOR


def is_here() -> bool:
    """Whether whoever asks sits at this machine; without `--lan` nobody else is answered."""
    return not services().options.lan or is_this_machine(request.remote_addr)


def role_of_code(typed: str, codes: Codes) -> Role:
    """Find out what somebody who typed this may do; case, spaces and dashes do not matter."""
    plain = "".join(letter for letter in typed.upper() if letter.isalnum()).encode()
    found = Role.VISITOR
    for code, allowed in ((codes.viewer, Role.VIEWER), (codes.referee, Role.REFEREE)):
        if hmac.compare_digest(plain, code.encode()):
            found = allowed
    return found


def let_in(allowed: Role) -> None:
    """Begin a new session for somebody who knew a code."""
    session.clear()
    session.permanent = True
    session.update(role=int(allowed), id=secrets.token_urlsafe(16))


def write_token() -> str:
    """Return what writes have to carry; no other site can read it."""
    return hmac.new(services().options.secret, _session_id().encode(), hashlib.sha256).hexdigest()[:32]


def is_write_token(told: str) -> bool:
    """Whether a write carries what it has to."""
    return hmac.compare_digest(told.encode(), write_token().encode())


def _session_id() -> str:
    if is_here():
        return _HERE
    if "id" not in session:
        session.permanent = True
        session["id"] = secrets.token_urlsafe(16)
    return str(session["id"])
