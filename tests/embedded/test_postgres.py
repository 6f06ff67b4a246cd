from __future__ import annotations

import os
import pwd
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import asyncpg
import pytest

from holdfast.core.embedded.places import choose_cluster_paths
from holdfast.core.embedded.postgres import EmbeddedPostgres, find_postgres, start_postgres
from holdfast.core.embedded.server_user import server_user
from holdfast.core.errors import Setup
from tests.embedded.folders import data_folder, processes_of
from tests.waiting import takes, until

pytestmark = pytest.mark.anyio

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root runs Postgres as somebody else")


@pytest.fixture
def folder(used_folder: Path) -> Path:
    return used_folder


async def _remember(server: EmbeddedPostgres, text: str) -> None:
    connection = await asyncpg.connect(server.dsn("postgres", "postgres"))
    await connection.execute("create table if not exists remembered (text text)")
    await connection.execute("insert into remembered values ($1)", text)
    await connection.close()


async def _remembered(server: EmbeddedPostgres) -> list[str]:
    connection = await asyncpg.connect(server.dsn("postgres", "postgres"))
    try:
        return [row["text"] for row in await connection.fetch("select text from remembered")]
    finally:
        await connection.close()


async def test_what_was_written_is_there_after_a_stop_and_a_start(folder: Path) -> None:
    first = start_postgres(folder)
    await _remember(first, "kept")
    first.stop()
    first.stop()
    assert processes_of(first.places) == []
    second = start_postgres(folder)
    try:
        assert await _remembered(second) == ["kept"]
        assert second.passwords == first.passwords
    finally:
        second.stop()


async def test_a_second_start_on_the_same_folder_is_told_who_has_it(folder: Path) -> None:
    server = start_postgres(folder)
    try:
        with pytest.raises(Setup, match=rf"already running on .* \(process {os.getpid()}\)"):
            start_postgres(folder)
        running = find_postgres(folder)
        assert running
        await _remember(running, "by the other")
        running.stop()
        assert await _remembered(server) == ["by the other"], "a found server is left running"
    finally:
        server.stop()
    assert find_postgres(folder) is None


async def test_a_server_that_was_killed_is_revived_with_its_data(folder: Path) -> None:
    server = start_postgres(folder)
    try:
        await _remember(server, "kept")
        assert server.process
        server.process.kill()
        server.process.wait()
        assert server.has_died

        async def is_back() -> bool:
            """The first try may still meet what the dead one left behind."""
            server.revive()
            with suppress(OSError, asyncpg.PostgresError):
                return await _remembered(server) == ["kept"]
            return False

        await until(is_back)
    finally:
        server.stop()


_PARENT = """
import sys, time
from pathlib import Path
from holdfast.core.embedded.postgres import start_postgres
start_postgres(Path(sys.argv[1]))
print("ready", flush=True)
time.sleep(60)
"""


async def test_kill_9_of_the_parent_ends_the_server_and_the_next_start_finds_everything(folder: Path) -> None:
    parent = subprocess.Popen([sys.executable, "-c", _PARENT, str(folder)], stdout=subprocess.PIPE)
    assert parent.stdout
    assert parent.stdout.readline() == b"ready\n"
    server = find_postgres(folder)
    assert server
    await _remember(server, "committed")
    parent.kill()
    parent.wait()
    parent.stdout.close()
    again = start_postgres(folder)  # at once: it waits for the one on its way out
    try:
        assert await _remembered(again) == ["committed"]
        assert again.process
        # A child that was forked this moment goes by its parent's name until it has one of its own.
        await until(lambda: processes_of(again.places) == [again.process and again.process.pid])
    finally:
        again.stop()


@pytest.mark.parametrize("moment", [0.05, 0.2, 0.4])
async def test_a_start_that_was_killed_midway_is_mended_by_the_next(new_folder: Path, moment: float) -> None:
    parent = subprocess.Popen([sys.executable, "-c", _PARENT, str(new_folder)], stdout=subprocess.DEVNULL)
    await until((new_folder / "postgres.json").exists)
    await takes(moment)
    parent.kill()
    parent.wait()
    server = start_postgres(new_folder)
    try:
        await _remember(server, "works")
        assert not (server.places.home / "cluster.new").exists()
        assert not (server.places.home / "password.new").exists()
    finally:
        server.stop()


@pytest.mark.parametrize("name", ["with space", "with,comma", 'with"quote', "with%20percent", "ünïcode", "x" * 120])
async def test_odd_folder_names_are_just_names(name: str) -> None:
    with data_folder(name) as folder:
        server = start_postgres(folder)
        try:
            await _remember(server, "works")
        finally:
            server.stop()


async def test_lost_or_damaged_passwords_are_told_and_nothing_is_overwritten(folder: Path) -> None:
    server = start_postgres(folder)
    server.stop()
    secrets = server.places.secrets
    kept = secrets.read_text()
    secrets.write_text("{")
    with pytest.raises(Setup, match="damaged; restore it"):
        start_postgres(folder)
    secrets.unlink()
    with pytest.raises(Setup, match=r"missing.*restore it"):
        start_postgres(folder)
    secrets.write_text(kept)
    again = start_postgres(folder)
    again.stop()


async def test_a_cluster_of_another_version_is_told(folder: Path) -> None:
    server = start_postgres(folder)
    server.stop()
    (server.places.cluster / "PG_VERSION").write_text("17\n")
    with pytest.raises(Setup, match="made by Postgres 17, but this Holdfast brings 18"):
        start_postgres(folder)


async def test_a_folder_that_cannot_be_made_is_one_sentence() -> None:
    with pytest.raises(Setup, match=r"cannot be used.*Set HOLDFAST_DATA_DIR"):
        start_postgres(Path("/dev/null/data"))


async def test_nothing_listens_on_the_network(folder: Path) -> None:
    server = start_postgres(folder)
    try:
        connection = await asyncpg.connect(server.dsn("postgres", "postgres"))
        assert await connection.fetchval("show listen_addresses") == ""
        assert await connection.fetchval("show password_encryption") == "scram-sha-256"
        await connection.close()
        host = server.dsn("postgres").split("host=")[1]
        with pytest.raises(asyncpg.InvalidPasswordError):
            await asyncpg.connect(f"postgresql://postgres:guess@/postgres?host={host}")
    finally:
        server.stop()


async def test_secrets_are_for_their_owner_only(new_folder: Path) -> None:
    server = start_postgres(new_folder)
    server.stop()
    assert server.places.secrets.stat().st_mode & 0o077 == 0
    assert server.places.home.stat().st_mode & 0o077 == 0


@as_root
async def test_under_a_closed_folder_root_keeps_the_cluster_elsewhere_and_remembers_where() -> None:
    with data_folder(mode=0o700) as folder:
        server = start_postgres(folder)
        await _remember(server, "kept")
        server.stop()
        assert not server.places.home.is_relative_to(folder)
        folder.parent.chmod(0o755)  # rights change; the data must not seem to vanish
        again = start_postgres(folder)
        try:
            assert await _remembered(again) == ["kept"]
        finally:
            again.stop()


@as_root
async def test_a_folder_that_was_closed_later_is_told_instead_of_started_empty() -> None:
    with data_folder() as folder:
        server = start_postgres(folder)
        server.stop()
        folder.parent.chmod(0o700)
        with pytest.raises(Setup, match="cannot pass through"):
            start_postgres(folder)


@as_root
async def test_somebody_elses_cluster_is_not_taken_over_by_root(folder: Path) -> None:
    server = start_postgres(folder)
    server.stop()
    os.chown(server.places.cluster, 1, 1)
    with pytest.raises(Setup, match="belongs to daemon; start Holdfast as that user"):
        choose_cluster_paths(folder)


@as_root
async def test_a_closed_umask_does_not_lock_the_server_out() -> None:
    with data_folder(mode=0o700) as folder:
        before = os.umask(0o077)
        try:
            server = start_postgres(folder)
            server.stop()
        finally:
            os.umask(before)


async def test_a_server_that_will_not_stop_gently_is_ended_all_the_same(folder: Path) -> None:
    server = start_postgres(folder)
    assert server.process
    os.kill(server.process.pid, signal.SIGTERM)  # "smart": waits for every client to leave
    server.stop()
    assert processes_of(server.places) == []


def test_a_database_that_was_nobodys_is_handed_to_a_user_of_its_own() -> None:
    """As root. As anybody else it is one's own, before and after."""
    with data_folder() as folder:
        server = start_postgres(folder)
        server.stop()
        home, expected = server.places.home, os.geteuid()
        if os.geteuid() == 0:
            nobody, expected = pwd.getpwnam("nobody"), server_user().pw_uid
            for path in (home, *home.rglob("*")):
                os.chown(path, nobody.pw_uid, nobody.pw_gid, follow_symlinks=False)
        server = start_postgres(folder)
        assert {path.lstat().st_uid for path in (home, *home.rglob("*"))} <= {expected, os.geteuid()}
        assert server.places.cluster.stat().st_uid == expected
        found = find_postgres(folder)
        assert found
        assert found.dsn("postgres") == server.dsn("postgres")
        server.stop()
