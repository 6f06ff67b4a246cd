"""How the installation is, in words and figures; and the outbox page of its mails."""

from __future__ import annotations

from typing import Any

import asyncpg
import pytest

from holdfast.admin.health import Disk
from holdfast.core.migrate import Addresses, known_revisions
from holdfast.models.failures import failed
from holdfast.models.types import Failure
from tests.loopback.smtp_server import SmtpServer
from tests.scripted import ScriptedModel, says
from tests.serving import Person
from tests.web.looking_after import found, installation
from tests.working import work_off

pytestmark = pytest.mark.anyio


async def invite(owner: Person, org: str, email: str = "dee@example.org") -> dict[str, Any]:
    made = await owner.http.post(f"/api/organizations/{org}/invites", json={"email": email})
    assert made.status_code == 201, made.text
    invite: dict[str, Any] = made.json()
    return invite


async def test_a_fresh_installation_is_told_part_by_part(addresses: Addresses) -> None:
    async with installation(addresses) as here:
        health = await here.ask("health")
        assert health["status"] == "ready"
        words = {"database": "ok", "migrations": "ok", "queue": "ok", "turns": "ok", "model": "configured"}
        words |= {"embedder": "ok", "redis": "off", "mail": "off", "worker": "silent"}
        assert health["parts"] | words == health["parts"]
        assert health["parts"]["disk"] in ("ok", "low")
        assert health["migrations"] == {"present": known_revisions()[-1], "known": known_revisions()[-1]}
        assert health["database"]["bytes"] > 1_000_000
        assert 0 < health["database"]["connections"] < health["database"]["mostConnections"]
        assert health["embedder"] == {"name": "test:words", "dimensions": 384}
        assert health["models"] == [{"name": "test:scripted", "isDemo": False, "isResting": False}]
        assert 0 < health["disk"]["freeBytes"] < health["disk"]["totalBytes"]
        assert (health["streams"]["here"], health["streams"]["everywhere"]) == (0, 0)
        assert health["mail"] == {"canSend": False, "waiting": 0, "oldestSeconds": 0.0, "failed": 0}
        assert health["outbox"]["dead"] == 0


async def test_a_model_that_keeps_failing_is_shown_resting(addresses: Addresses) -> None:
    broken = ScriptedModel([failed(Failure.UNREACHABLE)], name="test:broken")
    async with installation(addresses, [broken, ScriptedModel(says("Yes."))]) as here:
        for _ in range(3):
            assert (await here.bob.say("Hello.")).status == 200
        models = (await here.ask("health"))["models"]
        assert [(model["name"], model["isResting"]) for model in models] == [
            ("test:broken", True),
            ("test:scripted", False),
        ]


class BrokenEmbedder:
    name, dimensions = "test:broken", 384

    async def embed(self, texts: object) -> list[list[float]]:
        raise OSError("secret-host.internal refused the connection")


async def test_an_embedder_and_a_redis_that_are_away_are_named_without_an_address(addresses: Addresses) -> None:
    redis = "redis://user:secret-password@127.0.0.1:9/0"
    async with installation(addresses, embedder=BrokenEmbedder(), redis_url=redis) as here:
        answer = await here.root.http.get("/api/admin/health")
        parts = answer.json()["parts"]
        assert (parts["embedder"], parts["redis"]) == ("down", "degraded")
        assert answer.json()["status"] == "ready", "answers go out without either"
        assert "secret" not in answer.text
        assert "127.0.0.1" not in answer.text


def test_a_disk_is_low_by_its_free_bytes_or_its_share() -> None:
    assert Disk(2_000_000_000, 10_000_000_000).word == "ok"
    assert Disk(900_000_000, 2_000_000_000).word == "low"
    assert Disk(40_000_000_000, 1_000_000_000_000).word == "low"


async def test_without_a_mail_server_an_admin_can_hand_an_invitation_on(addresses: Addresses) -> None:
    async with installation(addresses) as here:
        org = await found(here.bob)
        made = await invite(here.bob, org)
        page = await here.ask("mails")
        assert (page["canSend"], page["mails"][0]["state"], page["mails"][0]["words"]) == (False, "waiting", None)
        assert (await here.ask("health"))["mail"]["waiting"] == 1
        await work_off(here.served.parts)
        (mail,) = (await here.ask("mails"))["mails"]
        assert (mail["purpose"], mail["state"], mail["tries"]) == ("invite", "kept", 1)
        assert mail["userId"] == str(here.bob.id)
        assert mail["endedAt"] >= mail["createdAt"]
        assert mail["words"]["to"] == "dee@example.org"
        assert made["link"] in mail["words"]["text"]
        assert "Acme" in mail["words"]["subject"]


async def test_with_a_mail_server_no_word_of_a_mail_is_shown_not_even_of_one_kept_before_it_was_there(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with SmtpServer() as server:
        mail = {"smtp_host": "127.0.0.1", "smtp_port": server.port, "smtp_tls": "none"}
        async with installation(addresses, mail=mail) as here:
            # As people who were here before addresses were asked about.
            await as_owner.execute("update users set email_waits = false")
            await as_owner.execute("delete from mails")
            org = await found(here.bob)
            await invite(here.bob, org)
            sealed = await as_owner.fetchval("select sealed from mails")
            await work_off(here.served.parts)
            assert len(server.mails) == 1
            await invite(here.bob, org, "eve@example.org")
            await work_off(here.served.parts)
            await as_owner.execute(
                "update mails set state = 'kept', sealed = $1 where id = (select min(id::text)::uuid from mails)",
                sealed,
            )
            page = await here.ask("mails")
            assert page["canSend"] is True
            assert [(one["state"], one["words"]) for one in page["mails"]] == [("sent", None), ("kept", None)]
            first = await here.ask("mails", limit=1)
            second = await here.ask("mails", limit=1, cursor=first["nextCursor"])
            assert first["mails"] + second["mails"] == page["mails"]
            health = await here.ask("health")
            assert (health["parts"]["mail"], health["mail"]["waiting"]) == ("ok", 0)
            await as_owner.execute("update mails set state = 'waiting', created_at = now() - interval '1 hour'")
            assert (await here.ask("health"))["parts"]["mail"] == "late"
