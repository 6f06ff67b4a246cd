"""Commitments, threads, frictions, habits and endings in what somebody states, by rules.

Each rule is one pattern on one clause ("I need to call the dentist by Friday"). What is hedged ("maybe I should …") is
a thread: something to come back to, not a promise.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from holdfast.core.language.calendars import calendar_of
from holdfast.core.language.when import find_due
from holdfast.memory.loops.clauses import Clause, clauses
from holdfast.memory.loops.dates import horizon_of, lasting
from holdfast.memory.loops.types import Action, LoopCandidate
from holdfast.memory.loops.words import content
from holdfast.memory.types import LoopKind

LONGEST_LOOP = 200
_FEWEST_WORDS = 2
""""I'll ask", "I could sleep": a promise that nobody can come back to says too little, unless it was made firmly."""
_FIRM = 0.6

_WHAT = r"(?P<what>.{3,200})"


def _rule(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_COMMITMENTS = (
    (_rule(rf"(?:please )?(?:remind me|do not let me forget) to {_WHAT}"), 0.8),
    (_rule(rf"(?:note to self|todo|to do|to-do)[:\s]+{_WHAT}"), 0.7),
    (
        _rule(
            r"I (?:have )?promised (?:(?:myself|him|her|them|my \w+(?: \w+)?|[A-Z]\w+) )?(?:that I would |that I "
            rf"will |I would |to ){_WHAT}"
        ),
        0.8,
    ),
    (
        _rule(rf"I (?:really |absolutely |still |also )?(?:must|need to|have to|have got to|got to|ought to) {_WHAT}"),
        0.6,
    ),
    (
        _rule(
            r"I (?:definitely |really |certainly |also |still |just )?(?:will|am going to(?! (?:the|an?|my|bed|work|"
            r"school|sleep|town|church)\b)(?!(?-i: [A-Z]))|plan to|am planning to|intend to|shall) (?:definitely |"
            rf"really |finally |also )?{_WHAT}"
        ),
        0.55,
    ),
    (_rule(rf"I (?:have )?(?:committed|agreed) to {_WHAT}"), 0.7),
    (_rule(rf"I (?:really |probably |still )?should (?:really |probably )?{_WHAT}"), 0.45),
    (_rule(rf"my (?:goal|plan|aim) (?:for [\w ]{{2,30}} )?is to {_WHAT}"), 0.6),
)
_DUE = _rule(r"(?:my|our|the) (?P<what>[\w' -]{2,60}?) (?:is|are) due (?P<when>.{2,60})")
_DEADLINE = _rule(r"(?:my|our|the) deadline (?:for|to) (?P<what>[\w' -]{2,60}?) is (?P<when>.{2,60})")
_THREADS = (
    _rule(rf"I (?:might|may|could) {_WHAT}"),
    _rule(
        r"I (?:am|have been|was) (?:also |still |really |seriously )?(?:thinking (?:about|of)|considering|wondering "
        rf"(?:about|whether)|looking into|toying with) {_WHAT}"
    ),
    _rule(rf"I (?:really |would really |would )?(?:want|love|like|hope) to (?:someday |one day |eventually )?{_WHAT}"),
    _rule(rf"I (?:am|have been) trying to {_WHAT}"),
    _rule(rf"I can not decide (?:whether|if|between) {_WHAT}"),
)
_FRICTIONS = (
    _rule(
        r"(?P<all>I (?:always |just )?keep (?:on )?(?!thinking|coming|seeing|hearing|wondering|remembering|going|"
        r"hoping|telling)\w+ing\b.{0,150})"
    ),
    _rule(
        r"(?P<all>I (?:am|have been|was) (?:really |still |always |constantly )?(?:struggling|stuck|having "
        r"(?:trouble|a hard time)|overwhelmed)\b.{0,150})"
    ),
    _rule(r"(?P<all>I (?:always|constantly) (?:end up|forget|procrastinate|put off|avoid|fail to)\b.{0,150})"),
    _rule(rf"(?P<all>I can not seem to {_WHAT})"),
    _rule(rf"(?P<all>I (?:struggle|have trouble|have a hard time) (?:with |to )?{_WHAT})"),
)
_HABIT = _rule(
    r"I (?:have been |am |now |try to |usually |always |also )*(?P<what>[a-z]+(?: .{0,80}?)?) "
    r"(?P<how>every (?:single )?(?:day|morning|evening|night|week|weekend|monday|tuesday|wednesday|thursday|"
    r"friday|saturday|sunday|other day)"
    r"|daily|each (?:day|morning|evening|night)|twice a (?:day|week)|once a (?:day|week)|(?:two|three|four|five) "
    r"times a week)\b.{0,40}"
)
_FINISHED = _rule(
    r"I (?:have )?(?:already |just |finally |also |have )*(?:finished|completed|submitted|wrapped up|handed in|"
    r"turned in|"
    r"am done with|got done with|am finished with|took care of) (?P<what>.{3,150})"
)
_GOT_DONE = _rule(r"I (?:have )?(?:finally |just |already )?got (?P<what>.{3,100}) done\b.{0,40}")
_IS_DONE = _rule(
    r"(?:the|my|our) (?P<what>[\w' -]{2,80}) (?:is|are) (?:finally |all |now )?(?:done|finished|complete|"
    r"completed|submitted)\b.{0,40}"
)
_WENT_WELL = _rule(
    r"(?:the|my|our) (?P<what>[\w' -]{2,80}) went (?:really |very |so )?(?:well|great|smoothly)\b.{0,40}"
)
_PAST = _rule(
    r"I (?:have )?(?P<how>(?:already |just |finally |also |actually )*)(?P<verb>went|did|made|wrote|sent|bought|"
    r"paid|ran|took|told|spoke|met|read|saw|gave|"
    r"brought|built|found|left|sold|swam|(?!need |used |supposed )[a-z]{2,14}ed) (?P<what>.{2,150})"
)
_WON = _rule(
    r"I (?:have )?(?:just |finally )?(?P<what>(?:passed|won|aced|nailed|got the (?:job|offer|promotion)|got "
    r"promoted|got accepted|got into|ran my first|graduated|"
    r"reached my goal|hit my (?:goal|target)|landed(?! (?:in|at|on|safely|late)\b))\b.{0,120})"
)
_DROPPED = (
    _rule(r"(?:never ?mind|forget)(?: about)? (?P<what>(?:the|my|that|calling|going|buying|sending) .{2,120})"),
    _rule(r"I (?:have )?(?:just )?(?:cancell?ed|called off|gave up on|abandoned|dropped) (?P<what>.{3,120})"),
    _rule(r"I (?:have )?decided (?:not to|against) (?P<what>.{3,120})"),
    _rule(r"I (?:do not|no longer) (?:need|have|want|plan|intend) to (?P<what>.{3,120}?)(?: anymore| after all)?"),
    _rule(r"I (?:am not going to|will not) (?P<what>.{3,120}?) (?:anymore|after all)"),
    _rule(r"(?:the|my|our) (?P<what>[\w' -]{3,80}) (?:is|was|got|has been) (?:cancell?ed|called off)\b.{0,40}"),
)
_BARE_DROP = re.compile(
    r"\s*(?:actually,? |ok(?:ay)?,? |oh,? )?(?:never ?mind|scratch that|forget (?:it|that|about it|about that)|"
    r"cancel that)[\s.!,]*(?:.{0,40})$",
    re.IGNORECASE,
)

_WEEKDAY = calendar_of("en").pattern("weekday_names")
_TIME_FIRST = _rule(
    r"(?P<when>(?:tomorrow|tonight|today|this (?:morning|afternoon|evening|week|weekend)|next (?:week|month)|"
    rf"(?:on |this |next )?(?:{_WEEKDAY}))(?: (?:morning|afternoon|evening|night))?),? "
    r"(?P<rest>I .{3,280})"
)
_NOBODY_NAMED = _rule(
    r"(?:(?:still|also|just|finally|already|really) )*(?:need to|have to|have got to|got to|"
    r"(?:called|rang|went|did|made|wrote|sent|bought|paid|took|told|met|gave|brought|built|found|sold|[a-z]{2,14}ed) "
    r"(?:the|my|our|his|her|their|an?|it|him|them|off|up|to|(?-i:[A-Z]\w+))\b)"
)
""""Need to order the oak", "called the bank": whoever writes short leaves himself out."""

_SAYS_NOTHING = re.compile(
    r"(?:(?:be|sit|cry|remember|still|kiss|sleep|smell|lose|stare|laugh)\b|have (?:to|no|wept)\b|lie down|fall "
    r"asleep|try to (?:believe|lie)|"
    r"be (?:honest|frank|fine|ok|okay|back|there|careful|right|happy|glad|able|sure|good|clear|late|home|in "
    r"touch|patient|quick|brief|more)|"
    r"say|admit|ask (?:you|a|this|that|something|one)\b|see\b(?! (?:my|the|a|dr|doctor|mum|mom|dad))|know|"
    r"think(?: about (?:it|that|this))?$|think (?:so|i)\b|let you know|tell you|"
    r"try(?: (?:it|that|this|again|harder|my best))?$|take (?:it|that|the (?:first|second|third|last|red|blue|"
    r"other)|a look|your)|"
    r"go (?:now|to (?:bed|sleep)|with (?:the|that|option|it))|go$|run now|leave (?:now|it)|hear|understand|wait|"
    r"stay|need|have the|have a (?:look|think|question)|"
    r"(?:choose|pick) (?:it|that|this|the|option|one|a)\b|use (?:that|this|it)|do (?:it|that|this|so)$|do "
    r"(?:that|this) |show you|give (?:it|you)|get back to you|keep (?:that|it|you)|remember (?:that|this|it)$|"
    r"stop (?:here|there)|assume|guess|always|never|not |you\b|point out|mention|add that|confess|agree|thank|"
    r"miss|love|like|want|wish|end up|"
    r"(?:explain|summari[sz]e|share) (?:it|that|this|myself|something|with you)\b|start by saying|hope|believe|"
    r"get (?:it|that|there|this)|figure (?:it|that|this) out$|come back|pass\b|help$|"
    r"feel|be$|check (?:it|that|this) out|look at (?:it|that|this))",
    re.IGNORECASE,
)
_ASKS_ASSISTANT = re.compile(
    r"\b(?:you|your|yourself|chatgpt|assistant|this chat|the (?:code|function|prompt|answer))\b", re.IGNORECASE
)
_IDLE = re.compile(
    r"\b(?:weather|rain(?:ing|y)?|sunny|just thinking|just saying|random thought|whatever|bored|small talk)\b", re.I
)
_URGENT = re.compile(
    r"\b(?:urgent(?:ly)?|important|asap|definitely|absolutely|must|promised|deadline|critical)\b", re.IGNORECASE
)
_TAIL = re.compile(
    r"(?:[\s,.!]+(?:too|as well|though|haha|lol|again|please|ok|okay|yay|btw|now|soon|at some point|after all|"
    r"and all that))+$",
    re.I,
)
_NOT = re.compile(r"\b(?:not|never|no longer|hardly|almost|nearly)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PersonTurn:
    """One turn of the person."""

    episode: int
    text: str
    said_at: datetime
    previous: int | None = None
    """The person's turn before it: what a bare "never mind" takes back."""


def promises(turn: PersonTurn) -> Sequence[LoopCandidate]:
    """What this turn opens, repeats, ends or gives up."""
    found = [candidate for clause in clauses(turn.text) for candidate in _of_clause(clause, turn)]
    if not found and _BARE_DROP.fullmatch(turn.text[:200]):
        found.append(LoopCandidate("drop", "commitment", "", [turn.episode], turn.said_at, takes_back=turn.previous))
    return found


def is_idle(text: str) -> bool:
    """A thread nobody will ever act on: weather, a passing thought."""
    return _IDLE.search(text) is not None


def _of_clause(clause: Clause, turn: PersonTurn) -> list[LoopCandidate]:
    clause = _spoken_out(clause)
    for reader in (_ending, _win, _friction, _habit, _commitment, _thread):
        if found := reader(clause, turn):
            return [found]
    return []


def _spoken_out(clause: Clause) -> Clause:
    """With who does it in front, and the day it is to be done on behind."""
    text, when = clause.text, clause.when
    if found := _TIME_FIRST.fullmatch(text):
        text, when = found.group("rest"), found.group("when")
    elif _NOBODY_NAMED.match(text):
        text = f"I {text}"
    elif text.lower().startswith("going to "):
        text = f"I am {text}"
    if when and any(pattern.fullmatch(text) for pattern, _ in _COMMITMENTS):
        text = f"{text} {when[:1].lower()}{when[1:]}"
    return replace(clause, text=text)


def _ending(clause: Clause, turn: PersonTurn) -> LoopCandidate | None:
    text = clause.text
    for dropped in _DROPPED:
        if found := dropped.fullmatch(text):
            return _candidate("drop", "commitment", found.group("what"), turn)
    for finished in (_FINISHED, _GOT_DONE, _IS_DONE, _WENT_WELL):
        if (found := finished.fullmatch(text)) and not clause.is_hedged and not _NOT.search(text):
            return _candidate("complete", "commitment", found.group("what"), turn)
    if (
        (found := _PAST.fullmatch(text))
        and not _WON.match(text)
        and not _HABIT.fullmatch(text)
        and not _NOT.search(text)
    ):
        if any(rule.fullmatch(text) for rule in (_COMMITMENTS[2][0], _COMMITMENTS[5][0], *_FRICTIONS)):
            return None
        return _candidate(
            "complete", "commitment", f"{found.group('verb')} {found.group('what')}", turn, must_match=True
        )
    return None


def _win(clause: Clause, turn: PersonTurn) -> LoopCandidate | None:
    found = _WON.fullmatch(clause.text)
    if found and not clause.is_hedged and not _NOT.search(clause.text):
        return _candidate("complete", "win", found.group("what"), turn, salience=0.7)
    return None


def _friction(clause: Clause, turn: PersonTurn) -> LoopCandidate | None:
    for rule in _FRICTIONS:
        if found := rule.fullmatch(clause.text):
            return _candidate("create", "friction", found.group("all"), turn, salience=0.6)
    return None


def _habit(clause: Clause, turn: PersonTurn) -> LoopCandidate | None:
    found = _HABIT.fullmatch(clause.text)
    if (
        not found
        or clause.is_hedged
        or re.match(
            r"(?:will|need|should|might|have|hear|must|want|hate|love|like|feel|was|see|know)\b",
            found.group("what"),
            re.I,
        )
    ):
        return None
    return _candidate("create", "habit", f"{found.group('what')} {found.group('how')}", turn, salience=0.5)


def _commitment(clause: Clause, turn: PersonTurn) -> LoopCandidate | None:
    text = clause.text
    for rule in (_DUE, _DEADLINE):
        if (found := rule.fullmatch(text)) and find_due(found.group("when"), turn.said_at):
            return _promised("commitment", f"{found.group('what')} due {found.group('when')}", turn, 0.7)
    for pattern, salience in _COMMITMENTS:
        if (found := pattern.fullmatch(text)) and not _SAYS_NOTHING.match(found.group("what")):
            return _promised("thread" if clause.is_hedged else "commitment", found.group("what"), turn, salience)
    return None


def _thread(clause: Clause, turn: PersonTurn) -> LoopCandidate | None:
    for rule in _THREADS:
        if (found := rule.fullmatch(clause.text)) and not _SAYS_NOTHING.match(found.group("what")):
            return _promised("thread", found.group("what"), turn, 0.35)
    return None


def _promised(kind: LoopKind, what: str, turn: PersonTurn, salience: float) -> LoopCandidate | None:
    if _ASKS_ASSISTANT.search(what) or _IDLE.search(what):
        return None
    due_at = find_due(what, turn.said_at)
    if due_at is None and salience < _FIRM and len(content(what)) < _FEWEST_WORDS:
        return None
    salience += (0.2 if due_at else 0.0) + (0.15 if _URGENT.search(turn.text) else 0.0)
    return _candidate("create", kind, lasting(what) if due_at else what, turn, salience=salience, due_at=due_at)


def _candidate(
    action: Action, kind: LoopKind, what: str, turn: PersonTurn, *,
    salience: float = 0.5, due_at: datetime | None = None, must_match: bool = False,
) -> LoopCandidate | None:  # fmt: skip
    what = _TAIL.sub("", what.strip(" ,.!"))[:LONGEST_LOOP].strip(" ,.!")
    if not content(what):
        return None
    return LoopCandidate(
        action=action,
        kind=kind,
        text=what[0].upper() + what[1:],
        episodes=[turn.episode],
        said_at=turn.said_at,
        salience=min(0.95, salience),
        horizon=horizon_of(due_at, turn.said_at),
        due_at=due_at,
        must_match=must_match,
    )
