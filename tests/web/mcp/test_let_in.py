"""Programs that are let in by a page (OAuth), and everything that must not let them in."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import asyncpg
import httpx2
import pytest
from mcp.client import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientInformationFull, OAuthClientMetadata, OAuthToken
from pydantic import AnyUrl

from holdfast.accounts.connected.register import MAX_WAITING
from holdfast.core.migrate import Addresses
from tests.scripted import ScriptedModel
from tests.serving import PASSWORD, Person, Served, serving
from tests.waiting import HANGS_SECONDS
from tests.web.mcp.asking import ACCEPT, Clockwork, message, text_of
from tests.web.mcp.letting_in import BACK, FORM, SCOPES, Asking, allow, as_body, registered

pytestmark = pytest.mark.anyio


class Kept:
    """What the official client keeps."""

    def __init__(self) -> None:
        self.tokens: OAuthToken | None = None
        self.about: OAuthClientInformationFull | None = None

    async def get_tokens(self) -> OAuthToken | None:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return self.about

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.about = client_info


async def ping(http: httpx2.AsyncClient, token: str) -> int:
    headers = {"authorization": f"Bearer {token}", **ACCEPT}
    return (await http.post("/mcp", json=message("ping"), headers=headers)).status_code


async def test_the_official_client_is_let_in_by_a_person_and_asks_as_them(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada, served.person("eve") as eve:
        await eve.http.post("/memory/loops/add", json={"text": "Feed the cat"})
        await ada.http.post("/memory/loops/add", json={"text": "Water the ferns"})
        gone_to: list[str] = []

        async def open_browser(address: str) -> None:
            gone_to.append(address)

        async def come_back() -> AuthorizationCodeResult:
            asked = urlsplit(gone_to[-1])
            assert f"{asked.scheme}://{asked.netloc}{asked.path}" == f"{served.url}/settings/allow"
            answer = await allow(ada, dict(parse_qsl(asked.query)))
            assert answer.status_code == 200, answer.text
            told = dict(parse_qsl(urlsplit(answer.json()["address"]).query))
            return AuthorizationCodeResult(code=told["code"], state=told["state"], iss=told["iss"])

        about = OAuthClientMetadata(client_name="A notebook", redirect_uris=[AnyUrl(BACK)])
        kept = Kept()
        auth = OAuthClientProvider(f"{served.url}/mcp", about, kept, open_browser, come_back)
        async with (
            httpx2.AsyncClient(auth=auth, timeout=HANGS_SECONDS, trust_env=False, verify=False) as http,
            Client(streamable_http_client(f"{served.url}/mcp", http_client=http)) as client,
        ):
            assert text_of(await client.call_tool("loops", {})).endswith("Water the ferns")
            assert "Kept" in text_of(await client.call_tool("remember", {"statement": "I like quinces."}))
        assert len(gone_to) == 1
        assert kept.tokens is not None
        assert kept.tokens.access_token.startswith("hfa_")
        (listed,) = (await ada.http.get("/api/programs")).json()["programs"]
        assert (listed["name"], sorted(listed["scopes"])) == ("A notebook", sorted(SCOPES))
        assert listed["lastUsedAt"]
        assert (await eve.http.get("/api/programs")).json() == {"address": f"{served.url}/mcp", "programs": []}
        assert (await ada.http.get("/api/keys")).json()["keys"] == []
        usage = (await ada.http.get("/api/v1/usage")).json()["data"]
        assert "POST /mcp remember" in {line["route"] for line in usage}


async def test_a_program_has_what_its_person_left_it_at_mcp_and_nowhere_else(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada, served.stranger() as http:
        asking = await registered(served, http)
        seen = await ada.http.post("/api/programs/look", json=as_body(asking.asks(scope="memory chat:read email")))
        assert seen.json() == {"name": "A notebook", "scopes": SCOPES, "goesTo": "127.0.0.1"}
        more = await allow(ada, asking.asks(scope="memory:read"), scopes=["memory:write"])
        assert (more.status_code, more.json()["error"]["code"]) == (422, "invalid_scope")
        less = await allow(ada, asking.asks(), scopes=["memory:read"])
        code = dict(parse_qsl(urlsplit(less.json()["address"]).query))["code"]
        given = (await asking.redeem(code)).json()
        assert (given["scope"], given["token_type"], given["expires_in"]) == ("memory:read", "Bearer", 3600)
        headers = {"authorization": f"Bearer {given['access_token']}", **ACCEPT}
        listed = await http.post("/mcp", json=message("tools/list"), headers=headers)
        assert {tool["name"] for tool in listed.json()["result"]["tools"]} == {
            "search_memory", "brief", "loops", "facts",
        }  # fmt: skip
        for path in ("/api/chats", "/memory/facts", "/api/auth/me", "/api/v1/models"):
            assert (await http.get(path, headers=headers)).status_code == 401
        assert await ping(http, given["refresh_token"]) == 401
        secrets = (code, given["access_token"], given["refresh_token"])
        for table in ("oauth_tokens", "oauth_codes", "api_keys"):
            for row in await as_owner.fetch(f"select to_jsonb(t)::text as told from {table} t"):
                assert not any(secret in row["told"] for secret in secrets)


async def test_a_code_is_good_once_and_whoever_shows_it_again_ends_what_it_gave(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada, served.stranger() as http:
        asking = await registered(served, http)
        code = await asking.code(ada)
        answers = await asyncio.gather(*(asking.redeem(code) for _ in range(5)))
        given = [one for one in answers if one.status_code == 200]
        assert len(given) == 1
        assert {one.json()["error"] for one in answers if one.status_code != 200} == {"invalid_grant"}
        assert await ping(http, given[0].json()["access_token"]) == 401
        assert (await asking.renew(given[0].json()["refresh_token"])).status_code == 400
        assert (await ada.http.get("/api/programs")).json()["programs"] == []


async def test_a_code_is_worth_nothing_to_another_program_at_another_address_or_without_its_verifier(
    addresses: Addresses,
) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada, served.stranger() as http:
        asking, other = await registered(served, http), await registered(served, http)
        code = await asking.code(ada)
        for wrong, error in (
            ({"code_verifier": "x" * 43}, "invalid_grant"),
            ({"code_verifier": None}, "invalid_grant"),
            ({"redirect_uri": "http://127.0.0.1:4712/callback"}, "invalid_grant"),
            ({"client_id": other.client_id}, "invalid_grant"),
            ({"client_id": "nobody"}, "invalid_client"),
            ({"resource": "https://elsewhere.example/mcp"}, "invalid_target"),
            ({"grant_type": "password"}, "unsupported_grant_type"),
            ({"code": "x" * 43}, "invalid_grant"),
        ):
            refused = await asking.redeem(code, **wrong)
            assert (refused.json()["error"], refused.status_code) == (error, 401 if error == "invalid_client" else 400)
        assert (await asking.redeem(code)).status_code == 200
        twice = f"grant_type=authorization_code&code=a&code=b&client_id={asking.client_id}"
        for body, kind in ((twice, FORM), ("{}", "application/json"), ("%ff%", FORM), ("", FORM)):
            refused = await http.post("/oauth/token", content=body, headers={"content-type": kind})
            assert (refused.status_code, refused.json()["error"]) == (400, "invalid_request")


async def test_codes_and_tokens_end_by_themselves(addresses: Addresses) -> None:
    clock = Clockwork()
    async with (
        serving(addresses, [ScriptedModel()], clock=clock) as served,
        served.person() as ada,
        served.stranger() as http,
    ):
        asking = await registered(served, http)
        code = await asking.code(ada)
        clock.pass_hours(0.04)
        assert (await asking.redeem(code)).json()["error"] == "invalid_grant"
        given = await asking.tokens(ada)
        clock.pass_hours(0.9)
        assert await ping(http, given["access_token"]) == 200
        clock.pass_hours(0.2)
        assert await ping(http, given["access_token"]) == 401
        for _ in range(3):
            clock.pass_hours(24 * 29)
            renewed = await asking.renew(given["refresh_token"])
            assert renewed.status_code == 200
            given = renewed.json()
            assert await ping(http, given["access_token"]) == 200
        clock.pass_hours(24 * 31)
        assert (await asking.renew(given["refresh_token"])).json()["error"] == "invalid_grant"


async def test_a_token_that_renews_is_good_once_and_shown_again_it_ends_the_program(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada, served.stranger() as http:
        asking, other = await registered(served, http), await registered(served, http)
        first = await asking.tokens(ada)
        assert (await other.renew(first["refresh_token"])).status_code == 400
        second = (await asking.renew(first["refresh_token"])).json()
        assert (second["scope"], await ping(http, second["access_token"])) == (first["scope"], 200)
        assert (await asking.renew(first["refresh_token"])).json()["error"] == "invalid_grant"
        assert await ping(http, second["access_token"]) == 401
        assert (await asking.renew(second["refresh_token"])).status_code == 400


async def test_a_person_a_program_an_admin_and_a_new_password_end_it(addresses: Addresses) -> None:
    async with (
        serving(addresses, [ScriptedModel()]) as served,
        served.person("root") as root,
        served.person() as ada,
        served.person("eve") as eve,
        served.stranger() as http,
    ):
        asking = await registered(served, http)
        given = await asking.tokens(ada)
        (listed,) = (await ada.http.get("/api/programs")).json()["programs"]
        assert (await eve.http.delete(f"/api/programs/{listed['id']}")).status_code == 404
        assert (await eve.http.post(f"/api/api-keys/{listed['id']}/rotate", json={})).status_code == 404
        assert (await ada.http.post(f"/api/api-keys/{listed['id']}/rotate", json={})).status_code == 404
        assert await ping(http, given["access_token"]) == 200
        assert (await ada.http.delete(f"/api/programs/{listed['id']}")).status_code == 204
        assert await ping(http, given["access_token"]) == 401

        given = await asking.tokens(ada)
        gone = {"token": given["refresh_token"], "client_id": asking.client_id}
        other = await registered(served, http)
        await http.post("/oauth/revoke", data={**gone, "client_id": other.client_id})
        assert await ping(http, given["access_token"]) == 200
        assert (await http.post("/oauth/revoke", data=gone)).status_code == 200
        assert await ping(http, given["access_token"]) == 401

        given, waiting = await asking.tokens(ada), await asking.code(ada)
        assert (await root.http.post(f"/api/admin/users/{ada.id}/suspend")).is_success
        assert await ping(http, given["access_token"]) == 401
        assert (await asking.redeem(waiting)).status_code == 400
        assert (await root.http.post(f"/api/admin/users/{ada.id}/unsuspend")).is_success
        assert await ping(http, given["access_token"]) == 401

        kept, waiting = await asking.tokens(eve), await asking.code(eve)
        changed = {"currentPassword": PASSWORD, "newPassword": f"{PASSWORD}!"}
        assert (await eve.http.post("/api/auth/password", json=changed)).is_success
        assert await ping(http, kept["access_token"]) == 200  # keys stay, unless one says otherwise
        again = {"currentPassword": f"{PASSWORD}!", "newPassword": PASSWORD, "revokesKeys": True}
        assert (await eve.http.post("/api/auth/password", json=again)).is_success
        assert await ping(http, kept["access_token"]) == 401
        assert (await asking.redeem(waiting)).status_code == 400
        given = await asking.tokens(eve)
        assert (await eve.http.request("DELETE", "/api/auth/me", json={"password": PASSWORD})).is_success
        assert await ping(http, given["access_token"]) == 401


async def test_only_our_own_page_answers_a_program_and_only_for_who_is_signed_in(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada, served.stranger() as http:
        asking = await registered(served, http)
        body = as_body(asking.asks()) | {"isAllowed": True, "scopes": SCOPES}
        answer = "/api/programs/answer"
        assert (await http.post(answer, json=body)).status_code == 401
        for headers in (
            {"origin": "https://evil.example"},
            {"sec-fetch-site": "cross-site"},
            {"sec-fetch-site": "same-site"},
            {"sec-fetch-site": "none"},
        ):
            assert (await ada.http.post(answer, json=body, headers=headers)).status_code == 403
        plain = {"content-type": "text/plain"}  # what a form of another site could send
        sent = await ada.http.post(answer, content="{}", headers=plain)
        assert sent.status_code == 422
        made = (await ada.http.post("/api/api-keys", json={"name": "a", "scopes": ["chat", "memory"]})).json()
        by_key = await http.post(answer, json=body, headers={"authorization": f"Bearer {made['key']}"})
        assert by_key.status_code == 403
        page = await ada.http.get("/settings/allow")
        assert page.status_code == 200
        assert page.headers["x-frame-options"] == "DENY"
        assert "frame-ancestors 'none'" in page.headers["content-security-policy"]


async def test_nobody_is_sent_to_an_address_that_was_not_registered(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada, served.stranger() as http:
        asking = await registered(served, http, BACK, "https://app.example.org/back?a=1", "cursor://mcp/callback")
        for address in ("http://127.0.0.1:9/callback", "https://app.example.org/back?a=1", "cursor://mcp/callback"):
            sent = await allow(ada, asking.asks(redirect_uri=address))
            told = urlsplit(sent.json()["address"])
            query = dict(parse_qsl(told.query))
            assert sent.json()["address"].startswith(address.partition("?")[0])
            assert (query["state"], query["iss"], "code" in query) == ("a state of its own", served.url, True)
            assert query.get("a") == ("1" if "app.example" in address else None)
        denied = await ada.http.post("/api/programs/answer", json=as_body(asking.asks()) | {"isAllowed": False})
        assert dict(parse_qsl(urlsplit(denied.json()["address"]).query))["error"] == "access_denied"
        for address in (
            "https://app.example.org/back",
            "https://app.example.org/back?a=1&b=2",
            "https://app.example.org.evil.example/back?a=1",
            "https://app.example.org/other/../back?a=1",
            "http://127.0.0.1:4711/callback/..",
            "http://127.0.0.1.evil.example:4711/callback",
            "http://user@127.0.0.1:4711/callback",
            "http://localhost:4711/callback",
            "https://127.0.0.1:4711/callback",
            "cursor://mcp/callback#x",
        ):
            for allowed in (True, False):
                body = as_body(asking.asks(redirect_uri=address)) | {"isAllowed": allowed, "scopes": SCOPES}
                refused = await ada.http.post("/api/programs/answer", json=body)
                assert (refused.status_code, refused.json()["error"]["code"]) == (422, "invalid_redirect_uri")


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge_method": None}, "invalid_request"),
        ({"code_challenge": None}, "invalid_request"),
        ({"code_challenge": "x" * 42}, "invalid_request"),
        ({"resource": "https://elsewhere.example/mcp"}, "invalid_target"),
        ({"scope": "email profile"}, "invalid_scope"),
        ({"client_id": "019a0000-0000-7000-8000-000000000404"}, "invalid_client"),
        ({"client_id": "a name"}, "invalid_client"),
    ],
)
async def test_what_a_program_asks_wrongly_is_refused_by_its_name(
    in_common: tuple[Served, Person, Asking], wrong: dict[str, Any], error: str
) -> None:
    _, ada, asking = in_common
    for answer in (
        await ada.http.post("/api/programs/look", json=as_body(asking.asks(**wrong))),
        await allow(ada, asking.asks(**wrong)),
    ):
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, error)


async def test_programs_register_at_addresses_that_can_be_theirs_and_in_bounds(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    clock = Clockwork()
    async with (
        serving(addresses, [ScriptedModel()], clock=clock) as served,
        served.person() as ada,
        served.stranger() as http,
    ):
        for wrong in (
            "http://app.example.org/back", "javascript://x/%0aalert(1)", "data://x/y", "/back", "https://",
            "https://a@b.example/", "https://a.example/#x", "https://a.example/ x", "file:///etc/passwd", "x" * 600,
        ):  # fmt: skip
            refused = await http.post("/oauth/register", json={"redirect_uris": [wrong]})
            assert refused.status_code == 400
            assert refused.json()["error"] in ("invalid_redirect_uri", "invalid_client_metadata")
        bodies: list[Any] = [{}, {"redirect_uris": []}, {"redirect_uris": [BACK] * 11}, []]
        for body in bodies:
            assert (await http.post("/oauth/register", json=body)).json()["error"] == "invalid_client_metadata"
        used = await registered(served, http)
        await used.tokens(ada)
        await registered(served, http)
        await as_owner.execute(
            "insert into oauth_programs select gen_random_uuid(), 'x', '{a}', $2 from generate_series(2, $1)",
            MAX_WAITING, clock(),
        )  # fmt: skip
        full = await http.post("/oauth/register", json={"redirect_uris": [BACK]})
        assert (full.status_code, full.json()["error"]) == (429, "temporarily_unavailable")
        assert int(full.headers["retry-after"]) > 0
        clock.pass_hours(25)
        await registered(served, http)
        assert await as_owner.fetchval("select count(*) from oauth_programs") == 2
        assert (await used.renew((await used.tokens(ada))["refresh_token"])).status_code == 200
        for _ in range(30):
            last = await http.post("/oauth/register", json={"redirect_uris": [BACK]})
        assert last.status_code == 429


async def test_what_is_told_of_the_way_in_fits_together(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.stranger() as http:
        for path in ("/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"):
            told = (await http.get(path)).json()
            assert (told["resource"], told["authorization_servers"]) == (f"{served.url}/mcp", [served.url])
        told = (await http.get("/.well-known/oauth-authorization-server")).json()
        assert told["issuer"] == served.url
        assert told["code_challenge_methods_supported"] == ["S256"]
        assert told["token_endpoint_auth_methods_supported"] == ["none"]
        assert told["authorization_response_iss_parameter_supported"] is True
