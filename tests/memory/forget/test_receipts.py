"""Receipts tell nothing of the content, cannot be altered unnoticed, and see whether something came back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import asyncpg
import orjson
import pytest

from holdfast.core.crypto import Signer
from holdfast.core.errors import Conflict, Invalid, NotFound, Setup
from holdfast.core.ids import ReceiptId, new_id
from holdfast.memory.forget.forget import count_selected, forget
from holdfast.memory.forget.receipts import list_receipts, verify_receipt
from holdfast.memory.forget.types import ForgetEverything, ForgetFacts, ForgetQuery, ForgetSessions, ForgetWish
from holdfast.memory.intake.ingest import ingest
from holdfast.memory.intake.ingest_session import ingest_session
from holdfast.memory.parts import MemoryParts
from holdfast.memory.transfer.export import export_owner
from holdfast.memory.transfer.import_ import import_owner
from tests.memory.conftest import ADA, BOB
from tests.memory.forget.conftest import SIGNER
from tests.memory.forget.living import add_fact, episodes_of, live, row_of, said, talk

pytestmark = pytest.mark.anyio

SAID = talk("My password is hunter2 and my salary is 5000 euros.", "I will not repeat it.", prefix="m")


async def test_a_receipt_is_valid_and_its_rows_stay_gone(memory: MemoryParts) -> None:
    await live(memory, ADA, {"s": SAID})
    receipt = await forget(memory, ADA, ForgetSessions(["s"]))
    verified = await verify_receipt(memory, ADA, receipt.id)
    assert (verified.is_valid, verified.is_gone, verified.found, verified.waiting) == (True, True, {}, [])
    written = orjson.dumps(receipt.body, option=orjson.OPT_SORT_KEYS)
    assert SIGNER.is_signed(written, receipt.signature)
    assert receipt.body["publicKey"] == SIGNER.public_key


async def test_neither_words_nor_a_guessable_hash_of_them_stand_in_it(memory: MemoryParts) -> None:
    await live(memory, ADA, {"s": SAID})
    receipt = await forget(memory, ADA, ForgetSessions(["s"]))
    written = orjson.dumps(receipt.body).decode().lower()
    assert not [word for word in ("hunter2", "salary", "5000", "password", "repeat") if word in written]
    await live(memory, BOB, {"s": SAID})
    same = await forget(memory, BOB, ForgetSessions(["s"]))
    assert set(same.body["hashes"].values()).isdisjoint(receipt.body["hashes"].values())


@pytest.mark.parametrize(
    "tamper",
    [
        "update forget_receipts set body = jsonb_set(body, '{counts,turns}', '1')",
        "update forget_receipts set body = body || '{\"verified\": false}'",
        "update forget_receipts set signature = set_byte(signature, 5, (get_byte(signature, 5) + 1) % 256)",
        "update forget_receipts set signature = ''",
        "update forget_receipts set made_at = made_at + interval '1 day'",
        "delete from forget_marks where kind = 'e'",
        "update forget_marks set item_id = item_id + 1 where kind = 'e'",
        "update forget_marks set digest = sha256('other') where kind = 'x'",
    ],
)
async def test_an_altered_receipt_is_not_valid(memory: MemoryParts, as_owner: asyncpg.Connection, tamper: str) -> None:
    await live(memory, ADA, {"s": SAID})
    receipt = await forget(memory, ADA, ForgetSessions(["s"]))
    await as_owner.execute(tamper)
    assert not (await verify_receipt(memory, ADA, receipt.id)).is_valid


async def test_a_receipt_given_to_somebody_else_is_not_valid(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    await live(memory, ADA, {"s": SAID})
    receipt = await forget(memory, ADA, ForgetSessions(["s"]))
    await as_owner.execute("update forget_receipts set user_id = 'bob'; update forget_marks set user_id = 'bob'")
    assert not (await verify_receipt(memory, BOB, receipt.id)).is_valid


async def test_a_restored_row_is_seen(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    await live(memory, ADA, {"s": SAID})
    fact = await add_fact(memory, ADA, "Ada earns 5000 euros", await episodes_of(memory, ADA, "s"))
    receipt = await forget(memory, ADA, ForgetFacts([fact]))
    await as_owner.execute(
        """
        insert into facts (id, tenant_id, user_id, subject, predicate, object, text, confidence, source, learned_at)
        overriding system value values ($1, 'acme', 'ada', 'user', 'earns', '5000', 'Ada earns', 1, 'rules', now())
        """,
        fact,
    )
    verified = await verify_receipt(memory, ADA, receipt.id)
    assert (verified.is_valid, verified.is_gone, verified.found) == (True, False, {"facts": 1})


async def test_another_owners_receipt_is_unknown(memory: MemoryParts) -> None:
    await live(memory, ADA, {"s": SAID})
    receipt = await forget(memory, ADA, ForgetSessions(["s"]))
    for unknown in (receipt.id, ReceiptId(new_id())):
        with pytest.raises(NotFound):
            await verify_receipt(memory, BOB, unknown)
    assert (await list_receipts(memory, BOB)).receipts == []


async def test_receipts_are_listed_page_by_page_the_newest_first(memory: MemoryParts) -> None:
    made = [await forget(memory, ADA, ForgetQuery(f"thing{n}")) for n in range(5)]
    first = await list_receipts(memory, ADA, limit=3)
    rest = await list_receipts(memory, ADA, limit=3, cursor=first.next_cursor)
    assert [one.id for one in (*first.receipts, *rest.receipts)] == [one.id for one in reversed(made)]
    assert rest.next_cursor is None
    with pytest.raises(Invalid):
        await list_receipts(memory, ADA, cursor="nonsense~")


async def test_an_older_key_still_vouches_and_a_strangers_does_not(memory: MemoryParts) -> None:
    receipt = await forget(memory, ADA, ForgetQuery("anything"))
    turned = replace(memory, signer=Signer([b"a newer secret", b"a secret of this installation"]))
    assert (await verify_receipt(turned, ADA, receipt.id)).is_valid
    other = replace(memory, signer=Signer([b"another installation"]))
    assert not (await verify_receipt(other, ADA, receipt.id)).is_valid


async def test_nothing_is_forgotten_without_a_key(memory: MemoryParts) -> None:
    await live(memory, ADA, {"s": SAID})
    with pytest.raises(Setup):
        await forget(replace(memory, signer=None), ADA, ForgetSessions(["s"]))
    assert await row_of(memory, ADA, "s") is not None


@pytest.mark.parametrize(
    "what",
    [
        ForgetFacts([]),
        ForgetSessions([]),
        ForgetQuery("  "),
        ForgetQuery("the of and"),
        ForgetQuery("x" * 1001),
        ForgetSessions(["a\0b"]),
    ],
)
async def test_a_wish_that_names_nothing_is_refused(memory: MemoryParts, what: ForgetWish) -> None:
    with pytest.raises(Invalid):
        await forget(memory, ADA, what)


async def test_what_its_sender_repeats_stays_gone(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    await live(memory, ADA, {"s": SAID, "other": talk("Something else entirely.", start=50, prefix="m")})
    await forget(memory, ADA, ForgetSessions(["s"]))
    await ingest_session(memory, ADA, "s", [*SAID, said("and this is new", 9, external_id="m9")])
    again = await ingest(memory, ADA, SAID[0], session_id="s")
    assert again.is_repeat
    assert [row["text"] for row in await as_owner.fetch("select text from episodes order by id")] == [
        "Something else entirely.",
        "and this is new",
    ]
    assert (await ingest(memory, BOB, SAID[0], session_id="s")).is_repeat is False


async def test_a_repeat_without_a_session_stays_gone_too(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    first = await ingest(memory, ADA, SAID[0])
    await forget(memory, ADA, ForgetSessions([first.session_id]))
    assert (await ingest(memory, ADA, SAID[0])).is_repeat
    assert (await ingest(memory, ADA, SAID[0], session_id=first.session_id)).is_repeat
    assert await as_owner.fetchval("select count(*) from episodes") == 0
    assert await as_owner.fetchval("select count(*) from memory_sessions") == 0


async def test_one_can_ask_first_how_much_it_would_be(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    await live(memory, ADA, {"s": SAID})
    generation = await as_owner.fetchval("select generation from memory_sessions")
    assert (await count_selected(memory, ADA, ForgetQuery("hunter2")))["turns"] == 1
    assert (await count_selected(memory, ADA, ForgetSessions(["s"])))["turns"] == 2
    assert await as_owner.fetchval("select count(*) from episodes") == 2
    assert await as_owner.fetchval("select generation from memory_sessions") == generation


async def test_words_that_an_import_brings_back_are_told_and_so_is_what_was_looked_at(memory: MemoryParts) -> None:
    await live(memory, ADA, {"s": SAID})
    saved = [chunk async for chunk in export_owner(memory, ADA)]
    receipt = await forget(memory, ADA, ForgetSessions(["s"]))
    verified = await verify_receipt(memory, ADA, receipt.id)
    assert (verified.is_gone, verified.same_words) == (True, 0)
    assert verified.checked == ["turns", "words", "vectors", "facts", "loops", "sessions", "sameWords"]
    await forget(memory, ADA, ForgetEverything())

    async def again() -> AsyncIterator[bytes]:
        for chunk in saved:
            yield chunk

    await import_owner(memory, ADA, again())
    verified = await verify_receipt(memory, ADA, receipt.id)
    assert verified.is_gone, "the rows it speaks of are gone: these are others"
    assert verified.same_words, "and they say the same"
    turned = replace(memory, signer=Signer([b"a newer secret", b"a secret of this installation"]))
    assert (await verify_receipt(turned, ADA, receipt.id)).same_words == verified.same_words, "after a new key too"


async def test_who_only_says_yes_again_has_not_brought_anything_back(memory: MemoryParts) -> None:
    await live(memory, ADA, {"s": talk("Yes, please.", "Done.")})
    receipt = await forget(memory, ADA, ForgetSessions(["s"]))
    await ingest(memory, ADA, said("Yes, please.", 9), session_id="t")
    assert (await verify_receipt(memory, ADA, receipt.id)).same_words is None


async def test_the_same_number_is_done_once_and_anothers_number_is_refused(memory: MemoryParts) -> None:
    await live(memory, ADA, {"s": SAID})
    await live(memory, BOB, {"s": SAID})
    number = ReceiptId(new_id())
    first = await forget(memory, ADA, ForgetSessions(["s"]), receipt_id=number)
    assert await forget(memory, ADA, ForgetQuery("password"), receipt_id=number) == first
    with pytest.raises(Conflict):
        await forget(memory, BOB, ForgetSessions(["s"]), receipt_id=number)
    assert await row_of(memory, BOB, "s"), "nothing was touched"
