"""Gzip for text, where whoever asks takes it."""

import gzip

from flask import Response, request

MIN_LENGTH = 1_000
"""Bytes; less is not worth it."""
_LEVEL = 5
_KINDS = ("text/", "application/json", "image/svg+xml")


def takes_gzip() -> bool:
    """Whether whoever asks understands gzip."""
    return request.accept_encodings["gzip"] > 0


def compress(answer: Response) -> Response:
    """Pack an answer that is text, whole and long enough."""
    if not (answer.mimetype or "").startswith(_KINDS) or answer.is_streamed or answer.direct_passthrough:
        return answer
    answer.vary.add("Accept-Encoding")
    data = answer.get_data()
    if len(data) < MIN_LENGTH or "Content-Encoding" in answer.headers or not takes_gzip():
        return answer
    answer.set_data(gzip.compress(data, _LEVEL, mtime=0))
    answer.headers["Content-Encoding"] = "gzip"
    return answer
