"""What a rule's catch is taken for: a name, a job, an age; None where it is no such thing."""

from __future__ import annotations

import re
from collections.abc import Callable

from holdfast.core.language.numbers import number_of
from holdfast.memory.learning.rules import nouns
from holdfast.memory.learning.rules.objects import thing

Shape = Callable[[str], str | None]

NAME = r"(?-i:[A-Z][\w'’-]{1,20}(?: [A-Z][\w'’-]{1,20}){0,2})"


def named(caught: str) -> str | None:
    caught = re.split(r"\s(?:and|but|by|for|from|in|because|since|if|now|please|when|at|,)\b|,", caught, maxsplit=1)[
        0
    ].strip(" .!'\"")
    words = caught.split()
    if (
        not 1 <= len(words) <= 3
        or words[0].lower() in nouns.NO_NAMES
        or not caught.replace(" ", "").replace("-", "").replace("'", "").isalpha()
    ):
        return None
    return caught.title() if caught.islower() else caught


def simple(caught: str) -> str | None:
    return thing(caught, article=False)


def job(caught: str) -> str | None:
    """Up to and with the word that names the job: "senior software engineer at …"."""
    found = re.match(
        rf"(?:(?:an?|the) )?((?:[\w/&-]{{1,20}} ){{0,4}}?(?:{nouns.JOBS}))s?\b(?: of [\w ]{{2,30}})?",
        caught,
        re.IGNORECASE,
    )
    if not found or re.match(
        r"(?:very|bit|really|good|bad|great|terrible|big|better|huge|not|so|too)\b", found.group(1), re.IGNORECASE
    ):
        return None
    return found.group(1)


def one_of(words: str) -> Shape:
    known = re.compile(rf"(?:an? |on an? )?((?:{words}))\b", re.IGNORECASE)

    def shape(caught: str) -> str | None:
        found = known.match(caught)
        return found.group(1).lower() if found else None

    return shape


def language(caught: str) -> str | None:
    found = re.match(
        rf"(?:fluent |some |a little |a bit of |conversational |basic )?({nouns.LANGUAGES})\b", caught, re.IGNORECASE
    )
    return found.group(1).title() if found else None


def owned(caught: str) -> str | None:
    found = re.match(
        rf"((?:(?:an?|the|my|our|two|three|four|a pair of) )(?:(?!(?:at|in|for|of|on|with|from|to) )[\w-]{{1,20}} "
        rf"){{0,3}}?(?:{nouns.OWNABLE})s?(?: "
        r"\d{1,4}| (?-i:[A-Z])[\w-]{1,15})?)\b",
        caught,
        re.IGNORECASE,
    )
    return re.sub(r"\b(?:brand )?new ", "", found.group(1), flags=re.IGNORECASE) if found else None


def zone(caught: str) -> str | None:
    found = re.match(
        r"(?:the )?([A-Z][a-z]+/[A-Z][A-Za-z_]+|(?-i:UTC|GMT|CET|CEST|EST|EDT|PST|PDT|CST|MST|IST|JST|AEST|"
        r"BST)(?:[+-]\d{1,2})?|eastern|pacific|central|mountain)\b",
        caught,
        re.IGNORECASE,
    )
    return found.group(1) if found else None


def age(caught: str) -> str | None:
    found = re.match(
        r"(\d{1,3}|[a-z]{4,9}(?:-[a-z]{3,5})?)(?: years? old| years of age)?"
        r"(?:$|[\s,.]+(?:and|but|today|now|this|last|in|next|on|years|yrs|yo)\b)",
        caught,
        re.IGNORECASE,
    )
    years = number_of(found.group(1)) if found else None
    return str(years) if years and 3 <= years <= 115 else None
