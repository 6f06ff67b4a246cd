"""`holdfast import` with the file of another assistant."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.cli import import_
from holdfast.cli.eval import make_somebody
from holdfast.core.db import Db, Owner, owner_of
from holdfast.core.errors import Invalid
from holdfast.memory.parts import MemoryParts
from tests.imports.exports import CHATGPT, as_json, as_zip
from tests.words import WordEmbedder

pytestmark = pytest.mark.anyio


async def test_chats_from_elsewhere_are_told_by_their_file_and_brought_once(
    db: Db, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    memory, ada = MemoryParts(db, WordEmbedder(), None), owner_of(await make_somebody(db))
    file = tmp_path / "chatgpt.zip"
    file.write_bytes(as_zip(CHATGPT))
    assert await import_.import_from(memory, ada, file) == 0
    assert "From chatgpt: 1 of 1 chats are new, with 2 messages." in capsys.readouterr().out
    (tmp_path / "again.json").write_bytes(as_json(CHATGPT))
    assert await import_.import_from(memory, ada, tmp_path / "again.json") == 0
    assert "0 of 1 chats are new, with 0 messages." in capsys.readouterr().out
    with pytest.raises(Invalid):
        await import_.import_from(memory, Owner("default", "kim@example.org"), file)
