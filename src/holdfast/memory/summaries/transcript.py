"""A conversation as a model reads it, within bounds; and what a model says, before it is kept."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.memory.types import Episode

MAX_TRANSCRIPT_CHARACTERS = 24_000
_MAX_TURN_CHARACTERS = 2_000
_HEAD = 4
"""Turns at the beginning that stay when the middle must go: they often say what it is about."""


def transcript(turns: Sequence[Episode], person: str, *, most: int = MAX_TRANSCRIPT_CHARACTERS) -> str:
    """One line a turn, with who said it. Where it is too long the middle is left out, and it says so."""
    lines = [
        f"{turn.name or {'user': person, 'assistant': 'assistant'}.get(turn.role, turn.role)}"
        f"{' (assistant)' if turn.role == 'assistant' and turn.name else ''}: {_one_line(turn.text)}"
        for turn in turns
        if turn.role in ("user", "assistant")
    ]
    head, tail = lines[:_HEAD], list[str]()
    room = most - sum(len(line) + 1 for line in head)
    for line in reversed(lines[_HEAD:]):
        room -= len(line) + 1
        if room < 0:
            break
        tail.insert(0, line)
    left_out = len(lines) - len(head) - len(tail)
    gap = [f"(… {left_out} messages left out …)"] if left_out else []
    return "\n".join([*head, *gap, *tail])


def clean(said: object, most: int) -> str:
    """A model's words as one piece of text that can be stored; empty when they are none."""
    if not isinstance(said, str):
        return ""
    text = " ".join(said.replace("\0", " ").encode(errors="ignore").decode().split())
    if len(text) <= most:
        return text
    head = text[: most - 1]
    end = max(head.rfind(mark) for mark in (". ", "! ", "? "))
    return head[: end + 1] if end >= most // 2 else head.rsplit(" ", 1)[0] + "…"


def _one_line(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _MAX_TURN_CHARACTERS else text[: _MAX_TURN_CHARACTERS - 1] + "…"
