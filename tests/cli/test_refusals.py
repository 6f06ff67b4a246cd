"""`holdfast up` where it cannot: one sentence on stderr, a non-zero exit, nothing left behind."""

from __future__ import annotations

import socket
from pathlib import Path

import asyncpg
import pytest

from holdfast.core.embedded.postgres import EmbeddedPostgres, start_postgres
from tests.cli.running import environment, holdfast

pytestmark = pytest.mark.anyio


@pytest.fixture
def folder(new_folder: Path) -> Path:
    return new_folder


def _refusal(env: dict[str, str], command: str = "up") -> str:
    done = holdfast(command, env=env)
    assert done.returncode == 1, done
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    return lines[0].removeprefix("holdfast: ")


def test_a_taken_port_is_told_before_anything_else_happens(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = _refusal(environment(folder, HOLDFAST_PORT=port))
    assert said == f"Port {port} is taken by another program; choose another with HOLDFAST_PORT."
    assert not folder.exists()


def test_an_address_that_is_not_ours_is_told(folder: Path) -> None:
    assert "no address of this machine" in _refusal(environment(folder, HOLDFAST_HOST="192.0.2.1"))
    assert "no address of this machine" in _refusal(environment(folder, HOLDFAST_HOST="no-such-host.invalid"))


def test_a_folder_in_use_is_told_with_the_process_that_uses_it(folder: Path) -> None:
    server = start_postgres(folder)
    try:
        assert f"already running on {folder} (process " in _refusal(environment(folder))
    finally:
        server.stop()


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("nonsense", "is not an address like"),
        ("postgresql://u:p@127.0.0.1:1/d", "does not answer"),
    ],
)
def test_a_wrong_database_url_is_told(folder: Path, url: str, says: str) -> None:
    assert says in _refusal(environment(folder, HOLDFAST_DATABASE_URL=url))
    assert not folder.exists(), "with a URL nothing embedded is touched"


def test_a_wrong_password_and_a_missing_database_are_told(folder: Path, postgres: EmbeddedPostgres) -> None:
    right = postgres.dsn("postgres", "postgres")
    wrong = right.replace(postgres.passwords.postgres, "wrong-password")
    said = _refusal(environment(folder, HOLDFAST_DATABASE_URL=wrong))
    assert "refused its user or password" in said
    assert "wrong-password" not in said
    gone = postgres.dsn("postgres", "gone")
    assert "does not exist on that server" in _refusal(environment(folder, HOLDFAST_DATABASE_URL=gone))


async def test_a_database_newer_than_the_code_is_told(
    folder: Path, postgres: EmbeddedPostgres, as_owner: asyncpg.Connection
) -> None:
    await as_owner.execute("update alembic_version set version_num = '9999'")
    name = await as_owner.fetchval("select current_database()")
    said = _refusal(environment(folder, HOLDFAST_DATABASE_URL=postgres.dsn("postgres", name)))
    assert "newer than this code" in said


@pytest.mark.parametrize("command", ["serve", "worker"])
def test_server_commands_say_what_they_are_for(command: str, folder: Path) -> None:
    said = _refusal(environment(folder), command)
    assert said.startswith(f"`holdfast {command}` is for installations with their own Postgres")
