"""What it costs to read a document, sandbox and all: `python -m bench.readers`."""

from __future__ import annotations

import asyncio
import statistics
import time

from holdfast.documents import kinds
from holdfast.documents.extract import Extractor
from holdfast.documents.kinds import FileKind
from tests.documents import files

LINE = "Whoever loses a laptop tells the workshop on the same day, and the workshop replaces it. "
PAGE = "\n".join([LINE] * 32)
ROUNDS = 10


async def main() -> None:
    extractor = Extractor()
    began = time.perf_counter()
    await extractor.extract(kinds.TEXT, b"a")
    print(f"the first file, which starts the sandbox {(time.perf_counter() - began) * 1000:8.0f} ms")
    rows = "".join(f'<row><c t="inlineStr"><is><t>{LINE}</t></is></c><c><v>{at}</v></c></row>' for at in range(20_000))
    texts: list[tuple[str, FileKind, bytes]] = [
        ("a PDF of fifty pages", kinds.PDF, files.pdf(*[PAGE] * 50)),
        ("a Word file of 1,500 paragraphs", kinds.WORD, files.docx(files.paragraph(LINE * 6) * 1_500)),
        ("a sheet of 20,000 rows", kinds.SHEETS, files.xlsx({"One": rows})),
        ("a web page of 2 MB", kinds.HTML, b"<!doctype html>" + f"<h2>A</h2><p>{LINE}".encode() * 20_000),
    ]
    for name, kind, given in texts:
        print(f"{name:40} {await _median(extractor, kind, given):8.0f} ms")
    scan = files.scanned("\n".join([LINE[:50]] * 13))
    began = time.perf_counter()
    for _ in range(ROUNDS):
        await extractor.look_at(kinds.PDF, scan, [1])
    print(f"{'a scanned page of 650 letters':40} {(time.perf_counter() - began) / ROUNDS * 1000:8.0f} ms")
    await extractor.aclose()


async def _median(extractor: Extractor, kind: FileKind, given: bytes) -> float:
    took = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        await extractor.extract(kind, given)
        took.append(time.perf_counter() - began)
    return statistics.median(took) * 1000


if __name__ == "__main__":
    asyncio.run(main())
