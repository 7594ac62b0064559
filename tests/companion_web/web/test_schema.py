"""The small check of JSON values."""

import pytest

from tileye.companion_web.web.api.schemas import SCHEMAS, has, many, may_have, maybe
from tileye.companion_web.web.schema import KEYWORDS, first_problem
from tileye.rules.jsonlines import Json

NAMED = {"Name": {"type": "string", "minLength": 1, "maxLength": 3}}


@pytest.mark.parametrize(
    ("value", "schema", "wrong"),
    [
        (3, {"type": "integer"}, None),
        (True, {"type": "integer"}, "integer is needed, not"),
        (1.5, {"type": "integer"}, "integer is needed, not 1.5"),
        (3, {"type": "number"}, None),
        (False, {"type": "number"}, "number is needed"),
        (None, {"type": ["string", "null"]}, None),
        (2, {"type": ["string", "null"]}, "string or null is needed, not 2"),
        (9, {"type": "integer", "maximum": 4}, "9 is not from"),
        ("x", {"type": "string", "enum": ["a", "b"]}, "one of a, b is needed"),
        ("#12", {"type": "string", "pattern": "^#[0-9]{3}$"}, "does not look right"),
        ("", {"$ref": "#/components/schemas/Name"}, "1 to 3 characters are needed, not 0"),
        (["a", 1], many({"type": "string"}), "[1]: string is needed, not 1"),
        ([1, 2, 3], many({"type": "integer"}, most=2), "0 to 2 entries are needed, not 3"),
        (["4O", "x"], {"type": "array", "prefixItems": [{}, {"type": "integer"}]}, "[1]: integer is needed"),
        ({}, has(a={"type": "integer"}), '"a" is missing'),
        ({"a": 1, "b": 2}, has(a={"type": "integer"}), "b"),
        ({"b": 2}, may_have(b=maybe({"type": "string"})), "b: string is needed, not 2"),
        ({"b": None}, may_have(b=maybe({"type": "string"})), None),
        ({"a": {"b": [{"c": 1}]}}, has(a=has(b=many(has(c={"type": "string"})))), "a.b[0].c: string is needed"),
        ({"x": "long"}, {"type": "object", "additionalProperties": {"$ref": "#/c/Name"}}, "x: 1 to 3 characters"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(value: object, schema: Json, wrong: str | None) -> None:
    problem = first_problem(value, schema, NAMED)
    assert problem is None if wrong is None else problem is not None and wrong in problem


def test_the_choice_with_least_wrong_is_told() -> None:
    either = {"anyOf": [has(a={"type": "integer"}, b={"type": "integer"}), {"type": "null"}]}
    assert first_problem({"a": 1}, {"anyOf": [either["anyOf"][0]]}, {}) == '"b" is missing'


def test_every_schema_says_only_what_the_check_understands() -> None:
    def visit(schema: Json) -> None:
        assert set(schema) <= KEYWORDS, schema
        parts = [*schema.get("properties", {}).values(), *schema.get("anyOf", ()), *schema.get("prefixItems", ())]
        others = [schema.get("items"), schema.get("additionalProperties")]
        for part in [*parts, *(other for other in others if isinstance(other, dict))]:
            visit(part)
        if "$ref" in schema:
            assert schema["$ref"].removeprefix("#/components/schemas/") in SCHEMAS

    for schema in SCHEMAS.values():
        visit(schema)
