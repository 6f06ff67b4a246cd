"""What is no memory: greetings and tests, orders to the assistant, secrets, and claims nobody made about themselves."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from holdfast.core.language.numbers import in_figures
from holdfast.core.language.sentences import split_sentences
from holdfast.core.language.words import words_of
from holdfast.memory.learning.rules.nouns import PERSONAS
from holdfast.memory.learning.types import FactCandidate, WindowTurn
from holdfast.memory.loops.clauses import clauses, plain
from holdfast.memory.loops.words import content

MAX_TEXT_CHARACTERS = 300
MAX_OBJECT_CHARACTERS = 200

_ORDERS = re.compile(
    r"\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:instructions?|prompts?|rules|guidelines)\b|"
    r"\b(?:system|developer) prompt\b|\byou are (?:now )?(?:an? )?(?:helpful |ai |large )?(?:assistant|language "
    r"model|chatbot|ai)\b|"
    r"<\|?(?:im_start|system|/?inst)\b|\[/?INST\]|\b(?:store|save|record|memori[sz]e|add)\b.{0,30}\b(?:to|in) "
    r"(?:your|the) (?:memory|database|facts)\b|"
    r"^[ \t]*(?:system|assistant|developer)[ \t]*:|\b(?:relevant|known) (?:memories|facts)\s*:|\[(?:RELEVANT|"
    r"FOUNDATION) MEMORIES\]|"
    r"\bact as (?:an?|my|the)\b|\bpretend (?:to be|you)\b|\bfrom now on,? you\b",
    re.IGNORECASE | re.MULTILINE,
)
_SECRET = re.compile(
    r"\b(?:pass ?(?:word|code|phrase)|api[ _-]?key|secret key|private key|access token|bearer token|pin (?:code|"
    r"number)|cvv|"
    r"credit card|card number|social security|ssn|iban|seed phrase|2fa|one[- ]time code)\b|\b(?:sk|pk|ghp|"
    r"xox[bp])[-_]\w{8,}|\b\d{13,19}\b",
    re.IGNORECASE,
)
_TESTS = r"(?:test(?:ing)?|asdf\w*|foo|bar|baz|lorem ipsum|qwerty|hello world|ping|mic check|one two three|blah|\d+)"
_TEST = re.compile(rf"\W*{_TESTS}(?:\W+{_TESTS})*\W*", re.IGNORECASE)
_GREETING = re.compile(
    r"\W*(?:hi|hello|hey|hiya|yo|good (?:morning|evening|afternoon|night)|bye|goodbye|see you|thanks|thank you|"
    r"thx|ok|okay|sure|yes|no|yep|nope|"
    r"cool|great|nice|lol|haha|wow|please|how are you|what'?s up|sup)(?:\W+(?:there|everyone|all|again|so much|a "
    r"lot|sophie|assistant|you|doing|today|later))*\W*",
    re.IGNORECASE,
)
_EMPTY_OBJECTS = frozenset(
    {
        "it",
        "this",
        "that",
        "something",
        "anything",
        "nothing",
        "someone",
        "unknown",
        "none",
        "n/a",
        "null",
        "user",
        "the user",
        "yes",
        "no",
        "true",
        "false",
        "test",
        "example",
        "person",
        "things",
        "stuff",
        "hello",
        "hi",
    }
)
_AGREES = re.compile(
    r"\W*(?:yes|yeah|yep|yup|exactly|right|correct|that'?s (?:right|correct|true|it)|true|indeed|i (?:do|am|did|"
    r"have|was|will)\b|absolutely|"
    r"of course|sure|definitely)\b",
    re.IGNORECASE,
)
_HEDGED = re.compile(
    r"\b(?:maybe|perhaps|might|not sure|thinking (?:about|of)|could|considering|wondering|possibly)\b", re.IGNORECASE
)


def is_junk_turn(text: str) -> bool:
    """Nothing in it can be a memory of the person."""
    return is_order(text) or bool(_GREETING.fullmatch(text[:200])) or bool(_TEST.fullmatch(text[:200]))


def is_order(text: str) -> bool:
    """Speaks to the machine about itself: prompts, pasted contexts, attempts to plant a memory."""
    return _ORDERS.search(text[:8_000]) is not None


def is_secret(text: str) -> bool:
    return _SECRET.search(text) is not None


def is_hedged(text: str) -> bool:
    return _HEDGED.search(text) is not None


def is_junk(candidate: FactCandidate, turns: Mapping[int, WindowTurn], before: Mapping[int, WindowTurn]) -> bool:
    """`before`: the turn in front of each turn, for "yes, exactly"."""
    whole = f"{candidate.text} {candidate.object}"
    if not candidate.object.strip() and not candidate.predicate.startswith("not_"):
        return True
    if candidate.object.strip().casefold() in _EMPTY_OBJECTS or len(words_of(candidate.text)) < 2:
        return True
    if (
        candidate.subject.casefold() in PERSONAS
        or is_secret(whole)
        or is_order(whole)
        or candidate.text.rstrip().endswith("?")
    ):
        return True
    if candidate.predicate in ("name", "preferred_name") and candidate.object.casefold() in PERSONAS:
        return True
    said = [turns[episode] for episode in candidate.episodes if episode in turns]
    return (
        not said
        or all(is_junk_turn(turn.text) or is_secret(turn.text) for turn in said)
        or not _is_said(candidate, said, before)
    )


def _is_said(candidate: FactCandidate, said: Sequence[WindowTurn], before: Mapping[int, WindowTurn]) -> bool:
    """Some of its words stand in what the speaker stated there, or in what they simply agreed to."""
    wanted = set(content(candidate.object)) | set(content(candidate.text))
    if not wanted:
        return True
    for turn in said:
        if wanted & set(content(" ".join(clause.text for clause in clauses(turn.text)))):
            return True
        # Not every way of stating something is a clause to the rules; but a question or a quotation states nothing.
        if wanted & set(content(f"{_stated(turn.text)} {in_figures(_stated(turn.text))}")):
            return True
        asked = before.get(turn.episode)
        if asked is not None and _AGREES.match(turn.text) and wanted & set(content(asked.text)):
            return True
    return False


def _stated(text: str) -> str:
    parts = split_sentences(plain(text))
    return " ".join(part for part in parts if not part.endswith("?"))
