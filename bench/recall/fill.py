"""A long memory made at once: turns of invented words, their postings, and vectors around a few hundred topics."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta

import asyncpg
import numpy as np

from holdfast.core.db import Owner
from holdfast.core.language.words import vocabulary_of
from holdfast.memory.parts import MemoryParts
from holdfast.memory.recall.vectors import embed, store
from holdfast.models.embed import LocalEmbedder
from holdfast.models.token_vectors import AXES, pack

_BATCH = 5_000
_SESSION = 20
_WORDS_A_TURN = 18
_WORD_PIECES_A_TURN = 40
_SPEAKERS = ("Maya", "Jonas")


def vocabulary(size: int = 30_000, seed: int = 1) -> Sequence[str]:
    """Pronounceable words that no stemmer folds into each other."""
    draw = random.Random(seed)
    parts = [c + v for c in "bdfgklmnprstvz" for v in "aeiou"]
    found: dict[str, None] = {}
    while len(found) < size:
        found["".join(draw.choices(parts, k=draw.choice((2, 3, 3, 4)))) + draw.choice("bdgkmnprtx")] = None
    return list(found)


def real_words(embedder: LocalEmbedder) -> Sequence[str]:
    """Words that the local embedder knows as a whole, the common ones first, without those that say nothing. Invented
    ones fall apart into three or four pieces each, and making a vector costs by the piece."""
    from tokenizers import Tokenizer

    known = Tokenizer.from_file(str(embedder.folder / "tokenizer.json")).get_vocab()
    words = [word for word in sorted(known, key=known.__getitem__) if len(word) > 3 and re.fullmatch("[a-z]+", word)]
    return [word for word in words if word not in vocabulary_of("en").stop]


def turns(count: int, seed: int = 2, words: Sequence[str] | None = None) -> Iterator[str]:
    """Words as people use them: few very often, most hardly ever. Of these, or invented ones."""
    draw = np.random.default_rng(seed)
    known = np.array(words or vocabulary())
    weights = 1.0 / (np.arange(len(known)) + 5.0)
    weights /= weights.sum()
    for _ in range(0, count, 1000):
        for row in draw.choice(known, size=(1000, _WORDS_A_TURN), p=weights):
            yield " ".join(row)


def vectors(count: int, dimensions: int, seed: int = 3) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    draw = np.random.default_rng(seed)
    topics = draw.standard_normal((300, dimensions)).astype(np.float32)
    made = topics[draw.integers(0, 300, count)] + 1.2 * draw.standard_normal((count, dimensions)).astype(np.float32)
    return np.asarray(made / np.linalg.norm(made, axis=1, keepdims=True), dtype=np.float32)


async def fill(
    connection: asyncpg.Connection, memory: MemoryParts, owner: Owner, count: int, words: Sequence[str] | None = None
) -> None:
    """As the role that owns the tables: in bulk, then indexed and celled as the service itself would."""
    embedder = await _embedder(memory)
    texts = [text for text, _ in zip(turns(count, words=words), range(count), strict=False)]
    began = datetime(2025, 1, 1, tzinfo=UTC)
    sessions = await connection.fetch(
        """
        insert into memory_sessions (tenant_id, user_id, session_id, next_seq, window_from)
        select $1, $2, 'session-' || n, $4, 0 from generate_series(1, $3::integer) n returning id
        """,
        owner.tenant_id, owner.user_id, -(-count // _SESSION), _SESSION,
    )  # fmt: skip
    await connection.execute(
        """
        insert into episodes (tenant_id, user_id, session, seq, role, name, text, said_at)
        select $1, $2, t.session, t.seq, case when t.seq % 2 = 0 then 'user' else 'assistant' end,
               ($7::text[])[1 + t.seq % 2], t.text, t.said_at
          from unnest($3::bigint[], $4::integer[], $5::text[], $6::timestamptz[]) t (session, seq, text, said_at)
        """,
        owner.tenant_id, owner.user_id,
        [sessions[place // _SESSION]["id"] for place in range(count)], [place % _SESSION for place in range(count)],
        texts, [began + timedelta(minutes=3 * place) for place in range(count)], list(_SPEAKERS),
    )  # fmt: skip
    ids = [
        row["id"]
        for row in await connection.fetch(
            "select id from episodes where tenant_id = $1 and user_id = $2 order by id", owner.tenant_id, owner.user_id
        )
    ]
    for start in range(0, count, _BATCH):
        await connection.execute(
            "select memory_index($1, $2, $3, $4)",
            owner.tenant_id, owner.user_id, ids[start : start + _BATCH], texts[start : start + _BATCH],
        )  # fmt: skip
    made = vectors(count, memory.embedder.dimensions)
    pieces = [pack(vectors(_WORD_PIECES_A_TURN, AXES, seed)) for seed in range(100)]
    for start in range(0, count, _BATCH):
        chunk = range(start, min(start + _BATCH, count))
        await connection.executemany(
            """
            insert into memory_vectors (tenant_id, user_id, kind, item_id, embedder, vector, tokens)
            values ($1, $2, 'e', $3, $4, $5::real[]::halfvec, $6)
            """,
            [
                (owner.tenant_id, owner.user_id, ids[place], embedder, made[place].tolist(), pieces[place % 100])
                for place in chunk
            ],
        )
    await connection.execute(
        "delete from memory_unembedded where tenant_id = $1 and user_id = $2", owner.tenant_id, owner.user_id
    )
    await embed.embed_waiting(memory, owner)
    await connection.execute("vacuum analyze episodes, episode_terms, memory_vectors, memory_sessions, memory_cells")


async def _embedder(memory: MemoryParts) -> int:
    async with memory.db.as_nobody() as tx:
        return await store.embedder_id(tx, memory.embedder.name, memory.embedder.dimensions)
