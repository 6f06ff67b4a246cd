"""What stands out in a conversation, word for word, by rules: topics, key sentences, decisions, open ends.

Only what people themselves said is taken. What the assistant says is not evidence of anything about them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from holdfast.core.language.calendars import calendar_of
from holdfast.core.language.sentences import split_sentences
from holdfast.core.language.tables import one_of
from holdfast.core.language.words import words_of
from holdfast.memory.loops.promises import PersonTurn, promises
from holdfast.memory.loops.words import PAST_FORMS, signature, stem
from holdfast.memory.types import Episode

MAX_SENTENCE_CHARACTERS = 180
_MAX_TURN_CHARACTERS = 6_000
_MAX_SENTENCES = 400
_MAX_PROMISING = 60
"""Turns that are looked at for promises: an earlier one is in the loops by now."""
_CODE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_ADDRESS = re.compile(r"\bhttps?://\S{1,500}")
_DECISION = re.compile(
    r"\b(?:(?:have |has |'ve )?decided|agreed|settled on|chose|picked (?!up\b)|signed up|booked|go(?:ing)? with|"
    r"made up (?:my|our) mind|let'?s (?:do|go|take|use|say|meet)|we'?ll (?:do|take|use|go|meet)|it'?s a deal)\b",
    re.IGNORECASE,
)
_NOT_DECIDED = re.compile(
    r"\b(?:not|never|haven'?t|hasn'?t|can'?t|cannot|couldn'?t|if)\b.{0,20}\b(?:decide|agree)", re.I
)
_MONTH = one_of(set(calendar_of("en").month_names) - {"may"})
_NEWS = re.compile(
    r"\b(?:my|our|I|I'm|I've|we|we're|we've)\b|\b\d{1,4}\b|"
    rf"\b(?:tomorrow|tonight|yesterday|next|last|{calendar_of('en').pattern('weekday_names')}|{_MONTH})\b",
    re.IGNORECASE,
)
_EMPTY_TALK = re.compile(
    r"(?:hi|hello|hey|hiya|thanks|thank you|ok|okay|sure|yes|yeah|no|great|cool|nice|bye|"
    r"good (?:morning|evening|night|day)|"
    r"see you|how are you|test(?:ing)?|lol|haha|sounds good|got it|will do|perfect|awesome|wow|please|sorry)\b"
    r"[^.!?]{0,25}[.!?…]*",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]{3,40}(?:'[^\W_]{1,3})?")
_CAPITAL = r"(?!I['’-])[A-ZÀ-ÞŠŽ][\w'’-]+"
_NAME = re.compile(rf"(?<=[\w,;:] )({_CAPITAL}(?: {_CAPITAL}){{0,2}})")
_TITLE = re.compile(r"\b(?:Mrs|Mr|Ms|Dr|Prof|Frau|Herr|Sir|Uncle|Aunt)\.? (?=[A-ZÀ-ÞŠŽ])")
_NOUN_FOLLOWS = frozenset(
    """
    a an the my our your his her their its this these those some any no each every another of for about with
    without from at in on into over under through after before by as near both two three four five new old big small
    """.split()  # noqa: SIM905
)
_MAX_NAMES = 60
_OFTEN = 2
"""Turns of theirs, or one and a name: what it was about; less was said in passing."""
_ASKS = re.compile(
    r"(?:and |so |but |ok(?:ay)? )?(?:(?:what'?s?|where'?s?|who'?s?|when|why|how|wh?ich (?:day|one|time)) "
    r"(?:is|are|was|were|do|does|did|can|could|should|would|will|am|my)|"
    r"(?:do|did|does|can|could|should|would|will|are|is) (?:i|you|we|it|there|he|she|they))\b",
    re.IGNORECASE,
)
_DOES = re.compile(r"\w{2,}(?:ed|ing)")
_WORDS = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|[.,;:!?()]")
_NO_TOPIC = frozenset((Path(__file__).parent / "no_topics.txt").read_text(encoding="utf-8").split())
"""Words that never say what a conversation is about."""


@dataclass(frozen=True, slots=True)
class Sentence:
    speaker: str | None
    """The name given with the turn, where there is one."""
    text: str
    turn: int
    """Its turn's place in the conversation."""


@dataclass(frozen=True, slots=True)
class Extract:
    topics: Sequence[str]
    key: Sequence[Sentence]
    """In the order they were said."""
    decisions: Sequence[Sentence]
    open_ends: Sequence[str]
    unanswered: str | None
    """A question of the last turn that nobody replied to."""


def extract(turns: Sequence[Episode], *, most_key: int = 4) -> Extract:
    """Pure. The same turns give the same extract."""
    said = [sentence for place, turn in enumerate(turns) if turn.role == "user" for sentence in _of_turn(turn, place)]
    said = said[-_MAX_SENTENCES:]
    weights = _weights(turns)
    decisions = [one for one in said if _is_decision(one.text)][-3:]
    taken = {one.text for one in decisions}
    ranked = sorted(
        (one for one in said if one.text not in taken and not _is_question(one.text) and _says_something(one.text)),
        key=lambda one: -_score(one, weights, len(turns)),
    )[:most_key]
    return Extract(
        topics=_topics(turns, weights),
        key=sorted(ranked, key=lambda one: (one.turn, said.index(one))),
        decisions=decisions,
        open_ends=_open_ends(turns),
        unanswered=_unanswered(turns),
    )


def sentences_of(text: str) -> list[str]:
    text = _ADDRESS.sub("(a link)", _CODE.sub(" ", text[:_MAX_TURN_CHARACTERS]))
    return [" ".join(one.split()) for one in split_sentences(text)]


def _of_turn(turn: Episode, place: int) -> list[Sentence]:
    return [Sentence(turn.name, _cut(one), place) for one in sentences_of(turn.text) if len(one) > 3]


def _cut(sentence: str) -> str:
    if len(sentence) <= MAX_SENTENCE_CHARACTERS:
        return sentence
    return sentence[: MAX_SENTENCE_CHARACTERS - 1].rsplit(" ", 1)[0].rstrip(",;:-") + "…"


def _is_question(sentence: str) -> bool:
    """With a question mark, or asked by somebody who leaves it out."""
    return sentence.rstrip("\"'”’)").endswith("?") or _ASKS.match(sentence) is not None


def _is_decision(sentence: str) -> bool:
    is_taken = _DECISION.search(sentence) and not _NOT_DECIDED.search(sentence) and not _is_question(sentence)
    return bool(is_taken) and _says_something(sentence)


def _says_something(sentence: str) -> bool:
    return not _EMPTY_TALK.fullmatch(sentence) and len(_topical(sentence)) >= 2


def _topical(text: str) -> list[tuple[str, str]]:
    """(stem, word as written) of the words that say what it is about."""
    forms = (form.partition("'")[0] for form in _WORD.findall(text.replace("’", "'")))
    return [(stem(form.lower()), form) for form in forms if not _is_empty(form.lower())]


def _is_empty(word: str) -> bool:
    return word in _NO_TOPIC or word.removesuffix("s") in _NO_TOPIC


def _weights(turns: Sequence[Episode]) -> Counter[str]:
    """In how many turns a word stands; the assistant's count half, since it may speak of something nobody asked for."""
    weights: Counter[str] = Counter()
    for turn in turns:
        share = {"user": 2, "assistant": 1}.get(turn.role, 0)
        for word in {root for root, _ in _topical(turn.text[:_MAX_TURN_CHARACTERS])}:
            weights[word] += share
    return weights


def _score(sentence: Sentence, weights: Counter[str], turns: int) -> float:
    words = _topical(sentence.text)
    if not words:
        return 0.0
    central = sum(min(weights[root], 8) for root, _ in words) / (len(words) + 2)
    news = 0.8 * len({found.lower() for found in _NEWS.findall(sentence.text)})
    names = 0.5 * len(_NAME.findall(sentence.text))
    late = sentence.turn / max(turns, 1)  # of two that weigh the same the later one tells where it ended
    return central + min(news, 2.4) + min(names, 1.0) + 0.5 * late + (0.4 if 30 <= len(sentence.text) <= 160 else 0.0)


def _topics(turns: Sequence[Episode], weights: Counter[str], most: int = 4) -> list[str]:
    """What it was about: people, places and things. A verb is no topic, and half a name is none."""
    texts = [
        _TITLE.sub("", turn.text[:_MAX_TURN_CHARACTERS].replace("’", "'")) for turn in turns if turn.role == "user"
    ]
    spoken = {stem(word) for turn in turns if turn.role == "user" and turn.name for word in words_of(turn.name)}
    names = _names(texts)
    standing = re.compile(rf"\b(?:{'|'.join(map(re.escape, names)) or '(?!)'})(?!\w)")
    forms: dict[str, Counter[str]] = {}
    named: Counter[str] = Counter()
    for text in texts:
        named.update(set(standing.findall(text)))
        for word in _nouns(standing.sub(" ; ", text)):
            forms.setdefault(stem(word.lower()), Counter())[word] += 1
    scored = [(weights[root] / 2, _spelling(forms[root])) for root in forms if root not in spoken]
    scored += [
        (min(times, 4) + 1, name)
        for name, times in named.items()
        if not spoken.issuperset(stem(word) for word in words_of(name))
    ]
    ranked = sorted(scored, key=lambda one: (-one[0], -len(one[1]), one[1]))
    best = [word for score, word in ranked if score >= _OFTEN][:most]
    return best if len(best) > 1 else [word for _, word in ranked[:2]]


def _names(texts: Sequence[str]) -> list[str]:
    """Whole ones, as they were written, without titles: O'Brien, Jean-Luc, New York. Longer ones first."""
    found: Counter[str] = Counter()
    for text in texts:
        bare = (name.removesuffix("'s").strip(" '-") for name in _NAME.findall(text))
        found.update({name for name in bare if len(name) > 1 and not _is_empty(name.split()[-1].lower())})
    return sorted((name for name, _ in found.most_common(_MAX_NAMES)), key=len, reverse=True)


def _nouns(text: str) -> list[str]:
    """Words that stand where a thing stands: behind an article, a possessive or a preposition, or one word further."""
    words = ["", "", *_WORDS.findall(text)]
    found = []
    for place in range(2, len(words)):
        earlier, before, word = (one.lower() for one in words[place - 2 : place + 1])
        is_behind = before in _NOUN_FOLLOWS
        is_second = earlier in _NOUN_FOLLOWS and before.isalpha() and not _is_verb(before) and not _is_verb(word)
        if len(word) > 2 and (is_behind or is_second) and not _is_empty(word.partition("'")[0]):
            found.append(words[place].partition("'")[0])
    return found


def _is_verb(word: str) -> bool:
    return word in PAST_FORMS or _DOES.fullmatch(word) is not None


def _spelling(forms: Counter[str]) -> str:
    word = max(forms, key=lambda form: (forms[form], form[0].isupper(), form))
    return word if word.isupper() else word.lower()


def _open_ends(turns: Sequence[Episode], most: int = 4) -> list[str]:
    """What was promised or left undecided, and not ended later in the same conversation."""
    found: dict[str, str] = {}
    for turn in [turn for turn in turns if turn.role == "user"][-_MAX_PROMISING:]:
        for one in promises(PersonTurn(turn.id, turn.text, turn.said_at)):
            if one.action in ("create", "reinforce") and one.kind in ("commitment", "thread"):
                found[signature(one.text)] = one.text
            elif one.action in ("complete", "drop"):
                found.pop(signature(one.text), None)
    return list(found.values())[-most:]


def _unanswered(turns: Sequence[Episode]) -> str | None:
    spoken = [turn for turn in turns if turn.role in ("user", "assistant")]
    if not spoken or spoken[-1].role != "user":
        return None
    asked = [one for one in sentences_of(spoken[-1].text) if _is_question(one)]
    return _cut(asked[-1]) if asked else None
