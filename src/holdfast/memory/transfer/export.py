"""Everything of one owner, out: a snapshot of one moment, as JSON lines.

The snapshot is read page by page into a file without a name and streamed from there, so that a slow reader holds
neither a transaction nor our memory.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from typing import IO

import orjson

from holdfast.core.db import Owner, Tx
from holdfast.memory.intake.check import check_owner
from holdfast.memory.parts import MemoryParts
from holdfast.memory.transfer import store
from holdfast.memory.transfer.lines import FORMAT, KINDS, VERSION

_PAGE = 500
_CHUNK_BYTES = 256_000
_IN_MEMORY_BYTES = 2_000_000


async def export_owner(memory: MemoryParts, owner: Owner) -> AsyncIterator[bytes]:
    """The lines in chunks of some size, not line by line."""
    check_owner(owner)
    with tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY_BYTES) as file:
        async with memory.db.as_owner(owner) as tx:
            await store.begin_snapshot(tx)
            await _write(tx, owner, file, memory)
        file.seek(0)
        while chunk := await asyncio.to_thread(file.read, _CHUNK_BYTES):
            yield chunk


async def _write(tx: Tx, owner: Owner, file: IO[bytes], memory: MemoryParts) -> None:
    header = {"line": "header", "format": FORMAT, "version": VERSION, "tenantId": owner.tenant_id,
              "userId": owner.user_id, "exportedAt": memory.clock().isoformat()}  # fmt: skip
    await asyncio.to_thread(file.write, orjson.dumps(header) + b"\n")
    count = 1
    for kind in KINDS:
        after = -(2**31)
        while True:
            lines, after = await store.page(tx, owner, kind, after=after, most=_PAGE)
            if not lines:
                break
            await asyncio.to_thread(file.write, "".join(f"{line}\n" for line in lines).encode())
            count += len(lines)
    await asyncio.to_thread(file.write, orjson.dumps({"line": "end", "lines": count}) + b"\n")
