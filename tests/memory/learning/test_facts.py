"""What a person sees of what is known about them, and may change."""

from __future__ import annotations

import asyncio

import asyncpg
import pytest

from holdfast.core.db import Owner
from holdfast.core.errors import Conflict, Invalid, NotFound
from holdfast.memory.learning.facts.facts import edit_fact, fact_history, list_facts, pin_fact, retire_fact
from holdfast.memory.learning.types import FactFilter
from holdfast.memory.parts import MemoryParts
from tests.memory.conftest import ADA, BOB
from tests.memory.learning.conversation import DAY, MONDAY, facts, known, tell

pytestmark = pytest.mark.anyio


async def only(memory: MemoryParts, owner: Owner = ADA) -> int:
    [fact] = await facts(memory, owner)
    return fact.id


async def test_an_edit_is_a_new_version_by_the_persons_hand(memory: MemoryParts) -> None:
    await tell(memory, "I live in Lisbon")
    old = await only(memory)
    edited = await edit_fact(memory, ADA, old, "Lives in Porto")
    assert (edited.text, edited.object, edited.source, edited.confidence) == ("Lives in Porto", "Porto", "person", 0.99)
    before, after = await fact_history(memory, ADA, old)
    assert (before.id, before.retired_because, before.superseded_by, before.retired_at) == (
        old, "edited", after.id, after.learned_at,
    )  # fmt: skip
    assert (after.lineage, after.evidence) == (before.lineage, before.evidence)
    assert await known(memory) == ["Lives in Porto"]


async def test_what_was_edited_is_not_brought_back_by_older_words(memory: MemoryParts) -> None:
    await tell(memory, "I live in Lisbon", session_id="a")
    await edit_fact(memory, ADA, await only(memory), "Lives in Porto")
    await tell(memory, "I live in Lisbon", at=MONDAY + DAY, session_id="b")
    assert await known(memory) == ["Lives in Porto"]


async def test_what_was_withdrawn_is_not_brought_back_by_older_words(memory: MemoryParts) -> None:
    await tell(memory, "I love tea", session_id="a")
    fact = await retire_fact(memory, ADA, await only(memory))
    assert (fact.retired_because, fact.superseded_by) == ("withdrawn", None)
    assert await retire_fact(memory, ADA, fact.id) == fact
    await tell(memory, "I love tea", at=MONDAY + DAY, session_id="b")
    assert await known(memory) == []


async def test_only_the_newest_version_can_be_edited(memory: MemoryParts) -> None:
    await tell(memory, "I love tea")
    old = await only(memory)
    await edit_fact(memory, ADA, old, "Likes green tea")
    with pytest.raises(Conflict):
        await edit_fact(memory, ADA, old, "Likes black tea")


async def test_of_thirty_edits_at_once_one_wins(memory: MemoryParts) -> None:
    await tell(memory, "I love tea")
    old = await only(memory)
    barrier = asyncio.Barrier(30)

    async def edit(n: int) -> bool:
        await barrier.wait()
        try:
            await edit_fact(memory, ADA, old, f"Likes tea number {n}")
        except Conflict:
            return False
        return True

    assert sum(await asyncio.gather(*map(edit, range(30)))) == 1
    assert len(await fact_history(memory, ADA, old)) == 2


@pytest.mark.parametrize("text", ["", "   ", "x" * 301, "a\0b"])
async def test_a_text_that_says_nothing_or_too_much_is_refused(memory: MemoryParts, text: str) -> None:
    await tell(memory, "I love tea")
    with pytest.raises(Invalid):
        await edit_fact(memory, ADA, await only(memory), text)
    assert await known(memory) == ["Likes tea"]


async def test_editing_to_the_same_words_changes_nothing(memory: MemoryParts) -> None:
    await tell(memory, "I love tea")
    old = await only(memory)
    assert (await edit_fact(memory, ADA, old, " Likes  tea ")).id == old


async def test_a_pin_stays_with_the_story(memory: MemoryParts) -> None:
    await tell(memory, "I live in Lisbon", session_id="a")
    pinned = await pin_fact(memory, ADA, await only(memory))
    assert pinned.is_pinned
    await tell(memory, "I live in Porto", at=MONDAY + DAY, session_id="b")
    [now] = (await list_facts(memory, ADA, FactFilter(pinned=True))).facts
    assert now.text == "Lives in Porto"
    edited = await edit_fact(memory, ADA, now.id, "Lives in Braga")
    assert edited.is_pinned
    await pin_fact(memory, ADA, edited.id, is_pinned=False)
    assert (await list_facts(memory, ADA, FactFilter(pinned=True))).facts == []


async def test_facts_are_listed_newest_first_in_pages(memory: MemoryParts) -> None:
    await tell(memory, *[f"I love dish{n}x" for n in range(7)])
    seen: list[str] = []
    cursor: str | None = None
    while True:
        page = await list_facts(memory, ADA, cursor=cursor, limit=3)
        seen += [fact.object for fact in page.facts]
        cursor = page.next_cursor
        if cursor is None:
            break
    assert seen == [f"dish{n}x" for n in reversed(range(7))]


@pytest.mark.parametrize("cursor", ["nonsense", "AAAA", "MjAyNi0wNS0wNCAxMg==", "é"])
async def test_a_cursor_that_is_not_ours_is_refused(memory: MemoryParts, cursor: str) -> None:
    with pytest.raises(Invalid):
        await list_facts(memory, ADA, cursor=cursor)


async def test_facts_are_found_by_their_words(memory: MemoryParts) -> None:
    await tell(memory, "I love green tea", "My sister Ana lives in Madrid", "I hate rain")
    assert [fact.text for fact in (await list_facts(memory, ADA, FactFilter(query="TEA likes"))).facts] == [
        "Likes green tea"
    ]
    assert [fact.text for fact in (await list_facts(memory, ADA, FactFilter(query="ana madrid"))).facts] == [
        "Ana lives in Madrid"
    ]
    assert (await list_facts(memory, ADA, FactFilter(query="%_' or true --"))).facts == []


async def test_retired_ones_are_listed_only_when_asked_for(memory: MemoryParts) -> None:
    await tell(memory, "I live in Lisbon", session_id="a")
    await tell(memory, "I live in Porto", at=MONDAY + DAY, session_id="b")
    assert len((await list_facts(memory, ADA)).facts) == 1
    assert len((await list_facts(memory, ADA, FactFilter(include_retired=True))).facts) == 2


async def test_a_persona_sees_its_own_and_what_is_common(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    await tell(memory, "I love tea", "I love rum", "I love gin")
    await as_owner.execute("update facts set persona_id = object where object <> 'tea'")
    seen = [fact.object for fact in (await list_facts(memory, ADA, FactFilter(persona_id="rum"))).facts]
    assert sorted(seen) == ["rum", "tea"]


async def test_another_owners_fact_does_not_exist(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    await tell(memory, "I love tea")
    theirs = await only(memory)
    for attempt in (
        edit_fact(memory, BOB, theirs, "Likes poison"),
        pin_fact(memory, BOB, theirs),
        retire_fact(memory, BOB, theirs),
        fact_history(memory, BOB, theirs),
        fact_history(memory, ADA, 2**70),
        fact_history(memory, ADA, -1),
    ):
        with pytest.raises(NotFound):
            await attempt
    assert (await list_facts(memory, BOB, FactFilter(include_retired=True))).facts == []
    [fact] = await facts(memory)
    assert (fact.text, fact.is_pinned, fact.retired_at) == ("Likes tea", False, None)


@pytest.mark.parametrize(
    "table",
    ["facts", "fact_evidence", "fact_grounds", "entities", "entity_mentions", "edges", "loops", "loop_evidence",
     "recalled_shingles", "memory_quality"],
)  # fmt: skip
async def test_rows_of_others_are_out_of_reach_by_sql(
    memory: MemoryParts, as_owner: asyncpg.Connection, table: str
) -> None:
    from holdfast.memory.learning.echoes import note_recalled

    await note_recalled(memory, ADA, ["one two three four five six"])
    await tell(
        memory, "I live in Vienna because I work at Siemens", "My sister Ana lives in Rome", "I need to call Ana"
    )
    assert await as_owner.fetchval(f"select count(*) from {table}") > 0
    async with memory.db.as_owner(BOB) as tx:
        assert await tx.fetchval(f"select count(*) from {table}") == 0
        assert await tx.execute(f"delete from {table}") == "DELETE 0"
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        async with memory.db.as_owner(BOB) as tx:
            await tx.execute(f"insert into {table} (tenant_id, user_id) values ('acme', 'ada')")


async def test_what_is_said_after_an_edit_meets_what_the_edit_says(memory: MemoryParts) -> None:
    await tell(memory, "I live in Lisbon", session_id="a")
    edited = await edit_fact(memory, ADA, await only(memory), "I moved to Porto, near the river")
    assert (edited.predicate, edited.object) == ("lives_in", "Porto")
    await tell(memory, "I live in Porto", at=edited.learned_at + DAY, session_id="b")
    [fact] = await facts(memory)
    assert (fact.id, fact.times_reinforced) == (edited.id, 1)


async def test_an_edit_may_name_its_object(memory: MemoryParts) -> None:
    await tell(memory, "I live in Lisbon")
    edited = await edit_fact(memory, ADA, await only(memory), "Lives in Porto, mostly", object_="Porto and Braga")
    assert (edited.predicate, edited.object) == ("lives_in", "Porto and Braga")
