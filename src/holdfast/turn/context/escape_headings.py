"""Text that came from somewhere else, told word for word, in which no line can pass for a heading of the prompt. Pure.

A handover, a summary or what people wrote about themselves may have several lines, and stays as it is. Only a line that
looks like the beginning of a block, or like another speaker, gets a mark in front: then it is a quotation.
"""

from __future__ import annotations

import re

_MARK = "| "
_LOOKED_AT = 200
_POSES = re.compile(
    r"[\W_]*(?:"
    r"(?:[A-Z][A-Z_]{2,}|[A-Z][A-Z_]+(?:[ /]+[A-Z_]{2,})+)[ \t*_\])]*(?:[:(=]|$)"
    r"|(?i:system|assistant|developer|user|human)(?i: prompt| message| instructions?)?[ \t*_\])>]*:"
    r")"
)


def escape_headings(text: str) -> str:
    return "\n".join(f"{_MARK}{line}" if _POSES.match(line[:_LOOKED_AT]) else line for line in text.splitlines())


def on_one_line(text: str) -> str:
    return " ".join(text.split())
