"""One chat turn, from a request to a stored answer, on one page.

`accept` runs while the person waits and calls no model, unless there is a recording to hear. `run` is detached: it goes
on whether or not anyone is still connected, and whoever comes back finds the stream. No database connection is held
across a model call.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from datetime import datetime

from holdfast.analytics.daily import EndedFigures
from holdfast.core.blobs import Blobs
from holdfast.core.clock import Clock, on_clock, utc_now
from holdfast.core.db import Db
from holdfast.core.first_words import FirstWord, FirstWords, FirstWordsPlace
from holdfast.core.ids import StreamId, UserId
from holdfast.core.log import about, get_logger
from holdfast.memory.types import CarriedVector
from holdfast.models.chain import Chain
from holdfast.models.speech import Speech
from holdfast.models.types import TokenUsage
from holdfast.personas.find import find_name, find_persona
from holdfast.personas.read import Personas
from holdfast.personas.types import Persona
from holdfast.stream.lifecycle import renew
from holdfast.stream.live import LiveStream, LiveStreams
from holdfast.stream.types import LEASE_SECONDS, Ending
from holdfast.stream.wire import Written
from holdfast.stream.writer import Writer
from holdfast.tools.questions import QuestionDesk
from holdfast.tools.registry import ToolRegistry
from holdfast.tools.types import Tool, ToolCaller
from holdfast.turn.admit import admit, check_size
from holdfast.turn.begin import Abandoned, OtherPersona, begin, still_being_written
from holdfast.turn.collect import collect
from holdfast.turn.context.parts import ContextParts
from holdfast.turn.draft_prompt import draft_prompt
from holdfast.turn.exchange import exchange
from holdfast.turn.finish import AnsweredTurn, figures_of, finish
from holdfast.turn.glassbox.debug import show
from holdfast.turn.glassbox.measure import measure
from holdfast.turn.librarian.compile_query import said_alone
from holdfast.turn.listen import forget_recording, keeping_words, listen
from holdfast.turn.memory_feed.echo import note_recalled
from holdfast.turn.offer_tools import choose_for_turn, tells_words_of_others, with_tools
from holdfast.turn.prefetch import Prefetch, prefetching
from holdfast.turn.preflight import chosen_chain, chosen_settings, with_preflight
from holdfast.turn.quota import check_quota
from holdfast.turn.recovery.break_off import break_off
from holdfast.turn.recovery.end_abandoned import end_abandoned
from holdfast.turn.recovery.hand_over import hand_over
from holdfast.turn.recovery.regenerate import regenerate
from holdfast.turn.route import choose_route, narrow
from holdfast.turn.running import RunningTurns
from holdfast.turn.speak import speak
from holdfast.turn.types import (
    AcceptedTurn,
    Allowed,
    Context,
    Exchanged,
    Prompt,
    RoutedRequest,
    Timings,
    ToldPassage,
    TurnRequest,
    UserInput,
)
from holdfast.turn.use_tools import MAX_CHARACTERS_OF_A_TURN, OfferedTools

CHARACTERS_A_TOKEN = 3
"""At least, in the texts that tools answer: so many more of them a model can read."""
log = get_logger()


@dataclass(slots=True)
class Pipeline:
    """The parts a turn needs; built once in `wiring`, swapped piece by piece in tests."""

    parts: ContextParts
    personas: Personas
    chain: Chain
    streams: LiveStreams
    speech: Speech
    tools: ToolRegistry = field(default_factory=ToolRegistry)
    clock: Clock = utc_now
    report: Callable[[BaseException], None] = lambda error: None
    tally: Callable[[EndedFigures], None] = lambda ended: None
    """How the days go, for the overview of admins."""
    span: Callable[[str], AbstractContextManager[None]] = lambda name: nullcontext()
    """A step of the turn, for whoever traces (`Observers.span`)."""
    first_words: FirstWords = field(default_factory=FirstWords)
    running: RunningTurns = field(default_factory=RunningTurns)
    questions: QuestionDesk = field(init=False)
    """Where tools ask people something in the middle of a call."""

    def __post_init__(self) -> None:
        self.questions = QuestionDesk(self.db, lambda: self.clock())

    @property
    def db(self) -> Db:
        return self.parts.db

    @property
    def blobs(self) -> Blobs:
        return self.parts.blobs

    async def persona_of(self, user_id: UserId, persona_id: str | None) -> Persona:
        return await find_persona(self.db, self.personas, user_id, persona_id)

    async def accept(self, request: TurnRequest, user_input: UserInput | None = None) -> AcceptedTurn:
        """Refuse, or promise and start. `user_input`: what was said is known already."""
        self.running.check_room(request.user_id)
        timings = Timings(time.monotonic())
        persona = await self.persona_of(request.user_id, request.persona_id)
        allowed = admit(persona, self.chain, request)
        await check_quota(self.db, allowed, self.clock())
        timings.mark("admit", time.monotonic())
        if request.message and user_input is None:
            user_input = await listen(self.db, self.blobs, self.speech, request, self.clock())
        async with keeping_words(self.db, self.blobs, self.speech, request, user_input):
            turn = await self._promise(allowed, user_input, timings)
        await forget_recording(self.db, request)
        return turn

    async def _promise(self, allowed: Allowed, user_input: UserInput | None, timings: Timings) -> AcceptedTurn:
        if user_input:
            check_size(allowed, user_input)  # before anybody reads it, and again with what its way leaves it
        timings.mark("listen", time.monotonic())
        async with self.first_words.served() as place:
            turn, prefetch = await self._store(allowed, user_input, timings)
            if isinstance(turn, OtherPersona):
                place.leave()
                user, theirs = allowed.request.user_id, turn.persona_id
                mine = theirs if await find_name(self.db, self.personas, user, theirs) else allowed.persona.id
                return await self.accept(replace(allowed.request, persona_id=mine), user_input)
            if not turn.is_repeat:
                self._launch(turn, timings, place.keep(), prefetch)
        return turn

    async def _store(
        self, allowed: Allowed, user_input: UserInput | None, timings: Timings
    ) -> tuple[AcceptedTurn | OtherPersona, Prefetch]:
        """`Prefetch`: what was asked for while this was stored; of a turn that begins, it goes on."""
        request = allowed.request
        now = on_clock(self.clock(), request.zone)
        route = await choose_route(self.db, self.tools, allowed, user_input, now)
        allowed = narrow(allowed, route)
        if user_input:
            check_size(allowed, user_input, route)
        timings.mark("route", time.monotonic())
        with prefetching(self.parts, self.tools, allowed, user_input, now) as prefetch:
            turn = await self._begin(RoutedRequest(allowed, user_input, route), prefetch)
            if isinstance(turn, AcceptedTurn) and not turn.is_repeat:
                prefetch.keep()
        timings.mark("begin", time.monotonic())
        return turn, prefetch

    async def _begin(self, routed: RoutedRequest, prefetch: Prefetch) -> AcceptedTurn | OtherPersona:
        """Where the chat's last answer was left by a lost process, it is ended first; one that is being written here
        was silent only because the database did not answer."""
        request, process = routed.allowed.request, self.streams.process_id
        now = on_clock(self.clock(), request.zone)
        turn = await begin(self.db, routed, process, now, prefetch)
        if isinstance(turn, Abandoned):
            stream_id = turn.stream_id
            if not (self.streams.find(stream_id) and await renew(self.db, process, stream_id)):
                await end_abandoned(self.db, self.streams, request.user_id, stream_id)
            turn = await begin(self.db, routed, process, now, prefetch)
        if isinstance(turn, Abandoned):
            raise still_being_written()
        return turn

    async def run(
        self, turn: AcceptedTurn, live: LiveStream, timings: Timings, place: FirstWordsPlace, prefetch: Prefetch | None
    ) -> None:
        """The answer, from what is known to what is stored."""
        writer = Writer(live)
        writer.part(opening_part(turn))
        if turn.route.answer is not None:
            await self._answer_at_once(turn, turn.route.answer, live, writer, timings)
            return
        with self.span("turn.collect"):
            context, found = await asyncio.gather(
                collect(self.parts, turn, self.clock(), prefetch=prefetch),
                choose_for_turn(self.tools, turn, prefetch),
            )
        choice = found.preflight
        context = replace(context, notes=with_preflight(context.notes, turn, choice))
        context, tools = with_tools(context, turn, found)
        timings.mark("collect", time.monotonic())
        prompt = draft_prompt(context, turn)
        show(turn, context, prompt)
        timings.mark("draft", time.monotonic())
        chain, offered = (
            chosen_chain(turn.chain, choice),
            replace(
                offered_tools(turn, tools, prompt, told_passages(context, prompt), self.clock()),
                questions=None if turn.request.told else self.questions,
            ),
        )
        place.leave()  # from here on it is the model that is waited for
        first_word = FirstWord(self.first_words)
        with self.span("turn.exchange"):
            answer, _ = await asyncio.gather(
                exchange(chain, prompt, chosen_settings(turn, choice), writer, offered, first_word),
                note_recalled(self.parts.memory, turn, context, first_word),
            )
        timings.mark("exchange", time.monotonic())
        if await hand_over(self.db, self.streams, turn, live, answer):
            return
        await self._end(AnsweredTurn(turn, live, answer, timings, context, prompt, self._carried(turn)))

    async def _answer_at_once(
        self, turn: AcceptedTurn, text: str, live: LiveStream, writer: Writer, timings: Timings
    ) -> None:
        """What needs no model: told, stored and spoken like any answer, and not counted."""
        writer.text(text)
        writer.close_text()
        answer = Exchanged(Written(text), "answered", attempts=(), usage=TokenUsage(0, 0))
        await self._end(AnsweredTurn(turn, live, answer, timings))

    async def _end(self, answered: AnsweredTurn) -> None:
        """Stored, told to the readers of the stream, and spoken if somebody waits for that."""
        with self.span("turn.finish"):
            ending = await self._finish(answered)
        measure(answered.answer, answered.timings)
        self.streams.hang_up(answered.live, ending)
        if ending == "completed":
            text, timings = answered.answer.text, answered.timings
            await speak(self.db, self.blobs, self.speech, answered.turn, text, timings)

    async def _finish(self, answered: AnsweredTurn) -> Ending | None:
        process, now = self.streams.process_id, self.clock()
        ending = await finish(self.db, process, answered, now, is_shadow_on=self.parts.is_shadow_on)
        if ending is not None:
            self.tally(figures_of(answered))
        return ending

    def _carried(self, turn: AcceptedTurn) -> CarriedVector | None:
        text = turn.user_input.text
        return self.parts.memory.carried(text, made_of=said_alone(text))

    async def resume_abandoned(
        self, user_id: UserId, stream_id: StreamId, *, silent_seconds: float = LEASE_SECONDS
    ) -> bool:
        """With what a lost process left: answered anew where its persona wants that, else ended truthfully."""
        again = await regenerate(self, user_id, stream_id, self.clock(), silent_seconds=silent_seconds)
        if again is None:
            return await end_abandoned(self.db, self.streams, user_id, stream_id, silent_seconds=silent_seconds)
        turn, first_seq = again
        self._launch(turn, Timings(time.monotonic()), self.first_words.take_place(), first_seq=first_seq)
        return True

    def _launch(
        self,
        turn: AcceptedTurn,
        timings: Timings,
        place: FirstWordsPlace,
        prefetch: Prefetch | None = None,
        first_seq: int = 0,
    ) -> None:
        live = self.streams.open(turn.ids.stream_id, first_seq)
        self.running.launch(turn.ids.user_id, self._run_to_the_end(turn, live, timings, place, prefetch))

    async def _run_to_the_end(
        self, turn: AcceptedTurn, live: LiveStream, timings: Timings, place: FirstWordsPlace, prefetch: Prefetch | None
    ) -> None:
        with about(turn_id=str(turn.ids.turn_id), user_id=str(turn.ids.user_id)):
            try:
                await self.run(turn, live, timings, place, prefetch)
            except Exception as error:  # border: a turn that breaks must not take its stream along
                log.error("turn_broke", exc_info=error)
                self.report(error)
                await break_off(self.db, self._finish, turn, live, timings, error)
            finally:
                self.parts.image_room.give_back(turn.ids.turn_id)
                place.leave()
                self.streams.hang_up(live, "errored")

    async def close(self, grace_seconds: float) -> None:
        """Take no new turns, let running ones finish; let go or end the rest."""
        await self.running.close(self.db, self.streams, grace_seconds)


def offered_tools(
    turn: AcceptedTurn, tools: Mapping[str, Tool], prompt: Prompt, passages: Sequence[ToldPassage], now: datetime
) -> OfferedTools:
    """The persona's own, and beside them those of the program that asks."""
    request, ids = turn.request, turn.ids
    caller = ToolCaller(
        user_id=ids.user_id,
        chat_id=ids.chat_id,
        turn_id=ids.turn_id,
        persona_id=turn.persona.id,
        now=on_clock(now, request.zone),
        zone=request.zone,
        knows_person=turn.knows_person,
        is_remembered=request.is_remembered and request.chat_memory == "on",
        profile_id=turn.persona.profile.id if turn.persona.profile else None,
        reads_others=tells_words_of_others(prompt),
    )
    rounds, told = turn.persona.settings.answering.tool_rounds, request.told
    has_room = any(block.kind == "tools" and block.status == "kept" for block in prompt.blocks)
    left = (turn.chain.context_tokens - prompt.tokens) * CHARACTERS_A_TOKEN
    return OfferedTools(
        tools if has_room else {},
        rounds,
        caller,
        passages,
        told.tools if told else (),
        min(max(left, 0), MAX_CHARACTERS_OF_A_TURN),
    )


def told_passages(context: Context, prompt: Prompt) -> Sequence[ToldPassage]:
    """Those that the prompt had room for, whole: only they can be cited."""
    told = {source.id for block in prompt.blocks if block.status == "kept" for source in block.sources}
    return [passage for passage in context.passages if passage.passage_id in told]


def opening_part(turn: AcceptedTurn) -> dict[str, object]:
    return {
        "type": "start",
        "messageId": str(turn.ids.answer_id),
        "messageMetadata": {"turnId": str(turn.ids.turn_id), "model": turn.chain.name, "isDemo": turn.chain.is_demo},
    }
