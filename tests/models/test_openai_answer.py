"""Bytes into events, without a network."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.models.openai_answer import MAX_ANSWER_BYTES, MAX_LINE_BYTES, AnswerReader
from holdfast.models.types import (
    Done,
    Failure,
    ModelEvent,
    ModelFailed,
    ReasoningDelta,
    TextDelta,
    TokenUsage,
    ToolCall,
)
from tests.loopback.openai_wire import DONE, answered, delta, event, text, usage


def read(
    *pieces: bytes, max_answer_bytes: int = MAX_ANSWER_BYTES, max_line_bytes: int = MAX_LINE_BYTES
) -> list[ModelEvent]:
    reader = AnswerReader(max_answer_bytes=max_answer_bytes, max_line_bytes=max_line_bytes)
    events = [event for piece in pieces for event in reader.feed(piece)]
    return events + reader.end()


def failure(*pieces: bytes, **limits: int) -> Failure:
    with pytest.raises(ModelFailed) as caught:
        read(*pieces, **limits)
    return caught.value.failure


def call(**fields: object) -> bytes:
    return delta({"tool_calls": [fields]})


def test_words_usage_and_reason_come_out() -> None:
    assert read(*answered(["Good", " day"], "length")) == [
        TextDelta("Good"),
        TextDelta(" day"),
        Done(TokenUsage(7, 2), "length"),
    ]


@given(st.lists(st.integers(0, 2000), max_size=30))
def test_it_does_not_matter_where_the_network_cuts(cuts: list[int]) -> None:
    whole = b": comment\n\n" + b"".join(answered(["Grüße", " 😀", " 漢字", "\n"]))
    places = [0, *sorted(cut % len(whole) for cut in cuts), len(whole)]
    pieces = [whole[a:b] for a, b in pairwise(places)]
    assert read(*pieces) == read(whole)


def test_carriage_returns_are_line_ends_too() -> None:
    whole = b"".join(answered(["Good", " day"])).replace(b"\n", b"\r\n")
    assert read(whole) == read(*answered(["Good", " day"]))


def test_comments_event_names_and_unknown_fields_are_passed_over() -> None:
    noise = b": OPENROUTER PROCESSING\n\nevent: message\nid: 7\nretry: 10\n"
    assert read(noise, text("Hi"), noise, delta({}, "stop")) == [TextDelta("Hi"), Done(None, "stop")]


def test_a_tool_call_is_put_together_and_told_whole_at_the_end() -> None:
    events = read(
        text("Let me look."),
        call(index=0, id="a", type="function", function={"name": "weather", "arguments": ""}),
        call(index=1, id="b", type="function", function={"name": "clock", "arguments": "{}"}),
        call(index=0, function={"arguments": '{"city":'}),
        call(index=0, function={"arguments": '"Paris"}'}),
        delta({}, "tool_calls"),
    )
    assert events == [
        TextDelta("Let me look."),
        ToolCall("a", "weather", '{"city":"Paris"}'),
        ToolCall("b", "clock", "{}"),
        Done(None, "tool_calls"),
    ]


def test_tool_calls_without_index_or_arguments_or_id_are_understood() -> None:
    two = [{"id": "a", "function": {"name": "clock"}}, {"id": "b", "function": {"name": "weather", "arguments": ""}}]
    assert read(delta({"tool_calls": two}, "tool_calls"))[:2] == [
        ToolCall("a", "clock", "{}"),
        ToolCall("b", "weather", "{}"),
    ]
    nameless = read(call(index=0, function={"name": "clock", "arguments": "{}"}), delta({}, "tool_calls"))[0]
    assert isinstance(nameless, ToolCall)
    assert nameless.id.startswith("call_")


@pytest.mark.parametrize("field", ["reasoning", "reasoning_content"])
def test_thoughts_are_told_apart_from_words(field: str) -> None:
    events = read(delta({field: "Hmm."}), text("Yes."), delta({}, "stop"))
    assert events == [ReasoningDelta("Hmm."), TextDelta("Yes."), Done(None, "stop")]


def test_the_cost_that_openrouter_tells_is_kept() -> None:
    assert read(text("Hi"), delta({}, "stop"), usage(10, 1, cost=0.0021), DONE)[-1] == Done(TokenUsage(10, 1, 0.0021))


def test_usage_in_every_chunk_counts_once_and_odd_numbers_are_bounded() -> None:
    assert read(text("Hi"), usage(5, 1), usage(5, 2), delta({}, "stop"), DONE)[-1] == Done(TokenUsage(5, 2))
    assert read(text("Hi"), usage(-3, 10**30, cost=-1), DONE)[-1] == Done(TokenUsage(0, 2**31 - 1, 0.0))


def test_an_answer_needs_either_a_reason_or_a_done() -> None:
    assert read(text("Hi"), delta({}, "stop"))[-1] == Done()
    assert read(text("Hi"), DONE)[-1] == Done()
    assert read(text("Hi"), b"data: [DONE]")[-1] == Done()
    assert failure(text("Hi")) is Failure.CUT_OFF
    assert failure() is Failure.CUT_OFF
    assert failure(text("Hi"), b'data: {"choices": [{"de') is Failure.CUT_OFF


def test_what_follows_done_is_not_read() -> None:
    assert read(text("Hi"), DONE + text("more"), text("more")) == [TextDelta("Hi"), Done()]


@pytest.mark.parametrize(
    "payload",
    [
        b"{not json",
        b"[]",
        b'"text"',
        b"null",
        b"7",
        b'{"choices": 7}',
        b'{"choices": [7]}',
        b'{"choices": [{"delta": 7}]}',
        b'{"choices": [{"delta": {"content": ["a"]}}]}',
        b'{"choices": [{"delta": {"content": 7}}]}',
        b'{"choices": [{"delta": {"content": "\\ud800"}}]}',
        b'{"choices": [{"delta": {"tool_calls": 7}}]}',
        b'{"choices": [{"delta": {"tool_calls": [{"index": {}}]}}]}',
        b'{"usage": 7}',
        b'{"usage": {"prompt_tokens": "many"}}',
    ],
)
def test_a_chunk_that_makes_no_sense_is_malformed(payload: bytes) -> None:
    assert failure(b"data: " + payload + b"\n\n") is Failure.MALFORMED


def test_a_tool_call_without_a_name_and_too_many_calls_are_malformed() -> None:
    assert failure(call(index=0, id="a", function={"arguments": "{}"}), DONE) is Failure.MALFORMED
    crowd = [call(index=n, id=str(n), function={"name": "x"}) for n in range(200)]
    assert failure(*crowd, DONE) is Failure.MALFORMED


def test_an_answer_without_words_is_empty() -> None:
    assert failure(delta({"role": "assistant", "content": ""}), delta({}, "stop"), DONE) is Failure.EMPTY
    assert failure(delta({"reasoning": "Hmm."}), delta({}, "length"), DONE) is Failure.EMPTY
    assert failure(delta({}, "content_filter")) is Failure.REJECTED


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (401, Failure.UNAUTHORIZED),
        (402, Failure.UNAUTHORIZED),
        (429, Failure.RATE_LIMITED),
        ("429", Failure.RATE_LIMITED),
        ("rate_limit_exceeded", Failure.RATE_LIMITED),
        (400, Failure.REJECTED),
        (502, Failure.SERVER_ERROR),
        (None, Failure.SERVER_ERROR),
        (9_999, Failure.SERVER_ERROR),
        ("strange", Failure.SERVER_ERROR),
    ],
)
def test_an_error_inside_the_stream_is_read_by_its_number(code: object, expected: Failure) -> None:
    assert failure(text("Hi"), event({"error": {"code": code, "message": "secret"}})) is expected


def test_an_error_that_is_only_a_sentence_or_a_reason_is_a_fault_of_the_provider() -> None:
    assert failure(event({"error": "secret"})) is Failure.SERVER_ERROR
    assert failure(text("Hi"), delta({}, "error")) is Failure.SERVER_ERROR


def test_endless_answers_and_endless_lines_are_bounded() -> None:
    assert failure(*[text("word")] * 100, max_answer_bytes=2_000) is Failure.CUT_OFF
    assert failure(*[b"data: aaaaaaaaaa"] * 100, max_line_bytes=500) is Failure.MALFORMED


def test_a_long_line_in_many_pieces_is_read_in_linear_time() -> None:
    whole = text("a" * 1_000_000) + delta({}, "stop")
    assert len(read(*[whole[n : n + 10] for n in range(0, len(whole), 10)])) == 2


def test_nul_is_dropped_because_no_database_can_keep_it() -> None:
    assert read(text("a\0b"), DONE)[0] == TextDelta("ab")


def test_a_server_that_does_not_stream_answers_with_one_document() -> None:
    document = (
        b'{"choices": [{"message": {"role": "assistant", "content": "Hi", "tool_calls": [{"id": "a", "function": '
        b'{"name": "clock", "arguments": "{}"}}]}, "finish_reason": "tool_calls"}], "usage": {"prompt_tokens": 3,\n'
        b'"completion_tokens": 4}}'
    )
    reader = AnswerReader(is_document=True)
    assert [*reader.feed(document[:50]), *reader.feed(document[50:])] == []
    assert reader.end() == [TextDelta("Hi"), ToolCall("a", "clock", "{}"), Done(TokenUsage(3, 4), "tool_calls")]
