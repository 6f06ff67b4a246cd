from __future__ import annotations

import json
import urllib.error
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from holdfast.core.embedded.postgres import EmbeddedPostgres
from holdfast.core.migrate import Addresses
from tests.cli.running import Running, environment, holdfast, up
from tests.embedded.folders import data_folder
from tests.waiting import wait_until

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    """One server for the tests that only look at it."""
    with data_folder() as folder, up(folder, is_cold=True) as server:
        yield server
        assert server.end() == 0


def test_it_says_where_it_is_where_the_data_lives_and_which_model_answers(running: Running) -> None:
    assert running.get("/ping")[0] == 200
    assert "none at http://127.0.0.1:9/v1" in running.greeting
    assert "data    " in running.greeting
    assert "first account" in running.greeting


def test_it_does_not_say_which_server_it_is(running: Running) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        running.get("/api/auth/me")
    assert refused.value.status == 401
    assert "server" not in {name.lower() for name in refused.value.headers}
    refused.value.close()


def test_it_is_ready_with_every_part(running: Running) -> None:
    assert json.loads(wait_until(lambda: _ready(running)))


def _ready(running: Running) -> bytes | None:
    """The worker beside it may still be on its way."""
    try:
        return running.get("/readyz")[1]
    except urllib.error.HTTPError:
        return None


def test_commands_beside_it_use_its_database(running: Running) -> None:
    folder = Path(running.greeting.split("data    ")[1].split("\n")[0])
    listed = holdfast("jobs", "list", env=environment(folder))
    assert listed.stdout == "No job has failed for good.\n", listed
    migrated = holdfast("migrate", env=environment(folder))
    assert "is at revision" in migrated.stdout, migrated
    refused = holdfast("jobs", "drop", "1", env=environment(folder))
    assert refused.returncode == 1
    assert refused.stderr == "holdfast: There is no dead job 1.\n"


def test_a_doctor_beside_it_finds_its_port_and_database(running: Running) -> None:
    folder = Path(running.greeting.split("data    ")[1].split("\n")[0])
    port = running.address.rsplit(":", 1)[1]
    done = holdfast("doctor", "--json", env=environment(folder, HOLDFAST_PORT=port))
    found = {finding["part"]: finding for finding in json.loads(done.stdout)}
    assert found["database"]["says"].startswith("answers, at revision")
    assert "Holdfast's own" in found["port"]["says"]
    assert found["model"]["state"] == "bad", "nobody listens at the configured address"
    assert done.returncode == 1


async def test_with_an_external_database_nothing_embedded_is_started(
    postgres: EmbeddedPostgres, template: Addresses
) -> None:
    """`template`: the roles of the cluster are there, with the passwords that all other tests know."""
    root = await asyncpg.connect(postgres.dsn("postgres", "postgres"))
    await root.execute("create database outside")
    try:
        with data_folder() as folder, up(folder, HOLDFAST_DATABASE_URL=postgres.dsn("postgres", "outside")) as server:
            assert server.get("/ping")[0] == 200
            assert "data    HOLDFAST_DATABASE_URL" in server.greeting
            assert not (folder / "postgres").exists()
            assert server.end() == 0
    finally:
        await root.execute("drop database outside with (force)")
        await root.close()
