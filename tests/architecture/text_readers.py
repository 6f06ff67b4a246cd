"""Every function that reads people's words, found by its signature, and a way to call each with words of our choosing.

A function is found when it stands at the top of a module, has no underscore and takes a `str`. What else it asks for
is made from its types; where that is not enough, `BY_HAND` says how it is called, or `NOT_READERS` why it need not be.
"""

from __future__ import annotations

import asyncio
import importlib
import inspect
import pkgutil
import types
import typing
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from io import BytesIO
from typing import Any, Literal
from uuid import UUID
from zoneinfo import ZoneInfo

import holdfast
from holdfast.core.db import Owner
from holdfast.core.ids import DocumentId, MessageId, SessionRow
from holdfast.documents.kinds import recognise
from holdfast.imports.values import spoken
from holdfast.knowledge.chunk import chunk
from holdfast.knowledge.types import PageText
from holdfast.memory.learning.echoes import own_words, shingles
from holdfast.memory.learning.extract import KnownToModel, extract
from holdfast.memory.learning.guards import is_junk
from holdfast.memory.learning.read_edit import read_edit
from holdfast.memory.learning.rules.entities import entities_in
from holdfast.memory.learning.rules.read import read_turn
from holdfast.memory.learning.types import FactCandidate, Window, WindowTurn
from holdfast.memory.loops.promises import PersonTurn, promises
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import Fact
from holdfast.tools.registry import ChosenTools
from holdfast.turn.citations import Citations
from holdfast.turn.context.envelope.extract_facts import extract_facts
from holdfast.turn.librarian.spec import read_spec
from holdfast.turn.mentions.implied import implied_names, implied_wants
from holdfast.turn.mentions.of_tools import wished_tools
from holdfast.turn.reading.names import find_names
from holdfast.turn.reading.rules import read_by_rules
from holdfast.turn.reading.tables import TABLES
from holdfast.turn.reading.utterance import read_utterance
from holdfast.turn.settings.defaults import DEFAULTS
from holdfast.turn.settings.match import match
from holdfast.turn.types import ToldPassage
from holdfast.web.strict_json import parse_json
from tests.words import WordEmbedder

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
Reader = Callable[[str], object]

NOT_ROOMS: Mapping[str, str] = {
    "cli": "whoever runs the installation is believed to mean well, and waits for themselves",
    "admin": "the same",
    "core": "what comes here is a name, a header or an address, and was bounded before; but `LANGUAGE` is read",
    "entitlements": "codes and numbers alone",
    "models": "it hands words on; whatever it reads is a provider's",
    "personas": "packs are an operator's",
    "web": "the shapes of requests bound what routes are given; bodies are in BY_HAND",
    "wiring": "settings alone",
    "worker": "codes and numbers alone",
}

LANGUAGE = "holdfast.core.language"

NOT_READERS: Mapping[str, str] = {
    "imports.values.branch": "it looks each node of a tree up once; the word is ours",
    "accounts.key_options.must_come_from": "a network as the socket or a proxy of ours tells it",
    "accounts.key_options.must_reach": "looks names up in what the key was made for",
    "tools.own.allowance.allowance": "a name that we choose",
    "tools.own.arguments.not_offered": "sentences that we write",
    "tools.own.engines.hits": "the name of a field that we choose; what stands in it is cut before it is looked at",
    "tools.own.quantities.told": "a unit that was looked up",
    "stream.tool_parts.output": "puts a call's name into a part",
    "turn.retold.pages_of": "a call's name, compared",
    "turn.offerings.get_offering": "looks a name up in what this installation has",
    "accounts.oidc.get_provider": "looks a name up in what the operator configured",
    "documents.readers.text.decoded": "the name of an encoding, which Python looks up; words are bytes here",
    "documents.readers.xml.attribute": "names that we choose",
    "documents.readers.xml.children": "the same",
    "documents.readers.xml.relations": "the name of a part, looked up",
    "memory.client.rows.sound": "the name of a field that we choose",
    "memory.kinds.needs.meant_needs": "`needs_of` with a vector",
    "memory.learning.rules.about_me.rule": "makes a rule when the module is loaded",
    "memory.profile.user_model.mark_of": "the name of who made it, which we choose",
    "accounts.second_factor.factors.second_ways": "our own address, as the guard let it through",
    "accounts.second_factor.webauthn.creation_options": "the name or address of an account, short since it was given",
    "accounts.codes.hash_code": "a code of at most ten characters",
    "accounts.devices.new_device": "an address that signed in, so one of at most 254 characters",
    "accounts.devices.find_device": "a cookie, as long as a request's head may be, and an address of 254 characters",
    "chats.export.as_markdown": "the name of a persona; what was said is joined and not read",
    "knowledge.tell.tell": "sentences of passages, joined and not read",
    "turn.librarian.compile_query.said_whole": "`said_alone`, and what is known",
    "tools.mcp.checked.free_slug": "`slug_of`, which is in the walk, with a number behind it",
    "tools.mcp.elicit.question_of": "a message of at most 4,000 characters, which `plain_of` reads",
    "tools.mcp.oauth.by_hand": "a registration of at most 4,000 characters, handed on",
    "tools.mcp.oauth.address_to_sign_in": "what is written into an address once, by the standard library",
    "tools.mcp.paste.as_wish": "a name of at most 100 characters; what is entered is read by `checked`",
    "tools.mcp.tokens.open_account": "what we have sealed ourselves",
    "turn.settings.read.read_stored": "an admin's, by orjson",
    "turn.speak.is_to_be_spoken": "`spoken_words`",
    "turn.reading.rules.apply_rules": "`read_by_rules`, which is called by hand",
    "turn.reading.signals.read_signals": "the same",
}


def turn(text: str, number: int = 1) -> WindowTurn:
    return WindowTurn(number, number, "user", None, text, NOW, NOW, True)


def _fact(text: str) -> FactCandidate:
    return FactCandidate("user", "likes", text, f"likes {text}", 0.9, [1], NOW)


def _learn(text: str) -> object:
    """The whole of learning by rules, two turns at once: the second is read with the first before it."""
    turns = [turn(text), turn(f"Yes. {text}", 2)]
    memory = MemoryParts(typing.cast(Any, None), WordEmbedder(), chain=None)
    return asyncio.run(
        extract(memory, Owner("t", "u"), Window(SessionRow(1), 1, 0, turns, 3, False), KnownToModel(), ())
    )


_HELD = Fact(1, "user", "likes", "tea", "likes tea", 0.9, "rules", NOW)
_HEARD = [(NOW, frozenset(shingles("a a a a a. my garden is large and green this year")))]

_LATELY = datetime(2026, 5, 4, tzinfo=UTC)
_GIVEN = [ToldPassage(1, "1", DocumentId(UUID(int=1)), "", "", "", None, 1, 0, 0)]

BY_HAND: Mapping[str, Reader] = {
    "documents.kinds.recognise": lambda text: recognise(BytesIO(text.encode()), text),
    "imports.values.spoken": lambda text: spoken("user", text, _LATELY, _LATELY),
    "knowledge.chunk.chunk": lambda text: chunk([PageText(None, text)]),
    "turn.citations.take": lambda text: Citations(_GIVEN).take(text),
    "memory.learning.echoes.own_words": lambda text: own_words(text, NOW, _HEARD),
    "memory.learning.extract.extract": _learn,
    "memory.learning.guards.is_junk": lambda text: is_junk(_fact(text), {1: turn(text)}, {1: turn(text)}),
    "memory.learning.read_edit.read_edit": lambda text: read_edit(_HELD, text, NOW),
    "memory.learning.rules.entities.entities_in": lambda text: entities_in(text, (), turn(text)),
    "memory.learning.rules.read.read_turn": lambda text: read_turn(turn(text), "user"),
    "memory.loops.promises.promises": lambda text: promises(PersonTurn(1, text, NOW, None)),
    "turn.context.envelope.extract_facts.extract_facts": lambda text: extract_facts(text, MessageId(UUID(int=1)), NOW),
    "turn.librarian.spec.read_spec": lambda text: read_spec(text, now=NOW, before=[text, text]),
    "turn.mentions.of_tools.wished_tools": lambda text: wished_tools(text, ChosenTools()),
    "turn.mentions.implied.implied_wants": lambda text: implied_wants(read_utterance(text)),
    "turn.mentions.implied.implied_names": lambda text: implied_names(read_utterance(text)),
    "turn.reading.names.find_names": lambda text: [find_names(text, one.words) for one in TABLES.values()],
    "turn.settings.match.match": lambda text: match(text, DEFAULTS),
    "turn.reading.rules.read_by_rules": lambda text: read_by_rules(text, before_texts=[text, text], tracked=["Ada"]),
    "web.strict_json.parse_json": lambda text: parse_json(f'["{text}"]'.encode()),
}


def functions() -> Iterator[tuple[str, Callable[..., Any], Sequence[str]]]:
    """Name, function, and those of its parameters that are words."""
    for module in pkgutil.walk_packages(holdfast.__path__, "holdfast."):
        if module.name.split(".")[1] in NOT_ROOMS and not module.name.startswith(LANGUAGE):
            continue
        for name, found in vars(importlib.import_module(module.name)).items():
            if not inspect.isfunction(found) or found.__module__ != module.name or name.startswith("_"):
                continue
            if inspect.iscoroutinefunction(found) or inspect.isasyncgenfunction(found):
                continue
            words = [given for given, kind in _kinds(found).items() if kind in (str, str | None)]
            if words:
                yield f"{module.name}.{name}".removeprefix("holdfast."), found, words


def readers() -> Iterator[tuple[str, Reader | None]]:
    """Every reader by its name; None where nobody knows how to call it."""
    yield from BY_HAND.items()
    for name, function, words in functions():
        if name not in BY_HAND and name not in NOT_READERS:
            yield from ((f"{name}:{word}", reader_of(function, word)) for word in words)


def reader_of(function: Callable[..., Any], word: str) -> Reader | None:
    """The function with the given words for this parameter, some of them where it takes a list of words (what somebody
    searches for is what they said), and something harmless for the others."""
    kinds, given, lists = _kinds(function), {}, []
    for name, parameter in inspect.signature(function).parameters.items():
        if name == word or parameter.default is not parameter.empty:
            continue
        if kinds.get(name) in (Sequence[str], Iterable[str], Collection[str]):
            lists.append(name)
            continue
        made = _harmless(kinds.get(name))
        if made is None:
            return None
        given[name] = made[0]
    return lambda text: function(**given, **dict.fromkeys(lists, some_of(text)), **{word: text})


def some_of(text: str) -> Sequence[str]:
    return tuple(dict.fromkeys(text[:200].split())) or (text[:20],)


def _kinds(function: Callable[..., Any]) -> dict[str, Any]:
    """Types by parameter; one that is imported for the type checker alone stays a string."""
    made = {}
    for name, kind in function.__annotations__.items():
        try:
            made[name] = eval(kind, function.__globals__) if isinstance(kind, str) else kind
        except NameError:
            made[name] = kind
    made.pop("return", None)
    return made


_PLAIN: Mapping[Any, Any] = {
    str: "garden", int: 200, float: 1.0, bool: False, datetime: NOW, UUID: UUID(int=1), tzinfo: UTC,
    ZoneInfo: ZoneInfo("UTC"),
    Sequence: (), tuple: (), Iterable: (), list: [], Mapping: {}, dict: {}, frozenset: frozenset(),
}  # fmt: skip


def _harmless(kind: Any) -> tuple[Any] | None:
    """Something of this type, in a tuple because it may be None."""
    if isinstance(kind, typing.NewType):
        return _harmless(kind.__supertype__)
    origin = typing.get_origin(kind) or kind
    if origin in (types.UnionType, typing.Union):
        return (None,) if type(None) in typing.get_args(kind) else _harmless(typing.get_args(kind)[0])
    if origin is Literal:
        return (typing.get_args(kind)[0],)
    return (_PLAIN[origin],) if origin in _PLAIN else None
