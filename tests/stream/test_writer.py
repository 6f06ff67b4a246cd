from __future__ import annotations

import asyncio
from typing import Any

import orjson
import pytest

from holdfast.core.ids import StreamId, new_id
from holdfast.stream.live import LiveStream, StopRequested
from holdfast.stream.wire import DONE, Written, stored_parts, written_in
from holdfast.stream.writer import Writer
from tests.serving import read_events
from tests.waiting import never, takes, until

pytestmark = pytest.mark.anyio


def parts(live: LiveStream) -> list[dict[str, str]]:
    return [orjson.loads(chunk) for chunk in live.chunks]


async def read_to_end(live: LiveStream, from_seq: int = 0) -> bytes:
    """What a reader in the same process hears."""
    place, heard = live.place(from_seq), b""
    while not heard.endswith(DONE):
        heard += live.frames(place)
        if not live.is_ended:
            await live.wait(1)
    return heard


async def test_the_first_word_goes_out_at_once_and_the_next_ones_travel_together() -> None:
    live = LiveStream(StreamId(new_id()))
    writer = Writer(live, coalesce_seconds=0.05)
    writer.text("one ")
    assert [part["type"] for part in parts(live)] == ["text-start", "text-delta"]
    for word in ("two ", "three ", "four"):
        writer.text(word)
    assert len(live.chunks) == 2
    await until(lambda: len(live.chunks) > 2)
    assert parts(live)[-1]["delta"] == "two three four"


async def test_what_waits_goes_before_anything_else() -> None:
    live = LiveStream(StreamId(new_id()))
    writer = Writer(live)
    writer.text("a")
    writer.text("b")
    writer.part({"type": "finish-step"})
    assert [part["type"] for part in parts(live)] == [
        "text-start",
        "text-delta",
        "text-delta",
        "text-end",
        "finish-step",
    ]
    assert written_in(live.chunks).text == "ab"


async def test_reasoning_and_answer_are_parts_of_their_own() -> None:
    live = LiveStream(StreamId(new_id()))
    writer = Writer(live)
    writer.text("hm", kind="reasoning")
    writer.text("yes")
    writer.close_text()
    assert [(part["type"], part["id"]) for part in parts(live) if part["type"].endswith("start")] == [
        ("reasoning-start", "r0"),
        ("text-start", "t1"),
    ]
    written = written_in(live.chunks)
    assert (written.text, written.thoughts) == ("yes", "hm")


async def test_how_long_it_thought_is_told_where_thinking_ends_and_added_up() -> None:
    live = LiveStream(StreamId(new_id()))
    writer = Writer(live)
    for thought in ("first", "second"):
        writer.text(thought, kind="reasoning")
        await takes(0.02)
        writer.part({"type": "finish-step"})
    heard: list[dict[str, Any]] = [orjson.loads(chunk) for chunk in live.chunks]
    told = [part["providerMetadata"]["holdfast"]["ms"] for part in heard if part["type"] == "reasoning-end"]
    assert min(told) >= 19
    written = written_in(live.chunks)
    assert (
        (written.thought_ms, written.thoughts)
        == (sum(told), "first\n\nsecond")
        == (writer.thought_ms, written.thoughts)
    )


async def test_what_was_thought_before_an_answer_was_begun_anew_is_no_part_of_it() -> None:
    live = LiveStream(StreamId(new_id()))
    writer = Writer(live)
    writer.text("old thought", kind="reasoning")
    writer.text("old words")
    writer.part({"type": "data-restarted", "data": {"number": 1}})
    writer.text("new thought", kind="reasoning")
    writer.text("new words")
    writer.close_text()
    written = written_in(live.chunks)
    kept = stored_parts(written, 1)
    assert kept is not None
    assert [part["type"] for part in kept] == ["data-restarted", "reasoning", "text"]
    assert [part["text"] for part in kept if "text" in part] == ["new thought", "new words"]
    assert stored_parts(Written("", "a thought"), 0) is None, "nothing was said"


async def test_any_text_arrives_unchanged_on_the_wire() -> None:
    live = LiveStream(StreamId(new_id()))
    writer = Writer(live)
    said = ["\n\n", "data: [DONE]\n\n", '"}\\', "id: 7\r\n", "é☃\u2028", "</script>"]
    for word in said:
        writer.text(word)
    writer.close_text()
    live.end()
    answer = read_events(await read_to_end(live))
    assert answer.text == "".join(said)
    assert answer.is_done


async def test_many_readers_from_different_points_see_the_same_bytes_without_gap_or_double() -> None:
    live = LiveStream(StreamId(new_id()))

    async def read(from_seq: int) -> list[int]:
        return list(read_events(await read_to_end(live, from_seq)).seqs)

    readers = [asyncio.create_task(read(start)) for start in (0, 0, 3, 9)]
    for number in range(10):
        live.append(orjson.dumps({"type": "data-n", "n": number}))
        await asyncio.sleep(0)
    late = asyncio.create_task(read(0))
    await asyncio.sleep(0)
    live.end()
    assert [await reader for reader in [*readers, late]] == [
        list(range(10)), list(range(10)), list(range(3, 10)), [9], list(range(10)),
    ]  # fmt: skip


async def test_a_stop_cuts_only_the_stretch_that_may_be_cut() -> None:
    live = LiveStream(StreamId(new_id()))
    steps: list[str] = []

    async def write() -> None:
        try:
            async with live.stoppable():
                steps.append("speaks")
                await never()
        except StopRequested:
            steps.append("stopped")
        await asyncio.sleep(0)
        steps.append("saved")

    task = asyncio.create_task(write())
    await until(lambda: steps)
    live.stop("stopped")
    live.stop("shutdown")
    await task
    assert steps == ["speaks", "stopped", "saved"]
    assert live.stop_reason == "stopped"


async def test_a_stop_in_the_very_last_moment_does_not_reach_the_saving() -> None:
    live = LiveStream(StreamId(new_id()))

    async def write() -> str:
        try:
            async with live.stoppable():
                live.stop("stopped")
        except StopRequested:
            await asyncio.sleep(0)
            return "stopped, and saved"
        return "not stopped"

    assert await asyncio.create_task(write()) == "stopped, and saved"


async def test_a_stop_before_the_stretch_is_heard_at_its_beginning() -> None:
    live = LiveStream(StreamId(new_id()))
    live.stop("shutdown")
    with pytest.raises(StopRequested):
        async with live.stoppable():
            raise AssertionError("must not be entered")
