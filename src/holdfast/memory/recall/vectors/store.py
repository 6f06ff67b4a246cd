"""Vectors, what waits for one, whose vectors are whole, and the cells of long memories."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

import numpy as np
import orjson
from numpy.typing import NDArray

from holdfast.core.cells import Matrix
from holdfast.core.db import Db, Owner, Tx
from holdfast.memory.recall.vectors.compose import PendingVector
from holdfast.memory.recall.vectors.present import EmbedderCoverage


@dataclass(frozen=True, slots=True)
class NewVector:
    """A vector to be kept."""

    kind: str
    item_id: int
    part: int
    cell: int
    vector: Matrix
    made_of: bytes
    tokens: bytes | None
    """The vectors of its word pieces, packed."""


@dataclass(frozen=True, slots=True)
class KnownVectors:
    """Vectors that need not be made, by digest."""

    texts: Mapping[bytes, Matrix]
    """Carried here by the turn that embedded the text."""
    pieces: Mapping[bytes, Matrix]
    """Made of the very same before."""
    text_tokens: Mapping[bytes, bytes]
    piece_tokens: Mapping[bytes, bytes]
    """The same of their word pieces, packed, where there are such."""


async def embedder_id(tx: Tx, name: str, dimensions: int) -> int:
    known: int | None = await tx.fetchval(
        "select id from memory_embedders where name = $1 and dimensions = $2", name, dimensions
    )
    if known is not None:
        return known
    made: int = await tx.fetchval("select memory_embedder($1, $2)", name, dimensions)
    return made


async def coverages(tx: Tx, owner: Owner) -> Sequence[EmbedderCoverage]:
    rows = await tx.fetch(
        """
        select s.embedder, e.name, s.is_whole, s.celled_at, s.has_tokens
          from memory_embedded s join memory_embedders e on e.id = s.embedder
         where s.tenant_id = $1 and s.user_id = $2
        """,
        owner.tenant_id, owner.user_id,
    )  # fmt: skip
    return [EmbedderCoverage(**row) for row in rows]


async def set_coverage(tx: Tx, owner: Owner, embedder: int, *, is_whole: bool, has_tokens: bool) -> None:
    await tx.execute(
        """
        insert into memory_embedded (tenant_id, user_id, embedder, is_whole, has_tokens) values ($1, $2, $3, $4, $5)
        on conflict (tenant_id, user_id, embedder) do update
           set is_whole = excluded.is_whole, has_tokens = excluded.has_tokens
        """,
        owner.tenant_id, owner.user_id, embedder, is_whole, has_tokens,
    )  # fmt: skip


# Limit and order keep each look-up on its own index: without statistics the planner would take the owner's for it.


async def waiting(tx: Tx, owner: Owner, *, most: int) -> Sequence[PendingVector]:
    """Facts and loops first: they are few, and a turn's words are found without a vector too. Of each the newest: what
    was said a moment ago does not wait for a transcript of last year."""
    rows = await tx.fetch(
        """
        with due as materialized (
          select kind, item_id from memory_unembedded where tenant_id = $1 and user_id = $2
           order by kind desc, item_id desc limit $3
        )
        select d.kind, d.item_id, coalesce(e.text, f.text, l.text) as text, e.name,
               b.text as text_before, b.name as name_before, f.predicate
          from due d
          left join lateral (select * from episodes where d.kind = 'e' and id = d.item_id limit 1) e
            on e.tenant_id = $1 and e.user_id = $2
          left join lateral (select p.text, p.name from episodes p
                              where p.session = e.session and p.seq between e.seq - 1 and e.seq - 1
                              order by p.session, p.seq limit 1) b on true
          left join facts f on d.kind = 'f' and f.id = d.item_id and f.tenant_id = $1 and f.user_id = $2
          left join loops l on d.kind = 'l' and l.id = d.item_id and l.tenant_id = $1 and l.user_id = $2
        """,
        owner.tenant_id, owner.user_id, most,
    )  # fmt: skip
    return [_waiting(row) for row in rows if row["text"] is not None]


async def not_yet_by(tx: Tx, owner: Owner, embedder: int, *, most: int) -> Sequence[PendingVector]:
    """What has vectors, but none of this embedder."""
    due = """
          select v.kind, v.item_id from memory_vectors v
           where v.tenant_id = $1 and v.user_id = $2 and v.embedder <> $3 and v.part = 0
             and not exists (select from memory_vectors p where p.kind = v.kind and p.item_id = v.item_id
                                and p.embedder = $3 and p.part = 0)
           limit $4"""
    return await _due(tx, due, owner, embedder, most)


async def without_tokens(tx: Tx, owner: Owner, embedder: int, *, most: int) -> Sequence[PendingVector]:
    """Turns that have this embedder's vectors, but none of their word pieces."""
    due = """
          select v.kind, v.item_id from memory_vectors v
           where v.tenant_id = $1 and v.user_id = $2 and v.kind = 'e' and v.embedder = $3 and v.part = 0
             and v.tokens is null
           limit $4"""
    return await _due(tx, due, owner, embedder, most)


async def _due(tx: Tx, due: str, owner: Owner, embedder: int, most: int) -> Sequence[PendingVector]:
    rows = await tx.fetch(
        f"""
        with due as materialized ({due}
        )
        select d.kind, d.item_id, coalesce(e.text, f.text, l.text) as text, e.name,
               b.text as text_before, b.name as name_before, f.predicate
          from due d
          left join lateral (select * from episodes where d.kind = 'e' and id = d.item_id limit 1) e
            on e.tenant_id = $1 and e.user_id = $2
          left join lateral (select p.text, p.name from episodes p
                              where p.session = e.session and p.seq between e.seq - 1 and e.seq - 1
                              order by p.session, p.seq limit 1) b on true
          left join facts f on d.kind = 'f' and f.id = d.item_id and f.tenant_id = $1 and f.user_id = $2
          left join loops l on d.kind = 'l' and l.id = d.item_id and l.tenant_id = $1 and l.user_id = $2
        """,  # noqa: S608
        owner.tenant_id, owner.user_id, embedder, most,
    )  # fmt: skip
    return [replace(_waiting(row), has_another=True) for row in rows if row["text"] is not None]


async def find_known(
    tx: Tx, owner: Owner, embedder: int, *, name: str, texts: Sequence[bytes], pieces: Sequence[bytes]
) -> KnownVectors:
    """Of these digests, within this owner's own: whether somebody else wrote the same, nobody learns."""
    rows = await tx.fetch(
        """
        select true as is_text, digest, vector, tokens from carried_vectors
         where tenant_id = $1 and user_id = $2 and embedder = $4 and digest = any ($5)
        union all
        (select distinct on (made_of) false, made_of, halfvec_send(vector), tokens from memory_vectors
          where tenant_id = $1 and user_id = $2 and embedder = $3 and made_of = any ($6)
          order by made_of, tokens is null)
        """,
        owner.tenant_id, owner.user_id, embedder, name, list(texts), list(pieces),
    )  # fmt: skip
    carried, kept = ([row for row in rows if row["is_text"] is is_text] for is_text in (True, False))
    return KnownVectors(
        {row["digest"]: np.frombuffer(row["vector"], dtype="<f4") for row in carried},
        {row["digest"]: _as_vector(row["vector"]) for row in kept},
        {row["digest"]: row["tokens"] for row in carried if row["tokens"] is not None},
        {row["digest"]: row["tokens"] for row in kept if row["tokens"] is not None},
    )


async def drop_carried(db: Db, *, older_than: timedelta) -> int:
    return int((await db.look_up("select drop_carried_vectors($1) as count", older_than))[0]["count"])


@dataclass(frozen=True, slots=True)
class EmbeddedBatch:
    items: Sequence[PendingVector]
    """As they were read."""
    vectors: Sequence[NewVector]
    kinds: Sequence[tuple[int, Mapping[str, float]]]
    """Of the facts among them."""
    arrived: Sequence[bytes] = ()
    """The carried vectors that were used, by digest."""


async def keep(tx: Tx, owner: Owner, embedder: int, batch: EmbeddedBatch) -> int:
    """Vectors of what is still there, worded as it was read; the rest waits again, or is forgotten. How many it was."""
    items, made = batch.items, batch.vectors
    count: int = await tx.fetchval(
        """
        with read as (
          select r.kind::"char" as kind, r.item_id, r.digest, r.before
            from unnest($4::text[], $5::bigint[], $6::text[], $7::text[]) r (kind, item_id, digest, before)
        ), standing as (
          select 'e'::"char" as kind, e.id as item_id from read r join episodes e on r.kind = 'e' and e.id = r.item_id
             left join lateral (select p.text from episodes p
                                 where p.session = e.session and p.seq between e.seq - 1 and e.seq - 1
                              order by p.session, p.seq limit 1) b on true
           where e.tenant_id = $1 and e.user_id = $2 and md5(e.text) = r.digest
             and md5(b.text) is not distinct from r.before
             for key share of e
        ), standing_facts as (
          select 'f'::"char" as kind, f.id as item_id from read r join facts f on r.kind = 'f' and f.id = r.item_id
           where f.tenant_id = $1 and f.user_id = $2 and md5(f.text) = r.digest for key share of f
        ), standing_loops as (
          select 'l'::"char" as kind, l.id as item_id from read r join loops l on r.kind = 'l' and l.id = r.item_id
           where l.tenant_id = $1 and l.user_id = $2 and md5(l.text) = r.digest for key share of l
        ), still as materialized (
          select * from standing union all select * from standing_facts union all select * from standing_loops
        ), kept as (
          insert into memory_vectors (tenant_id, user_id, kind, item_id, part, embedder, cell, vector, made_of, tokens)
          select $1, $2, m.kind::"char", m.item_id, m.part, $3, m.cell, m.vector::halfvec, m.made_of, m.tokens
            from unnest($8::text[], $9::bigint[], $10::smallint[], $11::smallint[], $12::text[], $15::bytea[],
                        $17::bytea[]) m (kind, item_id, part, cell, vector, made_of, tokens)
           where (m.kind::"char", m.item_id) in (select kind, item_id from still)
          on conflict (kind, item_id, embedder, part) do update
             set vector = excluded.vector, cell = excluded.cell, made_of = excluded.made_of, tokens = excluded.tokens
        ), done as (
          delete from memory_unembedded u using still s
           where u.kind = s.kind and u.item_id = s.item_id and u.tenant_id = $1 and u.user_id = $2
        ), told as (
          update facts f set kinds = k.kinds::jsonb
            from unnest($13::bigint[], $14::text[]) k (item_id, kinds)
           where f.id = k.item_id and f.tenant_id = $1 and f.user_id = $2
             and f.id in (select item_id from standing_facts)
        ), arrived as (
          -- One that goes with its chat this moment is left to whoever deletes that.
          delete from carried_vectors where (chat_id, message_id) in (
            select chat_id, message_id from carried_vectors
             where tenant_id = $1 and user_id = $2 and digest = any ($16) for update skip locked)
        )
        select count(*) from still
        """,
        owner.tenant_id, owner.user_id, embedder,
        [item.kind for item in items], [item.item_id for item in items],
        [_digest(item.text) for item in items],
        [None if item.text_before is None else _digest(item.text_before) for item in items],
        [one.kind for one in made], [one.item_id for one in made], [one.part for one in made],
        [one.cell for one in made], [_as_text(one.vector) for one in made],
        [item for item, _ in batch.kinds], [orjson.dumps(of).decode() for _, of in batch.kinds],
        [one.made_of for one in made], list(batch.arrived), [one.tokens for one in made],
    )  # fmt: skip
    return count


async def drop_gone(tx: Tx, owner: Owner) -> None:
    """Nothing waits that is not there."""
    await tx.execute(
        """
        delete from memory_unembedded u
         where u.tenant_id = $1 and u.user_id = $2
           and not exists (select from episodes e where u.kind = 'e' and e.id = u.item_id)
           and not exists (select from facts f where u.kind = 'f' and f.id = u.item_id)
           and not exists (select from loops l where u.kind = 'l' and l.id = u.item_id)
        """,
        owner.tenant_id, owner.user_id,
    )  # fmt: skip


async def drop_others(tx: Tx, owner: Owner, embedder: int) -> None:
    """The present embedder covers this owner: what the former ones made is gone."""
    for table in ("memory_vectors", "memory_cells", "memory_embedded"):
        await tx.execute(
            f"delete from {table} where tenant_id = $1 and user_id = $2 and embedder <> $3",  # noqa: S608
            owner.tenant_id, owner.user_id, embedder,
        )  # fmt: skip


async def memory_size(tx: Tx, owner: Owner) -> int:
    size: int | None = await tx.fetchval(
        "select episodes from memory_sizes where tenant_id = $1 and user_id = $2", owner.tenant_id, owner.user_id
    )
    return size or 0


async def centres(tx: Tx, owner: Owner, embedder: int) -> Matrix | None:
    rows = await tx.fetch(
        """
        select halfvec_send(centre) as centre from memory_cells
         where tenant_id = $1 and user_id = $2 and embedder = $3 order by cell
        """,
        owner.tenant_id, owner.user_id, embedder,
    )  # fmt: skip
    return np.stack([_as_vector(row["centre"]) for row in rows]) if rows else None


async def turn_vectors(tx: Tx, owner: Owner, embedder: int) -> tuple[Sequence[tuple[int, int]], Matrix]:
    """Every vector of this owner's turns, with (item, part)."""
    rows = await tx.fetch(
        """
        select item_id, part, halfvec_send(vector) as vector from memory_vectors
         where tenant_id = $1 and user_id = $2 and kind = 'e' and embedder = $3
        """,
        owner.tenant_id, owner.user_id, embedder,
    )  # fmt: skip
    if not rows:
        return [], np.zeros((0, 0), dtype=np.float32)
    return [(row["item_id"], row["part"]) for row in rows], np.stack([_as_vector(row["vector"]) for row in rows])


async def set_cells(
    tx: Tx, owner: Owner, embedder: int, found: Matrix, keys: Sequence[tuple[int, int]], cells: NDArray[np.int64]
) -> None:
    await tx.execute(
        "delete from memory_cells where tenant_id = $1 and user_id = $2 and embedder = $3",
        owner.tenant_id, owner.user_id, embedder,
    )  # fmt: skip
    await tx.executemany(
        """
        insert into memory_cells (tenant_id, user_id, embedder, cell, centre)
        values ($1, $2, $3, $4, $5::text::halfvec)
        """,
        [(owner.tenant_id, owner.user_id, embedder, cell, _as_text(centre)) for cell, centre in enumerate(found)],
    )
    await tx.execute(
        """
        update memory_vectors v set cell = n.cell
          from unnest($4::bigint[], $5::smallint[], $6::smallint[]) n (item_id, part, cell)
         where v.kind = 'e' and v.item_id = n.item_id and v.part = n.part and v.embedder = $3
           and v.tenant_id = $1 and v.user_id = $2
        """,
        owner.tenant_id, owner.user_id, embedder,
        [item for item, _ in keys], [part for _, part in keys], cells.tolist(),
    )  # fmt: skip
    await tx.execute(
        "update memory_embedded set celled_at = $4 where tenant_id = $1 and user_id = $2 and embedder = $3",
        owner.tenant_id, owner.user_id, embedder, len(keys),
    )  # fmt: skip


async def owners_to_embed(db: Db, embedder: int, *, most: int) -> Sequence[Owner]:
    rows = await db.look_up("select tenant_id, user_id from owners_to_embed($1, $2)", embedder, most)
    return [Owner(row["tenant_id"], row["user_id"]) for row in rows]


async def pending(db: Db) -> int:
    return int((await db.look_up("select pending_embeddings() as count"))[0]["count"])


def _waiting(row: object) -> PendingVector:
    fields = dict(row)  # type: ignore[call-overload]
    kind = fields["kind"]
    return PendingVector(**{**fields, "kind": kind.decode() if isinstance(kind, bytes) else kind})


def _digest(text: str) -> str:
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()


def _as_text(vector: Matrix) -> str:
    return "[" + ",".join(f"{value:.5g}" for value in vector.tolist()) + "]"


def _as_vector(sent: bytes) -> Matrix:
    """What `halfvec_send` writes: two numbers of 16 bits, then big-endian half floats."""
    return np.frombuffer(sent, dtype=">f2", offset=4).astype(np.float32)
