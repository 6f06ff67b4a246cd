"""What documents say that matters to the message: the person's, their organization's, the persona's, the house's."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from holdfast.chats.types import Message, text_of
from holdfast.core.ask_within import Missing
from holdfast.core.ids import DocumentId
from holdfast.knowledge.attached import read_attached, read_documents
from holdfast.knowledge.follow_up import Exchange
from holdfast.knowledge.registry import RULES, chat_space, resolve_system_backend, spaces_of_turn
from holdfast.knowledge.search import Search, search
from holdfast.knowledge.tell import NumberedPassage, join_neighbours, tell
from holdfast.knowledge.types import FoundPassage, FoundPassages, Passage, SpaceKind, Where
from holdfast.models.tokens import count_tokens
from holdfast.turn.context.choose_sentences import choose_sentences
from holdfast.turn.context.complexity import complexity_of
from holdfast.turn.context.extract import Kept, extract
from holdfast.turn.context.passages import passages_block, told_passage
from holdfast.turn.glassbox.types import FoundTrace, Retrieval
from holdfast.turn.sources.types import ContextRequest, ContextSource, Contribution, WithPast

SEARCH_SECONDS = 6.0
"""For the search, and for a model that says which sentences matter."""
_EXCHANGES = 3
"""Of the conversation, how many of the last ones a question may go on with."""
_OF_MENTIONED = 8
"""Passages that are sought in documents which the message names."""


async def gather_documents(past: WithPast) -> Contribution:
    request = past.request
    if _says_nothing(past):
        return Contribution()
    turn = request.turn
    question = turn.user_input.text
    namespaces = list(_namespaces(request))
    profile = turn.persona.profile.namespace if turn.persona.profile else None
    spaces = spaces_of_turn(turn.ids.user_id, turn.ids.chat_id, turn.persona.id, namespaces, profile)
    began = asyncio.get_running_loop().time()
    limit = complexity_of(question).passages
    parts, mentioned = request.parts, (await request.mentions()).document_ids
    found = FoundPassages(())
    if turn.persona.uses("knowledge"):
        wish = Search(question, spaces, limit=limit, asks_org=True, before=exchanges(past.before))
        found = await search(parts.db, parts.documents, turn.ids.user_id, wish, parts.helping, parts.hosted)
        found = await _with_attached(request, found)
    if mentioned:
        found = await _with_mentioned(request, found, mentioned)
    ms = round((asyncio.get_running_loop().time() - began) * 1000, 2)
    if not found.asked:
        return Contribution()
    groups = _numbered(found.passages, [space.namespace for space in spaces])
    kept = await _sentences(request, found.question or question, groups)
    retrieval = Retrieval(
        "documents",
        query=found.question,
        passages=tuple([FoundTrace(str(one.passage.id), one.score, one.space.target) for one in found.passages]),
        namespaces=tuple([space.target for space in found.asked]),
        relevant=len(found.passages),
        ms=ms,
    )
    missing = [Missing("documents", f"{name} did not answer in time") for name in found.missing]
    blocks = [passages_block(kind, group, _part_of(kept, group)) for kind, group in groups]
    told = [told_passage(one) for _, group in groups for one in group]
    return Contribution(blocks=blocks, retrievals=[retrieval], missing=missing, passages=told)


def _says_nothing(past: WithPast) -> bool:
    """Thanks and the like, for which nothing is looked for. A yes that answers a question says something."""
    return past.reader.ruled.signals.is_low_signal and not past.request.turn.user_input.document_ids


def exchanges(before: Sequence[Message]) -> Sequence[Exchange]:
    """The last questions, each with what was said to it."""
    found: list[Exchange] = []
    for message in before:
        text = text_of(message.parts)
        if message.role == "user":
            found.append(Exchange(text))
        elif found:
            found[-1] = replace(found[-1], answer=text)
    return found[-_EXCHANGES:]


async def _with_attached(request: ContextRequest, found: FoundPassages) -> FoundPassages:
    """And what was brought in the chat itself, if anything was."""
    turn = request.turn
    chat, named = chat_space(turn.ids.chat_id, turn.ids.user_id), turn.user_input.document_ids
    if not named and all(space.kind != "chat" for space in found.asked):
        return found
    brought = await read_attached(request.parts.db, turn.ids.user_id, chat, named)
    known = {one.passage.id for one in brought}
    passages = [*brought, *(one for one in found.passages if one.passage.id not in known)]
    asked = found.asked or ([chat] if brought else [])
    return replace(found, passages=passages, asked=asked)


async def _with_mentioned(request: ContextRequest, found: FoundPassages, named: Sequence[DocumentId]) -> FoundPassages:
    """And what the documents say that the message names: small ones whole, of large ones what answers it."""
    parts, user, question = request.parts, request.turn.ids.user_id, request.turn.user_input.text
    told = await read_documents(parts.db, user, named)
    spaces = list({one.space.target: one.space for one in told}.values())
    wish = Search(question, spaces, limit=_OF_MENTIONED, where=Where(documents=named))
    sought = await search(parts.db, parts.documents, user, wish, parts.helping, parts.hosted)
    together = {one.passage.id: one for one in [*found.passages, *told, *sought.passages]}
    asked = list({space.target: space for space in [*found.asked, *spaces]}.values())
    return replace(
        found,
        passages=list(together.values()),
        asked=asked,
        missing=list(dict.fromkeys([*found.missing, *sought.missing])),
        question=found.question or question,
    )


def _namespaces(request: ContextRequest) -> Iterable[str]:
    """The profile's first, then what all of the persona's profiles read."""
    persona = request.turn.persona
    for namespace in persona.namespaces:
        found = resolve_system_backend(
            persona.id if persona.profile and namespace == persona.profile.namespace else "",
            profile_id=persona.profile.id if persona.profile else None,
            is_system_persona=True,
            knowledge_namespace=namespace,
            assigned=request.parts.hosted.assigned,
        )
        if found.backend != "none":
            yield found.namespace


Group = tuple[SpaceKind, Sequence[NumberedPassage]]


def _numbered(found: Sequence[FoundPassage], namespaces: Sequence[str]) -> Sequence[Group]:
    """One group for each kind of space, in the order in which they give way; numbered throughout. What the profile
    knows comes before what all of the persona's do."""
    groups: list[Group] = []
    count = 0
    asked = {namespace: place for place, namespace in enumerate(namespaces)}
    ranked = sorted(found, key=lambda one: (*_told_together(one), asked.get(one.space.namespace, 0)))
    for _, some in groupby(ranked, key=_told_together):
        group = list(some)
        joined = _quoted(group)
        numbered = [NumberedPassage(count + place, parts) for place, parts in enumerate(joined, start=1)]
        count += len(numbered)
        groups.append((group[0].space.kind, numbered))
    return groups


async def _sentences(request: ContextRequest, question: str, groups: Sequence[Group]) -> Kept:
    """Those of the short version, for when there is no room for more. A model is asked which only if that is likely."""
    numbered = [one for _, group in groups for one in group]
    turn = request.turn
    room = turn.allowed.prompt_tokens * complexity_of(turn.user_input.text).share
    chain = request.parts.thinker if sum(count_tokens(tell(one)) for one in numbered) > room else None
    kept = await choose_sentences(chain, question, numbered)
    return (
        kept
        if kept is not None
        else {passage: places for _, group in groups for passage, places in extract(question, group).items()}
    )


def _part_of(kept: Kept, group: Sequence[NumberedPassage]) -> Kept:
    ids = {part.id for one in group for part in one.parts}
    return {passage: places for passage, places in kept.items() if passage in ids}


def _told_together(one: FoundPassage) -> tuple[int, bool]:
    """By who gives way; what somebody gave a persona besides stands behind what it knows itself."""
    return RULES[one.space.kind].priority, one.space.kind == "overlay"


def _quoted(group: Sequence[FoundPassage]) -> Sequence[Sequence[Passage]]:
    """What was brought in the chat is told passage by passage: as one, all of it would have one number."""
    brought = [[one.passage] for one in group if one.space.kind == "chat"]
    return [*brought, *join_neighbours([one.passage for one in group if one.space.kind != "chat"])]


def _is_asked(request: ContextRequest) -> bool:
    said = request.turn.user_input
    is_used = request.turn.persona.uses("knowledge") and bool(said.text.strip() or said.document_ids)
    return is_used or request.mentioned is not None


DOCUMENTS = ContextSource("documents", WithPast, gather_documents, seconds=SEARCH_SECONDS, is_asked=_is_asked)
