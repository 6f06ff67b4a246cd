"""What can be read where readers run: in the sandbox, which opens no file, whatever it has not loaded before."""

from __future__ import annotations

import pytest

from holdfast.documents import kinds
from holdfast.documents.extract import Extractor

pytestmark = pytest.mark.anyio

WRITTEN = {
    "gb2312": "中文图书", "gb18030": "中文图书", "big5": "中文", "Shift_JIS": "日本語", "euc-jp": "日本語",
    "iso-2022-jp": "日本語", "euc-kr": "한국어", "windows-1251": "Привет", "koi8-r": "Привет", "iso-8859-2": "żółw",
    "windows-1253": "Καλημέρα", "windows-1255": "שלום", "iso-8859-15": "5 €",
}  # fmt: skip


async def test_pages_letters_and_tables_of_the_whole_world_are_read_in_the_sandbox() -> None:
    extractor = Extractor()
    try:
        for charset, words in WRITTEN.items():
            page = f"<!doctype html><meta charset={charset}><p>{words}</p>".encode(charset)
            letter = f"From: a@example.org\nMIME-Version: 1.0\nContent-Type: text/plain; charset={charset}\n\n{words}"
            for kind, given in ((kinds.HTML, page), (kinds.MAIL, letter.encode(charset))):
                found = await extractor.extract(kind, given)
                assert words in found.pages[0].text, (charset, kind.name)
        table = await extractor.extract(kinds.TABLE, "\ufeffDay,Sum\n1,7\n".encode())
        assert table.pages[0].text == "| Day | Sum |\n| --- | --- |\n| 1 | 7 |", "as Excel writes it"
    finally:
        await extractor.aclose()
