"""What the database itself refuses: rows in somebody else's chat, and what is shared to whoever is no longer in."""

from __future__ import annotations

import asyncpg
import pytest

from holdfast.core.db import Db
from holdfast.core.ids import ChatId, OrgId, UserId, new_id

pytestmark = pytest.mark.anyio

INTO_A_CHAT = {
    "messages": """insert into messages (chat_id, id, user_id, turn_id, role, parts, status, tokens)
                   values ($1, gen_random_uuid(), $2, gen_random_uuid(), 'user', '[]', 'complete', 0)""",
    "sessions": """insert into sessions (id, user_id, chat_id, persona_id, closes_at)
                   values (gen_random_uuid(), $2, $1, 'p', now())""",
    "turns": """insert into turns (id, user_id, chat_id, persona_id, trigger, message_id, answer_id, asked_sha256)
                values (gen_random_uuid(), $2, $1, 'p', 'submit-message', gen_random_uuid(), gen_random_uuid(), '')""",
    "streams": """with turn as (select id from turns where user_id = $2 limit 1)
                  insert into streams (id, user_id, chat_id, turn_id, process_id)
                  select gen_random_uuid(), $2, $1, turn.id, gen_random_uuid() from turn""",
}


async def add_person(as_owner: asyncpg.Connection) -> tuple[UserId, ChatId]:
    """Somebody, and a chat of theirs with a turn."""
    user, chat = UserId(new_id()), ChatId(new_id())
    await as_owner.execute("insert into users (id) values ($1)", user)
    await as_owner.execute("insert into chats (id, user_id, persona_id, title) values ($1, $2, 'p', 't')", chat, user)
    await as_owner.execute(INTO_A_CHAT["turns"], chat, user)
    return user, chat


@pytest.mark.parametrize("table", INTO_A_CHAT)
async def test_a_row_in_a_chat_is_its_owners_and_nobody_elses(db: Db, as_owner: asyncpg.Connection, table: str) -> None:
    ada, chat = await add_person(as_owner)
    bob, _ = await add_person(as_owner)
    with pytest.raises(asyncpg.ForeignKeyViolationError):
        async with db.as_user(bob) as tx:
            await tx.execute(INTO_A_CHAT[table], chat, bob)
    async with db.as_user(ada) as tx:
        await tx.execute(INTO_A_CHAT[table], chat, ada)


async def test_every_key_of_a_chats_rows_has_been_looked_through(as_owner: asyncpg.Connection) -> None:
    assert await as_owner.fetchval("select count(*) from pg_constraint where not convalidated") == 0


async def found_org(as_owner: asyncpg.Connection, *members: UserId) -> OrgId:
    org = OrgId(new_id())
    await as_owner.execute("insert into orgs (id, name, seat_count) values ($1, 'Harbour', 9)", org)
    for number, user in enumerate(members):
        role = "member" if number else "owner"
        await as_owner.execute("insert into org_members (user_id, org_id, role) values ($1, $2, $3)", user, org, role)
    return org


async def test_what_is_shared_is_seen_by_its_person_or_its_organizations_members_of_now(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    await as_owner.execute(
        """
        create table shelves (id uuid primary key, user_id uuid references users (id) on delete cascade,
                              org_id uuid references orgs (id) on delete cascade, label text);
        select guard_shared('shelves');
        """
    )
    (ada, _), (bob, _), (eve, _) = [await add_person(as_owner) for _ in range(3)]
    org, other = await found_org(as_owner, ada, bob), await found_org(as_owner, eve)
    put = "insert into shelves (id, user_id, org_id, label) values (gen_random_uuid(), $1, $2, $3)"

    async def seen_by(user: UserId) -> set[str]:
        async with db.as_user(user) as tx:
            return {row["label"] for row in await tx.fetch("select label from shelves")}

    async with db.as_user(ada) as tx:
        await tx.execute(put, ada, None, "mine")
        await tx.execute(put, None, org, "ours")
    assert (await seen_by(ada), await seen_by(bob), await seen_by(eve)) == ({"mine", "ours"}, {"ours"}, set())
    for whose in ((ada, None), (None, org)):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            async with db.as_user(eve) as tx:
                await tx.execute(put, *whose, "planted")
    for two in ((None, None), (eve, other)):
        with pytest.raises(asyncpg.CheckViolationError):
            await as_owner.execute(put, *two, "whose?")
    async with db.as_user(eve) as tx:
        assert await tx.execute("update shelves set label = 'hers'") == "UPDATE 0"
    async with db.as_nobody() as tx:
        assert await tx.fetch("select label from shelves") == []
    await as_owner.execute("update orgs set second_factor_since = now() where id = $1", org)
    assert (await seen_by(ada), await seen_by(bob)) == ({"mine"}, set()), "it asks for a second factor"
    await as_owner.execute("update users set has_second_factor = true where id = $1", bob)
    assert await seen_by(bob) == {"ours"}
    await as_owner.execute("delete from org_members where user_id = $1", bob)
    assert await seen_by(bob) == set()
