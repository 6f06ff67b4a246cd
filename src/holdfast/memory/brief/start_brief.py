"""The start brief: where things stand when somebody begins to speak. A few statements, whatever the history.

The handover was written when the last session closed (by the model, or by rules) and lies ready; how long ago that was
is told at the moment of asking. A session that has no summary yet is told by rules from its last turns.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from holdfast.core.clock import find_zone
from holdfast.core.db import Owner
from holdfast.memory.brief import store
from holdfast.memory.brief.compose import before_that, due_line, handover_text, items_of, when_last
from holdfast.memory.brief.moment import SKEW, moment
from holdfast.memory.brief.orientation import orient
from holdfast.memory.brief.types import Bridge, Handover, KeptHandover, LastSession, Resume, StartBrief
from holdfast.memory.loops.calendars import calendar_of
from holdfast.memory.loops.loops import list_loops
from holdfast.memory.loops.nudges import nudge_candidates
from holdfast.memory.moments import check_moment
from holdfast.memory.parts import MemoryParts
from holdfast.memory.profile.store import read_identity
from holdfast.memory.profile.types import Identity
from holdfast.memory.summaries.tell import MAX_HANDOVER_CHARACTERS, hand_over, last_exchange
from holdfast.memory.summaries.transcript import clean
from holdfast.memory.types import BriefQuery, Fact, Loop

MAX_LOOPS = 7
MAX_PINNED = 5
_LOOPS_READ = 20
_TURNS_READ = 12
_TURNS_TOLD = 60
"""Of a session without a summary yet: as many as promises are looked for in. Who says goodbye at length has not said
little."""
_A_MOMENT = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class _Read:
    identity: Identity
    last: LastSession | None
    handover: str
    pinned: Sequence[Fact]
    zone: ZoneInfo
    """The one that was asked for; where none was, or one this machine does not know, the person's own."""


@dataclass(frozen=True, slots=True)
class _Asked:
    session_id: str | None
    now: datetime
    persona_id: str | None


async def start_brief(memory: MemoryParts, owner: Owner, query: BriefQuery = BriefQuery()) -> StartBrief:
    """At the beginning of a session: what the last one left behind."""
    now, persona_id = moment(query.now, memory.clock()), query.persona_id
    started_at = check_moment("startedAt", query.started_at, memory.clock())
    before = now + SKEW if started_at is None else min(now, started_at - _A_MOMENT)
    async with memory.db.as_owner(owner) as tx:
        last = await store.find_last_session(tx, owner, persona_id=persona_id, before=before, turns=_TURNS_READ)
        kept = await store.find_handover(tx, owner, persona_id=persona_id, before=before) if last else None
        if last and not _covers(kept, last):
            last = await store.with_more_turns(tx, owner, last, before=before, turns=_TURNS_TOLD)
        identity = await read_identity(tx, owner)
        pinned = await store.pinned_facts(tx, owner, persona_id=persona_id, most=MAX_PINNED)
        zone = find_zone(query.timezone) or await calendar_of(tx, owner)
    told = await asyncio.to_thread(_handover, last, kept, _called(identity), zone)  # by rules it may take a while
    read = _Read(identity, last, told, pinned, zone)
    return await _packet(memory, owner, read, _Asked(query.session_id, now, persona_id))


async def session_brief(memory: MemoryParts, owner: Owner, query: BriefQuery = BriefQuery()) -> StartBrief:
    """The same packet out of one session's own row and turns: for a session that goes on, and where no summary is."""
    now, session_id, persona_id = moment(query.now, memory.clock()), query.session_id, query.persona_id
    before = now + SKEW
    async with memory.db.as_owner(owner) as tx:
        if session_id:
            last = await store.find_session(
                tx, owner, session_id, persona_id=persona_id, before=before, turns=_TURNS_READ
            )
        else:
            last = await store.find_last_session(tx, owner, persona_id=persona_id, before=before, turns=_TURNS_READ)
        identity = await read_identity(tx, owner)
        pinned = await store.pinned_facts(tx, owner, persona_id=persona_id, most=MAX_PINNED)
        zone = find_zone(query.timezone) or await calendar_of(tx, owner)
    read = _Read(identity, last, _in_session(last, _called(identity)), pinned, zone)
    return await _packet(memory, owner, read, _Asked(session_id, now, persona_id))


async def _packet(memory: MemoryParts, owner: Owner, read: _Read, asked: _Asked) -> StartBrief:
    now, persona_id, last = asked.now, asked.persona_id, read.last
    zone, person = read.zone, _called(read.identity)
    open_loops = await list_loops(memory, owner, status="open", persona_id=persona_id, limit=_LOOPS_READ)
    nudges = await nudge_candidates(memory, owner, now=now, persona_id=persona_id)
    bridge = last_exchange(last.turns, person) if last else ""
    at = orient(
        last.last_user_at if last else None,
        now,
        zone,
        session_gap=timedelta(minutes=memory.settings.session_close_gap_minutes),
        is_in_session=last is not None and last.session_id == asked.session_id,
        has_bridge=bool(bridge),
    )
    when = when_last(at.depth, last.last_user_at, now, zone, person) if last else ""
    return StartBrief(
        handover=Handover(handover_text(when, read.handover), at.depth),
        bridge=Bridge(bridge),
        resume=Resume(at.use_bridge, at.gap_minutes),
        ops=due_line([*nudges, *awake(open_loops, now)], now, zone),
        items=items_of(awake(open_loops, now)[:MAX_LOOPS], read.pinned),
    )


def awake(loops: Sequence[Loop], now: datetime) -> list[Loop]:
    """Without what the person put off, and what was not yet said then."""
    return [
        loop for loop in loops if loop.opened_at <= now + SKEW and not (loop.snoozed_until and loop.snoozed_until > now)
    ]


def _handover(last: LastSession | None, kept: KeptHandover | None, person: str, zone: ZoneInfo) -> str:
    if last is None:
        return ""
    if kept and _covers(kept, last):
        return kept.text
    # The last session has no summary yet; if nothing of substance was said in it, the one before still stands. When
    # that was is told with it: its "tomorrow" is not the one of whoever spoke last.
    return _in_session(last, person) or (f"{before_that(kept.ended_at, zone)} {kept.text}" if kept else "")


def _covers(kept: KeptHandover | None, last: LastSession) -> bool:
    """Whether it was written after the last word of that session."""
    is_of_it = kept is not None and kept.session_row == last.session_row
    return kept is not None and is_of_it and bool(last.turns) and kept.to_seq > last.turns[-1].seq


def _in_session(last: LastSession | None, person: str) -> str:
    if last is None:
        return ""
    # The rolling summary knows more than the turns only where these are not the whole session; else it repeats what
    # was not worth handing over, greetings and questions, and hides what the session before left.
    is_whole = bool(last.turns) and last.turns[0].seq == 0
    return hand_over(last.turns, person) or ("" if is_whole else clean(last.rolling_summary, MAX_HANDOVER_CHARACTERS))


def _called(identity: Identity) -> str:
    return identity.preferred_name or "the person"
