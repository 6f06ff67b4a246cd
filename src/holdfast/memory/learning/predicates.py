"""The words facts are told in: which can hold one thing at a time, which say the opposite, how they read."""

from __future__ import annotations

import re
from functools import lru_cache

from holdfast.memory.kinds.of_statement import STATES
from holdfast.memory.loops.words import content

PERSON = "user"
"""The subject of facts about the person whose memory this is; other people stand by their names."""

FUNCTIONAL = frozenset(
    {
        "name",
        "preferred_name",
        "age",
        "birthday",
        "born_in",
        "lives_in",
        "from",
        "works_at",
        "occupation",
        "studies_at",
        "relationship_status",
        "diet",
        "nationality",
        "time_zone",
        "native_language",
        "husband",
        "wife",
        "spouse",
        "partner",
        "boyfriend",
        "girlfriend",
        "fiance",
        "fiancee",
        "boss",
        "manager",
        "mother",
        "father",
        "mom",
        "dad",
    }
)
"""One at a time: another object supersedes."""
_FUNCTIONAL_ENDINGS = ("_date", "_name")

DEEDS = (
    "ran", "swam", "cycled", "climbed", "passed", "failed", "planted", "built", "made", "painted", "knitted", "baked",
    "carved", "wrote", "restored", "hired", "adopted",
)  # fmt: skip
"""What was done, by the verb that says so."""

PHRASES = {
    "name": "is named {o}",
    "preferred_name": "likes to be called {o}",
    "age": "is {o} years old",
    "birthday": "has a birthday on {o}",
    "born_in": "was born in {o}",
    "lives_in": "lives in {o}",
    "lived_in": "used to live in {o}",
    "from": "is from {o}",
    "works_at": "works at {o}",
    "worked_at": "used to work at {o}",
    "occupation": "is {a}{o}",
    "studies": "studies {o}",
    "studies_at": "studies at {o}",
    "likes": "likes {o}",
    "dislikes": "dislikes {o}",
    "prefers": "prefers {o}",
    "diet": "is {o}",
    "does_not_eat": "does not eat {o}",
    "allergic_to": "is allergic to {o}",
    "has_condition": "has {o}",
    "has_pet": "has {o}",
    "owns": "has {o}",
    "speaks": "speaks {o}",
    "native_language": "has {o} as native language",
    "learning": "is learning {o}",
    "plays": "plays {o}",
    "hobby": "has the hobby {o}",
    "training_for": "is training for {o}",
    "collects": "collects {o}",
    "time_zone": "is in the time zone {o}",
    "nationality": "is {o}",
    "relationship_status": "is {o}",
    "has_children": "has {o}",
    "has_siblings": "has {o}",
    "email": "has the e-mail address {o}",
    "married_to": "is married to {o}",
    "bought": "bought {o}",
    "booked": "booked {o}",
    "signed_up_for": "signed up for {o}",
    "applied_for": "applied for {o}",
    "started": "started {o}",
    "gave_up": "gave up {o}",
    "resumed": "has gone back to {o}",
    "went_to": "went to {o}",
    "going_to": "is going to {o}",
    "has_date": "has {o}",
    "date": "has on the calendar: {o}",
    "was_offered": "was offered {o}",
    "got": "got {o}",
    "injured": "injured the {o}",
    "had_treatment": "had {o}",
    "signed": "signed {o}",
    "opened": "opened {o}",
    "graduated_from": "graduated from {o}",
    "finished": "finished {o}",
    "never": "has never {o}",
    "can_not": "can not {o}",
    "used_to": "used to {o}",
    "teaches": "teaches {o}",
    "rents": "rents {o}",
    "runs": "runs {o}",
    "lives_with": "lives with {o}",
    "performs_in": "performs in {o}",
    "afraid_of": "is afraid of {o}",
    "has_been": "has been {o}",
    "has_long": "has {o}",
    "has_trait": "is {o}",
    "reading": "is reading {o}",
    "expects": "is expecting {o}",
    "pays": "pays {o}",
    "paid": "paid {o}",
    "takes": "takes {o}",
    "is_in": "is {o}",
    "doing": "is doing {o}",
    "studied": "studied {o}",
    "getting": "is getting {o}",
    "was_born": "was born {o}",
    "has_died": "{o}",
    "does_not_drink": "does not drink {o}",
    **{what: f"has a {what} of {{o}}" for what in ("rent", "deposit", "mortgage", "salary", "budget", "fee")},
    "volunteers_at": "volunteers at {o}",
    "knows": "knows {o}",
    **{verb: verb + " {o}" for verb in DEEDS},
    STATES: "{o}",
    "not_works_at": "no longer works at {o}",
    "not_lives_in": "does not live in {o}",
    "not_diet": "is not {o} any more",
    "not_likes": "no longer likes {o}",
    "not_owns": "has no {o}",
    "not_plays": "no longer plays {o}",
    "not_studies": "no longer studies {o}",
    "not_learning": "no longer learns {o}",
    "not_allergic_to": "is not allergic to {o}",
    "not_partner": "is no longer with {o}",
    "not_speaks": "does not speak {o}",
}
_BARE = {"not_works_at": "no longer has that job", "not_partner": "is no longer in that relationship"}
_NO_ARTICLE = ("retired", "unemployed", "self-employed", "between jobs")
_NAMED_PET = re.compile(r"(.{1,60}) \((.{1,30})\)")
ALIASES = {
    "live_in": "lives_in",
    "location": "lives_in",
    "residence": "lives_in",
    "home": "lives_in",
    "city": "lives_in",
    "employer": "works_at",
    "works_for": "works_at",
    "work_at": "works_at",
    "company": "works_at",
    "job": "occupation",
    "profession": "occupation",
    "works_as": "occupation",
    "job_title": "occupation",
    "like": "likes",
    "loves": "likes",
    "enjoys": "likes",
    "preference": "prefers",
    "dislike": "dislikes",
    "hates": "dislikes",
    "dietary_preference": "diet",
    "allergy": "allergic_to",
    "date_of_birth": "birthday",
    "born_on": "birthday",
    "nickname": "preferred_name",
    "marital_status": "relationship_status",
    "timezone": "time_zone",
    "pet": "has_pet",
    "owns_pet": "has_pet",
    "hometown": "from",
}
OPPOSITES = {
    "likes": frozenset({"dislikes", "not_likes"}),
    "dislikes": frozenset({"likes"}),
    "resumed": frozenset({"gave_up", "does_not_eat", "does_not_drink"}),
}
WITHOUT = {
    "vegetarian": frozenset({"meat", "chicken", "fish", "beef", "pork"}),
    "pescatarian": frozenset({"meat", "chicken", "beef", "pork"}),
    "vegan": frozenset({"meat", "chicken", "fish", "beef", "pork", "dairy", "milk", "eggs", "egg", "cheese"}),
}
"""What somebody on a diet does without: whoever goes back to it is on the diet no longer."""
_PARTNERS = frozenset(
    {"partner", "husband", "wife", "spouse", "boyfriend", "girlfriend", "fiance", "fiancee", "married_to"}
)


def predicate_of(word: str) -> str:
    word = re.sub(r"[^a-z0-9]+", "_", word.lower()).strip("_")[:40]
    return ALIASES.get(word, word)


def is_functional(predicate: str) -> bool:
    return predicate in FUNCTIONAL or predicate.endswith(_FUNCTIONAL_ENDINGS) or predicate.startswith("favorite_")


def are_opposite(one: str, other: str) -> bool:
    if other in OPPOSITES.get(one, ()) or one in OPPOSITES.get(other, ()):
        return True
    for denied, held in ((one, other), (other, one)):
        if denied == "not_partner" and held in _PARTNERS:
            return True
        if denied == f"not_{held}":
            return True
    return False


def is_denial(predicate: str) -> bool:
    return predicate.startswith("not_")


@lru_cache(maxsize=8_192)
def subject_key(subject: str) -> str:
    return " ".join(subject.casefold().removesuffix("'s").split())


@lru_cache(maxsize=8_192)
def object_key(text: str) -> str:
    return " ".join(content(text)) or " ".join(text.casefold().split())


def sentence(subject: str, predicate: str, object_: str) -> str:
    """Reads as a note about the person ("Lives in Lisbon"), or names whom it is about ("Ana lives in Lisbon")."""
    whose = "" if subject == PERSON else f"{subject}'s "
    if predicate.startswith("favorite_"):
        return _capital(f"{whose}favorite {predicate.removeprefix('favorite_').replace('_', ' ')} is {object_}")
    phrase = _BARE.get(predicate, "") if not object_ else PHRASES.get(predicate)
    if found := _NAMED_PET.fullmatch(object_) if predicate == "has_pet" else None:
        phrase = f"has {_article(found.group(2))} {found.group(2).replace('_', ' ')} named {found.group(1)}"
    if phrase is None and predicate.endswith("_date"):
        phrase = f"has the {predicate.removesuffix('_date').replace('_', ' ')} on {{o}}"
    if phrase is None:
        phrase = f"has {_article(predicate)} {predicate.replace('_', ' ')} named {{o}}"
    article = "" if object_ in _NO_ARTICLE else f"{_article(object_)} "
    said = phrase.replace("{a}", article).replace("{o}", object_)
    return _capital(said if subject == PERSON else f"{subject} {said}")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _article(word: str) -> str:
    return "an" if word[:1].lower() in tuple("aeiou") else "a"
