"""Settings in, ready parts out: the one place that builds things and decides which kind."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, fields, replace

import asyncpg
import structlog
from pydantic import SecretStr
from starlette.requests import Request

from holdfast.accounts.parts import Accounts, open_accounts
from holdfast.accounts.passwords import Hasher
from holdfast.analytics.events import Events
from holdfast.core.blobs import Blobs, open_blobs
from holdfast.core.clock import Clock, utc_now
from holdfast.core.config import Settings
from holdfast.core.crypto import open_box, open_signer
from holdfast.core.db import RETRYABLE, Db, connect
from holdfast.core.errors import DatabaseUnavailable, Setup
from holdfast.core.first_words import FirstWords, GiveWay
from holdfast.core.give_back import give_back_for_ever
from holdfast.core.mail import Outbox
from holdfast.core.migrate import Addresses
from holdfast.core.observe import Observers, start_observing
from holdfast.core.redis import PATIENCE_SECONDS, open_redis
from holdfast.core.smtp import open_mailer
from holdfast.entitlements.access import Entitlements
from holdfast.entitlements.background import BackgroundBudget
from holdfast.entitlements.copies import Copies
from holdfast.entitlements.hear import hear as hear_of_rights
from holdfast.entitlements.plans import PLANS
from holdfast.entitlements.research_gate import Gate
from holdfast.entitlements.research_slots import ResearchSlots
from holdfast.memory.client.connect import connect_elsewhere
from holdfast.memory.client.local import LocalMemory
from holdfast.memory.client.types import MemoryClient
from holdfast.memory.forget.everything import leaver
from holdfast.memory.graph.build_sinks import build_sinks
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import Sink, SinkUnavailable
from holdfast.models.chain import Chain
from holdfast.models.configure import build_chain, build_embedder
from holdfast.models.embed import LocalEmbedder
from holdfast.models.speech import Speech
from holdfast.models.speech_configure import build_speech
from holdfast.models.tokens import warm_up
from holdfast.models.types import Embedder
from holdfast.orgs.parts import MOST_SEATS, Orgs
from holdfast.orgs.roles import givers_of
from holdfast.personas.read import Personas, read_packs
from holdfast.stream.hasten import hasten
from holdfast.stream.hear import hear
from holdfast.stream.live import LiveStreams
from holdfast.stream.pulse import Pulse
from holdfast.turn.context.sources import Sources
from holdfast.turn.glassbox.owned.keep import keep_packs
from holdfast.turn.glassbox.replay import Replays
from holdfast.turn.librarian.meaning import learn_examples
from holdfast.turn.memory_feed.forget import ChatEraser
from holdfast.turn.pipeline import Pipeline
from holdfast.turn.recovery.sweep import sweep
from holdfast.turn.understand.read_by_meaning import load_prototypes

SWEEP_SECONDS = 2.0
_WARM_UP_AFTER_SECONDS = 2.0
log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class WorkParts:
    """What jobs may use, in a process that is nothing but a worker as in a server."""

    settings: Settings
    addresses: Addresses
    db: Db
    blobs: Blobs
    personas: Personas
    chain: Chain
    streams: LiveStreams
    memory: MemoryParts
    """This installation's own memory, which its routes and jobs serve."""
    remembers: MemoryClient
    """The memory that chats use: our own, or another installation's over HTTP."""
    observers: Observers
    outbox: Outbox


@dataclass(frozen=True, slots=True)
class Parts(WorkParts):
    """What a server needs besides: whoever answers people."""

    accounts: Accounts
    pipeline: Pipeline
    replays: Replays
    orgs: Orgs
    entitlements: Entitlements
    research_slots: ResearchSlots
    events: Events
    worker_word: Callable[[], str] | None = None
    """Of the worker that was started beside this process, if one was."""

    async def drain(self) -> None:
        """No new turns; running ones finish, and what takes too long another process goes on with."""
        await self.pipeline.close(self.settings.stop_grace_seconds)

    @property
    def readiness(self) -> Mapping[str, Callable[[], Awaitable[str]]]:
        """For `/readyz`: the configured parts by name, besides database, migrations and queue."""

        async def model() -> str:
            return "demo" if self.chain.is_demo else "configured"

        async def turns() -> str:
            return "stopping" if self.pipeline.is_closing else "ok"

        redis = {"redis": self.accounts.throttle.check} if self.settings.redis_url else {}
        worker = {"worker": _said(self.worker_word)} if self.worker_word else {}
        sinks = {sink.name: _reached(sink) for sink in self.memory.sinks}
        return {"model": model, "turns": turns, **worker, **redis, **sinks}


def _said(word: Callable[[], str]) -> Callable[[], Awaitable[str]]:
    async def check() -> str:
        return word()

    return check


def _reached(sink: Sink) -> Callable[[], Awaitable[str]]:
    async def check() -> str:
        """A sink is never needed for an answer: one that is down is told, and is no reason to be called unready."""
        try:
            await sink.ping()
        except SinkUnavailable:
            return "away"
        return "ok"

    return check


def parts_of(request: Request) -> Parts:
    parts: Parts = request.app.state.parts
    return parts


@asynccontextmanager
async def open_work_parts(
    settings: Settings,
    addresses: Addresses,
    *,
    embedding_threads: int | None = None,
    gives_way: GiveWay | None = None,
) -> AsyncIterator[WorkParts]:
    """For a worker alone. Nobody is answered here: nothing listens, sweeps or beats, and embedding need not yield, but
    to the process that it may stand beside (`gives_way`)."""
    async with AsyncExitStack() as stack:
        embedder = build_embedder(settings, threads=embedding_threads, is_beside_answers=False, gives_way=gives_way)
        chain = build_chain(settings)
        parts = await _open_shared(
            stack, settings, addresses, chain, embedder, utc_now, name="holdfast-jobs", gives_way=gives_way
        )
        hasten(settings, parts.streams)
        if parts.streams.fast is not None:
            stack.push_async_callback(parts.streams.fast.aclose)
        stack.push_async_callback(_ended, asyncio.create_task(give_back_for_ever()))
        yield parts


@asynccontextmanager
async def open_parts(
    settings: Settings,
    addresses: Addresses,
    *,
    chain: Chain | None = None,
    speech: Speech | None = None,
    embedder: Embedder | None = None,
    hasher: Hasher | None = None,
    clock: Clock = utc_now,
    is_alone: bool = False,
    worker_word: Callable[[], str] | None = None,
    first_words: FirstWords | None = None,
) -> AsyncIterator[Parts]:
    """Everything a server needs, closed in reverse order. `is_alone`: no other process can be writing streams.
    `first_words`: where somebody else has to know of those who wait for theirs."""
    async with AsyncExitStack() as stack:
        chain, embedder = chain or build_chain(settings), embedder or build_embedder(settings)
        shared = await _open_shared(
            stack, settings, addresses, chain, embedder, clock, lock_seconds=settings.limits.lock_seconds
        )
        db, streams, personas, memory = shared.db, shared.streams, shared.personas, shared.memory
        _tell_lacking_models(personas, chain)
        accounts = await open_accounts(settings, db, hasher=hasher, outbox=shared.outbox)
        stack.push_async_callback(accounts.aclose)
        admission = replace(accounts.admission, inviters=givers_of("member"), appointers=givers_of("admin"))
        accounts = replace(accounts, leavers=[leaver(memory)], admission=admission)
        speech = speech or build_speech(settings)
        stack.push_async_callback(speech.aclose)
        sources = Sources(
            db, shared.blobs, shared.remembers, embedder, memory.chain, is_shadow_on=settings.features.shadow_path
        )
        stack.push_async_callback(sources.fitter.aclose)
        watch = shared.observers
        pipeline = Pipeline(
            sources,
            personas,
            chain,
            streams,
            speech,
            clock=clock,
            report=watch.report,
            span=watch.span,
            first_words=first_words or FirstWords(),
            most_of_one_person=settings.limits.turns_of_a_person,
        )
        replays = Replays(sources, personas, chain, clock)
        entitlements, slots = _entitled(settings, db, clock)
        stack.push_async_callback(entitlements.aclose)
        stack.push_async_callback(_closed, slots.gate)
        events = Events(db, clock)
        stack.push_async_callback(events.write)
        orgs = Orgs(
            db,
            accounts.throttle,
            shared.outbox.box,
            open_signer(settings),
            shared.outbox,
            accounts.mail_budget,
            first_seats=PLANS[entitlements.default_plan].seats or MOST_SEATS,
            on_change=entitlements.invalidate,
        )
        await keep_packs(db, personas)
        hastening = hasten(settings, streams)
        if streams.fast is not None:
            stack.push_async_callback(streams.fast.aclose)
        if is_alone:
            # Whatever is still marked as running was left by a process that is gone: tell its readers at once.
            await sweep(pipeline, silent_seconds=0)
        is_released = asyncio.Event()
        for life in (
            *(run() for run in hastening),
            Pulse(db, streams).run(),
            _sweep_for_ever(pipeline, is_released),
            hear(addresses.app, streams, is_released.set),
            hear_of_rights(addresses.app, entitlements.cache),
            events.run(),
            _warm_up_soon(embedder),
            give_back_for_ever(),
        ):
            task = asyncio.create_task(life)
            stack.push_async_callback(_ended, task)
        stack.push_async_callback(pipeline.close, settings.stop_grace_seconds)
        yield Parts(
            **{field.name: getattr(shared, field.name) for field in fields(shared)},
            accounts=accounts,
            pipeline=pipeline,
            replays=replays,
            orgs=orgs,
            entitlements=entitlements,
            research_slots=slots,
            events=events,
            worker_word=worker_word,
        )


async def _open_shared(
    stack: AsyncExitStack,
    settings: Settings,
    addresses: Addresses,
    chain: Chain,
    embedder: Embedder,
    clock: Clock,
    *,
    name: str = "holdfast",
    gives_way: GiveWay | None = None,
    lock_seconds: float | None = None,
) -> WorkParts:
    """`name`: what Postgres calls its connections. `lock_seconds`: how long they wait for each other's locks."""
    app = addresses.app
    db = await connect(
        app.dsn,
        size=settings.database_pool_size,
        role=app.role,
        name=name,
        gives_way=gives_way,
        most_of_one_owner=settings.limits.connections_of_a_person,
        lock_seconds=lock_seconds,
    )
    stack.push_async_callback(db.close)
    stack.push_async_callback(chain.aclose)
    stack.push_async_callback(_closed, embedder)
    # Building the token tables blocks for a third of a second: now, not in somebody's first turn.
    await asyncio.to_thread(warm_up)
    observers = start_observing(sentry_dsn=_secret(settings.sentry_dsn), otel_endpoint=settings.otel_endpoint)
    stack.callback(observers.close)
    thinker = None if chain.is_demo else chain
    # Nobody tells this one whose rights have changed, so it asks the database each time: nobody waits for it either.
    budget = BackgroundBudget(Entitlements(db, settings.default_plan or "unlimited", clock=clock))
    sinks = build_sinks(settings, thinker, embedder, budget)
    for sink in sinks:
        stack.push_async_callback(_closed, sink)
    remote = connect_elsewhere(settings)
    if remote is not None:
        stack.push_async_callback(remote.aclose)
    streams = LiveStreams()
    memory = MemoryParts(
        db,
        embedder,
        thinker,
        settings.memory,
        sinks,
        clock=clock,
        signer=open_signer(settings),
        erasers=[ChatEraser(streams)],
        remote=remote,
        budget=budget,
    )
    return WorkParts(
        settings=settings,
        addresses=addresses,
        db=db,
        blobs=open_blobs(settings),
        personas=read_packs(settings.personas_dir),
        chain=chain,
        streams=streams,
        memory=memory,
        remembers=remote or LocalMemory(memory),
        observers=observers,
        outbox=Outbox(open_box(settings), open_mailer(settings)),
    )


def _tell_lacking_models(personas: Personas, chain: Chain) -> None:
    for persona in personas:
        if lacking := chain.lacking(persona.settings.answering.models):
            log.warning("model_not_configured", persona=persona.id, model=", ".join(lacking))


def _entitled(settings: Settings, db: Db, clock: Clock) -> tuple[Entitlements, ResearchSlots]:
    plan = settings.default_plan or "unlimited"
    shared, gate = (open_redis(settings, patience_seconds=PATIENCE_SECONDS) for _ in range(2))
    copies = Copies(shared, plan, open_signer(settings)) if shared else None
    entitlements = Entitlements(db, plan, copies, clock)
    return entitlements, ResearchSlots(db, Gate(gate) if gate else None, clock)


async def _closed(part: object) -> None:
    if (aclose := getattr(part, "aclose", None)) is not None:
        await aclose()


def _secret(given: SecretStr | None) -> str | None:
    return given.get_secret_value() if given else None


async def _sweep_for_ever(pipeline: Pipeline, is_released: asyncio.Event) -> None:
    """Every few seconds, and at once when another process has let a stream go."""
    while True:
        try:
            await sweep(pipeline)
        except (DatabaseUnavailable, *RETRYABLE, asyncpg.PostgresError) as error:  # no sweep may be the last one
            log.warning("sweep_missed", error=type(error).__name__)
        with suppress(TimeoutError):
            async with asyncio.timeout(SWEEP_SECONDS):
                await is_released.wait()
        is_released.clear()


async def _warm_up_soon(embedder: Embedder) -> None:
    """What messages are held against is embedded once, before somebody waits for it; elsewhere it would cost calls."""
    if not isinstance(embedder, LocalEmbedder):
        return
    await asyncio.sleep(_WARM_UP_AFTER_SECONDS)
    try:
        await load_prototypes(embedder)
        await learn_examples(embedder)
    except Setup as error:
        log.warning("not_warmed_up", error=type(error).__name__)


async def _ended(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
