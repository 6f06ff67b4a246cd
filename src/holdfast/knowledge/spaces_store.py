"""Every statement on spaces, and what each knows of the passages in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from holdfast.core.db import Db, Tx
from holdfast.core.errors import NotFound
from holdfast.core.ids import DocumentId, UserId
from holdfast.knowledge.types import Space


@dataclass(frozen=True, slots=True)
class KnownSpace:
    """A space that has passages, as the asker sees it."""

    id: int
    space: Space
    languages: Sequence[str]
    embedders: Sequence[str]
    """Whose vectors there are: one, but while they are made anew."""
    version: int
    """Another one with each passage that comes or goes."""

    @property
    def is_of_the_house(self) -> bool:
        return self.space.user_id is None and self.space.org_id is None


async def open_space(tx: Tx, space: Space) -> int:
    """Its number; made if it is new. For somebody who may write there."""
    found = await find_space(tx, space)
    if found is not None:
        return found
    made: int | None = await tx.fetchval(
        """
        insert into knowledge_spaces (kind, namespace, user_id, org_id, chat_id) values ($1, $2, $3, $4, $5)
        on conflict (kind, namespace) do nothing returning id
        """,
        space.kind, space.namespace, space.user_id, space.org_id, space.chat_id,
    )  # fmt: skip
    if made is None:  # somebody was faster
        made = await find_space(tx, space)
    assert made is not None
    return made


async def find_space(tx: Tx, space: Space) -> int | None:
    found: int | None = await tx.fetchval(
        """
        select id from knowledge_spaces
         where kind = $1 and namespace = $2 and user_id is not distinct from $3 and org_id is not distinct from $4
        """,
        space.kind, space.namespace, space.user_id, space.org_id,
    )  # fmt: skip
    return found


async def lock_spaces(tx: Tx, *space_ids: int) -> None:
    """Before anything that stands in them, and in the order of their numbers (`docs/locks.md`): a passage that comes or
    goes is counted in its space, and a space that goes takes its documents along."""
    await tx.execute(
        "select from knowledge_spaces where id = any ($1) order by id for no key update", sorted(space_ids)
    )


async def read_space(tx: Tx, space_id: int) -> Space:
    row = await tx.fetchrow(
        "select kind, namespace, user_id, org_id, chat_id from knowledge_spaces where id = $1", space_id
    )
    if row is None:  # it went this moment, with its chat or whoever had it, and what was in it went along
        raise NotFound("There is no such document.", code="unknown_document")
    return Space(**row)


async def find_filled(tx: Tx, spaces: Sequence[Space], *, with_org: bool = False) -> Sequence[KnownSpace]:
    """Those of them that have passages and that the asker sees. `with_org`: and their organization's, which is the
    only one they see."""
    rows = await tx.fetch(
        """
        select s.id, s.kind, s.namespace, s.user_id, s.org_id, s.chat_id, s.languages, s.embedders,
               s.xmin::text::bigint as version
          from knowledge_spaces s
         where s.passages > 0 and ((s.kind, s.namespace) in (select * from unnest($1::text[], $2::text[]))
                                   or $3 and s.kind = 'org')
         order by s.id
        """,
        [space.kind for space in spaces], [space.namespace for space in spaces], with_org,
    )  # fmt: skip
    return [
        KnownSpace(number, Space(*of_space), languages, embedders, version)
        for number, *of_space, languages, embedders, version in (tuple(row) for row in rows)
    ]


async def note_kind(tx: Tx, space_id: int, language: str, embedder: str) -> None:
    """In which language there are passages, and whose vectors they have."""
    await tx.execute(
        """
        update knowledge_spaces
           set languages = case when $2 = any (languages) then languages else languages || $2::text end,
               embedders = case when $3 = any (embedders) then embedders else embedders || $3::text end
         where id = $1 and not ($2 = any (languages) and $3 = any (embedders))
        """,
        space_id, language, embedder,
    )  # fmt: skip


async def space_sizes(tx: Tx, space_id: int) -> tuple[int, int]:
    """How many passages there are, and how many there were when its cells were made."""
    row = await tx.fetchrow("select passages, celled_at from knowledge_spaces where id = $1", space_id)
    return (row["passages"], row["celled_at"]) if row else (0, 0)


async def note_embedder(tx: Tx, space_id: int, embedder: str) -> None:
    await tx.execute(
        "update knowledge_spaces set embedders = embedders || $2::text where id = $1 and not $2 = any (embedders)",
        space_id, embedder,
    )  # fmt: skip


async def note_cells(tx: Tx, space_id: int, passages: int) -> None:
    """How many passages there are in them."""
    await tx.execute("update knowledge_spaces set celled_at = $2 where id = $1", space_id, passages)


async def note_only_embedder(tx: Tx, space_id: int, embedder: str) -> None:
    """The vectors of others are gone, and their cells with them."""
    await tx.execute(
        """
        update knowledge_spaces s set embedders = array[$2::text],
               celled_at = case when exists (select from knowledge_cells c where c.space_id = s.id) then s.celled_at
                                else 0 end
         where id = $1
        """,
        space_id, embedder,
    )  # fmt: skip


async def spaces_behind(db: Db, embedder: str, *, most: int) -> Sequence[tuple[int, UserId]]:
    """Those that have vectors of others, each with somebody as whom new ones may be made."""
    rows = await db.look_up("select space_id, acting_id from spaces_behind($1, $2)", embedder, most)
    return [(row["space_id"], UserId(row["acting_id"])) for row in rows if row["acting_id"]]


async def move_passages(tx: Tx, document_id: DocumentId, former: int, space_id: int) -> None:
    """They went along with their document already; what their spaces know of themselves follows."""
    await tx.execute(
        """
        with moved as (
          select count(*) as passages, coalesce(sum(terms), 0) as terms from passages where document_id = $1
        ),
        languages as (select languages from knowledge_spaces where id = $2)
        update knowledge_spaces s
           set passages = s.passages + m.passages * case s.id when $2 then -1 else 1 end,
               terms = s.terms + m.terms * case s.id when $2 then -1 else 1 end,
               languages = case s.id when $2 then s.languages
                                else array(select distinct unnest(s.languages || l.languages)) end
          from moved m, languages l where s.id in ($2, $3)
        """,
        document_id, former, space_id,
    )  # fmt: skip
