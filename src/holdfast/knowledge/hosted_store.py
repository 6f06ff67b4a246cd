"""Every statement on vectors that are kept in the hosted index."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from holdfast.core.db import Db, Tx
from holdfast.core.ids import DocumentId
from holdfast.knowledge.registry import HostedIndex


@dataclass(frozen=True, slots=True)
class UnsentVector:
    passage_id: int
    vector: Sequence[float]


@dataclass(frozen=True, slots=True)
class GoneVector:
    passage_id: int
    hosted_in: HostedIndex
    namespace: str


async def read_vectors(
    tx: Tx, document_id: DocumentId, reading: int, embedder: str, *, after: int, most: int
) -> Sequence[UnsentVector]:
    """Of one reading of a document, in the order of its passages."""
    rows = await tx.fetch(
        """
        select v.passage_id, v.vector::text as vector from passages p
          join passage_vectors v on v.passage_id = p.id and v.space_id = p.space_id and v.embedder = $3
         where p.document_id = $1 and p.reading = $2 and p.id > $4 order by p.id limit $5
        """,
        document_id, reading, embedder, after, most,
    )  # fmt: skip
    return [UnsentVector(row["passage_id"], _numbers(row["vector"])) for row in rows]


async def note_hosted(tx: Tx, ids: Sequence[int], hosted_in: HostedIndex, namespace: str) -> None:
    await tx.execute("select note_hosted($1, $2, $3)", list(ids), hosted_in, namespace)


async def read_gone(db: Db, *, most: int) -> Sequence[GoneVector]:
    rows = await db.look_up("select passage_id, hosted_in, namespace from gone_hosted($1)", most)
    return [GoneVector(**row) for row in rows]


async def drop_gone(db: Db, ids: Sequence[int]) -> None:
    await db.look_up("select drop_gone_hosted($1)", list(ids))


def _numbers(vector: str) -> Sequence[float]:
    numbers: Sequence[float] = np.fromstring(vector.strip("[]"), dtype=np.float32, sep=",").tolist()
    return numbers
