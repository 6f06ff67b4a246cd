"""`/mcp` asked by the official client, with keys: what it gives, to whom, and what it refuses."""

from __future__ import annotations

from typing import Any

import asyncpg
import httpx2
import pytest
from mcp.shared.exceptions import MCPError
from mcp_types import TextContent, TextResourceContents

from holdfast.core.migrate import Addresses
from tests.scripted import ScriptedModel
from tests.serving import Person, Served, serving
from tests.waiting import until
from tests.web.mcp.asking import ACCEPT, READING, Clockwork, Era, asking, initialize, key_for, message, text_of
from tests.working import work_off

pytestmark = pytest.mark.anyio

READS = {"search_memory", "brief", "loops", "facts", "documents_search", "document_open"}
WRITES = {"remember", "forget"}


async def bring_document(served: Served, person: Person, text: str) -> str:
    made = await person.http.post("/api/documents/upload", files={"file": ("garden.md", text.encode())})
    assert made.status_code in (201, 202), made.text
    return str(made.json()["document"]["id"])


@pytest.mark.parametrize("era", ["legacy", "auto"])
async def test_a_program_remembers_finds_and_forgets_for_its_person_and_for_nobody_else(
    addresses: Addresses, era: Era
) -> None:
    async with (
        serving(addresses, [ScriptedModel()]) as served,
        served.person() as ada,
        served.person("eve") as eve,
        asking(served, await key_for(ada), era) as hers,
        asking(served, await key_for(eve), era) as others,
    ):
        tools = {tool.name: tool for tool in (await hers.list_tools()).tools}
        assert set(tools) == READS | WRITES
        for name, tool in tools.items():
            assert tool.description
            assert tool.title
            assert tool.annotations
            assert tool.annotations.read_only_hint == (name in READS)
            assert tool.annotations.destructive_hint == (name == "forget")
        await ada.http.post("/memory/loops/add", json={"text": "Water the ferns"})
        assert "Kept" in text_of(await hers.call_tool("remember", {"statement": "My sister Ana lives in Lisbon."}))
        again = await hers.call_tool("remember", {"statement": "My sister Ana  lives in Lisbon."})
        assert text_of(again) == "That is remembered already."
        asked = {"query": "Where does my sister live?"}
        assert "Lisbon" in text_of(await hers.call_tool("search_memory", asked))
        assert "Lisbon" not in text_of(await others.call_tool("search_memory", asked))
        assert "ferns" in text_of(await hers.call_tool("loops", {}))
        assert text_of(await others.call_tool("loops", {})) == "There is nothing."
        assert "ferns" in text_of(await hers.call_tool("brief", {}))
        assert "ferns" not in text_of(await others.call_tool("brief", {}))
        assert "facts" in (await hers.call_tool("facts", {})).structured_content
        counted = await hers.call_tool("forget", {"query": "Lisbon", "preview": True})
        assert counted.structured_content["counts"]["turns"] == 1
        assert "Lisbon" in text_of(await hers.call_tool("search_memory", asked))
        gone = await hers.call_tool("forget", {"query": "Lisbon"})
        assert gone.structured_content["verified"]
        assert "Lisbon" not in text_of(await hers.call_tool("search_memory", asked))


async def test_documents_the_brief_and_personas_are_read_and_nobody_elses_are_there(addresses: Addresses) -> None:
    async with (
        serving(addresses, [ScriptedModel()]) as served,
        served.person() as ada,
        served.person("eve") as eve,
        asking(served, await key_for(ada, *READING)) as hers,
        asking(served, await key_for(eve, *READING)) as others,
    ):
        document = await bring_document(served, ada, "The quince tree was planted in the spring of 1987.")
        persona = await ada.http.post(
            "/api/personas", json={"name": "Gardener", "description": "Of few words.", "kernel": "You know quinces."}
        )
        await work_off(served.parts)
        uri = f"holdfast://documents/{document}"
        listed = {one.uri for one in (await hers.list_resources()).resources}
        assert listed == {"holdfast://brief", uri}
        assert {one.uri for one in (await others.list_resources()).resources} == {"holdfast://brief"}
        read = (await hers.read_resource(uri)).contents[0]
        assert isinstance(read, TextResourceContents)
        assert "quince" in read.text
        for wrong in (uri, "holdfast://documents/nothing", "file:///etc/passwd", "holdfast://elsewhere"):
            with pytest.raises(MCPError, match="no such resource"):
                await others.read_resource(wrong)
        found = await hers.call_tool("documents_search", {"query": "When was the quince tree planted?"})
        assert "1987" in text_of(found)
        assert document in text_of(found)
        opened = await hers.call_tool("document_open", {"document_id": document})
        assert "1987" in text_of(opened)
        hidden = await others.call_tool("document_open", {"document_id": document})
        assert (hidden.is_error, text_of(hidden)) == (True, "There is no such document.")
        assert "1987" not in text_of(await others.call_tool("documents_search", {"query": "quince tree"}))
        mine = persona.json()["id"]
        prompts = {one.name: one for one in (await hers.list_prompts()).prompts}
        assert {"sophie", "assistant", mine} <= set(prompts)
        assert mine not in {one.name for one in (await others.list_prompts()).prompts}
        told = await hers.get_prompt(mine, {"message": "Hello?"})
        said = [one.content.text for one in told.messages if isinstance(one.content, TextContent)]
        assert said == ["You know quinces.", "Hello?"]
        with pytest.raises(MCPError, match="no such prompt"):
            await others.get_prompt(mine)


async def test_a_key_is_offered_what_its_scopes_open_and_the_rest_is_refused_and_written_down(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        offered = {
            ("memory:read", "chat:read"): READS,
            ("memory:read",): {"search_memory", "brief", "loops", "facts"},
            ("memory:write",): WRITES,
            ("chat",): {"documents_search", "document_open"},
        }
        for scopes, names in offered.items():
            async with asking(served, await key_for(ada, *scopes)) as client:
                assert {tool.name for tool in (await client.list_tools()).tools} == names
                assert bool((await client.list_prompts()).prompts) == ("documents_search" in names)
                for name in (READS | WRITES) - names:
                    refused = await client.call_tool(name, _some_arguments(name))
                    assert (refused.is_error, text_of(refused)) == (
                        True, "There is no such tool, or this key does not open it.",
                    )  # fmt: skip
        async with asking(served, await key_for(ada, "memory:write")) as client:
            wrong = await client.call_tool("remember", {"statement": "No", "mood": "glum"})
            assert wrong.is_error
            assert "glum" not in text_of(wrong)
        assert await as_owner.fetchval("select count(*) from episodes") == 0
        await until(lambda: as_owner.fetchval("select exists (select from key_usage where status = 422)"))
        lines = await as_owner.fetch("select distinct route, status from key_usage where route like 'POST /mcp %'")
        told = {(line["route"], line["status"]) for line in lines}
        assert ("POST /mcp remember", 403) in told
        assert ("POST /mcp tools/list", 200) in told
        none = await key_for(ada, "usage")
        async with served.stranger() as client:
            outside = await client.post("/mcp", json=message("ping"), headers=bearer(none))
            assert (outside.status_code, outside.json()["error"]["code"]) == (403, "missing_scope")


def _some_arguments(name: str) -> dict[str, Any]:
    known: dict[str, dict[str, Any]] = {
        "remember": {"statement": "I am here."},
        "forget": {"query": "here"},
        "document_open": {"document_id": "019a0000-0000-7000-8000-000000000404"},
    }
    return known.get(name, {"query": "here"} if "search" in name else {})


def bearer(key: str, **more: str) -> dict[str, str]:
    return {"authorization": f"Bearer {key}", **ACCEPT, **more}


async def test_a_session_is_its_keys_alone_ends_idle_and_a_revoked_key_ends_it(addresses: Addresses) -> None:
    clock = Clockwork()
    async with (
        serving(addresses, [ScriptedModel()], clock=clock) as served,
        served.person() as ada,
        served.person("eve") as eve,
        served.stranger() as http,
    ):
        key, second, foreign = await key_for(ada), await key_for(ada), await key_for(eve)
        session = await _begin(http, key)
        ping = message("ping")
        held = {"mcp-session-id": session}
        assert (await http.post("/mcp", json=ping, headers=bearer(key, **held))).status_code == 200
        for other in (second, foreign):
            answer = await http.post("/mcp", json=ping, headers=bearer(other, **held))
            assert (answer.status_code, answer.json()["error"]["code"]) == (404, "unknown_mcp_session")
            assert (await http.delete("/mcp", headers=bearer(other, **held))).status_code == 404
        clock.pass_hours(23)
        assert (await http.post("/mcp", json=ping, headers=bearer(key, **held))).status_code == 200
        clock.pass_hours(23)
        assert (await http.post("/mcp", json=ping, headers=bearer(key, **held))).status_code == 200
        clock.pass_hours(25)
        assert (await http.post("/mcp", json=ping, headers=bearer(key, **held))).status_code == 404
        held = {"mcp-session-id": await _begin(http, key)}
        assert (await http.delete("/mcp", headers=bearer(key, **held))).status_code == 204
        assert (await http.post("/mcp", json=ping, headers=bearer(key, **held))).status_code == 404
        held = {"mcp-session-id": await _begin(http, key)}
        for one in (await ada.http.get("/api/api-keys")).json()["keys"]:
            await ada.http.delete(f"/api/api-keys/{one['id']}")
        assert (await http.post("/mcp", json=ping, headers=bearer(key, **held))).status_code == 401


async def test_of_one_key_only_so_many_sessions_are_kept(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada, served.stranger() as http:
        key = await key_for(ada)
        first = await _begin(http, key)
        for _ in range(50):
            last = await _begin(http, key)
        assert await as_owner.fetchval("select count(*) from mcp_sessions") == 50
        for session, status in ((first, 404), (last, 200)):
            answer = await http.post("/mcp", json=message("ping"), headers=bearer(key, **{"mcp-session-id": session}))
            assert answer.status_code == status


async def test_strangers_pages_of_other_sites_cookies_and_bodies_that_are_none_are_refused(
    addresses: Addresses,
) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada, served.stranger() as http:
        key = await key_for(ada)
        for client, headers, error in (
            (http, ACCEPT, ""),
            (ada.http, ACCEPT, ""),  # a cookie says nothing here
            (http, bearer("hf_" + "x" * 43), "invalid_token"),
        ):
            answer = await client.post("/mcp", json=message("ping"), headers=headers)
            told = answer.headers["www-authenticate"]
            assert answer.status_code == 401
            assert f'resource_metadata="{served.url}/.well-known/oauth-protected-resource/mcp"' in told
            assert (f'error="{error}"' in told) == bool(error)
        for origin in ("https://evil.example", "null", "http://["):
            foreign = await http.post("/mcp", json=message("ping"), headers=bearer(key, origin=origin))
            assert (foreign.status_code, foreign.json()["error"]["code"]) == (403, "cross_site"), origin
        ours = await http.post("/mcp", json=message("ping"), headers=bearer(key, origin=served.url.upper()))
        assert ours.status_code == 200, ours.text
        rebound = await http.post("/mcp", json=message("ping"), headers=bearer(key, host="evil.example"))
        assert rebound.status_code == 421
        assert (await http.get("/mcp", headers=bearer(key))).status_code == 405
        for body, status in ((b"{", 400), (b"[]", 400), (b'{"a": 1, "a": 2}', 400), (b" " * 65_537, 413)):
            headers = bearer(key, **{"content-type": "application/json"})
            assert (await http.post("/mcp", content=body, headers=headers)).status_code == status


async def test_the_windows_of_a_key_hold_at_mcp_too(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada, served.stranger() as http:
        key = await key_for(ada, dayLimit=3)
        statuses = [(await http.post("/mcp", json=message("ping"), headers=bearer(key))).status_code for _ in range(5)]
        assert statuses == [200, 200, 200, 429, 429]


async def _begin(http: httpx2.AsyncClient, key: str) -> str:
    answer = await http.post("/mcp", json=initialize(), headers=bearer(key))
    assert answer.status_code == 200, answer.text
    return answer.headers["mcp-session-id"]
