"""`holdfast forget`, `export` and `import`, as an operator uses them."""

from __future__ import annotations

import argparse
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from holdfast.cli import export, forget, import_
from holdfast.core.crypto import Signer
from holdfast.core.db import Db, Owner
from holdfast.core.errors import Invalid
from holdfast.core.migrate import Addresses
from holdfast.memory.intake.ingest_session import ingest_session
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import IncomingTurn
from tests.words import WordEmbedder

pytestmark = pytest.mark.anyio

ADA, BOB = Owner("acme", "ada"), Owner("acme", "bob")


@pytest.fixture
def memory(db: Db) -> MemoryParts:
    return MemoryParts(db, WordEmbedder(), None, signer=Signer([b"a secret of ours"]))


async def told(memory: MemoryParts) -> None:
    noon = datetime(2026, 5, 4, 12, tzinfo=UTC)
    lines = [
        IncomingTurn("user", "The treasure lies under the oak.", noon, "1"),
        IncomingTurn("assistant", "I see.", noon, "2"),
    ]
    await ingest_session(memory, ADA, "s", lines)


def parse(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    forget.add_arguments(parser)
    return parser.parse_args(["--tenant", "acme", "--user", "ada", *words])


async def test_it_counts_then_forgets_then_verifies(
    memory: MemoryParts, addresses: Addresses, capsys: pytest.CaptureFixture[str]
) -> None:
    await told(memory)
    assert await forget.forget_as_told(memory, addresses, parse("--query", "oak", "--dry-run")) == 0
    assert "1 turns" in capsys.readouterr().out
    assert await forget.forget_as_told(memory, addresses, parse("--query", "oak", "--yes")) == 0
    said = capsys.readouterr().out
    assert "Forgotten: 1 turns" in said
    receipt = said.rstrip().rstrip(".").rpartition(" ")[2]
    assert await forget.forget_as_told(memory, addresses, parse("--verify", receipt)) == 0
    assert "as we signed it" in capsys.readouterr().out


async def test_without_a_terminal_it_asks_for_a_yes_and_forgets_nothing(
    memory: MemoryParts, addresses: Addresses, monkeypatch: pytest.MonkeyPatch
) -> None:
    await told(memory)
    monkeypatch.setattr("sys.stdin", open("/dev/null"))  # noqa: SIM115
    with pytest.raises(Invalid):
        await forget.forget_as_told(memory, addresses, parse("--everything"))
    async with memory.db.as_owner(ADA) as tx:
        assert await tx.fetchval("select count(*) from episodes") == 2


async def test_receipts_are_saved_and_replayed(
    memory: MemoryParts, addresses: Addresses, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await told(memory)
    await forget.forget_as_told(memory, addresses, parse("--session", "s", "--yes"))
    file = str(tmp_path / "receipts.jsonl")
    await forget.forget_as_told(memory, addresses, parse("--save-receipts", file))
    await forget.forget_as_told(memory, addresses, parse("--replay-receipts", file))
    assert "0 receipts; 1 were known" in capsys.readouterr().out


async def test_a_memory_goes_into_a_file_that_only_its_owner_reads_and_comes_in_elsewhere(
    memory: MemoryParts, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await told(memory)
    file = tmp_path / "ada.jsonl"
    assert await export.export_to(memory, ADA, file) == 0
    assert file.stat().st_mode & 0o077 == 0
    assert await import_.import_from(replace(memory), BOB, file) == 0
    assert "1 session, 2 turn" in capsys.readouterr().out
    with pytest.raises(Invalid):
        await import_.import_from(memory, BOB, tmp_path / "missing")
