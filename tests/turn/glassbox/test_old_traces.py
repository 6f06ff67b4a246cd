from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

import asyncpg
import orjson
import pytest

from holdfast.core.ids import MessageId, TurnId, new_id
from holdfast.core.migrate import Addresses
from holdfast.turn.glassbox.encode import decode_trace, encode_trace
from holdfast.turn.glassbox.types import RouteTrace, SessionStartTrace, SpeechTrace
from tests.scripted import ScriptedModel, says
from tests.serving import Answer, Person, serving
from tests.turn.glassbox.old_traces import OLD_TRACES, of_a_lost_process, of_the_first_release

pytestmark = pytest.mark.anyio

OldTrace = Callable[[TurnId, MessageId], dict[str, Any]]


async def rewritten(person: Person, as_owner: asyncpg.Connection, old: OldTrace) -> Answer:
    """A turn of now whose trace an earlier release had written."""
    chat = new_id()
    answer = await person.say("What did I say about my boat?", chat=chat, selectedPersonaId="sophie")
    turn_id = TurnId(UUID(answer.headers["x-holdfast-turn-id"]))
    question_id = MessageId(UUID((await person.messages(chat))[0]["id"]))
    row = orjson.dumps(old(turn_id, question_id)).decode()
    await as_owner.execute("update traces set trace = $2::jsonb where turn_id = $1", turn_id, row)
    return answer


def is_within(old: Any, told: Any) -> bool:
    """Every word that the old row says is still told, at its place; where something is new, it may stand beside it."""
    if isinstance(old, dict):
        return all(key in told and is_within(value, told[key]) for key, value in old.items())
    if isinstance(old, list):
        return len(old) == len(told) and all(is_within(*pair) for pair in zip(old, told, strict=True))
    return bool(old == told)


@pytest.mark.parametrize("old", OLD_TRACES, ids=lambda old: old.__name__)
async def test_a_trace_of_an_earlier_release_opens_and_says_all_that_it_said(
    addresses: Addresses, as_owner: asyncpg.Connection, old: OldTrace
) -> None:
    async with serving(addresses, [ScriptedModel(says("A lot."))]) as served, served.person() as ada:
        answer = await rewritten(ada, as_owner, old)
        told = await ada.trace(answer)
        turn_id = UUID(answer.headers["x-holdfast-turn-id"])
        row = await as_owner.fetchval("select trace from traces where turn_id = $1", turn_id)
    assert is_within(orjson.loads(row), told)
    assert {block["kind"]: block["text"] for block in told["blocks"]}.get("user_message") in (
        None if old is of_a_lost_process else "What did I say about my boat?",
    )


async def test_a_turn_of_the_first_release_is_run_again(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    async with serving(addresses, [ScriptedModel(says("A lot."), says("More."))]) as served, served.person() as ada:
        answer = await rewritten(ada, as_owner, of_the_first_release)
        address = f"/api/turns/{answer.headers['x-holdfast-turn-id']}/replay"
        replay = (await ada.http.post(address, json={"memory": "now", "asksModel": False})).json()
    changes = {one["kind"]: one["change"] for one in replay["difference"]}
    assert changes["supplemental_context"] == "removed"
    assert changes["conversation_posture"] == "added"


@pytest.mark.parametrize("old", OLD_TRACES, ids=lambda old: old.__name__)
def test_what_was_read_and_written_again_is_read_the_same(old: OldTrace) -> None:
    trace = decode_trace(orjson.dumps(old(TurnId(new_id()), MessageId(new_id()))).decode())
    assert decode_trace(encode_trace(trace)) == trace


def test_what_was_not_written_has_its_default() -> None:
    trace = decode_trace(orjson.dumps(of_a_lost_process(TurnId(new_id()), MessageId(new_id()))).decode())
    assert (trace.reading, trace.preflight, trace.speech) == (None, None, SpeechTrace())
    assert (trace.session_start, trace.route) == (SessionStartTrace(), RouteTrace("conversational", "not kept"))


def test_a_code_of_another_release_is_read_as_it_was_written() -> None:
    row = of_the_first_release(TurnId(new_id()), MessageId(new_id()))
    row["route"]["kind"], row["blocks"][0]["status"], row["another"] = "sideways", "folded", 1
    trace = decode_trace(orjson.dumps(row).decode())
    assert (trace.route.kind, trace.blocks[0].status, trace.blocks[1].kind) == (
        "sideways", "folded", "supplemental_context",
    )  # fmt: skip
