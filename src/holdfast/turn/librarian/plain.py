"""A message as the cues read it: one spelling of what people spell in many ways. Pure."""

from __future__ import annotations

import re

from holdfast.core.language.sentences import split_sentences
from holdfast.core.language.spelling import ends_of, mended, one_apostrophe
from holdfast.core.language.words import vocabulary_of

_HESITATIONS = vocabulary_of("en").hesitations
_LEADING = re.compile(
    r"^(?:(?:so|ok|okay|hey|hi|hello|oh|ah|and|but|well|alright|right|now|please|sorry|sophie|quick (?:one|question)"
    r"|before i forget|by the way|btw|i was wondering|i've been meaning to ask|i (?:just )?wanted to ask"
    r"|wait)\b[,.:!]? ?)+"
)
BETWEEN = " … "
"""Stands for what is left out of a long message."""
_TOKEN = re.compile(r"[^\W_][\w'-]*|[^\w\s]", re.UNICODE)


def plain(text: str) -> str:
    """Lower case, one kind of apostrophe, known misspellings mended, fillers gone; sentences keep their marks."""
    tokens = _TOKEN.findall(one_apostrophe(ends_of(text, BETWEEN)).lower())
    joined = " ".join(_without_stammer(mended(word for word in tokens if word not in _HESITATIONS)))
    return re.sub(r" ([,.;:!?…)])", r"\1", joined).strip(" ,")


def sentences(said: str) -> list[str]:
    """The sentences of a plain text, each without the words people begin with while they think."""
    found = [_LEADING.sub("", part.strip(" ,"), count=1).strip() for part in split_sentences(said)]
    return [part for part in found if part]


def _without_stammer(words: list[str]) -> list[str]:
    """ "the the" as people say it; marks may stand twice."""
    return [word for place, word in enumerate(words) if place == 0 or word != words[place - 1] or not word[0].isalpha()]
