"""Settings in, ready parts out: the one place that builds things and decides which kind."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, fields, replace
from functools import partial

import asyncpg
from pydantic import SecretStr
from starlette.requests import Request

from holdfast.accounts.parts import Accounts, open_accounts
from holdfast.accounts.passwords import Hasher
from holdfast.analytics.daily import DailyFigures
from holdfast.analytics.events import Events
from holdfast.core.blobs import Blobs, open_blobs
from holdfast.core.clock import Clock, utc_now
from holdfast.core.config import Settings
from holdfast.core.crypto import open_box, open_signer
from holdfast.core.db import RETRYABLE, Db, connect
from holdfast.core.errors import DatabaseUnavailable, Setup
from holdfast.core.first_words import FirstWords, GiveWay
from holdfast.core.give_back import give_back_for_ever
from holdfast.core.http import Outside
from holdfast.core.ids import UserId
from holdfast.core.log import get_logger
from holdfast.core.mail import Outbox
from holdfast.core.migrate import Addresses
from holdfast.core.observe import Observers, start_observing
from holdfast.core.redis import open_redis
from holdfast.core.smtp import open_mailer
from holdfast.documents.extract import Extractor
from holdfast.documents.parts import DocumentParts
from holdfast.documents.see import see
from holdfast.entitlements.access import Entitlements
from holdfast.entitlements.background import BackgroundBudget
from holdfast.entitlements.copies import Copies
from holdfast.entitlements.notifications import listen_for_changes as hear_of_rights
from holdfast.entitlements.plans import PLANS
from holdfast.entitlements.research_gate import ResearchGate
from holdfast.entitlements.research_slots import ResearchSlots
from holdfast.knowledge.hosted import open_hosted
from holdfast.knowledge.model_help import ModelHelp
from holdfast.memory.client.connect import connect_elsewhere
from holdfast.memory.client.local import LocalMemory
from holdfast.memory.client.types import MemoryClient
from holdfast.memory.forget.everything import MemoryEraser
from holdfast.memory.graph.build_sinks import build_sinks
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import Sink, SinkUnavailable
from holdfast.models.chain import Chain
from holdfast.models.configure import build_chain, build_document_embedder, build_embedder
from holdfast.models.embed import LocalEmbedder
from holdfast.models.speech import Speech
from holdfast.models.speech_configure import build_speech
from holdfast.models.tokens import warm_up
from holdfast.models.types import Embedder
from holdfast.orgs.parts import MAX_SEATS, Orgs
from holdfast.orgs.roles import givers_of
from holdfast.personas.own import PersonaParts
from holdfast.personas.read import Personas, read_packs
from holdfast.stream.live import LiveStreams
from holdfast.stream.notifications import listen_for_notifications
from holdfast.stream.pulse import Pulse
from holdfast.stream.start_redis import start_redis
from holdfast.tools.mcp.ask import McpAsker
from holdfast.tools.mcp.declared import declare
from holdfast.tools.mcp.parts import McpParts
from holdfast.tools.mcp.pool import McpPool
from holdfast.tools.mcp.source import McpToolSource
from holdfast.tools.own.source import OwnTools, open_own_tools
from holdfast.tools.registry import ToolRegistry
from holdfast.tools.types import ToolSource
from holdfast.turn.context.parts import ContextParts
from holdfast.turn.glassbox.owned.keep import keep_packs
from holdfast.turn.glassbox.replay import Replays
from holdfast.turn.memory_feed.forget import ChatEraser
from holdfast.turn.mentions.mentions import Mentions
from holdfast.turn.mentions.of_chats import ChatMentions
from holdfast.turn.mentions.of_documents import DocumentMentions
from holdfast.turn.mentions.of_known import MemoryMentions, PersonMentions
from holdfast.turn.mentions.of_personas import PersonaMentions
from holdfast.turn.mentions.of_servers import McpMentions
from holdfast.turn.mentions.of_tools import ResourceMentions, ServerMentions, ToolMentions, ToolsOfAsker
from holdfast.turn.pipeline import Pipeline
from holdfast.turn.reading.index import load_index
from holdfast.turn.recovery.sweep import sweep
from holdfast.turn.running import RunningTurns
from holdfast.turn.transcribe import transcribe_once

SWEEP_SECONDS = 2.0
_WARM_UP_AFTER_SECONDS = 2.0
log = get_logger()


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
    speech: Speech
    documents: DocumentParts


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
    own_personas: PersonaParts
    mcp: McpAsker
    mentions: Mentions
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
            return "stopping" if self.pipeline.running.is_closing else "ok"

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


@dataclass(frozen=True, slots=True)
class Given:
    """Parts that are not built by the settings: what a test swaps."""

    chain: Chain | None = None
    embedder: Embedder | None = None
    hasher: Hasher | None = None
    clock: Clock = utc_now


@dataclass(frozen=True, slots=True)
class _Models:
    chain: Chain
    embedder: Embedder
    documents: Embedder
    """Which reads documents."""


@dataclass(frozen=True, slots=True)
class _PoolTerms:
    name: str = "holdfast"
    """What Postgres calls its connections."""
    gives_way: GiveWay | None = None
    lock_seconds: float | None = None
    """How long they wait for each other's locks."""


@dataclass(frozen=True, slots=True)
class _Ground:
    """What memory and documents stand on, in a server and in a worker."""

    settings: Settings
    db: Db
    models: _Models
    rights: Entitlements
    budget: BackgroundBudget
    clock: Clock


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
        documents = build_document_embedder(
            settings, embedder, threads=embedding_threads, is_beside_answers=False, gives_way=gives_way
        )
        models, pool = _Models(build_chain(settings), embedder, documents), _PoolTerms("holdfast-jobs", gives_way)
        parts = await _open_shared(stack, settings, addresses, models, utc_now, pool)
        start_redis(settings, parts.streams)
        if parts.streams.fast is not None:
            stack.push_async_callback(parts.streams.fast.aclose)
        stack.push_async_callback(_ended, asyncio.create_task(give_back_for_ever()))
        yield parts


@asynccontextmanager
async def open_parts(
    settings: Settings,
    addresses: Addresses,
    given: Given = Given(),
    *,
    is_alone: bool = False,
    worker_word: Callable[[], str] | None = None,
    first_words: FirstWords | None = None,
) -> AsyncIterator[Parts]:
    """Everything a server needs, closed in reverse order. `is_alone`: no other process can be writing streams.
    `first_words`: where somebody else has to know of those who wait for theirs."""
    clock = given.clock
    async with AsyncExitStack() as stack:
        models, pool = _models_given(settings, given), _PoolTerms(lock_seconds=settings.limits.lock_seconds)
        shared = await _open_shared(stack, settings, addresses, models, clock, pool)
        db, streams = shared.db, shared.streams
        _tell_lacking_models(shared.personas, models.chain)
        accounts = await _open_accounts(stack, shared, given.hasher)
        own_personas = _open_own_personas(settings, db, shared.personas, models.chain, clock)
        mcp, tools = await _open_tools(stack, shared, accounts)
        mentions = _open_mentions(shared, own_personas, tools, mcp)
        context_parts = _open_context(stack, shared, models, mentions)
        figures, events = DailyFigures(db, clock), Events(db, clock)
        stack.push_async_callback(figures.write)
        pipeline = _open_pipeline(context_parts, shared, tools, figures, first_words or FirstWords(), clock)
        entitlements, slots = _entitled(settings, db, clock)
        stack.push_async_callback(entitlements.aclose)
        stack.push_async_callback(_closed, slots.gate)
        stack.push_async_callback(events.write)
        await keep_packs(db, shared.personas)
        hastening = start_redis(settings, streams)
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
            listen_for_notifications(addresses.app, streams, is_released.set),
            hear_of_rights(addresses.app, entitlements.cache),
            events.run(),
            figures.run(),
            _warm_up_soon(models.embedder),
            give_back_for_ever(),
        ):
            stack.push_async_callback(_ended, asyncio.create_task(life))
        stack.push_async_callback(pipeline.close, settings.stop_grace_seconds)
        yield Parts(
            **{field.name: getattr(shared, field.name) for field in fields(shared)},
            accounts=accounts,
            pipeline=pipeline,
            replays=Replays(context_parts, shared.personas, models.chain, clock),
            orgs=_open_orgs(shared, accounts, entitlements),
            entitlements=entitlements,
            research_slots=slots,
            events=events,
            own_personas=own_personas,
            mcp=mcp,
            mentions=mentions,
            worker_word=worker_word,
        )


def _models_given(settings: Settings, given: Given) -> _Models:
    embedder = given.embedder or build_embedder(settings)
    documents = given.embedder or build_document_embedder(settings, embedder)
    return _Models(given.chain or build_chain(settings), embedder, documents)


async def _open_accounts(stack: AsyncExitStack, shared: WorkParts, hasher: Hasher | None) -> Accounts:
    accounts = await open_accounts(shared.settings, shared.db, hasher=hasher, outbox=shared.outbox)
    stack.push_async_callback(accounts.aclose)
    admission = replace(accounts.admission, inviters=givers_of("member"), appointers=givers_of("admin"))
    return replace(accounts, leavers=[MemoryEraser(shared.memory)], admission=admission, clock=shared.memory.clock)


async def _open_tools(stack: AsyncExitStack, shared: WorkParts, accounts: Accounts) -> tuple[McpAsker, ToolRegistry]:
    """And the servers that the configuration declares."""
    settings, db, box, outside = shared.settings, shared.db, shared.outbox.box, shared.documents.outside
    own_tools = open_own_tools(settings.web, shared.documents, shared.remembers, accounts.throttle)
    stack.push_async_callback(own_tools.aclose)
    mcp = McpAsker(McpParts(db, box, outside, accounts.throttle, McpPool(), settings.mcp.commands))
    stack.push_async_callback(mcp.aclose)
    await declare(db, box, settings.mcp.servers)
    return mcp, ToolRegistry(_tool_sources(own_tools, mcp), db)


def _open_context(stack: AsyncExitStack, shared: WorkParts, models: _Models, mentions: Mentions) -> ContextParts:
    features, thinker = shared.settings.features, shared.memory.chain
    context_parts = ContextParts(
        shared.db,
        shared.blobs,
        shared.remembers,
        models.embedder,
        models.documents,
        thinker,
        ModelHelp(thinker, features.rewrite_questions, features.rerank_passages) if thinker else None,
        is_shadow_on=features.shadow_path,
        hosted=shared.documents.hosted,
        mentions=mentions,
    )
    stack.push_async_callback(context_parts.fitter.aclose)
    return context_parts


def _open_pipeline(
    context_parts: ContextParts,
    shared: WorkParts,
    tools: ToolRegistry,
    figures: DailyFigures,
    first_words: FirstWords,
    clock: Clock,
) -> Pipeline:
    return Pipeline(
        context_parts,
        shared.personas,
        shared.chain,
        shared.streams,
        shared.speech,
        tools,
        clock=clock,
        report=shared.observers.report,
        tally=figures.note,
        span=shared.observers.span,
        first_words=first_words,
        running=RunningTurns(most_of_one_person=shared.settings.limits.turns_of_a_person),
    )


def _open_orgs(shared: WorkParts, accounts: Accounts, entitlements: Entitlements) -> Orgs:
    return Orgs(
        shared.db,
        accounts.throttle,
        shared.outbox.box,
        open_signer(shared.settings),
        shared.outbox,
        accounts.mail_budget,
        first_seats=PLANS[entitlements.default_plan].seats or MAX_SEATS,
        on_change=entitlements.invalidate,
    )


async def _open_shared(
    stack: AsyncExitStack,
    settings: Settings,
    addresses: Addresses,
    models: _Models,
    clock: Clock,
    pool: _PoolTerms,
) -> WorkParts:
    db = await connect(
        addresses.app,
        size=settings.database_pool_size,
        name=pool.name,
        gives_way=pool.gives_way,
        most_of_one_owner=settings.limits.connections_of_a_person,
        lock_seconds=pool.lock_seconds,
    )
    stack.push_async_callback(db.close)
    stack.push_async_callback(models.chain.aclose)
    stack.push_async_callback(_closed, models.embedder)
    stack.push_async_callback(_closed, models.documents)
    # Building the token tables blocks for a third of a second: now, not in somebody's first turn.
    await asyncio.to_thread(warm_up)
    observers = start_observing(sentry_dsn=_secret(settings.sentry_dsn), otel_endpoint=settings.otel_endpoint)
    stack.callback(observers.close)
    # Nobody tells this one whose rights have changed, so it asks the database each time: nobody waits for it either.
    rights = Entitlements(db, settings.default_plan or "unlimited", clock=clock)
    ground = _Ground(settings, db, models, rights, BackgroundBudget(rights), clock)
    streams = LiveStreams()
    memory, remembers = _open_memory(stack, ground, streams)
    speech = build_speech(settings)
    stack.push_async_callback(speech.aclose)
    documents = _open_documents(stack, ground, speech)
    return WorkParts(
        settings=settings,
        addresses=addresses,
        db=db,
        blobs=documents.blobs,
        personas=documents.personas,
        chain=models.chain,
        streams=streams,
        memory=memory,
        remembers=remembers,
        observers=observers,
        outbox=Outbox(open_box(settings), open_mailer(settings)),
        speech=speech,
        documents=documents,
    )


def _open_memory(stack: AsyncExitStack, ground: _Ground, streams: LiveStreams) -> tuple[MemoryParts, MemoryClient]:
    """This installation's own, and the one that chats use."""
    settings, chain, embedder = ground.settings, ground.models.chain, ground.models.embedder
    thinker = None if chain.is_demo else chain
    sinks = build_sinks(settings, thinker, embedder, ground.budget)
    for sink in sinks:
        stack.push_async_callback(_closed, sink)
    remote = connect_elsewhere(settings)
    if remote is not None:
        stack.push_async_callback(remote.aclose)
    memory = MemoryParts(
        ground.db,
        embedder,
        thinker,
        settings.memory,
        sinks,
        clock=ground.clock,
        signer=open_signer(settings),
        erasers=[ChatEraser(streams)],
        remote=remote,
        budget=ground.budget,
    )
    return memory, remote or LocalMemory(memory)


def _open_documents(stack: AsyncExitStack, ground: _Ground, speech: Speech) -> DocumentParts:
    settings, db, rights = ground.settings, ground.db, ground.rights
    extractor, outside, hosted = Extractor(), Outside(settings.allow_outbound), open_hosted(settings)
    stack.push_async_callback(hosted.aclose)
    stack.push_async_callback(outside.aclose)
    stack.push_async_callback(extractor.aclose)

    async def hear(acting: UserId, data: bytes) -> str:
        access = await rights.access(acting)
        return (await transcribe_once(db, speech, data, None, access, ground.clock())).text

    return DocumentParts(
        db,
        open_blobs(settings),
        ground.models.documents,
        read_packs(settings.personas_dir),
        extractor,
        hear=hear,
        see=partial(see, ground.models.chain, ground.budget),
        outside=outside,
        entitlements=rights,
        hosted=hosted,
        folders=settings.connectors.folders,
    )


def _tool_sources(own_tools: OwnTools, mcp: McpAsker) -> Sequence[ToolSource]:
    """Where tools come from, one line each; of two tools with one name the earlier source's stands."""
    return [own_tools, McpToolSource(mcp)]


def _open_own_personas(settings: Settings, db: Db, packs: Personas, chain: Chain, clock: Clock) -> PersonaParts:
    parts = PersonaParts(db, packs, [model.name for model in chain.models], clock)
    return replace(parts, may_name=chain.is_configured) if settings.models_for_personas == "any" else parts


def _open_mentions(shared: WorkParts, own_personas: PersonaParts, registry: ToolRegistry, mcp: McpAsker) -> Mentions:
    """In the order in which they are asked for a bare name."""
    db, tools = shared.db, ToolsOfAsker(shared.db, shared.personas, registry)
    return Mentions(
        [
            ResourceMentions(tools),
            PersonaMentions(own_personas),
            PersonMentions(db, shared.remembers),
            ToolMentions(tools),
            ServerMentions(tools),
            McpMentions(db, shared.personas, mcp),
            MemoryMentions(shared.memory, shared.remembers),
            DocumentMentions(db),
            ChatMentions(db),
        ],
        db,
    )


def _tell_lacking_models(personas: Personas, chain: Chain) -> None:
    for persona in personas:
        if lacking := chain.lacking(persona.settings.answering.models):
            log.warning("model_not_configured", persona=persona.id, model=", ".join(lacking))


def _entitled(settings: Settings, db: Db, clock: Clock) -> tuple[Entitlements, ResearchSlots]:
    plan = settings.default_plan or "unlimited"
    shared, gate = (open_redis(settings) for _ in range(2))
    patience = settings.redis_patience_seconds
    copies = Copies(shared, plan, open_signer(settings), patience_seconds=patience) if shared else None
    entitlements = Entitlements(db, plan, copies, clock)
    return entitlements, ResearchSlots(db, ResearchGate(gate, patience_seconds=patience) if gate else None, clock)


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
    """The model, and what messages are held against, before somebody waits for it; elsewhere it would cost calls."""
    if not isinstance(embedder, LocalEmbedder):
        return
    await asyncio.sleep(_WARM_UP_AFTER_SECONDS)
    try:
        await embedder.embed([""])
        await load_index(embedder)
    except Setup as error:
        log.warning("not_warmed_up", error=type(error).__name__)


async def _ended(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
