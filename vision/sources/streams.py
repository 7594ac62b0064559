"""Addresses: MJPEG, RTSP and whatever else a camera in the network speaks."""

from urllib.parse import urlsplit

import cv2

from tileye.vision.sources.captures import Connection, Opener, next_picture, opened
from tileye.vision.sources.frames import SourceError

SCHEMES = ("http", "https", "rtsp", "rtsps")
_OPENING_MS = 3000
_READING_MS = 2000
"""A stream that gives nothing for so long is lost."""
_FIRST_TRIES = 30


def check_address(address: str) -> str:
    """How an address may be shown, without name and password; raise SourceError where it is none."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if host is None or parts.scheme.lower() not in SCHEMES:
        raise SourceError("address")
    return f"{parts.scheme}://{host}{f':{port}' if port else ''}{parts.path}"


def open_stream(address: str, opener: Opener = cv2.VideoCapture) -> Connection:
    """Open a stream and wait for its first picture."""
    shown = check_address(address)
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, _OPENING_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, _READING_MS]
    capture = opened(opener, address, cv2.CAP_FFMPEG, limits)
    if capture is None:
        raise SourceError("stream", address=shown)
    first = next_picture(capture, _FIRST_TRIES)
    if first is not None and capture.get(cv2.CAP_PROP_FRAME_COUNT) <= 1:
        return Connection(capture, first)
    capture.release()
    if first is None:
        raise SourceError("stream_dark", address=shown)
    raise SourceError("no_live", address=shown)
