"""A lost password and a second factor: the one does not take the other away, unless it was a squatter's."""

from __future__ import annotations

from collections.abc import AsyncIterator

import asyncpg
import pytest

from holdfast.core.db import Db
from tests.accounts.door import Door, log_in, opened
from tests.accounts.mailbox import MAIL
from tests.accounts.second_factor.setting import half_in, is_in, set_app, step
from tests.accounts.test_reset_password import NEW, spend, token_for

pytestmark = pytest.mark.anyio


@pytest.fixture
async def door(db: Db) -> AsyncIterator[Door]:
    async with opened(db, **MAIL) as made:
        yield made


async def test_whoever_reads_the_mail_still_has_to_show_the_second_factor(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    async with door.person("ada") as ada, door.browser() as client:
        await as_owner.execute("update users set email_verified = true, email_waits = false")
        phone, _ = await set_app(ada.http)
        assert (await spend(client, await token_for(door, as_owner, client))).status_code == 204
        assert (await log_in(client, "ada", NEW)).status_code == 202
        assert not await is_in(client)
        assert (await step(client, code=phone.code())).status_code == 200


async def test_a_step_that_began_with_the_lost_password_ends_with_it(door: Door, as_owner: asyncpg.Connection) -> None:
    async with door.person("ada") as ada, door.browser() as thief, door.browser() as client:
        phone, _ = await set_app(ada.http)
        await half_in(thief)
        assert (await spend(client, await token_for(door, as_owner, client))).status_code == 204
        assert (await step(thief, code=phone.code())).status_code == 404


async def test_the_factor_of_whoever_took_an_address_does_not_keep_its_owner_out(
    door: Door, as_owner: asyncpg.Connection
) -> None:
    async with door.person("ada") as squatter, door.browser() as owner:
        await set_app(squatter.http)
        assert (await spend(owner, await token_for(door, as_owner, owner))).status_code == 204
        assert (await log_in(owner, "ada", NEW)).status_code == 200
        assert not await is_in(squatter.http)
