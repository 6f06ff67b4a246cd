"""A persona as a folder: out of the zip that an export gives, and into the zip that an import takes.

A folder that was unpacked into `HOLDFAST_PERSONAS_DIR` is a pack of this installation at its next start.
"""

from __future__ import annotations

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    steps = parser.add_subparsers(dest="step", required=True)
    unpack = steps.add_parser("unpack", help="a folder out of an exported zip")
    unpack.add_argument("zip", type=Path)
    unpack.add_argument(
        "into", type=Path, nargs="?", default=Path(), help="where the folder is made; here, if not said"
    )
    pack = steps.add_parser("pack", help="a zip to be imported out of a folder")
    pack.add_argument("folder", type=Path)
    pack.add_argument("zip", type=Path)


def run(arguments: argparse.Namespace) -> int:
    step = _unpack if arguments.step == "unpack" else _pack
    try:
        return step(arguments)
    except OSError as error:
        print(f"holdfast: {error.filename}: {error.strerror}.")
        return 1


def _unpack(arguments: argparse.Namespace) -> int:
    """What the zip holds is read as an import reads it; what is written is made anew of it."""
    from holdfast.cli.main import refuse
    from holdfast.core.errors import AppError
    from holdfast.personas.bundle import files_of, unpack

    try:
        name, files = files_of(unpack(arguments.zip.read_bytes()))
    except AppError as error:
        return refuse(error)
    folder = arguments.into / name
    folder.mkdir(parents=True)
    for file, text in files.items():
        (folder / file).write_text(text, encoding="utf-8")
    print(folder)
    return 0


def _pack(arguments: argparse.Namespace) -> int:
    from holdfast.cli.main import refuse
    from holdfast.core.errors import AppError
    from holdfast.personas.bundle import pack
    from holdfast.personas.own import PersonaDraft
    from holdfast.personas.read import read_pack

    try:
        persona = read_pack(arguments.folder.resolve())
    except AppError as error:
        return refuse(error)
    with arguments.zip.open("xb") as out:
        out.write(pack(PersonaDraft(persona.settings, persona.kernel))[1])
    if persona.corpora:
        print("Its texts under knowledge/ are not in the zip: bring them as documents of the persona.")
    print(arguments.zip)
    return 0
