"""A message as the cues read it: one spelling of what people spell in many ways. Pure."""

from __future__ import annotations

import re

from holdfast.core.language.sentences import split_sentences

_MOST = 1_200
"""Characters that are read of each end of a long message: what is wanted stands at its beginning or at its end."""
_SPELLINGS = {
    "whats": "what's", "wats": "what's", "wat": "what", "wot": "what", "wich": "which", "whens": "when's",
    "wheres": "where's", "whos": "who's", "hows": "how's", "dont": "don't", "cant": "can't", "didnt": "didn't",
    "doesnt": "doesn't", "isnt": "isn't", "wont": "won't", "havent": "haven't", "hasnt": "hasn't", "im": "i'm",
    "ive": "i've", "youve": "you've", "weve": "we've", "thats": "that's", "theyre": "they're", "lets": "let's",
    "u": "you", "ur": "your", "r": "are", "bday": "birthday", "remeber": "remember", "rember": "remember",
    "tmrw": "tomorrow", "yday": "yesterday", "pls": "please", "thx": "thanks", "ty": "thanks",
}  # fmt: skip
_FILLERS = frozenset({"um", "uh", "uhm", "erm", "er", "ehm", "hm", "hmm", "mhm", "well"})
_LEADING = re.compile(
    r"^(?:(?:so|ok|okay|hey|hi|hello|oh|ah|and|but|well|alright|right|now|please|sorry|sophie|quick (?:one|question)"
    r"|before i forget|by the way|btw|i was wondering|i've been meaning to ask|i (?:just )?wanted to ask"
    r"|wait)\b[,.:!]? ?)+"
)
_TOKEN = re.compile(r"[^\W_][\w'-]*|[^\w\s]", re.UNICODE)


def plain(text: str) -> str:
    """Lower case, one kind of apostrophe, known misspellings mended, fillers gone; sentences keep their marks."""
    text = ends_of(text).replace("’", "'").replace("‘", "'").lower()
    words = [_SPELLINGS.get(word, word) for word in _TOKEN.findall(text) if word not in _FILLERS]
    joined = " ".join(_without_stammer(words))
    return re.sub(r" ([,.;:!?…)])", r"\1", joined).strip(" ,")


def ends_of(text: str) -> str:
    return text if len(text) <= 2 * _MOST else f"{text[:_MOST]} … {text[-_MOST:]}"


def sentences(said: str) -> list[str]:
    """The sentences of a plain text, each without the words people begin with while they think."""
    found = [_LEADING.sub("", part.strip(" ,"), count=1).strip() for part in split_sentences(said)]
    return [part for part in found if part]


def _without_stammer(words: list[str]) -> list[str]:
    """ "the the" as people say it; marks may stand twice."""
    return [word for place, word in enumerate(words) if place == 0 or word != words[place - 1] or not word[0].isalpha()]
