"""Every statement on the vectors of passages, and on the cells of large spaces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from holdfast.core.cells import Matrix
from holdfast.core.db import Tx
from holdfast.knowledge.store import PASSAGE, passage_of
from holdfast.knowledge.types import Passage


async def add_vectors(
    tx: Tx, space_id: int, embedder: str, passage_ids: Sequence[int], vectors: Sequence[Sequence[float]]
) -> None:
    await tx.executemany(
        """
        insert into passage_vectors (passage_id, space_id, embedder, vector, cell)
        select p.id, $2, $3, $4::real[]::halfvec, coalesce((
                 select c.cell from knowledge_cells c where c.space_id = $2 and c.embedder = $3
                  order by c.centre <#> $4::real[]::halfvec limit 1), 0)
          from passages p where p.id = $1 for key share of p
        on conflict (passage_id, embedder) do update set vector = excluded.vector, cell = excluded.cell
        """,
        [(number, space_id, embedder, vector) for number, vector in zip(passage_ids, vectors, strict=True)],
    )


async def drop_vectors(tx: Tx, ids: Sequence[int], embedder: str) -> None:
    """That are kept elsewhere."""
    await tx.execute("delete from passage_vectors where passage_id = any ($1) and embedder = $2", list(ids), embedder)


async def space_vectors(tx: Tx, space_id: int, embedder: str) -> tuple[Sequence[int], Matrix]:
    rows = await tx.fetch(
        """
        select passage_id, halfvec_send(vector) as vector from passage_vectors where space_id = $1 and embedder = $2
        """,
        space_id, embedder,
    )  # fmt: skip
    made = [np.frombuffer(row["vector"], dtype=">f2", offset=4) for row in rows]
    return [row["passage_id"] for row in rows], np.array(made, dtype=np.float32)


async def set_cells(tx: Tx, space_id: int, embedder: str, centres: Matrix, cells: Mapping[int, int]) -> None:
    """`cells`: of each passage."""
    await tx.execute("delete from knowledge_cells where space_id = $1", space_id)
    await tx.executemany(
        """
        insert into knowledge_cells (space_id, embedder, cell, centre) values ($1, $2, $3, $4::real[]::halfvec)
        """,
        [(space_id, embedder, cell, centre.tolist()) for cell, centre in enumerate(centres)],
    )
    await tx.execute(
        """
        update passage_vectors v set cell = n.cell from unnest($3::bigint[], $4::smallint[]) n (passage_id, cell)
         where v.passage_id = n.passage_id and v.embedder = $2 and v.space_id = $1
        """,
        space_id, embedder, list(cells.keys()), list(cells.values()),
    )  # fmt: skip


async def without_vectors(tx: Tx, space_id: int, embedder: str, *, most: int) -> Sequence[Passage]:
    rows = await tx.fetch(
        f"""
        select {PASSAGE}
          from passages p
          join documents d on d.id = p.document_id
          join document_versions v on v.document_id = p.document_id and v.number = p.version
         where p.space_id = $1
           and not exists (select from passage_vectors w where w.passage_id = p.id and w.embedder = $2)
         order by p.id limit $3
        """,  # noqa: S608
        space_id, embedder, most,
    )  # fmt: skip
    return [passage_of(row) for row in rows]


async def drop_former_vectors(tx: Tx, space_id: int, embedder: str) -> None:
    await tx.execute("delete from passage_vectors where space_id = $1 and embedder <> $2", space_id, embedder)
    await tx.execute("delete from knowledge_cells where space_id = $1 and embedder <> $2", space_id, embedder)
