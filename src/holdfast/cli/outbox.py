"""`holdfast outbox`: what memory still owes, and what it could not deliver.

Dead letters tell how often they were tried and why they stopped. What they are about is not shown.
"""

from __future__ import annotations

import argparse
import asyncio
from dataclasses import dataclass

from holdfast.cli.database import any_postgres, prepare
from holdfast.core.clock import Clock, utc_now
from holdfast.core.config import Settings, load_settings
from holdfast.core.db import Db, connect
from holdfast.core.embedded.postgres import EmbeddedPostgres
from holdfast.core.migrate import migrate
from holdfast.memory.outbox.dead_letters import dead_letters, drop_dead_letters, retry_dead_letters
from holdfast.memory.outbox.state import outbox_state

_WHY = {
    "SinkRefused": "the graph refused it; no further try would have helped",
    "SinkUnavailable": "the graph was down or slow each time",
    "TimeoutError": "nobody answered in time",
}


@dataclass(frozen=True, slots=True)
class _Reach:
    db: Db
    clock: Clock = utc_now


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True)
    actions.add_parser("state", help="how much waits, since when, and how much is done")
    actions.add_parser("list", help="the dead letters, and why they died")
    for name, text in (("retry", "deliver again, with all tries before it"), ("drop", "give up; the turns stay")):
        action = actions.add_parser(name, help=text)
        which = action.add_mutually_exclusive_group(required=True)
        which.add_argument("id", type=int, nargs="*", default=[], help="as `list` shows it")
        which.add_argument("--all", action="store_true", help="every dead letter")


def run(arguments: argparse.Namespace) -> int:
    settings = load_settings()
    with any_postgres(settings) as server:
        return asyncio.run(_do(settings, server, arguments))


async def _do(settings: Settings, server: EmbeddedPostgres | None, arguments: argparse.Namespace) -> int:
    addresses = await prepare(settings, server)
    await migrate(addresses.owner)
    db = await connect(addresses.app, size=2, name="holdfast-outbox")
    try:
        reach = _Reach(db)
        if arguments.action == "state":
            return await _state(reach)
        if arguments.action == "list":
            return await _list(reach)
        return await _change(reach, arguments)
    finally:
        await db.close()


async def _state(reach: _Reach) -> int:
    state = await outbox_state(reach)
    print(f"pending     {state.pending:>8}  the oldest for {state.oldest_pending_seconds:.0f} s")
    print(f"folded      {state.folded:>8}")
    print(f"delivered   {state.delivered:>8}")
    print(f"dead        {state.dead_lettered:>8}")
    print(f"to embed    {state.pending_embeddings:>8}")
    return 0


async def _list(reach: _Reach) -> int:
    letters = await dead_letters(reach)
    for letter in letters:
        why = _WHY.get(letter.last_error, "it failed each time")
        print(
            f"{letter.id:>8}  {letter.kind:<8} {letter.attempts} tries  {letter.last_attempt_at:%Y-%m-%d %H:%M}  "
            f"{letter.last_error}: {why}"
        )
    if not letters:
        print("Nothing lies dead in the outbox.")
    return 0


async def _change(reach: _Reach, arguments: argparse.Namespace) -> int:
    wanted = None if arguments.all else arguments.id
    is_retry = arguments.action == "retry"
    done = await (retry_dead_letters if is_retry else drop_dead_letters)(reach, wanted)
    for number in done:
        print(f"{number}: {'pending again' if is_retry else 'dropped'}")
    missing = sorted(set(wanted or ()) - set(done))
    for number in missing:
        print(f"{number}: there is no such dead letter")
    if wanted is None and not done:
        print("Nothing lies dead in the outbox.")
    return 1 if missing else 0
