"""What can be read where readers run: in the sandbox, which opens no file, whatever it has not loaded before."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from holdfast.core.ids import UserId, new_id
from holdfast.documents import kinds
from holdfast.documents.extract import Extractor
from tests.documents import files
from tests.waiting import until

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


async def test_whoever_has_much_drawn_has_one_page_drawn_at_a_time_and_holds_nothing_meanwhile() -> None:
    ada, bob = UserId(new_id()), UserId(new_id())
    begun: list[str] = []
    may_go_on = asyncio.Event()

    def page_of(name: str) -> Callable[[], Awaitable[bytes]]:
        async def read() -> bytes:
            begun.append(name)
            await may_go_on.wait()
            return files.pdf("A plan")

        return read

    extractor = Extractor()
    try:
        hers = [asyncio.create_task(extractor.draw(ada, kinds.PDF, page_of("hers"), 1)) for _ in range(5)]
        await until(lambda: begun == ["hers"])
        his = asyncio.create_task(extractor.draw(bob, kinds.PDF, page_of("his"), 1))
        await until(lambda: begun == ["hers", "his"])
        may_go_on.set()
        assert all([await one for one in (*hers, his)])
    finally:
        await extractor.aclose()
