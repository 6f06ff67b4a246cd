"""Everything the model may be told. All sources at once, each with a deadline; one that fails is named as missing.

How a message is taken (its reading) decides what is looked up for it. The reading needs the few lines before the
message and the session's packet, which are read together; whatever needs no reading is asked meanwhile.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeVar
from uuid import UUID

import structlog

from holdfast.chats.types import Message
from holdfast.core.clock import on_clock, zone_in_words
from holdfast.core.db import owner_of
from holdfast.core.metrics import SOURCES_MISSING
from holdfast.memory.profile.types import Standing
from holdfast.memory.summaries.chats import is_due
from holdfast.models.types import Image
from holdfast.personas.types import Persona
from holdfast.turn.context.blocks import MOST_PINNED, about_block, injected_blocks, overlay_block, posture_block
from holdfast.turn.context.budget import HISTORY_SHARE
from holdfast.turn.context.envelope.blocks import incident_blocks
from holdfast.turn.context.history import History, opens_session, read_history
from holdfast.turn.context.images import show_images
from holdfast.turn.context.legacy import LegacyState, legacy_blocks
from holdfast.turn.context.legacy_state import read_legacy_state
from holdfast.turn.context.opening.fetch import NOT_HAD, Asked
from holdfast.turn.context.opening.inject import Injection, Moment, inject, may_reinject
from holdfast.turn.context.opening.normalize import tracked_people
from holdfast.turn.context.opening.opening import KeptOpening, Packet, find_kept, open_session
from holdfast.turn.context.opening.overlay import Overlay, compose_overlay
from holdfast.turn.context.shorten import shorten
from holdfast.turn.context.sources import Sources
from holdfast.turn.draft_prompt import kernel_tokens, kernel_words
from holdfast.turn.glassbox.notes import opening_notes, reading_notes
from holdfast.turn.librarian.consult import consult, look_up_always
from holdfast.turn.librarian.types import Consulted, Recalls
from holdfast.turn.prefetch import Prefetch
from holdfast.turn.types import AcceptedTurn, Block, Context, Missing, Opening, Reading, SessionStart
from holdfast.turn.understand.has_momentum import has_momentum
from holdfast.turn.understand.is_close_to_handover import REINJECT_FROM, is_close_to_handover
from holdfast.turn.understand.read_by_rules import Ruled, as_reading
from holdfast.turn.understand.understand import needs_reading, rule, understand

DEADLINE_SECONDS = 5.0
RECALL_SECONDS = 3.0
FILES_SECONDS = 20.0
"""Only who attached something waits for it: images may have to wait for room, and be made smaller."""
STANDING_SECONDS = 1.5
"""For what the memory only has to look up."""
T = TypeVar("T")
log = structlog.get_logger()


async def collect(
    sources: Sources,
    turn: AcceptedTurn,
    now: datetime,
    *,
    prefetch: Prefetch | None = None,
    as_of: datetime | None = None,
    packet: Packet = "any",
) -> Context:
    """`as_of`: with the memory of that moment. `packet`: which one of the session's start."""
    now = on_clock(now, turn.request.zone)
    asking = _Asking(sources.patience)
    async with asyncio.TaskGroup() as aside:  # what nothing else waits for
        files = aside.create_task(asking.ask("files", _files(sources, turn), ((), ()), seconds=FILES_SECONDS))
        standing = aside.create_task(_standing(asking, sources, turn, as_of))
        incident = aside.create_task(asking.ask("envelope", incident_blocks(sources.db, turn, as_of), ()))
        past, opening = await _before(asking, sources, turn, now, packet, prefetch)
        start = opening.start if opening else SessionStart()
        history, before = past.seen, past.of(turn.ids.session_id)
        ruled = rule(turn.user_input.text, before=before, tracked=tracked_people(start))
        reading, consulted = await asyncio.gather(
            _read(sources, turn, ruled, before, start),
            _consult(sources, turn, as_reading(ruled), history, now, as_of, prefetch),
        )
    sheet = consulted.sheet if consulted else None
    older = await asking.ask("legacy", _legacy(sources, turn, before, past.said[0], sheet, now, as_of), None)
    told = await _tell(asking, sources, turn, opening, reading, before, past.said, has_recalled=sheet is not None)
    unheard = [consulted.missing] if consulted and consulted.missing else []
    images, unread = files.result()
    legacy = legacy_blocks(older) if older else ()
    blocks = [
        *told.blocks,
        *incident.result(),
        *legacy,
        *standing.result(),
        *past.summary(turn.ids.chat_id, as_of),
        *([sheet] if sheet else ()),
    ]
    return Context(
        blocks=await shorten(blocks, sources.thinker, _room(turn, history)),
        history=history,
        images=images,
        real_time=real_time_line(now),
        missing=[*asking.missing, *_unopened(opening), *unheard, *unread, *_demo_reads_little(turn)],
        notes={
            "reading": reading_notes(reading, has_momentum=told.has_momentum),
            "retrievals": [consulted.notes] if consulted else [],
            **opening_notes(turn, opening, told.injection, told.overlay, told.turns_seen, told.closeness),
        },
        owes_summary=past.before is not None and is_due(past.before, turn.persona.settings.history.messages, now),
        opening=replace(opening, reinjects=told.injection.is_reinjection) if opening else None,
        recalled=[*(consulted.told if consulted else ()), *(line.text for line in (older.relevant if older else ()))],
    )


def _room(turn: AcceptedTurn, history: Sequence[Message]) -> int:
    """About what blocks can hope for; only `draft_prompt` knows."""
    left = turn.allowed.prompt_tokens - kernel_tokens(kernel_words(turn.persona, turn.route)) - turn.user_input.tokens
    return left - min(sum(message.tokens for message in history), int(left * HISTORY_SHARE))


@dataclass(slots=True)
class _Asking:
    """Asks each source within its time, and keeps a list of those that did not answer."""

    patience: float
    missing: list[Missing] = field(default_factory=list)

    async def ask(self, source: str, answer: Awaitable[T], otherwise: T, *, seconds: float = DEADLINE_SECONDS) -> T:
        try:
            async with asyncio.timeout(seconds * self.patience):
                return await answer
        except Exception as error:  # noqa: BLE001 — border: a source may fail, the turn may not
            log.warning("source_missing", source=source, error=type(error).__name__)
            SOURCES_MISSING.labels(source).inc()
            self.missing.append(Missing(source, reason=type(error).__name__))
            return otherwise


@dataclass(frozen=True, slots=True)
class _Told:
    """What the session and the reading give this turn."""

    blocks: Sequence[Block]
    injection: Injection
    overlay: Overlay | None
    turns_seen: int
    has_momentum: bool
    closeness: float | None
    """Of the message to the handover; None: not compared."""


async def _read(
    sources: Sources, turn: AcceptedTurn, ruled: Ruled, before: Sequence[Message], start: SessionStart
) -> Reading:
    if not needs_reading(turn.persona):
        return as_reading(ruled)
    return await understand(
        turn.user_input.text,
        before=before,
        tracked=tracked_people(start),
        handover=start.handover,
        embedder=sources.embedder,
        chain=sources.thinker,
        ruled=ruled,
    )


async def _consult(
    sources: Sources,
    turn: AcceptedTurn,
    reading: Reading,
    before: Sequence[Message],
    now: datetime,
    as_of: datetime | None,
    prefetch: Prefetch | None,
) -> Consulted | None:
    persona, owner = turn.persona, owner_of(turn.ids.user_id)
    # They have a block of their own: among what stands, or among the older runtime's.
    leaves_pinned = persona.uses("knowledge") or sources.is_shadow_on
    if persona.settings.memory.recall == "never":
        return None
    if persona.settings.memory.recall == "always":
        if not persona.uses("knowledge"):
            return None  # the block it would stand in is switched off
        return await look_up_always(
            turn.user_input.text,
            reading=reading,
            before=before,
            memory=_memory(sources, prefetch),
            owner=owner,
            persona_id=persona.id,
            now=now,
            as_of=as_of,
            embedder=sources.embedder,
            deadline_seconds=RECALL_SECONDS * sources.patience,
            leaves_pinned=leaves_pinned,
        )
    return await consult(
        turn.user_input.text,
        reading=reading,
        before=before,
        memory=_memory(sources, prefetch),
        owner=owner,
        persona_id=persona.id,
        now=now,
        as_of=as_of,
        embedder=sources.embedder,
        chain=sources.thinker,
        deadline_seconds=RECALL_SECONDS * sources.patience,
        leaves_pinned=leaves_pinned,
    )


def _memory(sources: Sources, prefetch: Prefetch | None) -> Recalls:
    """Which may have been asked already."""
    return (prefetch.memory if prefetch else None) or sources.memory


async def _tell(
    asking: _Asking,
    sources: Sources,
    turn: AcceptedTurn,
    opening: Opening | None,
    reading: Reading,
    before: Sequence[Message],
    said: tuple[int, str | None],
    *,
    has_recalled: bool,
) -> _Told:
    persona, start = turn.persona, opening.start if opening else SessionStart()
    times, first = said
    moment = Moment(
        user_turns_seen=times + 1,
        # Only the second turn asks how the first one began.
        was_first_low_signal=times == 1
        and first is not None
        and rule(first, before=(), tracked=()).signals.is_low_signal,
        was_reinjected=opening.was_reinjected if opening else False,
        has_recalled=has_recalled,
    )
    close = None
    if start.handover and persona.uses("handover") and may_reinject(start, moment, reading):
        closeness = is_close_to_handover(turn.user_input.text, start.handover, sources.embedder)
        close = await asking.ask("handover", closeness, 0.0)
        moment = replace(moment, is_close_to_handover=close >= REINJECT_FROM)
    given = _in_use(persona, inject(start, moment, reading))
    is_moving = has_momentum(reading, before)
    overlay = compose_overlay(start, reading, has_momentum=is_moving) if persona.uses("overlay") else None
    blocks = [
        *([posture_block(reading, has_momentum=is_moving)] if persona.uses("posture") else ()),
        *([overlay_block(overlay, turn.ids.session_id)] if overlay and turn.ids.session_id else ()),
        *(injected_blocks(turn.ids.session_id, given) if turn.ids.session_id else ()),
    ]
    return _Told(blocks, given, overlay, moment.user_turns_seen, is_moving, close)


def _in_use(persona: Persona, given: Injection) -> Injection:
    return Injection(
        bridge=given.bridge if persona.uses("bridge") else None,
        handover=given.handover if persona.uses("handover") else None,
        ops=given.ops if persona.uses("ops") else None,
        ops_source=given.ops_source if persona.uses("ops") else None,
        is_reinjection=given.is_reinjection and persona.uses("handover"),
    )


def _unopened(opening: Opening | None) -> Sequence[Missing]:
    """What the session could not be told at its start."""
    outcomes = opening.start.outcomes if opening else {}
    return [Missing(source, outcome) for source, outcome in outcomes.items() if outcome in NOT_HAD]


async def _before(
    asking: _Asking, sources: Sources, turn: AcceptedTurn, now: datetime, packet: Packet, prefetch: Prefetch | None
) -> tuple[History, Opening | None]:
    """The conversation, and the packet of its session, which is kept beside it. A database that hangs is waited for
    once: the two share one time."""
    started = time.monotonic()
    past = await asking.ask("history", _history(sources, turn, prefetch), None)
    left = max(0.0, DEADLINE_SECONDS - (time.monotonic() - started) / asking.patience)
    opening = await asking.ask("session_start", _opening(sources, turn, now, packet, past), None, seconds=left)
    return past or History(), opening


def _history(sources: Sources, turn: AcceptedTurn, prefetch: Prefetch | None) -> Awaitable[History]:
    """Mostly it was read while the question was stored."""
    return (prefetch.history if prefetch else None) or read_history(sources.db, turn, counts_turns=sources.is_shadow_on)


async def _opening(
    sources: Sources, turn: AcceptedTurn, now: datetime, packet: Packet, past: History | None
) -> Opening | None:
    session = turn.ids.session_id
    if session is None or not opens_session(turn):
        return None
    return await open_session(
        sources.db,
        sources.memory,
        turn.ids.user_id,
        Asked(session, turn.persona.id, now, past.said[0] + 1 if past else 1, sources.patience),
        past.kept if past else await _kept(sources, turn, session),
        turn_id=turn.ids.turn_id,
        packet=packet,
    )


async def _kept(sources: Sources, turn: AcceptedTurn, session: UUID) -> KeptOpening | None:
    """By itself: the conversation could not be read."""
    async with sources.db.reading(owner_of(turn.ids.user_id)) as tx:
        return await find_kept(tx, turn.ids.user_id, session)


async def _standing(asking: _Asking, sources: Sources, turn: AcceptedTurn, as_of: datetime | None) -> Sequence[Block]:
    """What is told whatever the message: what people wrote about themselves, and what they pinned."""
    if not turn.persona.uses("knowledge"):
        return ()
    owner, persona_id = owner_of(turn.ids.user_id), turn.persona.id
    found = sources.memory.standing(owner, persona_id=persona_id, limit=MOST_PINNED)
    standing = await asking.ask("standing", found, Standing(), seconds=STANDING_SECONDS)
    pinned = [fact for fact in standing.pinned if as_of is None or fact.learned_at <= as_of]
    # The older runtime's blocks tell both under headings of their own.
    block = None if sources.is_shadow_on else about_block(standing.about, pinned)
    return [block] if block else []


async def _legacy(
    sources: Sources,
    turn: AcceptedTurn,
    before: Sequence[Message],
    times: int,
    sheet: Block | None,
    now: datetime,
    as_of: datetime | None,
) -> LegacyState | None:
    """Not for a persona that is told nothing of the memory: these blocks are made of nothing else."""
    if not sources.is_shadow_on or turn.persona.settings.memory.recall == "never":
        return None
    return await read_legacy_state(sources.memory, turn, before, times, sheet, now, as_of=as_of)


def _demo_reads_little(turn: AcceptedTurn) -> Sequence[Missing]:
    """The demo model cannot follow a real prompt; whoever opens the answer should know that it did not get one."""
    told = "the demo model reads one line of instruction and the last few messages, not this whole prompt"
    return [Missing("demo model", told)] if turn.chain.is_demo else []


async def _files(sources: Sources, turn: AcceptedTurn) -> tuple[Sequence[Image], Sequence[Missing]]:
    """Images for a model that sees. What the model is not shown is told, so that nobody wonders."""
    attached = len(turn.user_input.file_ids)
    if not attached:
        return (), ()
    if not turn.chain.sees_images:
        return (), [Missing("files", f"{turn.chain.name} does not see images, and documents are not read")]
    images = await show_images(
        sources.db,
        sources.blobs,
        sources.fitter,
        sources.image_room,
        user=turn.ids.user_id,
        turn=turn.ids.turn_id,
        files=turn.user_input.file_ids,
    )
    told = "only images that can be read are shown to the model"
    unread = [Missing("files", told)] if len(images) < attached else []
    return images, unread


def real_time_line(now: datetime) -> str:
    return f"[It is {now:%A}, {now.day} {now:%B %Y}, {now:%H:%M} {zone_in_words(now)}.]"
