"""Everything that is remembered of one owner, as JSON lines: sessions, turns, facts, loops, summaries, receipts."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING

from holdfast.cli.owner import add_owner, owner_given, with_memory
from holdfast.core.db import Owner
from holdfast.core.migrate import Addresses

if TYPE_CHECKING:
    from holdfast.memory.parts import MemoryParts


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_owner(parser)
    parser.add_argument("file", type=Path, nargs="?", help="where to; without it, to the terminal or a pipe")


def run(arguments: argparse.Namespace) -> int:
    async def do(memory: MemoryParts, _: Addresses) -> int:
        return await export_to(memory, owner_given(arguments), arguments.file)

    return with_memory(do)


async def export_to(memory: MemoryParts, owner: Owner, file: Path | None) -> int:
    if file is None:
        await _write(memory, owner, sys.stdout.buffer)
        return 0
    # Somebody's whole memory: for nobody else on this machine to read.
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
        count = await _write(memory, owner, out)
    print(f"{count} lines in {file}.")
    return 0


async def _write(memory: MemoryParts, owner: Owner, out: IO[bytes]) -> int:
    from holdfast.memory.transfer.export import export_owner

    count = 0
    async for chunk in export_owner(memory, owner):
        out.write(chunk)
        count += chunk.count(b"\n")
    out.flush()
    return count
