"""Organizations over HTTP: what is refused, how it is told, and what the wire holds."""

from __future__ import annotations

import io
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import httpx2
import pytest
import structlog

from holdfast.core.ids import new_id
from holdfast.core.log import configure_logging
from holdfast.core.migrate import Addresses
from holdfast.orgs.parts import LIMITS
from tests.accounts.second_factor.setting import set_app
from tests.loopback.smtp_server import SmtpServer
from tests.scripted import ScriptedModel
from tests.serving import Person, Served, serving
from tests.working import work_off

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def office(addresses: Addresses, **settings: Any) -> AsyncIterator[tuple[Served, Person, Person, str]]:
    """Ada owns an organization, Bob is in none."""
    async with (
        serving(addresses, [ScriptedModel()], **settings) as served,
        served.person("ada") as ada,
        served.person("bob") as bob,
    ):
        made = await ada.http.post("/api/organizations", json={"name": "Acme"})
        assert made.status_code == 201, made.text
        yield served, ada, bob, f"/api/organizations/{made.json()['id']}"


async def join(ada: Person, path: str, person: Person, **wanted: Any) -> httpx2.Response:
    made = await ada.http.post(f"{path}/invites", json=wanted)
    assert made.status_code == 201, made.text
    return await person.http.post("/api/invites/accept", json={"code": made.json()["code"]})


def told(response: httpx2.Response) -> tuple[int, str]:
    return response.status_code, response.json()["error"]["code"]


async def test_two_people_found_invite_join_and_hand_over(addresses: Addresses) -> None:
    async with office(addresses) as (_, ada, bob, path):
        mine = (await ada.http.get("/api/organizations/mine")).json()["organization"]
        shape = {"id", "name", "plan", "role", "permissions", "inviteRoles", "seats", "secondFactor", "createdAt"}
        assert set(mine) == shape
        assert mine["secondFactor"] is None
        assert (mine["role"], mine["plan"], len(mine["permissions"])) == ("owner", None, 14)
        assert mine["seats"] == {"count": mine["seats"]["count"], "used": 1, "pendingRemoval": None}
        assert (await bob.http.get("/api/organizations/mine")).json() == {"organization": None}

        invite = (await ada.http.post(f"{path}/invites", json={})).json()
        assert set(invite) == {
            "id", "code", "link", "role", "maxUses", "uses", "email", "createdAt", "expiresAt",
        }  # fmt: skip
        assert invite["link"].endswith(f"/join#{invite['code']}")
        assert (await bob.http.get(invite["link"].partition("#")[0])).status_code == 200, "the page is there"
        seen = (await bob.http.post("/api/invites/look", json={"code": invite["code"]})).json()
        assert seen == {
            "organization": {"name": "Acme"},
            "invitedBy": "Ada",
            "role": "member",
            "expiresAt": invite["expiresAt"],
            "seatsLeft": True,
            "asksSecondFactor": False,
            "graceDays": 0,
        }
        joined = (await bob.http.post("/api/invites/accept", json={"code": invite["code"]})).json()
        assert (joined["id"], joined["role"]) == (mine["id"], "member")
        assert (await bob.http.post("/api/invites/accept", json={"code": invite["code"]})).json() == joined

        members = (await bob.http.get(f"{path}/members")).json()["members"]
        assert [(one["name"], one["role"], one["isYou"], one["canManage"]) for one in members] == [
            ("Ada", "owner", False, False),
            ("Bob", "member", True, False),
        ]
        changed = await ada.http.patch(f"{path}/members/{bob.id}", json={"role": "owner"})
        assert (changed.json()["role"], changed.json()["canManage"]) == ("owner", True)
        assert (await ada.http.post(f"{path}/leave", json={})).status_code == 204
        events = (await bob.http.get(f"{path}/audit", params={"limit": 2})).json()
        assert [one["what"] for one in events["events"]] == ["member.left", "member.role_changed"]
        assert events["events"][1]["actor"] == {"id": str(ada.id), "name": "Ada"}
        older = (await bob.http.get(f"{path}/audit", params={"cursor": events["nextCursor"]})).json()
        assert [one["what"] for one in older["events"]] == ["member.joined", "invite.made", "org.created"]


async def test_what_is_no_id_or_no_json_is_refused_for_what_it_is(addresses: Addresses) -> None:
    async with office(addresses) as (_, ada, _, path):
        for method, where, body in (
            ("PATCH", "/api/organizations/not-an-id", {"name": "x"}),
            ("DELETE", "/api/organizations/not-an-id", None),
            ("GET", "/api/organizations/not-an-id/members", None),
            ("POST", "/api/organizations/not-an-id/leave", {}),
            ("GET", "/api/organizations/not-an-id/audit", None),
            ("DELETE", f"{path}/members/not-an-id", None),
            ("DELETE", f"{path}/invites/not-an-id", None),
            ("POST", f"{path}/leave", {"newOwnerId": "not-an-id"}),
            ("POST", f"{path}/leave", {"newOwnerId": ["x"]}),
            ("POST", f"{path}/leave", {"newOwnerId": 7}),
        ):
            response = await ada.http.request(method, where, json=body)
            assert response.status_code == 422, (method, where, response.text)
        headers = {"content-type": "application/json"}
        for where in (f"{path}/leave", f"{path}/invites", "/api/organizations", "/api/invites/accept"):
            for raw in (b"", b"{", b"{'name': 1}", b'{"name": "a", "name": "b"}', b"\xff\xfe", b'{"name": NaN}'):
                response = await ada.http.post(where, content=raw, headers=headers)
                assert (response.status_code, where) == (400, where), response.text


async def test_a_new_owner_who_cannot_be_one_is_refused(addresses: Addresses) -> None:
    async with office(addresses) as (served, ada, bob, path), served.person("cyd") as cyd:
        alone = await ada.http.post(f"{path}/leave", json={"newOwnerId": str(bob.id)})
        assert told(alone) == (409, "last_member")
        await join(ada, path, bob)
        for nobody in (str(cyd.id), str(new_id())):
            assert told(await ada.http.post(f"{path}/leave", json={"newOwnerId": nobody})) == (404, "unknown_member")
        own = await ada.http.post(f"{path}/leave", json={"newOwnerId": str(ada.id)})
        assert told(own) == (409, "oneself")
        assert told(await ada.http.post(f"{path}/leave", json={})) == (409, "sole_owner")
        assert told(await ada.http.delete(f"{path}/members/{ada.id}")) == (409, "sole_owner")
        demoted = await ada.http.patch(f"{path}/members/{ada.id}", json={"role": "member"})
        assert told(demoted) == (409, "sole_owner")


async def test_a_name_as_long_as_a_book_is_refused_before_it_is_read(addresses: Addresses) -> None:
    async with office(addresses) as (_, _, bob, _):
        response = await bob.http.post("/api/organizations", json={"name": "x" * 1_000_000})
        assert (response.status_code, response.json()["error"]["code"]) == (413, "too_large")


@pytest.mark.parametrize(
    ("method", "where", "body"),
    [
        ("POST", "/api/organizations", {"name": "x", "plan": "business"}),
        ("POST", "/api/organizations", {"name": "x", "role": "owner"}),
        ("PATCH", "", {"name": "x", "seats": {"count": 100}}),
        ("PATCH", "", {"name": "x", "limits": {}}),
        ("PATCH", "/members/{bob}", {"role": "admin", "userId": "{ada}"}),
        ("PATCH", "/members/{bob}", {"role": "king"}),
        ("PATCH", "/members/{bob}", {"role": None}),
        ("POST", "/invites", {"role": "owner"}),
        ("POST", "/invites", {"maxUses": 0}),
        ("POST", "/invites", {"maxUses": 1001}),
        ("POST", "/invites", {"maxUses": 10**25}),
        ("POST", "/invites", {"maxUses": 1.5}),
        ("POST", "/invites", {"maxUses": True}),
        ("POST", "/invites", {"maxUses": "7"}),
        ("POST", "/invites", {"code": "AAAAAA"}),
        ("POST", "/invites", {"expiresAt": "2036-01-01T00:00:00Z"}),
        ("POST", "/invites", {"email": "not an address"}),
        ("POST", "/invites", {"email": "a@b.c", "maxUses": 2}),
        ("POST", "/invites", {"email": "a@b.c\r\nBcc: x@y.z"}),
        ("POST", "/leave", {"force": True}),
        ("POST", "/api/invites/accept", {"code": "ABCDEF", "role": "owner"}),
        ("POST", "/api/invites/accept", {"code": ["ABCDEF"]}),
        ("POST", "/api/invites/accept", {"code": "A" * 41}),
        ("POST", "/api/organizations", {"name": "x" * 60_000}),
        ("POST", "/api/organizations", {"name": "a\u202eb"}),
        ("POST", "/api/organizations", {"name": {"$ne": 1}}),
        ("POST", "/api/organizations", {"name": " "}),
    ],
)
async def test_rights_come_from_the_server_and_fields_hold_what_they_should(
    addresses: Addresses, as_owner: asyncpg.Connection, method: str, where: str, body: dict[str, Any]
) -> None:
    async with office(addresses) as (_, ada, bob, path):
        if not where.startswith("/api"):
            await join(ada, path, bob)
            where = path + where.format(bob=bob.id)
        client = bob.http if where.startswith("/api/invites") or where == "/api/organizations" else ada.http
        before = await as_owner.fetch("select t::text from org_members t order by 1")
        response = await client.request(method, where, json=body)
        assert response.status_code == 422, response.text
        assert response.elapsed.total_seconds() < 1
        assert await as_owner.fetch("select t::text from org_members t order by 1") == before


async def test_text_that_cannot_be_stored_is_refused_and_markup_is_told_as_it_is(addresses: Addresses) -> None:
    async with office(addresses) as (_, ada, _, path):
        headers = {"content-type": "application/json"}
        for body in (b'{"name": "a\\u0000b"}', b'{"name": "\\ud800"}'):
            assert (await ada.http.patch(path, content=body, headers=headers)).status_code == 400
        name = "<script>alert(1)</script> %s ${x} {{y}}"
        assert (await ada.http.patch(path, json={"name": name})).json()["name"] == name


async def test_a_removed_admin_finds_nothing_at_the_very_next_request(addresses: Addresses) -> None:
    async with office(addresses) as (_, ada, bob, path):
        await join(ada, path, bob, role="admin")
        assert (await bob.http.get(f"{path}/invites")).status_code == 200
        assert (await ada.http.delete(f"{path}/members/{bob.id}")).status_code == 204
        for method, where in (("GET", "/members"), ("GET", "/invites"), ("POST", "/invites"), ("GET", "/audit")):
            response = await bob.http.request(method, path + where, json={} if method == "POST" else None)
            assert told(response) == (404, "unknown_organization")
        assert (await bob.http.get("/api/organizations/mine")).json() == {"organization": None}


async def test_every_kind_of_dead_code_is_the_same_404_and_guessing_is_stopped(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with office(addresses) as (_, ada, bob, path):
        made = [(await ada.http.post(f"{path}/invites", json={})).json() for _ in range(3)]
        await ada.http.delete(f"{path}/invites/{made[0]['id']}")
        await as_owner.execute("update org_invites set expires_at = now() where id::text = $1", made[1]["id"])
        await as_owner.execute("update org_invites set uses = max_uses where id::text = $1", made[2]["id"])
        bodies = set()
        for code in (*(one["code"] for one in made), "ABCDEF", "not a code"):
            for door in ("look", "accept"):
                response = await bob.http.post(f"/api/invites/{door}", json={"code": code})
                assert told(response) == (404, "unknown_invite")
                bodies.add(response.text)
        assert len(bodies) == 1
        for _ in range(LIMITS.guess_by_account.times - 10):
            assert (await bob.http.post("/api/invites/look", json={"code": "ABCDEF"})).status_code == 404
        stopped = await bob.http.post("/api/invites/accept", json={"code": "ABCDEF"})
        assert told(stopped) == (429, "too_many_requests")
        assert int(stopped.headers["retry-after"]) > 0
        forged = {"x-forwarded-for": "203.0.113.7"}
        again = await bob.http.post("/api/invites/accept", json={"code": "ABCDEF"}, headers=forged)
        assert again.status_code == 429


async def test_a_second_organization_and_a_full_one_are_refused_in_words(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with office(addresses) as (_, ada, bob, path):
        assert told(await ada.http.post("/api/organizations", json={"name": "B"})) == (409, "already_in_organization")
        await as_owner.execute("update orgs set seat_count = 1")
        assert told(await join(ada, path, bob)) == (409, "no_seats")
        await as_owner.execute("update orgs set seat_count = 2")
        await bob.http.post("/api/organizations", json={"name": "Globex"})
        assert told(await join(ada, path, bob)) == (409, "already_in_organization")


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    before, handlers = structlog.get_config(), logging.getLogger().handlers
    stream = io.StringIO()
    configure_logging(level="debug", format="json", stream=stream)
    yield stream
    structlog.configure(**before)
    logging.getLogger().handlers = handlers
    logging.captureWarnings(False)


def with_mail(server: SmtpServer) -> dict[str, Any]:
    return {"smtp_host": "127.0.0.1", "smtp_port": server.port, "smtp_tls": "none", "from_address": "hi@acme.test"}


async def follow_the_link(served: Served, server: SmtpServer, person: Person, name: str) -> None:
    """That was sent when they registered."""
    await work_off(served.parts)
    (taken,) = [one for one in server.mails if one.recipients == [f"{name}@example.org"]]
    token = taken.text.partition("/verify#")[2][:43]
    assert (await person.http.post("/api/auth/email/verify", json={"token": token})).status_code == 200


async def test_whoever_has_not_shown_that_their_address_is_theirs_writes_to_nobody_and_joins_nothing(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with SmtpServer() as server, office(addresses, mail=with_mail(server)) as (served, ada, bob, path):
        by_mail = {"email": "dan@example.org"}
        assert told(await ada.http.post(f"{path}/invites", json=by_mail)) == (403, "email_unverified")
        assert await as_owner.fetchval("select count(*) from mails where kind = 'invite'") == 0
        code = (await ada.http.post(f"{path}/invites", json={})).json()["code"]
        assert (await bob.http.post("/api/invites/look", json={"code": code})).status_code == 200
        assert told(await bob.http.post("/api/invites/accept", json={"code": code})) == (403, "email_unverified")
        assert await as_owner.fetchval("select uses from org_invites") == 0
        await follow_the_link(served, server, ada, "ada")
        await follow_the_link(served, server, bob, "bob")
        assert (await ada.http.post(f"{path}/invites", json=by_mail)).status_code == 201
        assert (await bob.http.post("/api/invites/accept", json={"code": code})).status_code == 200


async def test_an_invitation_by_mail_brings_somebody_in_and_the_log_knows_neither_code_nor_address(
    addresses: Addresses, lines: io.StringIO
) -> None:
    async with (
        SmtpServer() as server,
        office(addresses, mail=with_mail(server), log_level="debug") as (served, ada, bob, path),
    ):
        await follow_the_link(served, server, ada, "ada")
        await follow_the_link(served, server, bob, "bob")
        made = (await ada.http.post(f"{path}/invites", json={"email": "Dan@Example.org"})).json()
        await work_off(served.parts)
        taken = server.mails[-1]
        assert (taken.sender, taken.recipients) == ("hi@acme.test", ["Dan@Example.org"])
        assert taken.message["Subject"] == "Ada invites you to Acme"
        assert made["link"] in taken.text
        code = taken.text.partition("#")[2][:10]
        # Whoever holds the code may use it, once.
        assert (await bob.http.post("/api/invites/accept", json={"code": code})).status_code == 200
        numbers = (await ada.http.get("/metrics")).text
    for hidden in (made["code"], "dan@example", "Acme", "bob@"):
        assert hidden.lower() not in lines.getvalue().lower()
        assert hidden.lower() not in numbers.lower()


async def test_members_come_in_pages(addresses: Addresses) -> None:
    async with office(addresses) as (served, ada, bob, path), served.person("cyd") as cyd:
        for person in (bob, cyd):
            await join(ada, path, person)
        first = (await ada.http.get(f"{path}/members", params={"limit": 2})).json()
        rest = (await ada.http.get(f"{path}/members", params={"cursor": first["nextCursor"]})).json()
        assert [one["name"] for one in first["members"] + rest["members"]] == ["Ada", "Bob", "Cyd"]
        assert rest["nextCursor"] is None
        for wrong in ({"limit": 0}, {"limit": 201}, {"cursor": "x"}, {"cursor": "x" * 300}):
            assert (await ada.http.get(f"{path}/members", params=wrong)).status_code == 422


async def test_a_second_factor_is_asked_for_and_its_plan_and_pages_open_with_it(addresses: Addresses) -> None:
    async with office(addresses, default_plan="free") as (_, ada, bob, path):
        await join(ada, path, bob)
        org = path.rpartition("/")[2]
        given = {"plan": "business", "limits": {}}
        assert (await ada.http.put(f"/api/admin/organizations/{org}/plan", json=given)).status_code == 200
        asked = {"isRequired": True, "graceDays": 0}
        refused = await ada.http.put(f"{path}/second-factor", json=asked)
        assert told(refused) == (409, "no_own_second_factor")
        for wrong in (
            {},
            {"isRequired": "yes"},
            {"isRequired": True, "graceDays": 31},
            {"isRequired": True, "days": 1},
        ):
            assert (await ada.http.put(f"{path}/second-factor", json=wrong)).status_code == 422
        await set_app(ada.http)
        on = await ada.http.put(f"{path}/second-factor", json=asked)
        assert (on.status_code, on.json()["secondFactor"]["deadline"]) == (200, None)
        assert (await bob.http.get("/api/usage")).json()["plan"] == "free"
        assert told(await bob.http.get(f"{path}/members")) == (403, "second_factor_required")
        mine = (await bob.http.get("/api/organizations/mine")).json()["organization"]
        assert (mine["name"], mine["permissions"], mine["secondFactor"]["isKeptOut"]) == ("Acme", [], True)
        assert mine["inviteRoles"] == []
        await set_app(bob.http)
        assert (await bob.http.get("/api/usage")).json()["plan"] == "business"
        seen = {
            one["name"]: one["hasSecondFactor"] for one in (await bob.http.get(f"{path}/members")).json()["members"]
        }
        assert seen == {"Ada": None, "Bob": True}, "whether others have one is not a member's to know"
        off = await ada.http.put(f"{path}/second-factor", json={"isRequired": False})
        assert off.json()["secondFactor"] is None


async def test_a_factor_that_an_admin_of_the_installation_takes_away_keeps_its_owner_out(addresses: Addresses) -> None:
    async with office(addresses) as (_, ada, bob, path):
        await join(ada, path, bob)
        for person in (ada, bob):
            await set_app(person.http)
        await ada.http.put(f"{path}/second-factor", json={"isRequired": True, "graceDays": 0})
        assert (await bob.http.get(f"{path}/members")).status_code == 200
        assert (await ada.http.post(f"/api/admin/users/{bob.id}/remove-second-factor")).status_code == 204
        assert told(await bob.http.get(f"{path}/members")) == (403, "second_factor_required")
