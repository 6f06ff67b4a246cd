"""How long a document takes from the upload until it answers, and how much of that is the embedder's:
`python -m bench.documents`.

First a PDF of fifty pages. Then texts, each beside the embedder alone on the very passages that were made of it, by
turns, so that a busy machine slows both alike: indexing should reach four fifths of what the embedder could do.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

import uvloop

from bench.recall.fill import turns
from holdfast.cli.eval import make_somebody, open_throw_away
from holdfast.cli.evals.bring import bring_whole, open_documents
from holdfast.core.config import load_settings
from holdfast.core.db import Db, owner_of
from holdfast.core.ids import UserId
from holdfast.documents.parts import DocumentParts
from holdfast.knowledge.vectors import embed_passages, stored_name
from holdfast.models.e5 import MultilingualEmbedder
from holdfast.models.embed_aside import EmbedsAside
from holdfast.models.local import models_folder
from holdfast.models.local_kinds import MULTILINGUAL_MODEL
from holdfast.models.types import Embedder
from tests.documents import files

PAGES, LINES_A_PAGE, TURNS_A_PARAGRAPH = 50, 32, 8
MIN_SHARE = 0.8


class WatchedEmbedder:
    """The same, and how long it was at work: it is given one batch at a time."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self.name, self.dimensions = embedder.name, embedder.dimensions
        self.version = stored_name(embedder).removeprefix(embedder.name).removeprefix("@")
        self.question_mark = getattr(embedder, "question_mark", "")
        self.passage_mark = getattr(embedder, "passage_mark", "")
        self.seconds = 0.0

    async def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        return await self._embedder.embed(texts)

    async def embed_aside(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        began = time.perf_counter()
        aside = self._embedder.embed_aside if isinstance(self._embedder, EmbedsAside) else self._embedder.embed
        made = await aside(texts)
        self.seconds += time.perf_counter() - began
        return made


@dataclass(frozen=True, slots=True)
class Indexed:
    passages: int
    whole_seconds: float
    embedding_seconds: float

    @property
    def share(self) -> float:
        return self.embedding_seconds / self.whole_seconds


async def _passages(db: Db, user_id: UserId) -> list[str]:
    async with db.reading(owner_of(user_id)) as tx:
        return [row["text"] for row in await tx.fetch("select text from passages order by id")]


async def measure_pdf(db: Db, embedder: Embedder, *, pages: int) -> Indexed:
    """`embedding_seconds`: while the embedder was at work."""
    said, watched = turns(pages * LINES_A_PAGE, seed=6), WatchedEmbedder(embedder)
    drawn = ["\n".join(f"{next(said)[:90]}." for _ in range(LINES_A_PAGE)) for _ in range(pages)]
    user_id = await make_somebody(db)
    async with open_documents(db, watched) as parts:
        await _read_something(parts, user_id)
        watched.seconds, before = 0.0, len(await _passages(db, user_id))
        began = time.perf_counter()
        await bring_whole(parts, user_id, "fifty pages.pdf", files.pdf(*drawn))
        whole = time.perf_counter() - began
    return Indexed(len(await _passages(db, user_id)) - before, whole, watched.seconds)


async def measure_texts(db: Db, embedder: Embedder, *, passages: int, rounds: int) -> Sequence[Indexed]:
    """`embedding_seconds`: what the embedder alone takes for the same passages, right after."""
    found = []
    for number in range(rounds + 1):
        user_id, said = await make_somebody(db), turns(TURNS_A_PARAGRAPH * passages, seed=20 + number)
        text = "\n\n".join(
            f"{'. '.join(next(said) for _ in range(TURNS_A_PARAGRAPH))}." for _ in range(passages)
        ).encode()
        async with open_documents(db, embedder) as parts:
            await _read_something(parts, await make_somebody(db))
            began = time.perf_counter()
            await bring_whole(parts, user_id, "much.txt", text)
            whole = time.perf_counter() - began
        made = await _passages(db, user_id)
        began = time.perf_counter()
        await embed_passages(embedder, [f"much.txt\n{one}" for one in made])
        if number:  # the first round only warms up
            found.append(Indexed(len(made), whole, time.perf_counter() - began))
    return found


async def _read_something(parts: DocumentParts, user_id: UserId) -> None:
    """The sandbox is started with the first file, and not with the one that is measured."""
    await bring_whole(parts, user_id, "first.txt", b"What is read first.")


def as_text(pdf: Indexed, texts: Sequence[Indexed]) -> str:
    share = median(one.share for one in texts)
    speed = median(one.passages / one.whole_seconds for one in texts)
    return "\n".join([
        f"a PDF, {pdf.passages} passages: {pdf.whole_seconds:.1f} s from the upload to ready, {pdf.share:.0%} of it "
        "while the embedder was at work",
        f"{'yes' if share >= MIN_SHARE else 'NO '}  indexing reaches {share:.0%} of the embedder alone, "
        f"{speed:.1f} passages a second (at least {MIN_SHARE:.0%}; each round: "
        f"{', '.join(f'{one.share:.0%}' for one in texts)})",
    ])  # fmt: skip


async def run(given: argparse.Namespace) -> str:
    settings = load_settings()
    async with open_throw_away(settings) as (memory, _):
        embedder = MultilingualEmbedder(models_folder(settings) / MULTILINGUAL_MODEL)
        try:
            pdf = await measure_pdf(memory.db, embedder, pages=given.pages)
            texts = await measure_texts(memory.db, embedder, passages=given.passages, rounds=given.rounds)
        finally:
            await embedder.aclose()
    return as_text(pdf, texts)


def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.documents", description=__doc__)
    parser.add_argument("--pages", type=int, default=PAGES)
    parser.add_argument("--passages", type=int, default=100, help="of each text")
    parser.add_argument("--rounds", type=int, default=5)
    page = uvloop.run(run(parser.parse_args(given)))
    print(page)
    return 1 if "NO  " in page else 0


if __name__ == "__main__":
    sys.exit(main())
