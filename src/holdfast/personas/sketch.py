"""A first draft of a persona out of a description, by a model. Nothing is stored: whoever asked changes and makes it.

What a model writes is read like what a stranger sends: field by field, by the types of a `persona.toml`; a setting that
does not fit is left out, and without a name and a kernel there is no draft.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from holdfast.core.errors import Category, Invalid, NotSetUp, Severity, Unavailable
from holdfast.models.ask import ask_json
from holdfast.models.chain import Chain
from holdfast.models.types import ModelFailed
from holdfast.personas.own import MAX_KERNEL_CHARACTERS, PersonaDraft, settings_of

MAX_WISH_CHARACTERS = 4_000
_SECONDS = 45.0
_MAX_NAME, _MAX_DESCRIPTION = 60, 200
_PROMPT = (Path(__file__).parent / "prompts" / "sketch.md").read_text(encoding="utf-8").strip()
_SECTIONS: Mapping[str, str] = {"temperature": "answering", "max_output_tokens": "answering", "recall": "memory"}
_SETTINGS = ("temperature", "max_output_tokens", "is_perpetual", "recall")


class NothingSketched(Unavailable):
    code = "persona_not_sketched"
    category = Category.AI_STREAMING
    severity = Severity.MEDIUM

    def __init__(self) -> None:
        super().__init__("The model wrote nothing that could be a persona. Try again, or write it yourself.")


async def sketch(chain: Chain, wish: str) -> PersonaDraft:
    if chain.is_demo:
        raise NotSetUp(
            "The demo model cannot write a persona; connect a real model, or write it yourself.",
            code="no_model_to_sketch",
        )
    try:
        said = await ask_json(chain, _PROMPT, wish, max_output_tokens=2_000, timeout_seconds=_SECONDS, temperature=0.4)
    except ModelFailed:
        raise NothingSketched() from None
    return _read(said)


def _read(said: Any) -> PersonaDraft:
    if not isinstance(said, dict):
        raise NothingSketched()
    name, description, kernel = (_line(said.get(key)) for key in ("name", "description", "kernel"))
    kernel = str(said.get("kernel", "")).strip()[:MAX_KERNEL_CHARACTERS] if kernel else ""
    told: dict[str, Any] = {"name": name[:_MAX_NAME], "description": (description or name)[:_MAX_DESCRIPTION]}
    try:
        settings = settings_of(told)
    except Invalid:
        raise NothingSketched() from None
    if not kernel:
        raise NothingSketched()
    for field in _SETTINGS:
        if field in said:
            told, settings = _with(told, field, said[field], settings)
    return PersonaDraft(settings, kernel)


def _with(told: dict[str, Any], field: str, value: Any, before: Any) -> tuple[dict[str, Any], Any]:
    """What does not fit is as if it had not been said."""
    section = _SECTIONS.get(field)
    sent = {**told, field: value} if section is None else {**told, section: {**told.get(section, {}), field: value}}
    try:
        return sent, settings_of(sent)
    except Invalid:
        return told, before


def _line(value: Any) -> str:
    return " ".join(value.split()) if isinstance(value, str) else ""
