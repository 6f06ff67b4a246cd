"""What leaves an event beside plans, seats and suspensions, and that nobody writes or reads them by another way."""

from __future__ import annotations

import asyncpg
import pytest

from holdfast.core.migrate import Addresses
from holdfast.turn.settings.defaults import DEFAULTS
from tests.web.looking_after import installation, told

pytestmark = pytest.mark.anyio


async def test_prompt_settings_that_change_leave_an_event_with_their_version(addresses: Addresses) -> None:
    async with installation(addresses) as here:
        settings = DEFAULTS.model_dump(mode="json", by_alias=True)
        changed = await here.root.http.put(
            "/api/admin/prompt-settings", json={"version": 0, "settings": {**settings, "promptTokens": 9_000}}
        )
        assert changed.status_code == 200, changed.text
        assert (await here.root.http.post("/api/admin/prompt-settings/restore", json={"version": 0})).status_code == 200
        events = await here.events()
        assert [(event["what"], event["detail"], event["actor"]["name"]) for event in events] == [
            ("prompt_settings.changed", {"version": 2}, "Root"),
            ("prompt_settings.changed", {"version": 1}, "Root"),
        ]


async def test_what_was_undone_has_left_no_event(addresses: Addresses) -> None:
    async with installation(addresses) as here:

        async def suspend_and_fail() -> None:
            async with here.served.parts.db.as_user(here.root.id) as tx:
                await tx.execute("select set_suspended($1, true)", here.bob.id)
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await suspend_and_fail()
        assert await here.events() == []
        assert (await here.bob.http.get("/api/auth/me")).status_code == 200


@pytest.mark.parametrize(
    "statement",
    [
        "select count(*) from admin_events",
        "insert into admin_events (what) values ('user.suspended')",
        "update admin_events set actor_id = null",
        "delete from admin_events",
        "select note_admin_event('user.suspended', null, null, '{}')",
    ],
)
async def test_the_app_cannot_read_forge_change_or_delete_events_not_even_for_an_admin(
    addresses: Addresses, statement: str
) -> None:
    async with installation(addresses) as here:
        for asker in (here.root.id, here.bob.id):
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                async with here.served.parts.db.as_user(asker) as tx:
                    await tx.execute(statement)


async def test_a_dismissed_admin_reads_no_page_any_more(addresses: Addresses) -> None:
    async with installation(addresses) as here:
        await here.root.http.post(f"/api/admin/users/{here.bob.id}/appoint")
        assert (await here.bob.http.get("/api/admin/events")).status_code == 200
        await here.root.http.post(f"/api/admin/users/{here.bob.id}/dismiss")
        for page in ("users", "organizations", "usage", "jobs", "dead-letters", "health", "mails", "events"):
            assert told(await here.bob.http.get(f"/api/admin/{page}")) == (403, "not_admin")
