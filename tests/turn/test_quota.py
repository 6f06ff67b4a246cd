"""Turns that are counted: reserved before they begin, by the person's own day. How they end: test_charged.py."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg
import httpx2
import orjson
import pytest

from holdfast.core.ids import UserId, new_id
from holdfast.core.migrate import Addresses
from holdfast.entitlements.assign import assign
from holdfast.entitlements.plans import Plan
from holdfast.models.types import Failure, ModelFailed
from tests.scripted import ScriptedModel, says
from tests.serving import Person, Served, chat_body, serving

pytestmark = pytest.mark.anyio
NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)


async def plan(served: Served, person: Person, plan: Plan | None, **features: int | None) -> None:
    await assign(served.parts.entitlements, None, person.id, plan, {"features": features} if features else {})


async def counted(as_owner: asyncpg.Connection) -> Sequence[tuple[str, int]]:
    rows = await as_owner.fetch("select period, used from usage_counters where used > 0 order by period")
    return [(row["period"], row["used"]) for row in rows]


async def use_up(as_owner: asyncpg.Connection, user: UserId, used: int, day: str = "2026-11-16") -> None:
    await as_owner.execute(
        "insert into usage_counters (user_id, feature, period, used) values ($1, 'chats_per_day', $2, $3)",
        user, day, used,
    )  # fmt: skip


async def rows(as_owner: asyncpg.Connection) -> Sequence[int]:
    return [await as_owner.fetchval(f"select count(*) from {table}") for table in ("chats", "messages", "turns")]


async def test_the_twenty_first_turn_of_a_day_is_refused_with_what_how_much_until_when_and_what_helps(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    model = ScriptedModel(says("Yes."))
    async with serving(addresses, [model], clock=lambda: NOON) as served, served.person() as ada:
        await plan(served, ada, "free")
        for _ in range(20):
            assert (await ada.say("Hello.")).status == 200
        calls, before = len(model.calls), await rows(as_owner)
        answer = await ada.http.post("/api/chat", json=chat_body("One more?"))
        assert answer.status_code == 429
        assert answer.json()["error"] == {
            "code": "quota_exhausted",
            "message": "You have used all your 20 messages for today; they come back on 17 November at 00:00 (UTC). "
            "The plan pro has more of them.",
            "category": "rate_limit",
            "severity": "medium",
            "retryable": True,
            "details": {
                "feature": "chats_per_day",
                "used": 20,
                "limit": 20,
                "resetsAt": "2026-11-17T00:00:00Z",
                "plan": "free",
                "wouldHelp": "pro",
            },
        }
        assert answer.headers["retry-after"] == str(12 * 3600)
        told = {one["feature"]: one for one in (await ada.http.get("/api/usage")).json()["usage"]}["chats_per_day"]
        assert (told["sentence"], told["wouldHelp"]) == (answer.json()["error"]["message"], "pro")
        assert (len(model.calls), await rows(as_owner)) == (calls, before)
        await served.parts.events.write()
        noted = await as_owner.fetch("select user_id, name, feature, detail from analytics_events")
        assert [(one["user_id"], one["name"], one["feature"]) for one in noted] == [
            (ada.id, "quota_blocked", "chats_per_day")
        ]
        assert orjson.loads(noted[0]["detail"]) == {"plan": "free", "used": 20, "limit": 20, "wouldHelp": "pro"}


async def test_of_thirty_at_once_at_the_last_unit_one_is_a_turn_and_calls_the_model(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    model = ScriptedModel(says("Yes."))
    async with serving(addresses, [model], clock=lambda: NOON) as served, served.person() as ada:
        await plan(served, ada, "free")
        await use_up(as_owner, ada.id, 19)
        answers = await asyncio.gather(
            *(ada.http.post("/api/chat", json=chat_body("Me!", selectedPersonaId="assistant")) for _ in range(30))
        )
        assert sorted(answer.status_code for answer in answers) == [200] + [429] * 29
        assert len([call for call in model.calls if "Me!" in str(call[0])]) == 1
        assert await rows(as_owner) == [1, 2, 1]
        assert await counted(as_owner) == [("2026-11-16", 20)]


async def test_the_same_message_sent_many_times_is_counted_once_even_as_the_last(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    model = ScriptedModel(says("Yes."))
    async with serving(addresses, [model], clock=lambda: NOON) as served, served.person() as ada:
        await plan(served, ada, "free")
        await use_up(as_owner, ada.id, 19)
        body = chat_body("Only once.")
        answers = await asyncio.gather(*(ada.http.post("/api/chat", json=body) for _ in range(10)))
        assert {answer.status_code for answer in answers} == {200}
        later = await ada.http.post("/api/chat", json=body)
        assert later.status_code == 200, "used up, but this one was counted"
        assert await counted(as_owner) == [("2026-11-16", 20)]


async def test_another_answer_to_the_same_question_is_counted_too(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel(says("Yes."))], clock=lambda: NOON) as served, served.person() as ada:
        await plan(served, ada, "free", chats_per_day=2)
        chat = new_id()
        await ada.say("Hello.", chat=chat)
        again = {"id": str(chat), "trigger": "regenerate-message"}
        assert (await ada.http.post("/api/chat", json=again)).status_code == 200
        assert await counted(as_owner) == [("2026-11-16", 2)]
        assert (await ada.http.post("/api/chat", json=again)).status_code == 429


async def test_a_turn_is_counted_by_the_persons_own_date(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    now = [NOON.replace(hour=14, minute=59)]
    model = ScriptedModel(says("Yes."))
    async with serving(addresses, [model], clock=lambda: now[0]) as served, served.person() as ada:
        await plan(served, ada, "free", chats_per_day=1)
        assert (await ada.http.put("/api/usage/time-zone", json={"timeZone": "Asia/Tokyo"})).status_code == 200
        assert (await ada.say("Good evening.")).status == 200
        assert (await ada.say("Still today.")).status == 429
        now[0] += timedelta(minutes=1)
        assert (await ada.say("Good morning.")).status == 200
        # Where it is yesterday still, there is no second one of that day.
        await ada.http.put("/api/usage/time-zone", json={"timeZone": "America/New_York"})
        assert (await ada.say("And once more.")).status == 429
    assert await counted(as_owner) == [("2026-11-16", 1), ("2026-11-17", 1)]


async def test_what_is_refused_before_it_begins_is_not_counted(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel(says("Yes."))], clock=lambda: NOON) as served, served.person() as ada:
        await plan(served, ada, "free")
        wrong: Sequence[tuple[int, dict[str, Any]]] = [
            (404, chat_body("Hi.", selectedPersonaId="nobody")),
            (404, {"id": str(new_id()), "trigger": "regenerate-message"}),
            (413, chat_body("word " * 150_000)),
            (422, {"id": "x"}),
            (503, chat_body("Hi.", selectedResearchMode="nexus")),
            (503, chat_body("Create a ticket for the broken pump.", selectedPersonaId="incident")),
        ]
        for status, body in wrong:
            answer = await ada.http.post("/api/chat", json=body)
            assert answer.status_code == status, answer.text
        chat, message = new_id(), new_id()
        assert (await ada.say("One.", chat=chat, message=message)).status == 200
        reused = await ada.http.post("/api/chat", json=chat_body("Other words.", chat=chat, message=message))
        assert reused.status_code == 409
        assert await counted(as_owner) == [("2026-11-16", 1)]


async def test_an_answer_that_needs_no_model_is_given_even_when_all_are_used_up(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    model = ScriptedModel(says("Copy."))
    async with serving(addresses, [model], clock=lambda: NOON) as served, served.person() as ada:
        await plan(served, ada, "free")
        await use_up(as_owner, ada.id, 20)
        report = await ada.say("Give me a CAN report.", selectedPersonaId="incident")
        assert report.text.startswith("A CAN report needs")
        assert (await ada.say("There is a fire.", selectedPersonaId="incident")).status == 429
        assert model.calls == []
        assert await counted(as_owner) == [("2026-11-16", 20)]


async def test_a_plan_that_is_taken_away_refuses_the_very_next_turn_and_one_that_is_given_allows_it(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel(says("Yes."))], clock=lambda: NOON) as served, served.person() as ada:
        for _ in range(3):
            assert (await ada.say("Hello.")).status == 200  # without a limit, and counted all the same
        await plan(served, ada, "free", chats_per_day=3)
        assert (await ada.say("Hello.")).status == 429
        await plan(served, ada, "pro")
        assert (await ada.say("Hello.")).status == 200
        assert await counted(as_owner) == [("2026-11-16", 4)]


async def test_a_chat_of_somebody_else_is_refused_for_what_it_is_and_counts_nothing(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with (
        serving(addresses, [ScriptedModel(says("Yes."))], clock=lambda: NOON) as served,
        served.person("ada") as ada,
        served.person("bob") as bob,
    ):
        chat = new_id()
        await ada.say("Mine.", chat=chat)
        answer: httpx2.Response = await bob.http.post("/api/chat", json=chat_body("Let me in.", chat=chat))
        assert answer.status_code == 403
        rows = await as_owner.fetch("select user_id, used from usage_counters")
        assert [(row["user_id"], row["used"]) for row in rows] == [(ada.id, 1)]


async def test_a_replay_that_asks_the_model_is_counted_like_a_turn_and_one_that_only_compares_is_not(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    model = ScriptedModel(says("Yes."))
    async with serving(addresses, [model], clock=lambda: NOON) as served, served.person() as ada:
        await plan(served, ada, "free", chats_per_day=2)
        turn = (await ada.say("Hello.")).headers["x-holdfast-turn-id"]

        async def replay(*, asks_model: bool) -> httpx2.Response:
            return await ada.http.post(f"/api/turns/{turn}/replay", json={"asksModel": asks_model})

        assert (await replay(asks_model=True)).status_code == 200
        assert await counted(as_owner) == [("2026-11-16", 2)]
        calls = len(model.calls)
        refused = await replay(asks_model=True)
        assert (refused.status_code, refused.json()["error"]["code"]) == (429, "quota_exhausted")
        assert len(model.calls) == calls
        assert (await replay(asks_model=False)).status_code == 200
        assert await counted(as_owner) == [("2026-11-16", 2)]


async def test_a_replay_that_no_model_answered_is_given_back(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    model = ScriptedModel(says("Yes."), [ModelFailed(Failure.UNREACHABLE, "Away.")])
    async with serving(addresses, [model], clock=lambda: NOON) as served, served.person() as ada:
        await plan(served, ada, "free")
        turn = (await ada.say("Hello.", selectedPersonaId="assistant")).headers["x-holdfast-turn-id"]
        again = await ada.http.post(f"/api/turns/{turn}/replay", json={})
        assert again.status_code == 200
        assert again.json()["answer"]["replayed"] is None
        assert await counted(as_owner) == [("2026-11-16", 1)]
