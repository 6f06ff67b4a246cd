"""A persona as a pack in a zip, as it lies in a folder of packs: out, and in again.

A zip from somewhere is a stranger's: two files are looked for by their names, neither is written to any disk, and what
they unfold to is bounded before it is read.
"""

from __future__ import annotations

import io
import re
import tomllib
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

import orjson
from pydantic import ValidationError

from holdfast.core.errors import Invalid
from holdfast.personas.explain import explain
from holdfast.personas.own import MAX_KERNEL_CHARACTERS, PersonaDraft
from holdfast.personas.read import read_toml

MAX_BYTES = 500_000
_MAX_FILES = 50
_MAX_UNFOLDED = 500_000
_SETTINGS, _KERNEL = "persona.toml", "kernel.md"
_NOT_IN_NAMES = re.compile(r"[^a-z0-9]+")


class BadPack(Invalid):
    code = "persona_pack_invalid"


def files_of(draft: PersonaDraft) -> tuple[str, Mapping[str, str]]:
    """The name of its folder, and the texts of the files in it."""
    folder = _NOT_IN_NAMES.sub("-", draft.settings.name.lower()).strip("-")[:60] or "persona"
    told = draft.settings.model_dump(mode="json", by_alias=False, exclude={"kernel"}, exclude_defaults=True)
    return folder, {_SETTINGS: "\n".join(_as_toml(told)) + "\n", _KERNEL: draft.kernel + "\n"}


def pack(draft: PersonaDraft) -> tuple[str, bytes]:
    """The name of its folder, and the zip."""
    folder, files = files_of(draft)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, text in files.items():
            zipped.writestr(f"{folder}/{name}", text)
    return folder, out.getvalue()


def unpack(sent: bytes) -> PersonaDraft:
    try:
        with zipfile.ZipFile(io.BytesIO(sent)) as zipped:
            files = _files(zipped)
            settings_text = _text(zipped, files, _SETTINGS)
            settings = read_toml(settings_text)
            kernel = _text(zipped, files, settings.kernel).strip()
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError):
        raise BadPack("This is no zip that can be read; a pack is one with a persona.toml and a kernel.md.") from None
    except tomllib.TOMLDecodeError as error:
        raise BadPack(f"Its persona.toml is not TOML: {error}.") from None
    except ValidationError as error:
        raise BadPack(f"In its persona.toml, {explain(error)}.") from None
    if not kernel or len(kernel) > MAX_KERNEL_CHARACTERS:
        raise BadPack(f"Its kernel must have 1 to {MAX_KERNEL_CHARACTERS} characters.")
    return PersonaDraft(settings, kernel)


def _files(zipped: zipfile.ZipFile) -> Mapping[str, zipfile.ZipInfo]:
    """By their place beside the persona.toml; whatever else lies there makes it another thing than a pack."""
    listed = [one for one in zipped.infolist() if not one.is_dir()]
    if len(listed) > _MAX_FILES or sum(one.file_size for one in listed) > _MAX_UNFOLDED:
        raise BadPack("This zip holds more than a pack: a persona.toml and a kernel.")
    found = next((PurePosixPath(one.filename) for one in listed if one.filename.endswith(_SETTINGS)), None)
    if found is None or found.name != _SETTINGS or len(found.parts) > 2:
        raise BadPack("This zip holds no persona.toml, so it is no pack.")
    files = {}
    for one in listed:
        path = PurePosixPath(one.filename)
        if path.is_absolute() or ".." in path.parts or path.parent != found.parent:
            raise BadPack(f"{one.filename[:100]!r} does not belong into a pack: a persona.toml and a kernel.")
        files[path.name] = one
    return files


def _text(zipped: zipfile.ZipFile, files: Mapping[str, zipfile.ZipInfo], name: str) -> str:
    if name not in files:
        raise BadPack(f"This pack has no {name[:100]}.")
    with zipped.open(files[name]) as file:
        told = file.read(_MAX_UNFOLDED + 1)  # a size that is told may be a lie
    if len(told) > _MAX_UNFOLDED:
        raise BadPack("This zip holds more than a pack: a persona.toml and a kernel.")
    try:
        text = told.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadPack(f"{name[:100]} is not UTF-8 text; save it as UTF-8.") from None
    return text.replace("\r\n", "\n")


def _as_toml(told: Mapping[str, Any]) -> Iterator[str]:
    """Plain values, then sections, then lists of tables: all that a persona.toml has."""
    for name, value in told.items():
        if not _is_table(value) and not _is_tables(value):
            yield f"{name} = {_value(value)}"
    for name, value in told.items():
        if _is_table(value):
            yield from ("", f"[{name}]", *_as_toml(value))
    for name, value in told.items():
        if _is_tables(value):
            for one in value:
                yield from ("", f"[[{name}]]", *_as_toml(one))


def _is_table(value: Any) -> bool:
    return isinstance(value, dict)


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_is_table, value))


def _value(value: Any) -> str:
    """JSON's texts, numbers, truths and lists of them are TOML's too, but for DEL, which TOML wants escaped."""
    return orjson.dumps(value).decode().replace("\x7f", "\\u007f")
