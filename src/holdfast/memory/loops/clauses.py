"""A turn cut into what its speaker states about the world.

Questions, quotations, code, pasted lines, what-ifs, reported speech and orders to the assistant state nothing, and
leave nothing. Everything here is linear in the text: no pattern repeats inside another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from holdfast.core.language.sentences import split_sentences, without_abbreviations

LONGEST_TURN = 8_000
LONGEST_CLAUSE = 300
MOST_CLAUSES = 80


@dataclass(frozen=True, slots=True)
class Clause:
    text: str
    """Contractions written out, discourse words taken off the front: "I am allergic to nuts"."""
    is_hedged: bool = False
    """Maybe, I think, I guess."""
    because_of: int | None = None
    """The clause (by its place) that this one gives as its reason."""
    when: str = ""
    """A day that was taken off the front with the discourse words: "Today I need to …"."""


_FENCED = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_CODE = re.compile(r"`[^`\n]{1,200}`")
_QUOTED = re.compile(r'"[^"\n]{0,500}"|“[^”\n]{0,500}”|«[^»\n]{0,500}»|(?<!\w)\'[^\'\n]{12,300}\'(?!\w)')
_ADDRESS = re.compile(r"\bhttps?://\S{1,500}")
_DASH = re.compile(r"\s+[–—]\s+")
_CLOSING = "\"')];"
_FEW_WORDS = 2
_LINES = re.compile(r"\n\s+")
_BLANKS = re.compile(r"[^\S\n]{2,}")
_CONTRACTIONS = (
    (re.compile(r"\b(i)'?m\b", re.IGNORECASE), "I am"),
    (re.compile(r"\bi'?ve\b", re.IGNORECASE), "I have"),
    (re.compile(r"\bi'll\b", re.IGNORECASE), "I will"),
    (re.compile(r"\bi'd\b", re.IGNORECASE), "I would"),
    (re.compile(r"\bwe're\b", re.IGNORECASE), "we are"),
    (re.compile(r"\bwe've\b", re.IGNORECASE), "we have"),
    (re.compile(r"\bwe'll\b", re.IGNORECASE), "we will"),
    (re.compile(r"\bcan(?:'?t|not)\b", re.IGNORECASE), "can not"),
    (re.compile(r"\bwon'?t\b", re.IGNORECASE), "will not"),
    (
        re.compile(r"\b(do|does|did|is|are|was|were|have|has|had|could|should|would|must|need)n'?t\b", re.IGNORECASE),
        r"\1 not",
    ),
    (re.compile(r"\b(she|he|it|that|there|who|name)'s\b", re.IGNORECASE), r"\1 is"),
    (re.compile(r"\bgotta\b", re.IGNORECASE), "have got to"),
    (re.compile(r"\b(?:gonna)\b", re.IGNORECASE), "going to"),
    (re.compile(r"\bwanna\b", re.IGNORECASE), "want to"),
    (re.compile(r"\bi(?=\s)"), "I"),
    (re.compile(r"\bany more\b", re.IGNORECASE), "anymore"),
)
_OPENERS = re.compile(
    r"(?:(?:hi|hello|hey|hiya)(?: (?:there|all|everyone|sophie|assistant))?|yes|yeah|yep|no|nope|well|so|oh|ok|"
    r"okay|actually|also|"
    r"anyway|btw|by the way|honestly|to be honest|tbh|fyi|just so you know|you know|look|listen|right|sure|thanks|"
    r"thank you|and|but|plus|basically|unfortunately|luckily|fortunately|sadly|finally|today|now|these days|nowadays|"
    r"currently|lately|recently|good news|great news|guess what|update|please note|note that|for the record|"
    r"remember(?: that)?|please remember(?: that)?|as i said|as you know|in fact|of course|besides|then|please|again)"
    r"\b[\s,:!.-]{1,4}",
    re.IGNORECASE,
)
_LEAD_IN = re.compile(
    r"(?:(?:and|so|also|some|more|my|our|a|the|other|another|one|in) ){0,6}(?:(?:big|good|great|bad|sad|huge|small|"
    r"quick|happy|"
    r"work|family|exciting|little|latest|brief|own|fun|more|long|short) ){0,2}(?:news|update|announcement|"
    r"confession|thing|"
    r"fact|story short|short|ps|p\.s|reminder|result|verdict|plan|context|background|about me|intro|summary|"
    r"secret)\s?:\s+"
    r"(?=(?:i|i'm|i've|i'll|i'd|we|we're|we've|my|our)\b)",
    re.IGNORECASE,
)
_HEDGES = re.compile(
    r"(?:maybe|perhaps|possibly|probably|i think(?: that)?|i guess(?: that)?|i suppose(?: that)?|i believe(?: that)?|"
    r"i feel like|it seems(?: that)?|apparently|kind of|i am pretty sure(?: that)?|i am sure(?: that)?)\s*,?\s+",
    re.IGNORECASE,
)
_CERTAIN = re.compile(r"i am (?:pretty )?sure", re.IGNORECASE)
_QUESTION = re.compile(
    r"(?!have (?:got )?to\b)"
    r"(?:do|does|did|can|could|would|will|should|shall|is|are|was|were|have|has|am|may|what|where|when|who|whom|"
    r"whose|why|"
    r"which|how|any(?:one|body)? know)\s+(?!not\b)\w",
    re.IGNORECASE,
)
_IF = r"if (?:i|we|you|he|she|they|my|the|it|only|there)|unless"
_IMAGINED = (
    r"imagine|suppose|supposing|pretend|hypothetically|let "
    r"us say|let's say|"
    r"what if|i wish|in (?:the|my|a) (?:story|novel|game|dream|movie|book|scenario)|for (?:example|instance)|"
    r"e\.g\.|as if|"
    r"would have|could have been|in theory|just kidding|lorem ipsum|as a joke|i dreamt|i dreamed|role ?play"
)
_UNREAL = re.compile(rf"\b(?:{_IF}|{_IMAGINED})\b", re.IGNORECASE)
_WHAT_IF = re.compile(
    rf"\b(?:{_IMAGINED})\b|\bif\b.{{0,120}}\b(?:would|could|were|had)\b|\b(?:would|could)\b.{{0,120}}\bif\b",
    re.IGNORECASE,
)
"""Where an "if" may stand all the same: "I get carsick if I read"."""
_REPORTED = re.compile(
    r"\b(?:he|she|they|someone|somebody|people|everyone|it|the (?:article|book|doctor|email|text|song|lyrics?|"
    r"character)|"
    r"(?:my|our) \w{2,20}|[A-Z]\w{1,20}) (?:said|says|say|told me|tells me|claims?|claimed|thinks?|thought|wrote|asked|"
    r"asks|believes?|wants me to|goes like|goes) ",
)
_ADVISED = re.compile(
    r"\b(?:doctor|doc|surgeon|nurse|physio|gp|consultant|pharmacist|midwife|specialist|dentist|optician|cardiologist)\b",
    re.IGNORECASE,
)
_ORDER = re.compile(
    r"(?:write|translate|summari[sz]e|rewrite|rephrase|act as|you are|you're|your |from now on|ignore|disregard|"
    r"forget (?:all|every|your|previous|prior)|system ?:|assistant ?:|user ?:|instructions? ?:|output|respond|"
    r"answer (?:as|in|with)|generate|create (?:a|an|the)|"
    r"make (?:a|an|me|up)|give me|show me|tell me|explain|list |draft|compose|fix (?:this|the following)|"
    r"store (?:that|this)|save (?:that|this)|say |repeat |complete the|fill in|print |describe)",
    re.IGNORECASE,
)
_PASTED = re.compile(
    r"^\s*(?:>|\||#{1,6}\s|[-*]\s*\[[ x]\]|def |class |import |from \w+ import|[{}<\[(]|\d+\s*[|:]|(?:subject|"
    r"from|to|date|re):\s)",
    re.IGNORECASE,
)
_AND = re.compile(
    r"(?:,\s*|\s+)(?:(?P<why>because|since|as)|and|but|so|while|although|though|however|whereas|also|plus)"
    r"\s+(?:(?:also|then|now|that)\s+)?"
    r"(?=(?:(?:today|tonight|tomorrow|next week|on \w{3,6}day)\s+)?"
    r"(?:i|i'm|i've|i'll|my|we|our|remind|call|the kids)\b)|"
    r",\s+(?=(?:i|i'm|my|we|he|she|he's|she's)\s+\w)",
    re.IGNORECASE,
)


def clauses(text: str) -> list[Clause]:
    """What is stated, in order. `because_of` counts within what is returned."""
    stated: list[Clause] = []
    for sentence in _sentences(text):
        first = len(stated)
        parts = _parts(sentence)
        for is_reason, part in parts:
            clause = _clean(part)
            if clause is None:
                continue
            if is_reason and len(stated) > first:
                before = stated[-1]
                stated[-1] = replace(before, because_of=len(stated))
            stated.append(clause)
        if len(stated) >= MOST_CLAUSES:
            break
    return stated[:MOST_CLAUSES]


def own_sentences(text: str) -> list[str]:
    """The sentences in which somebody may say how things are with them, as they wrote them, and "" for each other one:
    what stands beside each other belongs together. One or two quoted words are their own."""
    said = _BLANKS.sub(" ", _LINES.sub("\n", plain(text, few_words=True)))
    sentences = [_closed(one) for one in split_sentences(without_abbreviations(said))[:MOST_CLAUSES]]
    return ["" if _is_no_statement(one.replace("’", "'")) else one for one in sentences]


def _is_no_statement(sentence: str) -> bool:
    return (
        not sentence
        or sentence.endswith("?")
        or "…" in sentence
        or _clean(sentence, may_report=_ADVISED.search(sentence) is not None) is None
        or _WHAT_IF.search(sentence) is not None
    )


def plain(text: str, *, few_words: bool = False) -> str:
    """Without what is not the speaker's own statement: code, quotations, addresses, pasted lines. `few_words`:
    quotations of a word or two stay."""
    text = _FENCED.sub(" ", text[:LONGEST_TURN])
    kept = [line for line in text.split("\n") if not _PASTED.match(line)]
    spoken = _QUOTED.sub(lambda found: _spoken(found, few_words=few_words), _CODE.sub(" ", "\n".join(kept)))
    return _ADDRESS.sub(" ", spoken)


def _spoken(found: re.Match[str], *, few_words: bool) -> str:
    return found.group() if few_words and len(found.group().split()) <= _FEW_WORDS else " … "


def _sentences(text: str) -> Iterator[str]:
    # Long runs of blanks first: what looks for an end would try each of them as its beginning.
    text = _BLANKS.sub(" ", _LINES.sub("\n", plain(text).replace("’", "'").replace("‘", "'")))
    ends = split_sentences(without_abbreviations(text), at_semicolons=True)
    for sentence in (part for one in ends for part in _DASH.split(one)):
        sentence = _closed(sentence)[:LONGEST_CLAUSE]
        if not sentence or sentence.endswith("?") or "…" in sentence or _UNREAL.search(sentence):
            continue
        yield sentence.rstrip(".! ")


def _closed(sentence: str) -> str:
    """On one line, up to its own last mark: no bracket or quotation mark behind it."""
    line = " ".join(sentence.split())
    return line[:-1].rstrip() if line[-1:] in _CLOSING and line[-2:-1] in ".!?…" else line.removesuffix(";")


def _parts(sentence: str) -> list[tuple[bool, str]]:
    parts: list[tuple[bool, str]] = []
    start, is_reason = 0, False
    for found in _AND.finditer(sentence):
        parts.append((is_reason, sentence[start : found.start()]))
        start, is_reason = found.end(), bool(found.group("why"))
    parts.append((is_reason, sentence[start:]))
    return parts


def _clean(part: str, *, may_report: bool = False) -> Clause | None:
    part = _LEAD_IN.sub("", part.strip(" ,.!-–—:()*•\t"), count=1)
    for pattern, written_out in _CONTRACTIONS:
        part = pattern.sub(written_out, part)
    is_hedged, when = False, ""
    for _ in range(4):
        if found := _OPENERS.match(part):
            when = "today" if found.group().lower().startswith("today") else when
            part = part[found.end() :]
        elif found := _HEDGES.match(part):
            is_hedged = is_hedged or not _CERTAIN.match(part)
            part = part[found.end() :]
        else:
            break
    part = part.strip()
    if len(part.split()) < 2 or _QUESTION.match(part) or _ORDER.match(part):
        return None
    if _REPORTED.search(part) and not may_report:
        return None
    return Clause(part, is_hedged, when=when)
