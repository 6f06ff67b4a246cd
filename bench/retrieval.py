"""How long a question takes in 100,000 passages of one owner, beside owners of a hundredth and a fifth as many, and how
many of the passages that an exact search finds it finds: `python -m bench.retrieval`.

Passages of invented words with vectors around a few hundred topics. Every size is asked in turn, so that a busy machine
slows all of them alike. The largest owner is an organization, asked by its member. First what a turn pays that has no
documents.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Mapping, Sequence
from statistics import median, quantiles

import asyncpg
import numpy as np
import uvloop

from bench.recall.fill import turns, vectors
from holdfast.cli.eval import make_somebody, open_throw_away
from holdfast.core.config import Settings, load_settings
from holdfast.core.db import Db, owner_of
from holdfast.core.ids import OrgId, UserId, new_id
from holdfast.knowledge.registry import company_space, org_space, user_space
from holdfast.knowledge.search import Search, search
from holdfast.knowledge.types import Space
from holdfast.models.e5 import MultilingualEmbedder
from holdfast.models.local import models_folder
from holdfast.models.local_kinds import MULTILINGUAL_MODEL
from holdfast.models.types import Embedder
from holdfast.orgs.store import create_org

SIZES = (1_000, 20_000, 100_000)
_BATCH = 2_000
_TOP = 10
_LIMIT_P50, _LIMIT_P95, _LEAST_RECALL, _LIMIT_NOTHING = 30.0, 80.0, 0.98, 3.0


class Drawn:
    """An embedder whose questions lie near topics of what is there, and cost nothing."""

    name, dimensions, version = "bench:drawn", 384, ""

    def __init__(self, topics: Sequence[Sequence[float]]) -> None:
        self._topics = topics
        self._draw = np.random.default_rng(11)

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        made = np.asarray([self._topics[hash(text) % len(self._topics)] for text in texts], dtype=np.float32)
        return [row.tolist() for row in made + 0.04 * self._draw.standard_normal(made.shape).astype(np.float32)]


async def fill(connection: asyncpg.Connection, of: Space, count: int, turns_each: int) -> int:
    """In bulk, as the role that owns the tables. The number of the space."""
    space: int = await connection.fetchval(
        """
        insert into knowledge_spaces (kind, namespace, user_id, org_id, languages, embedders)
        values ($1, $2, $3, $4, '{english}', $5) returning id
        """,
        of.kind, of.namespace, of.user_id, of.org_id, [Drawn.name],
    )  # fmt: skip
    document = new_id()
    await connection.execute(
        """
        insert into documents (id, space_id, title, status, progress, live_version, live_reading)
        values ($1, $2, 'Much', 'ready', 1, 1, 1)
        """,
        document, space,
    )  # fmt: skip
    await connection.execute(
        """
        insert into document_versions (document_id, number, space_id, blob_id, owner_id, filename, media_type, bytes,
                                       sha256)
        values ($1, 1, $2, $3, $4, 'much.txt', 'text/plain', 0, '')
        """,
        document, space, new_id(), of.owner_id,
    )  # fmt: skip
    made, said = vectors(count, Drawn.dimensions), turns(turns_each * count, seed=count)
    for start in range(0, count, _BATCH):
        size = min(_BATCH, count - start)
        texts = [". ".join(next(said) for _ in range(turns_each)) for _ in range(size)]
        await connection.execute(
            """
            with made as (
              insert into passages (document_id, space_id, version, reading, ordinal, starts, text, terms)
              select $1, $2, 1, 1, t.ordinal, 0, t.text, cardinality(string_to_array(t.text, ' '))
                from unnest($3::int[], $4::text[]) t (ordinal, text) returning id, ordinal, text, terms
            ), posted as (
              insert into passage_terms (space_id, term, passage_id, tf, length)
              select $2, w.lexeme, m.id, cardinality(w.positions), m.terms
                from made m cross join lateral unnest(to_tsvector('english', m.text)) w
            )
            insert into passage_vectors (passage_id, space_id, embedder, vector)
            select m.id, $2, $5, v.vector::halfvec
              from made m join unnest($3::int[], $6::text[]) v (ordinal, vector) using (ordinal)
            """,
            document, space, list(range(start, start + size)), texts, Drawn.name,
            [str(row.round(4).tolist()) for row in made[start : start + size]],
        )  # fmt: skip
    return space


async def found_org(db: Db, user_id: UserId) -> OrgId:
    org_id = OrgId(new_id())
    async with db.as_user(user_id) as tx:
        await create_org(tx, org_id, "Much", 5)
    return org_id


async def exact(db: Db, user_id: UserId, space: int, vector: Sequence[float]) -> set[int]:
    async with db.reading(owner_of(user_id)) as tx:
        rows = await tx.fetch(
            "select passage_id from passage_vectors where space_id = $1 order by vector <#> $2::text::halfvec limit $3",
            space, str(list(vector)), _TOP,
        )  # fmt: skip
    return {row["passage_id"] for row in rows}


async def measure_sizes(
    db: Db, connection: asyncpg.Connection, sizes: Sequence[int], given: argparse.Namespace
) -> bool:
    from holdfast.knowledge import search_store
    from holdfast.knowledge.cells import cell_space

    people: dict[int, tuple[UserId, Space, int]] = {}
    for size in sizes:
        began, user_id = time.perf_counter(), await make_somebody(db)
        of = org_space(await found_org(db, user_id)) if size == max(sizes) else user_space(user_id)
        people[size] = user_id, of, await fill(connection, of, size, given.turns)
        await cell_space(db, user_id, people[size][2], Drawn.name)
        print(f"{size:>8,} passages made in {time.perf_counter() - began:.0f} s", flush=True)
    await connection.execute("vacuum analyze passages, passage_terms, passage_vectors, knowledge_spaces")
    near = {size: Drawn(vectors(size, Drawn.dimensions)[:500].tolist()) for size in sizes}
    times: Mapping[int, list[float]] = {size: [] for size in sizes}
    found: Mapping[int, list[float]] = {size: [] for size in sizes}
    draw, words = random.Random(5), [text.split() for text, _ in zip(turns(2_000, seed=9), range(2_000), strict=False)]
    for number in range(given.queries + 5):
        question = f"What is said about {' '.join(draw.sample(draw.choice(words), draw.randint(3, 6)))}?"
        for size, (user_id, of, space) in people.items():
            vector = (await near[size].embed([question]))[0]
            fixed = _Fixed(vector)
            began = time.perf_counter()
            await search(db, fixed, user_id, Search(question, [of]))
            if number < 5:
                continue
            times[size].append((time.perf_counter() - began) * 1000)
            async with db.reading(owner_of(user_id)) as tx:
                told = await search_store.by_meaning(tx, search_store.Asked([space], None, 60), Drawn.name, vector)
            wanted = await exact(db, user_id, space, vector)
            found[size].append(len(wanted & told.keys()) / len(wanted))
    is_kept = True
    for size in sizes:
        p50, p95, recall = median(times[size]), quantiles(times[size], n=20)[-1], float(np.mean(found[size]))
        is_kept &= p50 <= _LIMIT_P50 and p95 <= _LIMIT_P95 and recall >= _LEAST_RECALL
        print(f"{size:>8,}  p50 {p50:6.1f} ms  p95 {p95:6.1f} ms  recall@{_TOP} against exact {recall:.3f}")
    return is_kept


class _Fixed(Drawn):
    def __init__(self, vector: Sequence[float]) -> None:
        self._vector = list(vector)

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [self._vector for _ in texts]


async def measure_nothing(db: Db, embedder: Embedder) -> bool:
    """What a turn pays that has no documents."""
    user_id = await make_somebody(db)
    times = []
    for _ in range(200):
        began = time.perf_counter()
        await search(db, embedder, user_id, Search("And what else?", [user_space(user_id), company_space()]))
        times.append((time.perf_counter() - began) * 1000)
    print(f"without documents  p50 {median(times):.2f} ms  p95 {quantiles(times, n=20)[-1]:.2f} ms")
    return median(times) <= _LIMIT_NOTHING


async def run(given: argparse.Namespace) -> bool:
    settings: Settings = load_settings()
    async with open_throw_away(settings) as (memory, addresses):
        embedder = MultilingualEmbedder(models_folder(settings) / MULTILINGUAL_MODEL)
        connection = await asyncpg.connect(addresses.owner.dsn)
        try:
            is_kept = await measure_nothing(memory.db, embedder)
            return await measure_sizes(memory.db, connection, given.sizes, given) and is_kept
        finally:
            await connection.close()
            await embedder.aclose()


def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.retrieval", description=__doc__)
    parser.add_argument("--queries", type=int, default=60)
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES))
    parser.add_argument("--turns", type=int, default=8, help="of eighteen words each, in a passage")
    return 0 if uvloop.run(run(parser.parse_args(given))) else 1


if __name__ == "__main__":
    sys.exit(main())
