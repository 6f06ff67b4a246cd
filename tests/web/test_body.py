"""What people write is text, whatever it looks like: brackets and escapes in it are no structure of the body."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from starlette.exceptions import HTTPException

from holdfast.web.strict_json import parse_json

CODE = "const rows = list.map((row) => ({ id: row[0], tags: [row[1], '\\u0000'] })); // [docs](x) \\\\ \\\" {}\n"


@pytest.mark.parametrize(
    "text",
    [
        "if (c === '\\u0000') return;",
        "\\u0000",
        "\\\\u0000",
        'a "quoted" \\" \\\\" \\u0000 [{',
        "{" * 20_001,
        '["' * 20_001,
        "\\" * 20_001 + "[" * 20_001,
        CODE * 10_000,
    ],
    ids=["NUL in code", "NUL spelt", "NUL spelt twice", "quotes", "braces", "quotes and lists", "backslashes", "code"],
)
def test_text_that_looks_like_json_is_taken_as_it_is(text: str) -> None:
    for body in (json.dumps({"text": text}), json.dumps({text: ["é", text]}, ensure_ascii=False)):
        assert parse_json(body.encode()) == json.loads(body)


def test_a_long_transcript_full_of_code_is_taken() -> None:
    messages = [{"role": "user", "text": CODE * 5} for _ in range(2_000)]
    assert parse_json(json.dumps({"messages": messages}).encode()) == {"messages": messages}


@pytest.mark.parametrize(
    "body",
    [
        '{"text": "\\u0000"}',
        '{"text": "\\\\\\u0000"}',
        '{"\\u0000": 1}',
        '{"text": "\\ud800"}',
        "[" + "[]," * 20_000 + "[]]",
        '["\\"",' + "{}," * 20_000 + "[]]",
        '["\\u0041",' + "{}," * 20_000 + "[]]",
        '["\\\\",' + "[]," * 20_000 + "[]]",
        "[" + "[]," * 20_000 + '\\"',
        "[" * 62 + "]" * 62,
    ],
)
def test_what_cannot_be_stored_or_has_no_end_is_refused(body: str) -> None:
    with pytest.raises(HTTPException) as refused:
        parse_json(body.encode())
    assert refused.value.status_code == 400


@pytest.mark.parametrize("piece", ['"[', '\\"[', '\\\\"[', "[\\u0041", '["",'])
def test_a_hostile_body_costs_little(piece: str) -> None:
    started = time.process_time()
    with pytest.raises(HTTPException):
        parse_json((piece * (4_000_000 // len(piece))).encode())
    assert time.process_time() - started < 1


def test_only_what_is_text_counts_as_text() -> None:
    values: Any = [{}] * 19_999
    assert parse_json(json.dumps([*values, "{[" * 50_000]).encode())[:-1] == values
