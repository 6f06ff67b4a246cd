"""Whoever reads a shared chat is told whose it is, by name and by nothing else."""

from __future__ import annotations

import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from tests.scripted import ScriptedModel
from tests.serving import serving

pytestmark = pytest.mark.anyio


async def test_a_reader_learns_the_authors_name_and_the_author_reads_their_own(addresses: Addresses) -> None:
    async with (
        serving(addresses, [ScriptedModel()]) as served,
        served.person("mira") as mira,
        served.person("bob") as bob,
    ):
        chat = new_id()
        await mira.say("Hello", chat=chat)
        await mira.http.patch(f"/api/chats/{chat}", json={"visibility": "public"})
        read = await bob.http.get("/api/chats/messages", params={"chatId": str(chat)})
        assert (read.json()["author"], read.json()["isMine"]) == ("Mira", False)
        assert "mira@example.org" not in read.text
        own = (await mira.http.get("/api/chats/messages", params={"chatId": str(chat)})).json()
        assert (own["author"], own["isMine"]) == (None, True)
