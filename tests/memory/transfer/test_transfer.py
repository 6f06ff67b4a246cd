"""Out and in again: the same memory under other ids."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

import asyncpg
import orjson
import pytest

from holdfast.core.db import Owner
from holdfast.core.errors import AppError, Conflict, Invalid
from holdfast.memory.forget.forget import forget
from holdfast.memory.forget.receipts import list_receipts, verify_receipt
from holdfast.memory.forget.types import ForgetEverything, ForgetQuery
from holdfast.memory.intake.ingest_session import ingest_session
from holdfast.memory.outbox.drain import drain
from holdfast.memory.parts import MemoryParts
from holdfast.memory.profile.identity import identity
from holdfast.memory.recall.recall import recall
from holdfast.memory.recall.vectors.embed import embed_waiting
from holdfast.memory.transfer.export import export_owner
from holdfast.memory.transfer.import_ import import_owner
from holdfast.memory.types import RecallQuery
from tests.memory.conftest import ADA, BOB
from tests.memory.forget.living import add_fact, episodes_of, live, said, talk

pytestmark = pytest.mark.anyio

LIFE = {
    "first": talk(
        "My sister Annabel lives in Oslo and works at Nordlys.",
        "How is she?",
        "I will call Annabel tomorrow about the flight to Oslo.",
        "Good.",
        "My name is Ada and I live in Hamburg.",
        prefix="a",
    ),
    "second": [said(f"An open question, number {n} of this long evening", 60 + n) for n in range(15)],
}


async def exported(memory: MemoryParts, owner: Owner) -> bytes:
    return b"".join([chunk async for chunk in export_owner(memory, owner)])


async def chunks(data: bytes, size: int = 1000) -> AsyncIterator[bytes]:
    for start in range(0, len(data), size):
        yield data[start : start + size]


def parsed(data: bytes) -> list[dict[str, Any]]:
    return [orjson.loads(line) for line in data.splitlines()]


async def live_fully(memory: MemoryParts, owner: Owner) -> None:
    await live(memory, owner, LIFE, close=False)
    turns = await episodes_of(memory, owner, "first")
    old = await add_fact(memory, owner, "Ada lived in Kiel", turns[:1], retired=True)
    new = await add_fact(memory, owner, "Ada lives in Hamburg now", turns[1:3], lineage=old)
    async with memory.db.as_owner(owner) as tx:
        await tx.execute("update facts set superseded_by = $1 where id = $2", new, old)
        await tx.execute("insert into fact_grounds values ($1, $2, $3, $4)", owner.tenant_id, owner.user_id, new, old)
        await tx.execute("update memory_people set about = 'I am Ada.'")
    await forget(memory, owner, ForgetQuery("number 3"))
    await drain(memory, owner=owner)


GROUPS = {"session": "s", "lineage": "f", "supersededBy": "f", "factId": "f", "fromEntity": "n", "toEntity": "n"}


def without_ids(lines: Sequence[dict[str, Any]]) -> list[str]:
    """Each line with ids replaced by what they stand for, so that two exports can be compared."""
    names: dict[tuple[str, int], str] = {}
    for line in lines:
        match line["line"]:
            case "session":
                names["s", line["id"]] = line["sessionId"]
            case "turn":
                names["t", line["id"]] = f"{names['s', line['session']]}#{line['seq']}"
            case "fact":
                names["f", line["id"]] = line["text"]
            case "entity":
                names["n", line["id"]] = line["key"]
    told = []
    for line in lines:
        kind = line["line"]
        if kind in ("header", "receipt", "end"):
            continue
        shown = {key: value for key, value in line.items() if key != "id"}
        for key, group in GROUPS.items():
            if shown.get(key) is not None:
                shown[key] = names[group, shown[key]]
        if kind == "fact":
            shown["grounds"] = sorted(names["f", one] for one in shown["grounds"])
        if kind == "loop":
            shown["evidence"] = sorted([names["t", one], what] for one, what in shown["evidence"])
        elif kind == "person":
            for item in shown["identity"]:
                item["evidence"] = [[names["t", one], external] for one, external in item["evidence"]]
        elif "evidence" in shown:
            shown["evidence"] = sorted(names["t", one] for one in shown["evidence"] if ("t", one) in names)
        if "mentionedIn" in shown:
            shown["mentionedIn"] = sorted(names["t", one] for one in shown["mentionedIn"])
        told.append(orjson.dumps(shown, option=orjson.OPT_SORT_KEYS).decode())
    return sorted(told)


async def test_out_and_in_and_out_again_is_the_same_but_for_ids(memory: MemoryParts) -> None:
    await live_fully(memory, ADA)
    out = await exported(memory, ADA)
    kinds = {line["line"] for line in parsed(out)}
    assert kinds >= {"header", "session", "turn", "fact", "entity", "loop", "person", "receipt", "end", "count"}
    counts = await import_owner(memory, BOB, chunks(out))
    assert counts["turn"] == len([line for line in parsed(out) if line["line"] == "turn"])
    again = await exported(memory, BOB)
    assert without_ids(parsed(again)) == without_ids(parsed(out))


def _bytes(lines: Sequence[dict[str, Any]]) -> bytes:
    return b"".join(orjson.dumps(line) + b"\n" for line in lines)


async def test_where_their_clock_stands_comes_along(memory: MemoryParts) -> None:
    await ingest_session(memory, ADA, "s", talk("It is evening here."), timezone="Asia/Tokyo")
    out = await exported(memory, ADA)
    await import_owner(memory, BOB, chunks(out))
    assert (await identity(memory, BOB)).clock_zone == "Asia/Tokyo"


async def test_a_clock_that_an_export_lacks_or_nobody_here_knows_is_none(memory: MemoryParts) -> None:
    await ingest_session(memory, ADA, "s", talk("It is evening here."), timezone="Asia/Tokyo")
    out = parsed(await exported(memory, ADA))
    older = [{key: value for key, value in line.items() if key != "clockZone"} for line in out]
    unknown = _line("person", clockZone="Mars/Base")(out)
    for user, lines in (("older", older), ("unknown", unknown)):
        await import_owner(memory, Owner("acme", user), chunks(_bytes(lines)))
        assert (await identity(memory, Owner("acme", user))).clock_zone is None


async def test_what_came_in_can_be_asked_at_once_and_by_meaning_after_its_job(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await live_fully(memory, ADA)
    await import_owner(memory, BOB, chunks(await exported(memory, ADA)))
    found = await recall(memory, BOB, RecallQuery("Where does Annabel live?"))
    assert "Annabel" in found.episodes[0].episode.text
    assert any(hit.fact.evidence for hit in found.facts)
    sizes = await as_owner.fetch("select episodes, terms from memory_sizes order by user_id")
    assert tuple(sizes[0]) == tuple(sizes[1])
    for owner in (ADA, BOB):
        await embed_waiting(memory, owner)
    counted = "select count(*) from memory_vectors where user_id = $1"
    assert await as_owner.fetchval(counted, "bob") == await as_owner.fetchval(counted, "ada") > 0
    jobs = await as_owner.fetch("select distinct entrypoint from jobs.pgqueuer where headers ->> 'user_id' = 'bob'")
    assert {row["entrypoint"] for row in jobs} >= {"memory_embed", "memory_drain"}


async def test_custody_comes_along_and_folding_goes_on_where_it_was(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await live_fully(memory, ADA)
    await import_owner(memory, BOB, chunks(await exported(memory, ADA)))
    standing = """
        select session_id, window_from, folded_to, learned_to, rolling_summary from memory_sessions
         where user_id = $1 order by session_id"""
    assert await as_owner.fetch(standing, "bob") == await as_owner.fetch(standing, "ada")
    assert (await drain(memory, owner=BOB)).folded == 0


async def test_somebody_with_memories_is_refused_and_keeps_them(memory: MemoryParts) -> None:
    await live_fully(memory, ADA)
    out = await exported(memory, ADA)
    with pytest.raises(Conflict):
        await import_owner(memory, ADA, chunks(out))
    assert without_ids(parsed(await exported(memory, ADA))) == without_ids(parsed(out))
    await forget(memory, ADA, ForgetEverything())
    await import_owner(memory, ADA, chunks(out))
    assert without_ids(parsed(await exported(memory, ADA))) == without_ids(parsed(out))


async def test_receipts_come_along_as_history(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    await live_fully(memory, ADA)
    out = await exported(memory, ADA)
    receipt = (await list_receipts(memory, ADA)).receipts[0]
    await as_owner.execute("delete from forget_receipts")  # as in another installation
    await import_owner(memory, BOB, chunks(out))
    imported = (await list_receipts(memory, BOB)).receipts
    assert [(one.id, one.body, one.is_imported) for one in imported] == [(receipt.id, receipt.body, True)]
    assert (await verify_receipt(memory, BOB, receipt.id)).is_valid


def _line(kind: str, **changes: Any) -> Callable[[list[dict[str, Any]]], list[dict[str, Any]]]:
    def change(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
        place = next(n for n, line in enumerate(lines) if line["line"] == kind)
        return [*lines[:place], {**lines[place], **changes}, *lines[place + 1 :]]

    return change


@pytest.mark.parametrize(
    "spoil",
    [
        _line("header", version=2),
        _line("header", format="other"),
        _line("session", nextSeq=-1),
        _line("session", windowFrom=10_000),
        _line("session", nextSeq=2_000_000_000),
        _line("session", nextSeq=1_000_000, windowFrom=0),
        _line("turn", role="admin"),
        _line("turn", text="a\0b"),
        _line("turn", session=999_999),
        _line("turn", tenantId="other"),
        _line("turn", saidAt="yesterday"),
        _line("turn", saidAt="9999-12-31T23:59:59-14:00"),
        _line("turn", saidAt="0001-01-01T00:00:00+14:00"),
        _line("fact", evidence=[999_999]),
        _line("fact", lineage=999_999),
        _line("fact", confidence=7),
        _line("fact", subject="".join(chr(0x4E00 + n * 7919 % 20_000) for n in range(5_000))),
        _line("loop", evidence=[[1, "invented"]]),
        _line("receipt", signature="nothex"),
        _line("end", lines=3),
        lambda lines: lines[:-1],
        lambda lines: lines[1:],
        lambda lines: [*lines, lines[1]],
        lambda lines: [lines[0], lines[-2], *lines[1:-2], lines[-1]],
        lambda lines: [lines[0], lines[1], lines[1], *lines[2:]],
    ],
)
async def test_a_bad_line_is_named_and_nothing_is_stored(
    memory: MemoryParts,
    as_owner: asyncpg.Connection,
    spoil: Callable[[list[dict[str, Any]]], list[dict[str, Any]]],
) -> None:
    await live_fully(memory, ADA)
    lines = spoil(parsed(await exported(memory, ADA)))
    data = b"".join(orjson.dumps(line) + b"\n" for line in lines)
    with pytest.raises(AppError, match=r"^Line \d+ "):
        await import_owner(memory, BOB, chunks(data))
    for table in ("memory_sessions", "episodes", "facts", "loops", "entities", "memory_people", "episode_terms"):
        assert await as_owner.fetchval(f"select count(*) from {table} where user_id = 'bob'") == 0, table


async def test_a_turn_beyond_the_last_of_its_session_is_refused(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await live_fully(memory, ADA)
    lines = _line("turn", seq=900)(parsed(await exported(memory, ADA)))
    with pytest.raises(Invalid):
        await import_owner(memory, BOB, chunks(b"".join(orjson.dumps(line) + b"\n" for line in lines)))
    assert await as_owner.fetchval("select count(*) from episodes where user_id = 'bob'") == 0


@pytest.mark.parametrize("data", [b"", b"\n", b"[]\n", b"nonsense\n", b"\xff\xfe\n", b'"x"\n', b"x" * 5_000_000])
async def test_what_is_no_export_is_refused(memory: MemoryParts, data: bytes) -> None:
    with pytest.raises(AppError, match=r"^Line 1 "):
        await import_owner(memory, BOB, chunks(data, 100_000))


async def test_another_owners_memories_are_not_in_it(memory: MemoryParts) -> None:
    await live_fully(memory, ADA)
    await live(memory, BOB, {"s": talk("A quaggaharbour of my own.")})
    assert b"quaggaharbour" not in await exported(memory, ADA)
    assert len(parsed(await exported(memory, Owner("acme", "nobody")))) == 2
