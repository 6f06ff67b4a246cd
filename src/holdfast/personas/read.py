"""Folders into personas. Whoever writes a pack learns from the error which file and which field is wrong.

The bundled packs come first, then the operator's: one of the same id takes the place of the bundled one.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from pydantic import ValidationError

from holdfast.core.errors import NotFound, Setup
from holdfast.models.tokens import count_tokens
from holdfast.personas.explain import explain
from holdfast.personas.types import ID, Persona, PersonaFile

_BUNDLED = Path(__file__).parent / "packs"
_MAX_BYTES = 2_000_000
DEFAULT = "assistant"


class Personas:
    """The packs of this installation, read once."""

    def __init__(self, packs: Mapping[str, Persona]) -> None:
        self._packs = packs

    def __iter__(self) -> Iterator[Persona]:
        return iter(self._packs.values())

    def __contains__(self, persona_id: str) -> bool:
        return persona_id in self._packs

    def get(self, persona_id: str | None) -> Persona:
        found = self._packs.get(persona_id or DEFAULT)
        if found is None:
            raise NotFound("There is no such persona.", code="unknown_persona")
        return found

    @property
    def learning_by_session(self) -> Sequence[str]:
        """Those whose turns go to memory only when their session has closed."""
        return [persona.id for persona in self if persona.settings.memory.learn == "session"]


def read_packs(added: Path | None = None, *, bundled: Path = _BUNDLED) -> Personas:
    packs = dict(_read_bundled(bundled))
    if added is not None:
        packs |= _read_folder(added)
    if DEFAULT not in packs:
        raise Setup(f"{bundled} holds no pack named {DEFAULT}, which every new chat starts with.")
    return Personas(packs)


@cache
def _read_bundled(folder: Path) -> Mapping[str, Persona]:
    """Once: they come with the code, and change with it."""
    return {name: replace(persona, is_bundled=folder == _BUNDLED) for name, persona in _read_folder(folder).items()}


def _read_folder(folder: Path) -> dict[str, Persona]:
    try:
        inside = sorted(path for path in folder.iterdir() if path.is_dir() and path.name[0] not in "._")
    except OSError as error:
        raise Setup(f"The folder of personas {folder} cannot be read: {error.strerror}.") from None
    return {pack.name: read_pack(pack) for pack in inside}


def read_pack(pack: Path) -> Persona:
    """One folder; `Setup` says which file, which field, and what is allowed there."""
    if not re.fullmatch(ID, pack.name):
        raise Setup(f"{pack}: the folder's name is the persona's id, so it must be small letters, digits, - and _.")
    file = pack / "persona.toml"
    try:
        settings = read_toml(_text(file, pack))
    except tomllib.TOMLDecodeError as error:
        raise Setup(f"{file} is not TOML: {error}.") from None
    except ValidationError as error:
        raise Setup(f"{file}: {explain(error)}.") from None
    persona = Persona(
        pack.name,
        settings,
        _kernel(file, pack, settings),
        is_default=pack.name == DEFAULT,
        corpora=dict(_corpora(pack, settings)),
    )
    _check_size(file, persona)
    return persona


def read_toml(text: str) -> PersonaFile:
    """`TOMLDecodeError` or `ValidationError` for what is none."""
    return PersonaFile.model_validate(tomllib.loads(text), by_alias=False, by_name=True)


def _kernel(file: Path, pack: Path, settings: PersonaFile) -> str:
    try:
        kernel = _text(pack / settings.kernel, pack).strip()
    except Setup as error:
        raise Setup(f"{file}: kernel: {error.message}") from None
    if not kernel:
        raise Setup(f"{file}: kernel: {pack / settings.kernel} is empty; it is what makes the persona.")
    return kernel


def _text(file: Path, pack: Path) -> str:
    """What is written there. A link may lead about in the pack, as mounted folders do, but not out of it."""
    try:
        real = file.resolve()
        if not real.is_relative_to(pack.resolve()):
            raise Setup(f"{file} lies outside of the pack's folder.")
        if not real.exists():
            raise Setup(f"{file} does not exist.")
        if not real.is_file():
            raise Setup(f"{file} is not a file.")
        if real.stat().st_size > _MAX_BYTES:
            raise Setup(f"{file} is larger than {_MAX_BYTES // 1_000_000} MB.")
        text = real.read_bytes().decode()
    except OSError as error:
        raise Setup(f"{file} cannot be read: {error.strerror}.") from None
    except RuntimeError:  # said by `resolve` before Python 3.13
        raise Setup(f"{file} cannot be read: it links to itself.") from None
    except UnicodeDecodeError:
        raise Setup(f"{file} is not UTF-8 text; save it as UTF-8.") from None
    if text.startswith("\ufeff"):
        raise Setup(f"{file} begins with a byte order mark; save it as UTF-8 without one.")
    if "\0" in text:
        raise Setup(f"{file} holds NUL characters, so it is no text.")
    return text.replace("\r\n", "\n")


def _corpora(pack: Path, settings: PersonaFile) -> Iterator[tuple[str, Path]]:
    """Folders of texts that come with the pack, each for one of its namespaces."""
    known = {*settings.knowledge.namespaces, *(profile.namespace for profile in settings.profiles)}
    folder = pack / "knowledge"
    for inner in sorted(path for path in folder.iterdir() if path.is_dir()) if folder.is_dir() else ():
        if inner.name not in known:
            raise Setup(f"{inner}: the pack has no namespace of this name; the folder's name must be one of them.")
        yield inner.name, inner


def _check_size(file: Path, persona: Persona) -> None:
    if told := says_too_much(persona):
        raise Setup(f"{file}: {told}")


def says_too_much(persona: Persona) -> str | None:
    """A kernel is never cut: too large a one would leave no room for what is said."""
    profiles = persona.settings.profiles
    sides = [persona, *(persona.with_profile(profile.id) for profile in profiles)]
    tokens, largest = max((count_tokens(side.kernel), side.profile.id if side.profile else "") for side in sides)
    allowed = persona.settings.answering.prompt_tokens // 2
    if tokens <= allowed:
        return None
    words = f"the kernel with the profile {largest}" if largest else "the kernel"
    return f"{words} is {tokens} tokens long, and at most half of answering.prompt_tokens fits, {allowed}."
