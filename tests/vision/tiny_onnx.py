"""A very small net as an ONNX file, written byte by byte: its answer is its input doubled."""

FLOAT = 1


def _number(value: int) -> bytes:
    out = b""
    while value > 0x7F:
        out, value = out + bytes([value & 0x7F | 0x80]), value >> 7
    return out + bytes([value])


def _whole(field: int, value: int) -> bytes:
    return _number(field << 3) + _number(value)


def _part(field: int, content: bytes) -> bytes:
    return _number(field << 3 | 2) + _number(len(content)) + content


def _named(field: int, name: str) -> bytes:
    return _part(field, name.encode())


def _tensor(name: str) -> bytes:
    """A description of four sides of any length."""
    shape = b"".join(_part(1, _named(2, side)) for side in ("number", "colour", "height", "width"))
    return _named(1, name) + _part(2, _part(1, _whole(1, FLOAT) + _part(2, shape)))


def doubling_net() -> bytes:
    """The file."""
    add = _part(1, _named(1, "images") + _named(1, "images") + _named(2, "answer") + _named(4, "Add"))
    graph = add + _named(2, "doubling") + _part(11, _tensor("images")) + _part(12, _tensor("answer"))
    return _whole(1, 8) + _part(7, graph) + _part(8, _whole(2, 17))
