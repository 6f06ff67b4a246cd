"""The user model: five sections about the person, each entry with the turns it rests on. Model first, rules without."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from string import Template
from typing import Any

from holdfast.core.db import Owner
from holdfast.core.log import get_logger
from holdfast.memory.parts import MemoryParts
from holdfast.memory.profile import store
from holdfast.memory.profile.sort import MAX_ITEMS, requests, sort_known
from holdfast.memory.profile.types import SECTIONS, Ground, KnownItem, ModelItem, Section, UserModel
from holdfast.memory.summaries.transcript import clean
from holdfast.memory.types import Evidence
from holdfast.models.ask import ask_json
from holdfast.models.chain import Chain
from holdfast.models.failures import failed
from holdfast.models.types import Failure, ModelFailed

MAX_ITEM_CHARACTERS = 240
_MIN_LINES = 3
"""Fewer are sorted by rules: there is nothing to understand in them yet."""
_INSTRUCTIONS = Template((Path(__file__).parent / "prompts" / "user_model.md").read_text(encoding="utf-8"))

Sections = Mapping[Section, Sequence[ModelItem]]
log = get_logger()


async def user_model(memory: MemoryParts, owner: Owner) -> UserModel:
    async with memory.db.as_owner(owner) as tx:
        return await store.read_model(tx, owner)


async def think_model(memory: MemoryParts, ground: Ground, *, may_wait: bool = False) -> tuple[Sections, bool]:
    """The sections, and whether they are as good as they get: then the same ground is not thought about again."""
    known = known_lines(ground)
    if memory.chain is None or len(known) < _MIN_LINES:
        return sort_known(ground), True
    try:
        return await _by_model(memory.chain, known), True
    except ModelFailed as error:
        if may_wait and error.failure is not Failure.SPENT:
            raise
        log.info("user_model_by_rules", failure=error.failure.value)
        return sort_known(ground), False


def known_lines(ground: Ground) -> Mapping[str, KnownItem]:
    """By reference; only what has evidence."""
    return {one.ref: one for one in (*ground.facts, *ground.people, *ground.loops, *requests(ground)) if one.evidence}


def mark_of(ground: Ground, maker: str) -> bytes:
    """The same for the same ground: what was thought about once need not be thought about again."""
    lines = [f"{ref}\t{_line(one)}" for ref, one in known_lines(ground).items()]
    return hashlib.sha256("\n".join([maker, *lines]).encode()).digest()


async def _by_model(chain: Chain, known: Mapping[str, KnownItem]) -> Sections:
    text = "\n".join(f"{ref}: {_line(one)}" for ref, one in known.items())
    answer = await ask_json(chain, _INSTRUCTIONS.substitute(most=MAX_ITEMS), text)
    if not isinstance(answer, dict) or not any(isinstance(answer.get(section), list) for section in SECTIONS):
        raise failed(Failure.MALFORMED, upstream="no sections")
    return {section: _items(answer.get(section), known) for section in SECTIONS}


def _items(entries: Any, known: Mapping[str, KnownItem]) -> list[ModelItem]:
    items: list[ModelItem] = []
    for entry in entries if isinstance(entries, list) else ():
        text = clean(entry.get("text"), MAX_ITEM_CHARACTERS) if isinstance(entry, dict) else ""
        evidence = _evidence(entry.get("from"), known) if text else []
        if evidence and all(item.text != text for item in items):
            items.append(ModelItem(text, evidence, "model"))
    return items[:MAX_ITEMS]


def _evidence(refs: Any, known: Mapping[str, KnownItem]) -> list[Evidence]:
    """Of the lines it names; a line that was never given counts for nothing."""
    named = [known[ref] for ref in refs if isinstance(ref, str) and ref in known] if isinstance(refs, list) else []
    return list(dict.fromkeys(one for line in named for one in line.evidence))[: 2 * store.MAX_EVIDENCE]


def _line(known: KnownItem) -> str:
    match known.ref[0]:
        case "E":
            return f"{known.subject} ({known.predicate or 'somebody they mention'})"
        case "L":
            return f"{known.kind}: {known.text}"
        case _:
            return known.text if known.subject in ("user", "") else f"about {known.subject}: {known.text}"
