"""Reading and writing JSON lines: an object, or one sentence about what is wrong."""

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws import tried
from tileye.rules import jsonlines
from tileye.rules.jsonlines import LONGEST_LINE, Json, bounded_lines, dump, parse_object

LIMIT = 10

STREAMS: dict[str, tuple[bytes, list[bytes | None]]] = {
    "nothing": (b"", []),
    "one line": (b"ab\n", [b"ab"]),
    "no end at the last line": (b"ab\ncd", [b"ab", b"cd"]),
    "ends of Windows": (b"ab\r\ncd\r\n", [b"ab", b"cd"]),
    "empty lines": (b"\n\r\n", [b"", b""]),
    "a carriage return alone ends no line": (b"a\rb\n", [b"a\rb"]),
    "exactly the limit": (b"0123456789\n", [b"0123456789"]),
    "exactly the limit, without an end": (b"0123456789", [b"0123456789"]),
    "exactly the limit, end of Windows": (b"0123456789\r\nab\n", [b"0123456789", b"ab"]),
    "one byte too long": (b"0123456789x\nab\n", [None, b"ab"]),
    "two bytes too long": (b"0123456789xy\nab\n", [None, b"ab"]),
    "too long without an end": (b"0123456789x", [None]),
    "far too long, then well": (b"x" * 35 + b"\nab\n", [None, b"ab"]),
    "far too long by whole chunks": (b"x" * 32 + b"\nab\n", [None, b"ab"]),
    "far too long without an end": (b"x" * 32, [None]),
    "carriage returns at the limit, then more": (b"0123456789\r\rab\ncd", [None, b"cd"]),
    "two of them": (b"x" * 15 + b"\n" + b"y" * 50 + b"\nab", [None, None, b"ab"]),
}


@pytest.mark.parametrize(("stream", "expected"), STREAMS.values(), ids=STREAMS)
def test_lines_are_bounded(stream: bytes, expected: list[bytes | None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonlines, "LONGEST_LINE", LIMIT)
    assert list(bounded_lines(io.BytesIO(stream))) == expected


def test_a_line_without_an_end_is_not_kept_in_memory() -> None:
    class Endless(io.BytesIO):
        longest = 0

        def readline(self, size: int | None = -1, /) -> bytes:
            line = super().readline(size)
            self.longest = max(self.longest, len(line))
            return line

    stream = Endless(b"x" * (5 * LONGEST_LINE) + b"\n{}\n")
    assert list(bounded_lines(stream)) == [None, b"{}"]
    assert stream.longest <= LONGEST_LINE + 2


WELL: dict[str, tuple[bytes, Json]] = {
    "an object": (b'{"a":1}', {"a": 1}),
    "an empty one": (b"{}", {}),
    "blanks around": (b' \t{"a": 1 } ', {"a": 1}),
    "a byte order mark": (b'\xef\xbb\xbf{"a":1}', {"a": 1}),
    "a carriage return": (b'{"a":1}\r', {"a": 1}),
    "letters of the world": ('{"Jörg":"Ωmega 王"}'.encode(), {"Jörg": "Ωmega 王"}),
    "escapes": (rb'{"a":"\u00e9\n"}', {"a": "é\n"}),
    "some depth": (b'{"a":' + b"[" * 50 + b"]" * 50 + b"}", {"a": json.loads("[" * 50 + "]" * 50)}),
    "a long number": (b'{"a":' + b"9" * 400 + b"}", {"a": 10**400 - 1}),
}


@pytest.mark.parametrize(("line", "expected"), WELL.values(), ids=WELL)
def test_objects_are_read(line: bytes, expected: Json) -> None:
    assert parse_object(line) == expected


DAMAGED: dict[str, tuple[bytes | None, str]] = {
    "too long": (None, "a line is longer than 1000000 bytes"),
    "empty": (b"", "not JSON: Expecting value at character 1"),
    "blanks": (b"  ", "not JSON: Expecting value at character 3"),
    "zero bytes": (b"\0\0\0", "not JSON: Expecting value at character 1"),
    "no UTF-8": (b'{"a":"\xff"}', "not UTF-8 text"),
    "UTF-16": ('{"a":1}'.encode("utf-16"), "not UTF-8 text"),
    "half a letter": ('{"a":"é'.encode()[:-1], "not UTF-8 text"),
    "an array": (b"[1,2]", "a JSON object is needed"),
    "an array of objects": (b'[{"a":1}]', "a JSON object is needed"),
    "a text": (b'"a"', "a JSON object is needed"),
    "a number": (b"1", "a JSON object is needed"),
    "null": (b"null", "a JSON object is needed"),
    "torn": (b'{"a":1', "not JSON: Expecting ',' delimiter at character 7"),
    "two objects": (b'{"a":1}{"b":2}', "not JSON: Extra data at character 8"),
    "single quotes": (b"{'a':1}", "not JSON: Expecting property name enclosed in double quotes at character 2"),
    "a line end inside a text": (b'{"a":"\n"}', "not JSON: Invalid control character at character 7"),
    "NaN": (b'{"a":NaN}', "not JSON: NaN is no number"),
    "Infinity": (b'{"a":[Infinity]}', "not JSON: Infinity is no number"),
    "-Infinity": (b'{"a":-Infinity}', "not JSON: -Infinity is no number"),
    "NaN alone": (b"NaN", "not JSON: NaN is no number"),
    "5000 digits": (b'{"a":' + b"9" * 5000 + b"}", "not JSON: Exceeds the limit"),
    "deep arrays": (b'{"a":' + b"[" * 100_000, "nested too deeply"),
    "deep closed arrays": (b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "nested too deeply"),
    "deep objects": (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "nested too deeply"),
}


@pytest.mark.parametrize(("line", "reason"), DAMAGED.values(), ids=DAMAGED)
def test_anything_else_is_refused_in_one_sentence(line: bytes | None, reason: str) -> None:
    with pytest.raises(ValueError, match=r"^[^\n;]{5,100}$") as refused:
        parse_object(line)
    assert str(refused.value).startswith(reason)


PLAIN = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
OBJECTS = st.dictionaries(
    TEXT,
    st.recursive(PLAIN | TEXT, lambda deeper: st.lists(deeper, max_size=4) | st.dictionaries(TEXT, deeper, max_size=4)),
    max_size=4,
)


@tried(150)
@given(OBJECTS)
def test_what_is_written_is_one_line_that_reads_the_same(value: Json) -> None:
    line = dump(value)
    assert "\n" not in line
    assert "\r" not in line
    assert repr(parse_object(line.encode())) == repr(value), "1 and 1.0 and true are to be told apart, too"


@tried(150)
@given(st.binary(max_size=60))
def test_no_bytes_raise_anything_but_value_errors(line: bytes) -> None:
    reason = ""
    try:
        assert isinstance(parse_object(line), dict)
    except ValueError as error:
        reason = str(error)
    assert "\n" not in reason


def test_half_characters_are_escaped_and_come_back() -> None:
    line = dump({"image": "bad\udcff\udcfe Jörg"})
    assert line == r'{"image":"bad\udcff\udcfe Jörg"}'
    assert parse_object(line.encode()) == {"image": "bad\udcff\udcfe Jörg"}


def test_objects_are_written_without_blanks_and_with_plain_letters() -> None:
    assert dump({"name": "Jörg", "cells": [["4O", 0, -1]], "of": None}) == (
        '{"name":"Jörg","cells":[["4O",0,-1]],"of":null}'
    )
