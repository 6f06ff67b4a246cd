"""Pure: ordered blocks, exact tokens, drops with reasons. The single budgeter; nothing else counts or drops.

The persona, the real-time line and the person's message are never cut; who gives way among the rest is in `budget`.
Stable things stand first, so that providers' caches hold; what changes every minute stands beside the question.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path

from holdfast.chats.types import Part
from holdfast.models.tokens import count_tokens
from holdfast.models.types import ChatMessage, Image, TextContent
from holdfast.personas.types import Persona
from holdfast.turn.codes import BlockKind
from holdfast.turn.context.budget import HISTORY_SHARE, PER_JOIN, PER_MESSAGE, fit_blocks, fit_history, read_past
from holdfast.turn.context.complexity import complexity_of
from holdfast.turn.glassbox.owned.references import kernel_sources
from holdfast.turn.types import AcceptedTurn, Context, Order, PlacedBlock, Prompt, Route, Source

MIN_OF_DOCUMENTS = 1_000
"""Tokens that passages of documents may take, however little is asked, where there is room."""
_MIN_SO_FAR = 200
"""Tokens of an answer that goes on, which it is told in any case."""


def draft_prompt(context: Context, turn: AcceptedTurn) -> Prompt:
    kernel, real_time, question = _never_cut(context, turn)
    room = turn.allowed.prompt_tokens - kernel.tokens - real_time.tokens - question.tokens - PER_JOIN - 2 * PER_MESSAGE
    so_far = _so_far(turn, room)
    room -= so_far.tokens + 2 * PER_MESSAGE if so_far else 0
    images, question = _with_images(question, context.images, room)
    room -= sum(image.tokens for image in images)

    program = turn.request.told
    room -= program.tokens if program else 0
    past = read_past(context.history, turn.ids.question_id, turn.user_input.text)
    most = past.whole if turn.route.history_tokens is None else min(past.whole, turn.route.history_tokens)
    reserved = max(0, min(most, int(room * HISTORY_SHARE)))
    of_documents = max(MIN_OF_DOCUMENTS, int((room - reserved) * complexity_of(turn.user_input.text).share))
    blocks, left = fit_blocks(context.blocks, room - reserved, most_of_documents=of_documents)
    history = fit_history(past, min(most, left + reserved))

    told = [one for one in blocks if one.status != "dropped"]
    asked = f"{real_time.text}\n\n{question.text}"
    messages = [
        ChatMessage("system", "\n\n".join([kernel.text, *(one.text for one in told)])),
        *(
            ChatMessage(message.role, one.text)
            for message, one in zip(context.history, history, strict=True)
            if one.status == "kept"
        ),
        ChatMessage("user", [TextContent(asked), *images] if images else asked),
        *(program.since if program else ()),
        *_tail(turn, so_far),
    ]
    placed = [kernel, *blocks, *history, real_time, question, *([so_far] if so_far else ())]
    tokens = sum(one.tokens for one in placed if one.status != "dropped")
    tokens += PER_JOIN * (len(told) + 1) + PER_MESSAGE * len(messages)
    prompt = Prompt(messages, placed, tokens, turn.allowed.prompt_tokens)
    return replace(prompt, so_far=turn.so_far.written, decided=turn.so_far.decided) if turn.so_far else prompt


def _tail(turn: AcceptedTurn, so_far: PlacedBlock | None) -> Sequence[ChatMessage]:
    """What was said before an answer goes on. With calls of tools in it, the exchange tells it: something may have been
    decided about them, which must be done first."""
    if so_far is None or (turn.so_far and turn.so_far.written.tools):
        return ()
    return ChatMessage("assistant", so_far.text), ChatMessage("user", go_on_words())


def _never_cut(context: Context, turn: AcceptedTurn) -> tuple[PlacedBlock, PlacedBlock, PlacedBlock]:
    words, line, user_input = kernel_words(turn.persona, turn.route), context.real_time, turn.user_input
    said_in = [Source("message", str(turn.ids.question_id)), *(Source("file", str(one)) for one in user_input.file_ids)]
    return (
        _whole(Order.PERSONA, "persona", words, kernel_tokens(words), kernel_sources(turn.persona, turn.route)),
        _whole(Order.REAL_TIME, "real_time", line, count_tokens(line), [Source("clock", "now")]),
        _whole(Order.USER_MESSAGE, "user_message", user_input.text, user_input.tokens, said_in),
    )


def _so_far(turn: AcceptedTurn, room: int) -> PlacedBlock | None:
    """What the model had said before it goes on; of a very long answer its end."""
    if turn.so_far is None:
        return None
    text, tools = turn.so_far.written.text, turn.so_far.written.tools
    tokens = count_tokens(text)
    said_in = [Source("message", str(turn.ids.answer_id))]
    if tools:
        tokens += sum(count_tokens(str(one.part.get("input", ""))) + count_tokens(_came_of(one.part)) for one in tools)
        return _whole(Order.ANSWER_SO_FAR, "answer_so_far", text, tokens, said_in)
    most = max(_MIN_SO_FAR, room // 2)
    if tokens <= most:
        return _whole(Order.ANSWER_SO_FAR, "answer_so_far", text, tokens, said_in)
    end = text[-max(1, len(text) * most // tokens) :]
    reason = f"of {tokens} tokens the last {most}"
    return PlacedBlock(Order.ANSWER_SO_FAR, "answer_so_far", end, count_tokens(end), "compressed", reason, said_in)


def _came_of(call: Part) -> str:
    return str(call.get("output") or call.get("errorText") or "")


@cache
def go_on_words() -> str:
    return (Path(__file__).parent / "prompts" / "continue.md").read_text(encoding="utf-8").strip()


def _with_images(question: PlacedBlock, images: Sequence[Image], room: int) -> tuple[Sequence[Image], PlacedBlock]:
    """In their order, as many as there is room for; they are counted with the words that they came with."""
    shown = [image for at, image in enumerate(images) if sum(one.tokens for one in images[: at + 1]) <= room]
    left_out = len(images) - len(shown)
    reason = question.reason if not left_out else f"{question.reason}; {left_out} of its images did not fit"
    return shown, replace(question, tokens=question.tokens + sum(one.tokens for one in shown), reason=reason)


def _whole(order: Order, kind: BlockKind, text: str, tokens: int, sources: Sequence[Source]) -> PlacedBlock:
    return PlacedBlock(order, kind, text, tokens, "kept", "never cut", sources)


def kernel_words(persona: Persona, route: Route | None) -> str:
    """What makes the persona, and the installation's own words about how to act: the beginning of every prompt."""
    return f"{persona.kernel}\n\n{route.thin_prompt}" if route and route.thin_prompt else persona.kernel


@lru_cache(maxsize=64)
def kernel_tokens(words: str) -> int:
    return count_tokens(words)
