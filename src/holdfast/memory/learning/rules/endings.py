"""ENDINGS: what somebody no longer is, has or does, and what they do again. Tried before the table about them, whose
verbs they contain."""

from __future__ import annotations

import re
from collections.abc import Sequence

from holdfast.memory.learning.rules import nouns
from holdfast.memory.learning.rules.about_me import FactRule
from holdfast.memory.learning.rules.objects import place, thing
from holdfast.memory.learning.rules.shapes import NAME

_O = r"(?P<o>.{2,80}?)"
_MORE = r"(?: anymore| these days| now)"
_DOING = r"(?:smoking|vaping|drinking|gambling|driving|flying|running|swimming|cycling|rowing|climbing|dancing)"


def _bare(caught: str) -> str | None:
    return thing(caught, article=False)


def _diet(caught: str) -> str | None:
    found = re.match(rf"(?:an? )?({nouns.DIETS})\b", caught, re.IGNORECASE)
    return found.group(1).lower() if found else None


def _employer(caught: str) -> str | None:
    """ "my job" names none: whichever it was."""
    return "" if re.match(r"(?:my|the|that|this)\b", caught, re.IGNORECASE) else place(caught)


def _rule(pattern: str, predicate: str, shape: object, confidence: float = 0.8) -> FactRule:
    return FactRule(re.compile(pattern, re.IGNORECASE), predicate, shape, confidence)  # type: ignore[arg-type]


ENDINGS: Sequence[FactRule] = (
    _rule(
        rf"I (?:no longer|stopped|have stopped|quit) (?:like|love|enjoy|liking|loving|enjoying) {_O}(?:{_MORE})?$",
        "dislikes",
        thing,
    ),
    _rule(rf"I do not (?:really )?(?:like|love|enjoy) {_O}{_MORE}.{{0,30}}$", "dislikes", thing),
    _rule(rf"I used to (?:like|love|enjoy|adore|hate) {_O}$", "not_likes", thing),
    _rule(
        rf"I (?:am not|am no longer|stopped being|have stopped being) (?P<o>.{{2,40}}?)(?:{_MORE})?$", "not_diet", _diet
    ),
    _rule(r"I used to be (?P<o>.{2,40})$", "not_diet", _diet),
    _rule(rf"I (?:no longer|do not) (?:work|am employed) (?:at|for) {_O}(?:{_MORE})?$", "not_works_at", place),
    _rule(
        r"I (?:have )?(?:just |finally |recently )?(?:quit|left|resigned from|lost|got fired from|was fired from|"
        r"got laid off from|was laid off from) (?:my (?:old )?job at |my position at )(?P<o>.{2,60})$",
        "not_works_at",
        place,
    ),
    _rule(
        r"I (?:have )?(?:just |finally |recently )?(?:quit|left|lost|resigned from) (?P<o>my (?:old )?(?:job|"
        r"position))\b.{0,40}$",
        "not_works_at",
        _employer,
    ),
    _rule(
        r"I (?:have )?(?:just |recently )?(?:got|was|have been) (?P<o>(?:my )?(?:laid off|fired|let go))\b.{0,40}$",
        "not_works_at",
        lambda _: "",
    ),
    _rule(rf"I used to work (?:at|for) {_O}$", "worked_at", place),
    _rule(rf"I (?:no longer|do not) live in {_O}(?:{_MORE})?$", "not_lives_in", place),
    _rule(
        rf"I (?:have )?(?:just |finally |recently )?moved (?:out of|away from) (?P<o>{NAME})$", "not_lives_in", place
    ),
    _rule(rf"I used to live in {_O}$", "lived_in", place),
    _rule(
        rf"I (?:have )?(?:just |recently |finally )?(?:broke|broken|split) up with (?P<o>{NAME}|my "
        rf"(?:{nouns.ONE_OF_A_KIND}))\b.{{0,40}}$",
        "not_partner",
        lambda caught: "" if caught.lower().startswith("my ") else caught,
    ),
    _rule(
        rf"I (?:have )?(?:just |recently )?(?:sold|gave away|got rid of|crashed|totaled|lost) (?:my|our|the) {_O}$",
        "not_owns",
        _bare,
    ),
    _rule(
        rf"I (?:no longer|do not) (?:have|own) (?:an? |the |my |any )?(?P<o>(?:[\w-]{{1,15}} )?(?:{nouns.OWNABLE}|"
        rf"{nouns.PETS})s?)(?:{_MORE})?$",
        "not_owns",
        _bare,
    ),
    _rule(
        rf"I (?:no longer|do not|stopped|quit) (?:play|playing) (?P<o>{nouns.GAMES})(?:{_MORE})?$", "not_plays", _bare
    ),
    _rule(
        rf"I (?:no longer|stopped|quit|gave up) (?:learn|study|learning|studying) {_O}(?:{_MORE})?$",
        "not_learning",
        _bare,
    ),
    _rule(rf"I used to play (?P<o>{nouns.GAMES})\b.{{0,40}}$", "not_plays", thing),
    _rule(
        r"I (?:do )?(?:now )?(?:eat|drink|am eating|am drinking|have started (?:eating|drinking|to eat|to drink)|"
        r"started (?:eating|drinking)) (?P<o>[\w -]{2,30}?) again\b.{0,40}$",
        "resumed",
        _bare,
    ),
    _rule(
        r"I (?:have gone|went|am going|have come|am) back (?:to|on) (?:eating |drinking )?"
        rf"(?P<o>{nouns.GIVEN_UP}|{_DOING})\b.{{0,40}}$",
        "resumed",
        _bare,
    ),
    _rule(rf"I (?:am|have started|started|have taken up|took up) (?P<o>{_DOING}) again\b.{{0,40}}$", "resumed", _bare),
    _rule(rf"I am (?:not|no longer) allergic to {_O}(?:{_MORE})?$", "not_allergic_to", thing),
    _rule(rf"I (?:do not|can not) speak (?P<o>(?:any )?(?:{nouns.LANGUAGES}))\b.{{0,20}}$", "not_speaks", _bare),
)
