"""What `holdfast export` wrote, into an owner without memories: all of it or nothing."""

from __future__ import annotations

import argparse
from collections.abc import AsyncIterator
from pathlib import Path
from typing import IO, TYPE_CHECKING

from holdfast.cli.owner import add_owner, owner_given, with_memory
from holdfast.core.db import Owner
from holdfast.core.errors import Invalid
from holdfast.core.migrate import Addresses

if TYPE_CHECKING:
    from holdfast.memory.parts import MemoryParts

_CHUNK_BYTES = 1_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_owner(parser)
    parser.add_argument("file", type=Path, help="an export")


def run(arguments: argparse.Namespace) -> int:
    async def do(memory: MemoryParts, _: Addresses) -> int:
        return await import_from(memory, owner_given(arguments), arguments.file)

    return with_memory(do)


async def import_from(memory: MemoryParts, owner: Owner, file: Path) -> int:
    from holdfast.memory.transfer.import_ import import_owner

    try:
        opened = file.open("rb")
    except OSError:
        raise Invalid(f"{file} cannot be read.", code="no_file") from None
    with opened:
        counts = await import_owner(memory, owner, _chunks(opened))
    print("Imported: " + (", ".join(f"{count} {kind}" for kind, count in counts.items()) or "nothing") + ".")
    return 0


async def _chunks(opened: IO[bytes]) -> AsyncIterator[bytes]:
    while chunk := opened.read(_CHUNK_BYTES):
        yield chunk
