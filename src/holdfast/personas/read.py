"""Folders into personas. Whoever writes a pack learns from the error which file and which field is wrong."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from pydantic import ValidationError

from holdfast.core.errors import NotFound, Setup
from holdfast.personas.types import Persona, PersonaFile

_BUNDLED = Path(__file__).parent / "packs"
DEFAULT = "assistant"


class Personas:
    """The packs of this installation, read once."""

    def __init__(self, packs: Mapping[str, Persona]) -> None:
        self._packs = packs

    def __iter__(self) -> Iterator[Persona]:
        return iter(self._packs.values())

    def get(self, persona_id: str | None) -> Persona:
        found = self._packs.get(persona_id or DEFAULT)
        if found is None:
            raise NotFound("There is no such persona.", code="unknown_persona")
        return found


def read_packs(folder: Path = _BUNDLED) -> Personas:
    packs = {file.parent.name: _read(file) for file in sorted(folder.glob("*/persona.toml"))}
    if DEFAULT not in packs:
        raise Setup(f"{folder} holds no pack named {DEFAULT}, which every new chat starts with.")
    return Personas(packs)


def _read(file: Path) -> Persona:
    try:
        settings = PersonaFile.model_validate(tomllib.loads(file.read_text(encoding="utf-8")))
        kernel = (file.parent / settings.kernel).read_text(encoding="utf-8").strip()
    except tomllib.TOMLDecodeError as error:
        raise Setup(f"{file} is not TOML: {error}.") from None
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise Setup(f"{file}: {'.'.join(map(str, first['loc']))}: {first['msg']}.") from None
    except OSError as error:
        raise Setup(f"{file}: its kernel cannot be read: {error.strerror}.") from None
    return Persona(file.parent.name, settings, kernel, is_default=file.parent.name == DEFAULT)
