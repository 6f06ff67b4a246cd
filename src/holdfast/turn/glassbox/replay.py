"""An old turn again, with the memory of that moment or of now, and what is different. Nothing of it is stored.

The question, the persona and the branch it stood on are the turn's own; what has been forgotten since is gone here as
well. No tool is offered: looking back must not act.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from holdfast.chats.types import read_memory, text_of
from holdfast.core.clock import Clock, find_zone
from holdfast.core.errors import Conflict, NotFound
from holdfast.core.ids import StreamId, TurnId, UserId, new_id
from holdfast.entitlements.types import AccessContext
from holdfast.entitlements.usage import give_back, reserve
from holdfast.models.chain import Chain
from holdfast.models.types import Attempt, ModelFailed, TextDelta
from holdfast.personas.find import find_persona
from holdfast.personas.read import Personas
from holdfast.personas.types import Persona
from holdfast.turn import answers_store
from holdfast.turn.admit import admit, check_size
from holdfast.turn.collect import collect
from holdfast.turn.context.parts import ContextParts
from holdfast.turn.draft_prompt import draft_prompt
from holdfast.turn.exchange import call_settings
from holdfast.turn.glassbox import trace_store
from holdfast.turn.glassbox.compare import compare
from holdfast.turn.glassbox.owned.resolve import ResolvedText, resolve
from holdfast.turn.glassbox.trace import NO_RECORD, read_trace, trace_attempt, trace_block, trace_missing
from holdfast.turn.glassbox.trace_store import OldTurn
from holdfast.turn.glassbox.types import BlockTrace, Trace
from holdfast.turn.glassbox.views import Replay, ReplayedAnswer, WhichMemory
from holdfast.turn.listen import hear_again
from holdfast.turn.quota import TURNS
from holdfast.turn.route import go_again, narrow
from holdfast.turn.settings.read import read_settings
from holdfast.turn.sources.types import LookBack
from holdfast.turn.types import AcceptedTurn, PlacedBlock, Prompt, TurnIds, TurnRequest

ANSWER_SECONDS = 120.0
ModelReply = tuple[str | None, Sequence[Attempt], str | None]
"""The answer, who was asked for it, and why there is none."""


@dataclass(slots=True)
class Replays:
    """Looks back for people, once at a time for each. A replay that asks the model costs as much as an answer, and is
    counted as one."""

    parts: ContextParts
    personas: Personas
    chain: Chain
    clock: Clock
    _busy: set[UserId] = field(default_factory=set)

    async def replay(
        self, access: AccessContext, turn_id: TurnId, memory: WhichMemory, *, asks_model: bool, is_admin: bool = False
    ) -> Replay:
        user = access.user_id
        if user in self._busy:
            raise Conflict("Another replay of yours is still running; wait for it.", code="replay_in_progress")
        self._busy.add(user)
        try:
            return await self._replay(access, turn_id, memory, asks_model, is_admin)
        finally:
            self._busy.discard(user)

    async def _replay(
        self, access: AccessContext, turn_id: TurnId, memory: WhichMemory, asks_model: bool, is_admin: bool
    ) -> Replay:
        user = access.user_id
        trace = await read_trace(self.parts.db, self.personas, user, turn_id, is_admin=is_admin)
        turn, old, answered = await self._begin_again(user, turn_id, trace)
        as_of = old.created_at if memory == "then" else None
        look_back = LookBack(as_of, packet="kept" if memory == "then" else "fetched")
        try:
            context = await collect(self.parts, turn, as_of or self.clock(), look_back=look_back)
            prompt = draft_prompt(context, turn)
            blocks = await self._told(user, prompt.blocks, is_admin=is_admin)
            answer, attempts, failure = await self._ask(access, turn, prompt) if asks_model else (None, [], None)
        finally:
            self.parts.image_room.give_back(turn.ids.turn_id)
        return Replay(
            turn_id=turn_id,
            memory=memory,
            as_of=as_of,
            prompt_tokens=prompt.tokens,
            prompt_budget=prompt.budget,
            blocks=blocks,
            difference=compare(trace.blocks, blocks),
            answer=ReplayedAnswer(answered, answer),
            error=failure,
            missing=trace_missing(context.missing),
            models=tuple(trace_attempt(attempt) for attempt in attempts),
            retrievals=context.notes.retrievals,
            reading=context.notes.reading,
        )

    async def _told(self, user_id: UserId, blocks: Sequence[PlacedBlock], *, is_admin: bool) -> tuple[BlockTrace, ...]:
        """As its reader may read them: what belongs to somebody else is looked up with their rights."""
        traced = [trace_block(block) for block in blocks]
        async with self.parts.db.as_user(user_id) as tx:
            owned = await resolve(tx, self.personas, user_id, traced, is_admin=is_admin)
        return tuple(
            owned.get(one.sha256, ResolvedText(block.text)).put_into(one)
            for one, block in zip(traced, blocks, strict=True)
        )

    async def _begin_again(
        self, user_id: UserId, turn_id: TurnId, trace: Trace
    ) -> tuple[AcceptedTurn, OldTurn, str | None]:
        async with self.parts.db.as_user(user_id) as tx:
            old = await trace_store.find_old_turn(tx, user_id, turn_id)
            if old is None:
                raise NotFound(NO_RECORD, code="unknown_turn")
            if trace.is_forgotten:
                raise Conflict("What this turn was about has been forgotten.", code="turn_forgotten")
            parts, before = await answers_store.get_question(tx, user_id, old.chat_id, old.message_id)
            answer = await answers_store.find_answer(tx, user_id, old.chat_id, old.answer_id)
            current = await read_settings(tx)
        if trace.route.kind == "answer":
            raise Conflict("This was answered without a model; there is nothing to run again.", code="no_model_asked")
        persona = await find_persona(self.parts.db, self.personas, user_id, old.persona_id)
        again = TurnRequest(
            user_id,
            old.chat_id,
            None,
            persona_id=old.persona_id,
            profile_id=trace.profile,
            model_name=self._answered_by(trace, persona),
            kept_zone=find_zone(old.time_zone),
            chat_memory=read_memory(old.chat_memory),
        )
        allowed = admit(persona, self.chain, again)
        route = go_again(allowed.persona, current, trace.route)
        allowed = narrow(allowed, route)
        ids = TurnIds(turn_id, StreamId(new_id()), user_id, old.chat_id, old.session_id, old.message_id, old.answer_id)
        turn = AcceptedTurn(ids, allowed, hear_again(parts), route, before, is_repeat=True)
        check_size(allowed, turn.user_input, route)
        return turn, old, text_of(answer[0]) if answer else None

    async def _ask(self, access: AccessContext, turn: AcceptedTurn, prompt: Prompt) -> ModelReply:
        """Counted before the model is asked, like any turn; given back where it said nothing."""
        async with self.parts.db.as_user(access.user_id) as tx:
            counted_in = await reserve(tx, access, TURNS, self.clock())
        answer, attempts, failure = await _ask(turn, prompt)
        if answer is None:
            async with self.parts.db.as_user(access.user_id) as tx:
                await give_back(tx, access.user_id, TURNS, counted_in)
        return answer, attempts, failure

    def _answered_by(self, trace: Trace, persona: Persona) -> str | None:
        """The model that answered then, if the persona still has it."""
        name = trace.models[-1].name if trace.models else None
        chain = self.chain.prefer(persona.settings.answering.models)
        return name if name in {model.name for model in chain.models} else None


async def _ask(turn: AcceptedTurn, prompt: Prompt) -> ModelReply:
    attempts: list[Attempt] = []
    said: list[str] = []
    events = turn.chain.stream(prompt.messages, (), call_settings(turn.persona), attempts=attempts)
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            said = [event.text async for event in events if isinstance(event, TextDelta)]
    except ModelFailed as error:
        return None, attempts, error.message
    except TimeoutError:
        return None, attempts, "The model took too long; try again."
    finally:
        await events.aclose()
    return "".join(said), attempts, None
