"""A small check of JSON values against the part of JSON Schema that the description of the API uses."""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import chain

from tileye.rules.jsonlines import Json
from tileye.rules.tiles import shown

KEYWORDS = frozenset(
    (
        *("$ref", "type", "enum", "anyOf", "properties", "required", "additionalProperties"),
        *("items", "prefixItems", "minItems", "maxItems", "minimum", "maximum"),
        *("minLength", "maxLength", "pattern", "description", "contentMediaType"),
    )
)
"""What a schema may say; the last two are for people only."""

_TYPES: Mapping[str, Callable[[object], bool]] = {
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: type(value) is int,
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "string": lambda value: isinstance(value, str),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}


def first_problem(value: object, schema: Json, shared: Mapping[str, Json]) -> str | None:
    """Say in one sentence what is wrong with a value, if anything; `shared` are the schemas that others refer to."""
    return next(problems(value, schema, shared), None)


def problems(value: object, schema: Json, shared: Mapping[str, Json], place: str = "") -> Iterator[str]:
    """Yield everything that is wrong with a value, each as a sentence that begins with its place."""
    if "$ref" in schema:
        yield from problems(value, shared[schema["$ref"].rsplit("/", 1)[1]], shared, place)
        return
    if "anyOf" in schema:
        yield from _of_choices(value, schema["anyOf"], shared, place)
        return
    types = schema.get("type", [])
    types = [types] if isinstance(types, str) else types
    if types and not any(_TYPES[name](value) for name in types):
        yield f"{_named(place)}{' or '.join(types)} is needed, not {shown(value)}"
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{_named(place)}one of {', '.join(map(str, schema['enum']))} is needed, not {shown(value)}"
    match value:
        case str():
            yield from _of_text(value, schema, place)
        case bool() | None:
            return
        case int() | float():
            yield from _of_number(value, schema, place)
        case list():
            yield from _of_array(value, schema, shared, place)
        case dict():
            yield from _of_object(value, schema, shared, place)


def _of_choices(value: object, choices: list[Json], shared: Mapping[str, Json], place: str) -> Iterator[str]:
    found = [list(problems(value, choice, shared, place)) for choice in choices]
    if all(found):
        # The choice that was meant is the one with which least is wrong.
        yield from min(found, key=len)


def _of_text(value: str, schema: Json, place: str) -> Iterator[str]:
    least, most = schema.get("minLength", 0), schema.get("maxLength", len(value))
    if not least <= len(value) <= most:
        yield f"{_named(place)}{least} to {most} characters are needed, not {len(value)}"
    elif "pattern" in schema and not re.search(schema["pattern"], value):
        yield f"{_named(place)}{shown(value)} does not look right"


def _of_number(value: float, schema: Json, place: str) -> Iterator[str]:
    least, most = schema.get("minimum", value), schema.get("maximum", value)
    if not least <= value <= most:
        yield f"{_named(place)}{shown(value)} is not from {least} to {most}"


def _of_array(value: list[object], schema: Json, shared: Mapping[str, Json], place: str) -> Iterator[str]:
    least, most = schema.get("minItems", 0), schema.get("maxItems", len(value))
    if not least <= len(value) <= most:
        yield f"{_named(place)}{least} to {most} entries are needed, not {len(value)}"
        return
    first = schema.get("prefixItems", [])
    schemas = chain(first, [schema.get("items", {})] * max(0, len(value) - len(first)))
    for number, (entry, one) in enumerate(zip(value, schemas, strict=False)):
        yield from problems(entry, one, shared, f"{place}[{number}]")


def _of_object(value: Json, schema: Json, shared: Mapping[str, Json], place: str) -> Iterator[str]:
    known = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in value:
            yield f'{_named(place)}"{name}" is missing'
    others = schema.get("additionalProperties", True)
    for name, entry in value.items():
        inside = f"{place}.{name}" if place else name
        if name in known:
            yield from problems(entry, known[name], shared, inside)
        elif others is False:
            yield f"{_named(place)}{shown(name)} is not known here"
        elif isinstance(others, dict):
            yield from problems(entry, others, shared, inside)


def _named(place: str) -> str:
    return f"{place}: " if place else ""
