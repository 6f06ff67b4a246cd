"""How much is used of what: by all, and by whom most."""

from __future__ import annotations

from datetime import UTC, datetime

import asyncpg
import pytest

from holdfast.core.migrate import Addresses
from tests.architecture.belongings import png, upload
from tests.scripted import ScriptedModel, says
from tests.web.looking_after import installation, told

pytestmark = pytest.mark.anyio
NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)


async def test_chats_of_a_day_are_told_in_total_and_by_whom_most(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with installation(addresses, [ScriptedModel(says("Yes."))], clock=lambda: NOON) as here:
        assert await here.ask("usage") == {
            "feature": "chats_per_day", "period": "2026-11-16", "used": 0, "people": 0, "top": [],
        }  # fmt: skip
        for person, times in ((here.bob, 1), (here.cyd, 3)):
            for _ in range(times):
                assert (await person.say("Hello.")).status == 200
        await as_owner.execute(
            "insert into usage_counters values ($1, 'chats_per_day', '2026-11-15', 40)", here.bob.id
        )  # fmt: skip
        today = await here.ask("usage", feature="chats_per_day")
        assert (today["used"], today["people"]) == (4, 2)
        assert today["top"] == [
            {"userId": str(here.cyd.id), "name": "Cyd", "email": "cyd@example.org", "used": 3},
            {"userId": str(here.bob.id), "name": "Bob", "email": "bob@example.org", "used": 1},
        ]
        first = await here.ask("usage", limit=1)
        assert (first["used"], first["people"], len(first["top"])) == (4, 2, 1), "the total is that of all"
        assert (await here.ask("usage", period="2026-11-15"))["used"] == 40


async def test_minutes_of_voice_are_told_in_minutes_and_files_by_the_room_they_take(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with installation(addresses, clock=lambda: NOON) as here:
        await as_owner.execute(
            "insert into usage_counters values ($1, 'voice_minutes_per_month', '2026-11', 61)", here.bob.id
        )
        voice = await here.ask("usage", feature="voice_minutes_per_month")
        assert (voice["period"], voice["used"], voice["top"][0]["used"]) == ("2026-11", 2, 2)
        await upload(here.cyd.http)
        storage = await here.ask("usage", feature="storage_bytes")
        assert (storage["period"], storage["used"], storage["people"]) == (None, len(png()), 1)
        assert storage["top"][0]["name"] == "Cyd"


async def test_a_period_that_does_not_fit_the_feature_is_refused(addresses: Addresses) -> None:
    async with installation(addresses) as here:
        for feature, period in (
            ("chats_per_day", "2026-11"), ("voice_minutes_per_month", "2026-11-16"), ("storage_bytes", "2026-11"),
        ):  # fmt: skip
            params = {"feature": feature, "period": period}
            assert told(await here.root.http.get("/api/admin/usage", params=params)) == (422, "invalid_period")
        for wrong in ({"feature": "seats"}, {"feature": "x"}, {"period": "today"}, {"period": "2026-11-16' or 1=1"}):
            assert (await here.root.http.get("/api/admin/usage", params=wrong)).status_code == 422
