"""Which blocks are kept by reference. Pure.

What came from the reader's own life (their messages, their memory, their files) is theirs, and its text is kept beside
the trace. Whatever else a block was made of has another owner, and is looked up with the reader's rights each time. A
kind of source that nobody listed here is somebody else's.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import lru_cache

from holdfast.personas.types import Persona
from holdfast.turn.types import Route, Source

OWN = frozenset(
    {
        "message",
        "file",
        "session",
        "fact",
        "episode",
        "loop",
        "about",
        "instructions",
        "chat_summary",
        "summary",
        "clock",
        "program",
        "mention",
        "implied",
        "fetched",
        "tool",
    },
)
"""Sources that are the reader's own, the time of day, and the tools they had or seemed to ask for: of these only the
names are told."""
PERSONA, THIN_PROMPT = "persona", "prompt_settings"


def is_owned(kinds: Iterable[str]) -> bool:
    """By somebody else than whoever was answered."""
    return any(kind not in OWN for kind in kinds)


def kernel_sources(persona: Persona, route: Route) -> list[Source]:
    """What the first block is made of, each piece with its version."""
    told = [Source(PERSONA, persona.id, fingerprint(persona.kernel))]
    if route.thin_prompt:
        told.append(Source(THIN_PROMPT, "thin_prompt", str(route.settings_version)))
    return told


@lru_cache(maxsize=256)
def fingerprint(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
