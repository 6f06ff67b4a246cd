"""Words of a memory as data: one line, no quotes of their own, cut at a word. Pure.

Whatever somebody once said or wrote, in a prompt it must not pose as a heading, a rule or another speaker. So it never
begins a line, never ends its own quotation, and holds no character that cannot be seen.
"""

from __future__ import annotations

import re
import unicodedata

_QUOTES = str.maketrans({'"': "'", "“": "'", "”": "'", "„": "'", "«": "'", "»": "'", "`": "'", "＂": "'"})
_HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
_READ = 2_000


def quote(text: str, longest: int) -> str:
    return f'"{fold(text, longest)}"'


def fold(text: str, longest: int) -> str:
    line = re.sub(r"\s+", " ", _shown(text[:_READ])).translate(_QUOTES).strip()
    if len(line) <= longest:
        return line
    cut = line[: longest - 1]
    return f"{cut.rsplit(' ', 1)[0].rstrip(',;:.- ') if ' ' in cut else cut}…"


def _shown(text: str) -> str:
    """Most texts hold nothing hidden, which is seen at a glance; the others are looked at letter by letter."""
    if text.isprintable():
        return text
    return "".join(" " if unicodedata.category(one) in _HIDDEN else one for one in text)
