"""Forget what somebody said, with a signed receipt.

For one owner: facts, sessions, what a query names, or everything. For an operator who restores backups: save all
receipts, and forget again by them what a backup brought back (before the first start after restoring).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import IO, TYPE_CHECKING
from uuid import UUID

from holdfast.cli.owner import add_owner, owner_given, with_memory
from holdfast.core.db import connect
from holdfast.core.errors import Invalid, Unavailable
from holdfast.core.ids import ReceiptId
from holdfast.core.migrate import Addresses

if TYPE_CHECKING:
    from holdfast.core.db import Owner
    from holdfast.memory.forget.types import ForgetWish
    from holdfast.memory.parts import MemoryParts


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_owner(parser, is_required=False)
    wish = parser.add_mutually_exclusive_group(required=True)
    wish.add_argument("--fact", type=int, nargs="+", metavar="ID", help="these facts, in all their versions")
    wish.add_argument("--session", nargs="+", metavar="NAME", help="everything said in these sessions")
    wish.add_argument("--query", help="what holds these words")
    wish.add_argument("--everything", action="store_true", help="all of it")
    wish.add_argument("--verify", type=UUID, metavar="RECEIPT", help="is it still gone?")
    wish.add_argument("--save-receipts", type=Path, metavar="FILE", help="of all owners, for after a backup")
    wish.add_argument("--replay-receipts", type=Path, metavar="FILE", help="forget again what they speak of")
    parser.add_argument("--dry-run", action="store_true", help="only count what would go")
    parser.add_argument("--yes", action="store_true", help="do not ask")


def run(arguments: argparse.Namespace) -> int:
    async def do(memory: MemoryParts, addresses: Addresses) -> int:
        return await forget_as_told(memory, addresses, arguments)

    return with_memory(do)


async def forget_as_told(memory: MemoryParts, addresses: Addresses, arguments: argparse.Namespace) -> int:
    if arguments.save_receipts:
        return await _save(addresses, arguments.save_receipts)
    if arguments.replay_receipts:
        return await _replay(memory, arguments.replay_receipts)
    owner = owner_given(arguments)
    if arguments.verify:
        return await _verify(memory, owner, arguments.verify)
    return await _forget(memory, owner, _what(arguments), arguments)


async def _forget(memory: MemoryParts, owner: Owner, what: ForgetWish, arguments: argparse.Namespace) -> int:
    from holdfast.memory.forget.forget import count_selected, forget

    try:
        print(f"This would take {_told(await count_selected(memory, owner, what))}.")
    except Unavailable:
        print("How much this would take is not known: the memory is kept elsewhere and does not answer.")
    if arguments.dry_run:
        return 0
    if not arguments.yes and not _is_sure():
        print("Nothing was forgotten.")
        return 1
    receipt = await forget(memory, owner, what)
    print(f"Forgotten: {_told(receipt.body['counts'])}. Receipt {receipt.id}.")
    if not receipt.is_verified:
        print(f"Still found: {_told({k: n for k, n in receipt.body['found'].items() if n})}", file=sys.stderr)
    return 0 if receipt.is_verified else 1


async def _verify(memory: MemoryParts, owner: Owner, receipt_id: ReceiptId) -> int:
    from holdfast.memory.forget.receipts import verify_receipt

    found = await verify_receipt(memory, owner, receipt_id)
    print("The receipt is as we signed it." if found.is_valid else "The receipt is NOT as we signed it.")
    print("Nothing of it is there." if found.is_gone else f"Found again: {_told(found.found)}.")
    for sink in found.waiting:
        print(f"{sink} was not reached yet; it is tried again.")
    return 0 if found.is_valid and found.is_gone else 1


async def _save(addresses: Addresses, file: Path) -> int:
    from holdfast.memory.forget.replay import save_receipts

    keeper = await connect(addresses.owner, size=3, name="holdfast-receipts")
    count = 0
    try:
        with file.open("wb") as out:
            async for line in save_receipts(keeper):
                out.write(line)
                count += 1
    finally:
        await keeper.close()
    print(f"{count} receipts in {file}.")
    return 0


async def _replay(memory: MemoryParts, file: Path) -> int:
    from holdfast.memory.forget.replay import replay_receipts

    with _opened(file) as lines:
        done = await replay_receipts(memory, lines)
    print(f"Forgotten again by {done.forgotten} receipts; {done.known} were known.")
    return 0


def _opened(file: Path) -> IO[bytes]:
    try:
        return file.open("rb")
    except OSError:
        raise Invalid(f"{file} cannot be read.", code="no_file") from None


def _what(arguments: argparse.Namespace) -> ForgetWish:
    from holdfast.memory.forget.types import ForgetEverything, ForgetFacts, ForgetQuery, ForgetSessions

    if arguments.fact:
        return ForgetFacts(arguments.fact)
    if arguments.session:
        return ForgetSessions(arguments.session)
    return ForgetQuery(arguments.query) if arguments.query is not None else ForgetEverything()


def _is_sure() -> bool:
    if not sys.stdin.isatty():
        raise Invalid("Forgetting cannot be undone; say --yes where nobody can be asked.", code="not_confirmed")
    return input("It cannot be undone. Forget it? [y/N] ").strip().lower() in ("y", "yes")


def _told(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items() if count) or "nothing"
