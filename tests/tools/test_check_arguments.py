from __future__ import annotations

from typing import Any

import pytest

from holdfast.tools.check_arguments import fault_in

SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["city"],
    "additionalProperties": False,
    "properties": {
        "city": {"type": "string"},
        "days": {"type": "integer"},
        "unit": {"enum": ["c", "f"]},
        "until": {"type": ["string", "null"]},
        "at": {"type": "object", "required": ["lat"], "properties": {"lat": {"type": "number"}}},
        "tags": {"type": "array", "items": {"type": "string"}},
    },
}


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ({"city": "Bath"}, None),
        ({"city": "Bath", "days": 3.0, "unit": "c", "until": None, "at": {"lat": 1}, "tags": ["a"]}, None),
        ({}, "the arguments need city"),
        ({"city": 5}, "city must be string"),
        ({"city": "Bath", "days": 2.5}, "days must be integer"),
        ({"city": "Bath", "days": True}, "days must be integer"),
        ({"city": "Bath", "unit": "k"}, "unit must be one of ['c', 'f']"),
        ({"city": "Bath", "until": 3}, "until must be string or null"),
        ({"city": "Bath", "at": {}}, "at needs lat"),
        ({"city": "Bath", "at": {"lat": "north"}}, "lat must be number"),
        ({"city": "Bath", "tags": ["a", 1]}, "tags[1] must be string"),
        ({"city": "Bath", "town": "x"}, "the arguments may not have town"),
        ([], "the arguments must be object"),
    ],
)
def test_what_does_not_fit_is_said_so_that_it_can_be_mended(arguments: Any, fault: str | None) -> None:
    assert fault_in(SCHEMA, arguments) == fault


@pytest.mark.parametrize(
    "schema",
    [
        {},
        {"type": "unheard-of"},
        {"type": 5, "required": "city", "properties": [], "enum": "no"},
        {"properties": {"city": "odd"}, "items": 3},
        {"anyOf": [{"required": ["x"]}]},
    ],
)
def test_what_a_schema_says_in_another_way_is_left_to_the_tool(schema: dict[str, Any]) -> None:
    assert fault_in(schema, {"city": "Bath"}) is None


def test_a_schema_that_never_ends_is_not_followed_to_its_end() -> None:
    schema: dict[str, Any] = {"type": "object"}
    schema["properties"] = {"in": schema}
    value: dict[str, Any] = {}
    for _ in range(500):
        value = {"in": value}
    assert fault_in(schema, value) is None
