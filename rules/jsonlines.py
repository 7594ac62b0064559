"""Reading JSON lines from strangers: whatever comes, an object or one sentence about what is wrong."""

import json
import re
from collections.abc import Iterator
from typing import Any, BinaryIO

Json = dict[str, Any]

LONGEST_LINE = 1_000_000
"""Bytes; no honest line comes near."""
_UNSPOKEN = re.compile("[\x80-\x9f\ud800-\udfff]")
"""Orders to terminals, and half characters: in file names these stand for bytes that are not UTF-8."""


def bounded_lines(stream: BinaryIO) -> Iterator[bytes | None]:
    """Yield the lines without their ends; None stands for a line that is too long, whatever its length."""
    while line := stream.readline(LONGEST_LINE + 2):
        whole = line.endswith(b"\n") or len(line) < LONGEST_LINE + 2
        content = line.rstrip(b"\r\n")
        yield content if whole and len(content) <= LONGEST_LINE else None
        while line and not line.endswith(b"\n"):
            line = stream.readline(LONGEST_LINE)


def parse_object(line: bytes | None) -> Json:
    """Parse one line; raise ValueError with a sentence where it is not a JSON object."""
    if line is None:
        raise ValueError(f"a line is longer than {LONGEST_LINE} bytes")
    try:
        value = json.loads(line.decode("utf-8-sig"), parse_constant=_no_constant)
    except UnicodeDecodeError:
        raise ValueError("not UTF-8 text") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON: {error.msg.removesuffix(' at')} at character {error.pos + 1}") from None
    except RecursionError:
        raise ValueError("nested too deeply") from None
    except ValueError as error:  # numbers of thousands of digits, NaN
        raise ValueError(f"not JSON: {str(error).split(';')[0]}") from None
    if not isinstance(value, dict):
        raise ValueError("a JSON object is needed")
    return value


def dump(value: object) -> str:
    """Write one value as one line of JSON; what UTF-8 cannot say and what terminals obey is escaped, and comes back."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text if text.isascii() else _UNSPOKEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is no number")
