"""Why a token or an issuer was refused: nobody outside is told, and the operator finds it in the log."""

from __future__ import annotations

import io
import logging
import time
from collections.abc import Iterator
from typing import Any

import orjson
import pytest
import structlog

from holdfast.accounts.issuers import FetchPace
from holdfast.core.db import Db
from holdfast.core.log import configure_logging
from tests.accounts.door import opened
from tests.accounts.issuer import AUDIENCE, LoopbackIssuer, new_key
from tests.accounts.test_oidc import provider, sign_in

pytestmark = pytest.mark.anyio


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    before, handlers = structlog.get_config(), logging.getLogger().handlers
    stream = io.StringIO()
    configure_logging(level="info", format="json", stream=stream)
    yield stream
    structlog.configure(**before)
    logging.getLogger().handlers = handlers
    logging.captureWarnings(False)


def told(lines: io.StringIO, event: str) -> list[dict[str, Any]]:
    found = [orjson.loads(line) for line in lines.getvalue().splitlines()]
    return [line for line in found if line["event"] == event]


async def test_every_refused_token_is_logged_with_its_reason(
    db: Db, issuer: LoopbackIssuer, lines: io.StringIO
) -> None:
    now = int(time.time())
    tokens = {
        "not_signed": "token",
        "not_readable": "a.b.c",
        "too_large": issuer.token(padding="x" * 9000),
        "wrong_kind": issuer.token({"typ": "logout+jwt"}),
        "unknown_issuer": issuer.token(iss="http://127.0.0.1:9"),
        "invalid_key_id": issuer.token({"kid": "invented"}),
        "bad_signature": issuer.token(key=new_key("first")),
        "invalid_claim_aud": issuer.token(aud="somebody else"),
        "missing_claim_exp_sub": issuer.token(exp=None, sub=None),
        "expired_token_exp": issuer.token(exp=now - 120),
        "invalid_claim_nbf": issuer.token(nbf=now + 300),
        "no_subject": issuer.token(sub="s" * 300),
        "unsupported_algorithm": issuer.token({"alg": "none"}),
    }
    bearer = {"here": {"issuer": issuer.url, "audience": AUDIENCE}}
    async with opened(db, bearer=bearer, patience=FetchPace(pause_seconds=0)) as door:
        for token in tokens.values():
            async with door.program(authorization=f"Bearer {token}") as client:
                assert (await client.get("/api/auth/me")).status_code == 401
    logged = told(lines, "token_refused")
    assert [line.get("reason") for line in logged] == list(tokens)
    assert [line for line in logged if "withheld" in line] == []


@pytest.mark.parametrize(
    ("reason", "discovery"),
    [
        ("calls_itself_otherwise", {"issuer": "https://elsewhere.example"}),
        ("no_discovery_document", {"jwks_uri": 7}),
        ("not_answering", {"jwks_uri": "file:///etc/passwd"}),
        ("answered_503", None),
    ],
)
async def test_an_issuer_that_cannot_be_used_is_logged_by_name_with_the_reason(
    db: Db, issuer: LoopbackIssuer, lines: io.StringIO, reason: str, discovery: dict[str, Any] | None
) -> None:
    issuer.discovery = discovery or {}
    issuer.is_down = discovery is None
    bearer = {"here": {"issuer": issuer.url, "audience": AUDIENCE}}
    async with opened(db, bearer=bearer) as door, door.program(authorization=f"Bearer {issuer.token()}") as client:
        assert (await client.get("/api/auth/me")).status_code == 503
    (logged,) = told(lines, "issuer_unavailable")
    assert (logged["reason"], logged["upstream"], logged["is_known"]) == (reason, issuer.url, False)
    assert "withheld" not in logged


async def test_a_providers_answer_that_fails_is_logged_with_its_reason(
    db: Db, issuer: LoopbackIssuer, lines: io.StringIO
) -> None:
    async with opened(db, oidc={"here": provider(issuer.url, issuer.client_secret)}) as door:
        for claims in ({"nonce": "another"}, {"iat": None}, {"azp": "somebody-else"}, {"aud": "somebody else"}):
            issuer.claims = claims
            async with door.browser() as client:
                await sign_in(client, issuer)
    logged = told(lines, "oidc_refused")
    expected = ["wrong_nonce", "no_time_of_issue", "another_client", "invalid_claim_aud"]
    assert [line.get("reason") for line in logged] == expected
    assert [line for line in logged if "withheld" in line] == []
