"""Static files, kept in memory; the hash of all stands in their address, so that browsers may keep them for a year."""

import gzip
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, request

from tileye.companion_web.web import tiles
from tileye.companion_web.web.compression import MIN_LENGTH, takes_gzip

STATIC = Path(__file__).parent / "static"

# The tables of some systems say other things.
_KINDS = {
    ".css": "text/css; charset=utf-8",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
_PACKED = (".ico", ".jpg", ".png", ".woff2")
_VERSION_LENGTH = 12


@dataclass(frozen=True)
class Asset:
    """One static file."""

    kind: str
    data: bytes
    packable: bool

    @cached_property
    def tag(self) -> str:
        """A hash of what is in it."""
        return sha256(self.data).hexdigest()[:20]

    @cached_property
    def packed(self) -> bytes:
        """The same with gzip."""
        return gzip.compress(self.data, mtime=0)


class Assets:
    """All static files of an application: those in the folder and those that are made."""

    def __init__(self, folder: Path = STATIC) -> None:
        self._assets = {name: _asset(name, data) for name, data in _contents(folder).items()}
        everything = "".join(f"{name} {asset.tag}\n" for name, asset in sorted(self._assets.items()))
        self.version = f"v.{sha256(everything.encode()).hexdigest()[:_VERSION_LENGTH]}"

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all files."""
        return tuple(self._assets)

    def serve(self, filename: str) -> Response:
        """Answer a request for a file, with or without the hash in front."""
        version, _, rest = filename.partition("/")
        versioned = version.startswith("v.")
        asset = self._assets.get(rest if versioned else filename)
        if asset is None:
            abort(404)
        packed = asset.packable and len(asset.data) >= MIN_LENGTH and takes_gzip()
        answer = Response(asset.packed if packed else asset.data, content_type=asset.kind)
        if packed:
            answer.headers["Content-Encoding"] = "gzip"
        answer.headers["Vary"] = "Accept-Encoding"
        keep = version == self.version
        answer.headers["Cache-Control"] = "public, max-age=31536000, immutable" if keep else "no-cache"
        answer.set_etag(asset.tag + ("-gzip" if packed else ""))
        answer.make_conditional(request)
        return answer

    def put_version(self, endpoint: str, values: dict[str, Any]) -> None:
        """Put the hash into the addresses that `url_for` makes."""
        if endpoint == "static" and "filename" in values:
            values["filename"] = f"{self.version}/{values['filename']}"


def serve_assets(app: Flask) -> None:
    """Serve all static files of an application."""
    assets = Assets()
    app.add_url_rule("/static/<path:filename>", "static", assets.serve, methods=["GET"])
    app.url_defaults(assets.put_version)


def _contents(folder: Path) -> Mapping[str, bytes]:
    made = {"tiles.svg": tiles.sprite().encode(), "tiles.css": tiles.colours().encode()}
    files = (path for path in folder.rglob("*") if path.suffix in _KINDS)
    return made | {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def _asset(name: str, data: bytes) -> Asset:
    end = Path(name).suffix
    return Asset(_KINDS[end], data, end not in _PACKED)
