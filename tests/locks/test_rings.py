"""Whatever two do at the same moment, neither waits for the other in a ring.

The first is held back after each of its statements in turn (`stepped.py`). Here are the pairs that once met in a ring,
and those that hold the most; `every_pair.py` tries all of them, which takes an hour.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from holdfast.core.embedded.postgres import EmbeddedPostgres
from holdfast.core.migrate import Addresses
from tests.architecture.catalogue import RECEIPTS, mentions_of
from tests.locks.document_operations import DOCUMENT_OPERATIONS
from tests.locks.house import House, house
from tests.locks.operations import OPERATIONS
from tests.locks.org_operations import ORG_OPERATIONS, company
from tests.locks.stepped import Meeting, interleave, meet_everywhere
from tests.locks.tool_operations import TOOL_OPERATIONS
from tests.orgs.company import someone
from tests.scripted import ScriptedModel, says
from tests.serving import serving

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(900)]

OF_A_PERSON = {**OPERATIONS, **DOCUMENT_OPERATIONS, **TOOL_OPERATIONS}
IN_CHATS = [
    ("say", "remove_chat"),
    ("say", "forget_query"),
    ("summarise_job", "remove_chat"),
    ("summarise_job", "forget_everything"),
    ("forget_query", "remove_chat"),
    ("forget_everything", "remove_chat"),
    ("leave_for_good", "say"),
    ("leave_for_good", "rate"),
    ("upload", "leave_for_good"),
    ("bring_more", "leave_for_good"),
    ("bring_job", "forget_everything"),
    ("bring_job", "stop_bringing"),
    ("stop_bringing", "leave_for_good"),
]
IN_TOOLS = [
    ("deny_one", "deny_other"),
    ("deny_one", "remove_chat"),
    ("deny_one", "leave_for_good"),
    ("move_server", "sign_in_there"),
    ("remove_server", "trust_server_tool"),
    ("begin_sign_in_there", "begin_sign_in_there"),
]
IN_MEMORY = [
    ("learn_job", "forget_everything"),
    ("refresh_job", "forget_everything"),
    ("drain_job", "forget_session"),
    ("forget_query", "embed_job"),
    ("forget_query", "tell"),
    ("close_memory", "tell"),
    ("tell_transcript", "forget_session"),
    ("bring_in", "tell_transcript"),
    ("edit", "forget_fact"),
]
IN_DOCUMENTS = [
    ("read_job", "bring_version"),
    ("read_job", "leave_for_good"),
    ("read_of_chat_job", "remove_chat"),
    ("remove_document", "bring_same"),
    ("remove_document", "read_job"),
    ("end_connector", "remove_document"),
    ("list_brought", "end_connector"),
    ("end_connector_of_two", "tell_of_two"),
    ("keep_of_chat", "remove_chat"),
    ("keep_of_chat", "leave_for_good"),
    ("attach_again", "send_attached"),
    ("embed_space_anew", "remove_document"),
    ("remove_persona", "leave_for_good"),
    ("teach_persona", "leave_for_good"),
    ("change_persona", "remove_persona"),
    ("read_of_persona_job", "remove_persona"),
]
IN_ORGANIZATIONS = [
    ("admin_leaves", "admin_goes_for_good"),
    ("admin_goes_for_good", "admin_is_removed"),
    ("admin_goes_for_good", "guest_joins"),
    ("owner_hands_over", "admin_goes_for_good"),
    ("admin_is_demoted", "org_is_deleted"),
    ("guest_goes_for_good", "guest_joins"),
    ("admin_invites", "admin_is_suspended"),
    ("admin_is_removed", "admin_ends_their_keys"),
    ("admin_ends_their_keys", "admin_is_removed"),
    ("key_is_made", "admin_is_suspended"),
]


async def test_nobody_meets_a_ring_in_chats(addresses: Addresses, postgres: EmbeddedPostgres) -> None:
    model = ScriptedModel(says("Fine."))
    async with serving(addresses, [model]) as served, house(served.parts, addresses, postgres) as home:
        assert await _meetings(home, IN_CHATS) == []


async def test_what_is_told_in_the_moment_in_which_somebody_goes_for_good_goes_too(
    addresses: Addresses, postgres: EmbeddedPostgres
) -> None:
    model = ScriptedModel(says("Fine."))
    async with serving(addresses, [model]) as served, house(served.parts, addresses, postgres) as home:
        await home.someone()  # the first account, which is the admin's
        for after in (1, 2):  # the turn is written; its characters are counted
            ada = await home.someone()
            telling, leaving = await OPERATIONS["tell_anew"](home, ada), await OPERATIONS["leave_for_good"](home, ada)
            await interleave(telling, leaving, after, home.looking)
            assert set(await mentions_of(home.looking, str(ada.id))) <= RECEIPTS, after


async def test_what_is_brought_in_the_moment_in_which_everything_is_forgotten_goes_too(
    addresses: Addresses, postgres: EmbeddedPostgres
) -> None:
    async with (
        serving(addresses, [ScriptedModel(says("Fine."))]) as served,
        house(served.parts, addresses, postgres) as home,
    ):
        for after in (1, 3, 8):  # the import is held; its first chat stands; it is counted
            ada = await home.someone()
            bringing, forgetting = (
                await OPERATIONS["bring_job"](home, ada),
                await OPERATIONS["forget_everything"](home, ada),
            )
            _, forgotten = await interleave(bringing, forgetting, after, home.looking)
            assert not isinstance(forgotten, BaseException), after
            for table in ("chats", "chat_imports", "blobs", "brought_chats"):
                left = await home.looking.fetchval(f"select count(*) from {table} where user_id = $1", ada.id)
                assert left == 0, (table, after)


async def test_nobody_meets_a_ring_in_tools(addresses: Addresses, postgres: EmbeddedPostgres) -> None:
    model = ScriptedModel(says("Fine."))
    async with serving(addresses, [model]) as served, house(served.parts, addresses, postgres) as home:
        await home.someone()  # the first account, which is the admin's
        assert await _meetings(home, IN_TOOLS) == []


async def test_nobody_meets_a_ring_in_memory(addresses: Addresses, postgres: EmbeddedPostgres) -> None:
    model = ScriptedModel(says("Fine."))
    async with serving(addresses, [model]) as served, house(served.parts, addresses, postgres) as home:
        assert await _meetings(home, IN_MEMORY) == []


async def test_nobody_meets_a_ring_in_documents(addresses: Addresses, postgres: EmbeddedPostgres) -> None:
    model = ScriptedModel(says("Fine."))
    async with serving(addresses, [model]) as served, house(served.parts, addresses, postgres) as home:
        await home.someone()  # the first account, which is the admin's
        assert await _meetings(home, IN_DOCUMENTS) == []


async def test_nobody_meets_a_ring_in_organizations(addresses: Addresses, postgres: EmbeddedPostgres) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, house(served.parts, addresses, postgres) as home:
        await someone(home.parts.db, "root")
        found: list[Meeting] = []
        for first, second in IN_ORGANIZATIONS:

            async def made(one: str = first, other: str = second):  # type: ignore[no-untyped-def]
                of = await company(home)
                return await ORG_OPERATIONS[one](home, of), await ORG_OPERATIONS[other](home, of)

            found += await meet_everywhere(f"{first} × {second}", made, home.looking)
        assert found == []


async def _meetings(home: House, pairs: Sequence[tuple[str, str]]) -> list[Meeting]:
    found: list[Meeting] = []
    for first, second in pairs:

        async def made(one: str = first, other: str = second):  # type: ignore[no-untyped-def]
            ada = await home.someone()
            return await OF_A_PERSON[one](home, ada), await OF_A_PERSON[other](home, ada)

        found += await meet_everywhere(f"{first} × {second}", made, home.looking)
    return found
