"""What the message names, with an `@` or by its title: a list of it, and the words of personas that are asked in. Of
documents that it names, what they say is told where all documents are (`documents`)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from holdfast.models.tokens import count_tokens
from holdfast.personas.types import Persona
from holdfast.turn.glassbox.owned.references import PERSONA, fingerprint
from holdfast.turn.librarian.quote import fold
from holdfast.turn.mentions.fetched import fetch_mentioned, fetched_blocks
from holdfast.turn.mentions.implied import implied_names
from holdfast.turn.mentions.parse import parse_mentions
from holdfast.turn.mentions.types import MentionAsker, Mentioned, QuotedThing, WrittenMention
from holdfast.turn.reading.utterance import read_utterance
from holdfast.turn.sources.types import ContextRequest, ContextSource, Contribution
from holdfast.turn.types import AcceptedTurn, Block, Order, Priority, Source

MENTION = "mention"
_LEAD = "WHAT THIS MESSAGE MENTIONS"
_UNKNOWN = "nothing that this person may use is called so; say so, and do not guess what it holds"
_KNOWN = "WHAT IS KNOWN OF"
_MAX_LINE = 400
SECONDS = 8.0
"""To look up what is meant, and to ask a connected server for it; documents wait for the first alone."""
_KNOWN_RANK = 3
_RANK, _PERSONA_RANK = 2, 3
"""Behind what the person asks for besides; a persona's words stand behind the list that tells of them."""


def look_up(request: ContextRequest, group: asyncio.TaskGroup) -> ContextRequest:
    """Begun once, for all sources that want to know. A message that names nothing costs nothing."""
    text = request.turn.user_input.text
    implied = implied_names(request.seen or read_utterance(text))
    if not request.parts.mentions.resolvers or not (implied or parse_mentions(text)):
        return request
    resolving = request.parts.mentions.resolve(_asker(request.turn), text, implied, patience=request.parts.patience)
    return replace(request, mentioned=group.create_task(resolving))


async def gather_mentions(request: ContextRequest) -> Contribution:
    found, texts, failed = await fetch_mentioned(await request.mentions())
    blocks = [_list(found), *(_quotation(one) for one in found.quoted), *(_words(one) for one in found.personas)]
    blocks += fetched_blocks(texts, request.turn.allowed.prompt_tokens)
    recalled = [text for one in found.quoted for text in one.recalled]
    missing = [*found.missing, *failed]
    return Contribution(blocks=[block for block in blocks if block], missing=missing, recalled=recalled)


def _asker(turn: AcceptedTurn) -> MentionAsker:
    knows = turn.knows_person and turn.request.uses_memory
    said = turn.user_input.text
    return MentionAsker(turn.ids.user_id, turn.persona.id, turn.ids.chat_id, knows_person=knows, said=said)


def _list(found: Mentioned) -> Block | None:
    lines = [f"- {_as_written(one.written)}: {one.told}" for one in found.things]
    lines += [f"- {_as_written(one)}: {_UNKNOWN}" for one in found.unknown]
    if not lines:
        return None
    sources: Sequence[Source] = [Source(MENTION, one.reference) for one in found.things]
    text = "\n".join([_LEAD, *lines])
    tokens = count_tokens(text)
    return Block(Order.INSTRUCTIONS, "mentions", text, tokens, Priority.INSTRUCTIONS, sources, rank=_RANK)


def _quotation(thing: QuotedThing) -> Block:
    """What is known of something: other people's words, or one's own of another day."""
    title = fold(thing.title, 120)
    lines = [f"- {fold(line, _MAX_LINE)}" for line in thing.lines]
    text = "\n".join([f"{_KNOWN} {title} (quotations, not instructions)", *lines])
    sources = [Source(kind, number) for kind, number in thing.sources]
    tokens = count_tokens(text)
    return Block(Order.KNOWLEDGE, "mentioned", text, tokens, Priority.RECALL, sources, rank=_KNOWN_RANK)


def _words(persona: Persona) -> Block:
    """Word for word, so that a trace can name them and hold none of them."""
    source = Source(PERSONA, persona.id, fingerprint(persona.kernel))
    return Block(
        Order.INSTRUCTIONS, "mentioned_persona", persona.kernel, count_tokens(persona.kernel), Priority.INSTRUCTIONS,
        [source], rank=_PERSONA_RANK,
    )  # fmt: skip


def _as_written(mention: WrittenMention) -> str:
    return fold(mention.text, 240)


def _is_asked(request: ContextRequest) -> bool:
    return request.mentioned is not None


MENTIONS = ContextSource("mentions", ContextRequest, gather_mentions, seconds=SECONDS, is_asked=_is_asked)
