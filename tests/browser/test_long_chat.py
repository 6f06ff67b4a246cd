"""A chat of two hundred long answers is read, typed in and answered like a new one.

What it costs is measured beside a short chat on the same machine at the same time, and printed; a busy machine makes
both slow, so what is asserted is how many times slower the long one is.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import Any
from uuid import UUID

import asyncpg
import orjson
import pytest
from playwright.async_api import CDPSession, Page, expect

from holdfast.core.ids import UserId, new_id
from holdfast.core.migrate import Addresses
from holdfast.models.types import Done, TextDelta, TokenUsage
from tests.browser.conftest import MOVING
from tests.browser.test_chat import sign_up
from tests.scripted import Line, ScriptedModel
from tests.serving import serving

pytestmark = pytest.mark.anyio

LIVES_WITH = MOVING

ANSWERS = 200
MORE_LOOKS = 2
"""Whatever else the machine does may disturb one; what is slow by itself is so each time."""
LONG = "\n\n".join(
    f"## Part {part}\n\nThe tide **comes in** slowly, and goes out; what it leaves is *counted* in the morning. "
    "A list of what was found there follows, for whoever has an eye for such things.\n\n"
    "- shells of every size\n- a length of rope, tarred\n- three bottles, one of them with `a letter` in it\n\n"
    "| what | how many |\n|---|---|\n| shells | 41 |\n| bottles | 3 |\n"
    for part in range(4)
)
WATCH = """() => {
  const seen = window.__seen = { frames: [], shift: 0, is: 'before' }
  const isWriting = () => document.querySelector('form button[type=submit]') === null
  const hasWords = () => document.querySelector('article[aria-busy=true] .answer') !== null
  let last = performance.now()
  const tick = (now) => {
    if (seen.is === 'writing') seen.frames.push(now - last)
    last = now
    if (seen.is === 'before' && isWriting() && hasWords()) seen.is = 'writing'
    if (seen.is === 'writing' && !isWriting()) seen.is = 'over'
    else requestAnimationFrame(tick)
  }
  requestAnimationFrame(tick)
  new PerformanceObserver((list) => {
    for (const one of list.getEntries())
      if (seen.is === 'writing' && !one.hadRecentInput) seen.shift += one.value
  }).observe({ type: 'layout-shift' })
}"""
"""Watches from inside the page, from the first words to the last: whoever looks from outside stops it while looking."""


@dataclass(frozen=True, slots=True)
class Measured:
    key_ms: float
    """Script for each key that is pressed."""
    frame_ms: float
    """The 95th of a hundred frames while an answer is written."""
    shift: float

    def __str__(self) -> str:
        return f"{self.key_ms:.1f} ms a key, frames p95 {self.frame_ms:.0f} ms, layout shift {self.shift:.3f}"


async def seed(connection: asyncpg.Connection, user_id: UserId, answers: int) -> UUID:
    chat, parent = new_id(), None
    await connection.execute(
        "insert into chats (id, user_id, title, persona_id) values ($1, $2, $3, 'assistant')",
        chat, user_id, f"A chat of {answers}",
    )  # fmt: skip
    for number in range(answers):
        for role, text in (("user", f"What did the tide bring on day {number}?"), ("assistant", LONG)):
            message, parts = new_id(), [{"type": "text", "text": text}]
            await connection.execute(
                """
                insert into messages (chat_id, id, user_id, parent_id, turn_id, role, parts, status, tokens)
                values ($1, $2, $3, $4, $5, $6, $7::jsonb, 'complete', 300)
                """,
                chat, message, user_id, parent, new_id(), role, orjson.dumps(parts).decode(),
            )  # fmt: skip
            parent = message
    await connection.execute("update chats set head_id = $2 where id = $1", chat, parent)
    return chat


async def script_seconds(devtools: CDPSession) -> float:
    found: dict[str, Any] = await devtools.send("Performance.getMetrics")
    return float(next(one["value"] for one in found["metrics"] if one["name"] == "ScriptDuration"))


async def open_whole(page: Page, url: str, answers: int) -> None:
    await page.goto(url)
    shown = page.get_by_test_id("answer")
    await expect(shown.last).to_be_visible()
    while (before := await shown.count()) < answers:
        await page.get_by_role("button", name="Show what was said before").click()
        await page.wait_for_function(
            "count => document.querySelectorAll('[data-testid=answer]').length > count", arg=before
        )


async def measure(page: Page, devtools: CDPSession) -> Measured:
    box = page.get_by_label("Message", exact=True)
    await box.click()
    before = await script_seconds(devtools)
    for letter in "thetideisout" * 2:
        await page.keyboard.press(letter)
    key_ms = (await script_seconds(devtools) - before) * 1000 / 24
    await box.fill("And today?")
    await page.evaluate(WATCH)
    await page.keyboard.press("Enter")
    await page.wait_for_function("() => window.__seen.is === 'over'", polling=500, timeout=120_000)
    seen = await page.evaluate("() => window.__seen")
    frames = sorted(seen["frames"])
    assert len(frames) > 20, "it was watched while it was written"
    return Measured(key_ms, frames[int(len(frames) * 0.95)], seen["shift"])


@pytest.mark.long
async def test_a_long_chat_is_typed_in_and_answered_like_a_short_one(
    addresses: Addresses, page: Page, as_owner: asyncpg.Connection
) -> None:
    words: list[Line] = [TextDelta("It begins now. ")]
    for word in LONG.split(" "):
        words += [TextDelta(word + " "), 0.01]
    model = ScriptedModel([*words, Done(TokenUsage(10, 300))], is_demo=True)
    async with serving(addresses, [model]) as served:
        await sign_up(page, served)
        me = await (await page.request.get(f"{served.url}/api/auth/me")).json()
        devtools = await page.context.new_cdp_session(page)
        await devtools.send("Performance.enable")
        found: dict[int, Measured] = {}
        for answers in (1, ANSWERS):
            chat = await seed(as_owner, UserId(UUID(me["id"])), answers)
            await open_whole(page, f"{served.url}/chat/{chat}", answers)
            found[answers] = await measure(page, devtools)
            print(f"\n{answers:>4} answers: {found[answers]}")
        for _ in range(MORE_LOOKS):
            if not faults_of(found[ANSWERS], found[1]):
                break
            found[ANSWERS] = least_of(found[ANSWERS], await measure(page, devtools))
    assert faults_of(found[ANSWERS], found[1]) == []


def faults_of(long: Measured, short: Measured) -> list[str]:
    """The goals are 12 ms and 50 ms; a machine that does other work beside is given room."""
    is_told = {
        f"a key costs more for what was said before: {long}": long.key_ms >= max(12, 3 * short.key_ms),
        f"an answer is not written as smoothly under many as under none: {long}": long.frame_ms
        >= max(50, 8 * short.frame_ms),
        f"something jumps while it is written: {long}": long.shift > 0.05,
    }
    return [fault for fault, is_so in is_told.items() if is_so]


def least_of(one: Measured, other: Measured) -> Measured:
    return Measured(*map(min, zip(astuple(one), astuple(other), strict=True)))
