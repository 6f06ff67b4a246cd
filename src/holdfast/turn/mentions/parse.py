"""The mentions in a text. Pure, and in time that grows with the text alone: whoever writes it may be hostile.

`@gardener`, `@doc:lease.pdf`, `@doc:"The lease of 2024"`, and with the end of an id where a name is not enough:
`@doc:"Lease"~1f2a9c04`. A tool is also named as a command, at the beginning: `/weather in Lisbon`. An e-mail address is
none, and neither is an @ in the middle of a word or of an address.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from holdfast.turn.mentions.types import MentionKind, WrittenMention

MAX_MENTIONS = 8
"""Of one message; what is mentioned beyond them is plain text."""
PREFIXES: Mapping[MentionKind, str] = {
    "document": "doc",
    "persona": "persona",
    "person": "person",
    "chat": "chat",
    "memory": "memory",
    "tool": "tool",
    "server": "server",
    "resource": "resource",
}
"""As each kind is written. What there is one of (`@calendar`) is written bare."""
_KINDS: Mapping[str, MentionKind] = {
    **{prefix: kind for kind, prefix in PREFIXES.items()},
    **{kind: kind for kind in PREFIXES},
}
_COMMAND = re.compile(r"\s{0,20}(/([A-Za-z][\w-]{0,63}))(?=\s|\Z)")
_AT = re.compile(
    r"(?<![\w@/.])@(?:([a-z]{2,12}):)?"
    r'(?:"([^"\n]{1,200})"(?:~([0-9a-f]{8})(?![0-9a-f]))?|(\w[\w.-]{0,99}))'
)


def parse_mentions(text: str) -> Sequence[WrittenMention]:
    """Each once, in the order of the text."""
    found: dict[str, WrittenMention] = {}
    if command := _COMMAND.match(text):
        found[command[1]] = WrittenMention(command[1], command[2], "tool")
    for match in _AT.finditer(text):
        prefix, quoted, tail, bare = match.groups()
        if prefix and prefix not in _KINDS:
            continue
        name = (quoted or bare).strip() if quoted else bare.rstrip(".-")
        written = match.group() if quoted else match.group()[: len(match.group()) - len(bare) + len(name)]
        if name:
            found.setdefault(written, WrittenMention(written, name, _KINDS.get(prefix or ""), tail))
        if len(found) == MAX_MENTIONS:
            break
    return list(found.values())
