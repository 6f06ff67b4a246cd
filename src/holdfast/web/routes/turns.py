"""The glass box, and an old turn run again."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from fastapi import APIRouter, Request

from holdfast.core.ids import TurnId
from holdfast.core.open_codes import Code
from holdfast.turn.codes import BlockKind
from holdfast.turn.glassbox.told import QuotedTurn, read_told
from holdfast.turn.glassbox.trace import read_trace
from holdfast.turn.glassbox.types import Trace
from holdfast.turn.glassbox.views import Replay, WhichMemory
from holdfast.web.body import StrictRoute
from holdfast.web.deps import Access, MayChat, MayReadChats
from holdfast.web.errors import responses
from holdfast.web.memory_shapes import (
    FactShape,
    LoopShape,
    PlacedEpisode,
    fact_fields,
    loop_shape,
    placed_episode,
)
from holdfast.web.shapes import WireModel
from holdfast.web.waited_for import while_waited_for
from holdfast.wiring import parts_of

router = APIRouter(prefix="/api/turns", tags=["turns"], route_class=StrictRoute)


@router.get("/{turn_id}/trace", responses=responses(401, 404, 422, 429, 503))
async def get_trace(request: Request, turn_id: TurnId, caller: MayReadChats) -> Trace:
    """Texts that are not the reader's own (a persona's words, an admin's) are told to whoever may change them; to
    others a block has `text` null and says why in `withheld`."""
    parts = parts_of(request)
    return await read_trace(parts.db, parts.personas, caller.user_id, turn_id, is_admin=caller.is_admin)


class ToldFactShape(WireModel):
    fact: FactShape
    told_in: Code[BlockKind]
    words: list[PlacedEpisode]
    """What it was learned from, oldest first; of many turns the newest few."""


class ToldLoopShape(WireModel):
    loop: LoopShape
    told_in: Code[BlockKind]
    words: list[PlacedEpisode]


class ToldWordsShape(WireModel):
    said: PlacedEpisode
    told_in: Code[BlockKind]


class ToldShape(WireModel):
    """What an answer was told of its person, as far as it is still there."""

    chat_id: UUID
    question_id: UUID
    answer_id: UUID
    facts: list[ToldFactShape]
    loops: list[ToldLoopShape]
    words: list[ToldWordsShape]
    """What was told as it was said, where no fact and no loop above rests on it."""
    about: str | None
    """What they had written about themselves then; null where it was not told, or told in other words."""
    is_part_gone: bool
    """More was told than this, which was forgotten since."""
    is_elsewhere: bool
    """The memory is another installation's, and only the blocks of the trace say what was told."""


@router.get("/{turn_id}/told", response_model=ToldShape, responses=responses(401, 404, 422, 429, 503))
async def get_told(request: Request, turn_id: TurnId, caller: MayReadChats) -> ToldShape:
    """Facts, open loops and words that the answer was told, each with the turns behind it and where they stand, as they
    are now. `PATCH /memory/facts/{fact_id}` corrects one, `POST /memory/forget` takes it out."""
    parts = parts_of(request)
    told = await read_told(parts.memory, parts.personas, caller.user_id, turn_id)
    return ToldShape(
        chat_id=told.chat_id,
        question_id=told.question_id,
        answer_id=told.answer_id,
        facts=[
            ToldFactShape(
                fact=FactShape.model_validate(fact_fields(one.fact)), told_in=one.told_in, words=_quoted(one.words)
            )
            for one in told.facts
        ],
        loops=[
            ToldLoopShape(loop=loop_shape(one.loop), told_in=one.told_in, words=_quoted(one.words))
            for one in told.loops
        ],
        words=[ToldWordsShape(said=_quoted([one.said])[0], told_in=one.told_in) for one in told.words],
        about=told.about,
        is_part_gone=told.is_part_gone,
        is_elsewhere=told.is_elsewhere,
    )


def _quoted(words: Sequence[QuotedTurn]) -> list[PlacedEpisode]:
    return [placed_episode(one.turn, one.chat_id, one.message_id) for one in words]


class ReplayBody(WireModel):
    memory: WhichMemory = "then"
    """What was remembered when the turn was answered, or what is now."""
    asks_model: bool = True
    """False: only the prompts are compared, and no model is asked."""


@router.post("/{turn_id}/replay", responses=responses(400, 401, 404, 409, 413, 415, 422, 429, 503))
async def replay_turn(request: Request, turn_id: TurnId, caller: MayChat, access: Access, body: ReplayBody) -> Replay:
    """With `asksModel` it counts as a turn."""
    replays = parts_of(request).replays
    replay = replays.replay(access, turn_id, body.memory, asks_model=body.asks_model, is_admin=caller.is_admin)
    return await while_waited_for(request, replay)
