"""A bulk of transcripts, and somebody who says one sentence meanwhile: `python -m bench.bulk`.

Three people bring in 1,451 turns through `/session/ingest` of a real `holdfast up`. How fast their vectors come is held
against the embedder alone, in a process of its own on as many threads, on the same texts, before and after. Meanwhile
somebody else begins a chat every few seconds: how long until it has its title, and until its turn was learned.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from bench.backlog import KEY, Backlog, backlog_of, conversation
from bench.process import child
from bench.recall.fill import real_words
from bench.report import Limit
from bench.rounds import Bench
from bench.server import holdfast
from holdfast.cli.eval import local_embedder
from holdfast.core.config import load_settings
from holdfast.memory.recall.vectors.compose import PendingVector, pieces
from holdfast.models.embed import LocalEmbedder
from tests.embedded.folders import data_folder

_PAUSE_SECONDS = 4.0
_SAMPLE = 120


@dataclass(slots=True)
class Found:
    turns: int
    seconds: float = 0.0
    alone: list[float] = field(default_factory=list)
    """Turns a second that the embedder makes vectors for when it is asked for nothing else."""
    titles: list[float] = field(default_factory=list)
    learned: list[float] = field(default_factory=list)

    def limits(self) -> Sequence[Limit]:
        share = self.turns / self.seconds / median(self.alone)
        return [
            Limit("the embedder alone, against vectors of the bulk", 1 / share, 1 / 0.8, "×"),
            Limit("until somebody else's title, at worst", max(self.titles), 5, "s"),
            Limit("until somebody else's turn was learned, at worst", max(self.learned), 5, "s"),
        ]


def alone(words: Sequence[str], *, threads: int) -> float:
    """As the job does it: each turn by itself and with the one before."""
    said = pairwise(conversation(_SAMPLE, words))
    waiting = [PendingVector("e", n, text, text_before=before) for n, (before, text) in enumerate(said)]
    texts = [text for one in waiting for piece in pieces(one) for text in piece.texts]

    async def embed() -> float:
        embedder = LocalEmbedder(local_embedder(load_settings()).folder, threads=threads)
        await embedder.embed(["warm", "up"])
        began = time.perf_counter()
        await embedder.embed(texts)
        took = time.perf_counter() - began
        await embedder.aclose()
        return len(waiting) / took

    return asyncio.run(embed())


def run(arguments: argparse.Namespace) -> Found:
    words = real_words(local_embedder(load_settings()))
    found = Found(arguments.turns)
    with ExitStack() as stack:
        model, load = stack.enter_context(child("bench.model")), stack.enter_context(child("bench.load"))
        assert model.stdout
        port = int(model.stdout.readline())
        folder = stack.enter_context(data_folder(is_on_disk=True))
        server = stack.enter_context(holdfast(folder, port, HOLDFAST_SERVICE_KEY=KEY))
        backlog = stack.enter_context(backlog_of(server, folder))
        bench = Bench(model, port, load, server, cores=2)
        found.alone.append(alone(words, threads=arguments.threads))
        began = time.monotonic()
        backlog.bring(arguments.turns, people=3, words=words)
        while _goes_on(backlog, found, began):
            _one_turn(bench, backlog, found, began)
            until = time.monotonic() + _PAUSE_SECONDS
            while time.monotonic() < until and _goes_on(backlog, found, began):
                time.sleep(0.1)
        found.alone.append(alone(words, threads=arguments.threads))
    return found


def _goes_on(backlog: Backlog, found: Found, began: float) -> bool:
    """Also notes when the last vector of the bulk was there."""
    if not found.seconds and not backlog.unembedded("bench"):
        found.seconds = time.monotonic() - began
    return not found.seconds


def _one_turn(bench: Bench, backlog: Backlog, found: Found, bulk_began: float) -> None:
    person = bench.server.register(f"somebody{len(found.titles)}@example.org")
    began = time.monotonic()
    bench.answers(person, [])  # a new chat, its first answer and its title
    found.titles.append(time.monotonic() - began)
    while backlog.unlearned("default"):
        _goes_on(backlog, found, bulk_began)
        time.sleep(0.05)
    found.learned.append(time.monotonic() - began)


def as_text(found: Found) -> str:
    rate, own = found.turns / found.seconds, ", ".join(f"{one:.1f}" for one in found.alone)
    lines = [f"vectors of {found.turns} turns in {found.seconds:.1f} s: {rate:.1f} a second; the embedder alone {own}"]
    for name, times in (("a title", found.titles), ("a turn learned", found.learned)):
        lines += [f"{name} meanwhile: {median(times):.1f} s, at worst {max(times):.1f} ({len(times)} times)"]
    for limit in found.limits():
        lines += [
            f"{'yes' if limit.is_kept else 'NO '}  {limit.what}: {limit.measured:.2f} {limit.unit} (≤ {limit.limit:g})"
        ]
    return "\n".join(lines)


def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.bulk", description=__doc__)
    parser.add_argument("--turns", type=int, default=1451)
    parser.add_argument("--threads", type=int, default=1, help="of the embedder alone; a worker beside `up` has one")
    print(as_text(run(parser.parse_args(given))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
