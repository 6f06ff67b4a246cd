"""`holdfast admin`: for whoever runs the machine."""

from __future__ import annotations

import re
from pathlib import Path

import asyncpg
import pytest

from holdfast.accounts.codes import as_typed
from holdfast.accounts.operator import appoint, invite
from holdfast.cli.up import first_account
from holdfast.core.config import Settings
from holdfast.core.db import Db
from holdfast.core.errors import Invalid, NotFound
from tests.accounts.door import form, opened
from tests.cli.running import environment, holdfast, up

pytestmark = pytest.mark.anyio

KEY = "0123456789abcdef0123456789abcdef"


def test_the_code_of_the_first_account_is_told_only_where_others_come_by_and_only_until_it_is_made() -> None:
    reachable = Settings.model_validate({"host": "0.0.0.0", "secret_key": KEY})
    told = first_account(reachable, has_accounts=False)[0]
    assert as_typed(told.split()[1]), told
    assert not any("code" in line for line in first_account(reachable, has_accounts=True))
    at_home = Settings.model_validate({"secret_key": KEY})
    assert not any("code" in line for line in first_account(at_home, has_accounts=False))


async def test_the_operator_makes_an_admin_and_an_invite(db: Db, as_owner: asyncpg.Connection) -> None:
    async with opened(db, registration="invite") as door, door.person("ada"), door.browser() as client:
        await as_owner.execute("update users set is_admin = false")
        code = await invite(as_owner, door.accounts.admission.signer, uses=1)
        joined = await client.post("/api/auth/register", json=form("bob") | {"code": code})
        assert joined.status_code == 201, joined.text
        await appoint(as_owner, "BOB@example.org", sends_mail=True)
        assert (await client.get("/api/auth/me")).json()["isAdmin"] is True
        with pytest.raises(NotFound):
            await appoint(as_owner, "nobody@example.org", sends_mail=True)
        with pytest.raises(Invalid):
            await invite(as_owner, door.accounts.admission.signer, uses=0)


def test_up_prints_the_code_and_the_command_shows_it_again(used_folder: Path) -> None:
    public = "http://holdfast.example"
    with up(used_folder, HOLDFAST_PUBLIC_URL=public) as running:
        told = re.search(r"code\s+(\S+)", running.greeting)
        assert told, running.greeting
        shown = holdfast("admin", "code", env=environment(used_folder, HOLDFAST_PUBLIC_URL=public))
        assert shown.stdout.strip() == told.group(1), shown.stderr
