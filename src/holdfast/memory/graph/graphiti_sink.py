"""Deliver to an owner's graph, search it, forget from it.

An episode is noted as begun, extracted, and then marked whole. A repeat finds it whole and does nothing; one that was
begun and never finished is taken out and done again. Extraction is given no earlier episodes to look at: every fact
then rests on the episode that told it, and forgetting that episode is exact. Without a real model the episode alone is
kept: the demo model would invent facts, and rows that wait for ever would help nobody.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime

from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as RedisTimeoutError

from holdfast.core.db import Owner
from holdfast.core.log import get_logger
from holdfast.memory.graph import store
from holdfast.memory.graph.adapters import AskOurChain, EmbedWithOurs, KeepTheOrder
from holdfast.memory.graph.drivers import Drivers, OpenGraph
from holdfast.memory.graph.embed_again import embed_again
from holdfast.memory.graph.groups import episode_of, group_of
from holdfast.memory.graph.library import (
    EDGE_HYBRID_SEARCH_RRF,
    EdgeSearchMethod,
    EntityEdge,
    EpisodeType,
    EpisodicNode,
    Graphiti,
)
from holdfast.memory.parts import Budget
from holdfast.memory.types import Delivery, SinkRefused, SinkUnavailable
from holdfast.models.breaker import Breaker
from holdfast.models.chain import Chain
from holdfast.models.failures import failed
from holdfast.models.types import Embedder, Failure, ModelFailed

DELIVERY_SECONDS = 150.0
"""In the background, and shorter than the outbox's lease on what it delivers."""
_MAX_QUERY_CHARACTERS = 1_000

log = get_logger()


@dataclass(frozen=True, slots=True)
class GraphPace:
    """How long the graph may take, and by which clock it rests after failures."""

    search_seconds: float = 2.0
    delivery_seconds: float = DELIVERY_SECONDS
    clock: Callable[[], float] = time.monotonic


class GraphitiSink:
    name = "graphiti"

    def __init__(
        self,
        url: str,
        chain: Chain | None,
        embedder: Embedder,
        *,
        pace: GraphPace = GraphPace(),
        drivers: Drivers | None = None,
        budget: Budget | None = None,
    ) -> None:
        self.drivers = Drivers(url) if drivers is None else drivers
        self._chain = chain
        self._budget = budget
        self._embedder = embedder
        self._pace = pace
        self._breaker = Breaker(pace.clock)

    async def deliver(self, owner: Owner, delivery: Delivery) -> None:
        if not delivery.text.strip():
            raise SinkRefused("there is nothing in it")
        async with self._reach(owner, self._pace.delivery_seconds, asks_model=True) as graph, graph.writing:
            if not graph.is_ready:
                await graph.driver.build_indices()
                await embed_again(graph, self._embedder)
                graph.is_ready = True
            await self._keep(graph, delivery, self._chain_for(owner))

    async def search(self, owner: Owner, query: str, *, limit: int, now: datetime) -> Sequence[str]:
        """Facts that hold at `now`, the best first; nothing when the graph is down or slow."""
        asked = query.strip()[:_MAX_QUERY_CHARACTERS]
        if not asked or limit < 1 or self._breaker.is_resting:
            return ()
        began = time.monotonic()
        try:
            async with asyncio.timeout(self._pace.search_seconds):
                vector = list((await self._embedder.embed([asked]))[0])
            left = max(self._pace.search_seconds - (time.monotonic() - began), 0.0)
            async with self._reach(owner, left) as graph:
                return await self._facts(graph, asked, vector, limit, now) if await graph.exists() else ()
        except (SinkUnavailable, SinkRefused, ModelFailed, TimeoutError) as error:
            log.info("graph_not_searched", error=type(error.__cause__ or error).__name__)
            return ()

    async def forget(self, owner: Owner, names: Sequence[str] | None) -> int:
        async with self._reach(owner, self._pace.delivery_seconds) as graph, graph.writing:
            if not await graph.exists():
                return 0
            if names is None:
                graph.is_ready = False
                return await store.drop_graph(graph)
            return await store.remove_episodes(graph, [episode_of(graph.group, name) for name in names])

    async def ping(self) -> None:
        """For whoever asks about health: `SinkUnavailable` when nobody is there."""
        async with self._reach(Owner("", ""), self._pace.search_seconds) as graph:
            await graph.connection.ping()

    async def aclose(self) -> None:
        await self.drivers.aclose()

    async def _keep(self, graph: OpenGraph, delivery: Delivery, chain: Chain | None) -> None:
        episode = episode_of(graph.group, delivery.name)
        standing = await store.episode_state(graph, episode)
        if standing == "whole":
            return
        if standing == "begun":
            await store.remove_episodes(graph, [episode])
        await EpisodicNode(
            uuid=episode,
            name=delivery.name,
            group_id=graph.group,
            source=EpisodeType.text,
            source_description=delivery.what,
            content=delivery.text,
            valid_at=delivery.said_at,
            created_at=delivery.said_at,
        ).save(graph.driver)
        if chain is not None:
            await self._extract(graph, delivery, episode, chain)
        await store.mark_whole(graph, episode)

    async def _extract(self, graph: OpenGraph, delivery: Delivery, episode: str, chain: Chain) -> None:
        try:
            await self._graphiti(graph, chain).add_episode(
                name=delivery.name,
                episode_body=delivery.text,
                source_description=delivery.what,
                reference_time=delivery.said_at,
                source=EpisodeType.text,
                group_id=graph.group,
                uuid=episode,
                previous_episode_uuids=[],
            )
        except ModelFailed as error:
            if error.failure is not Failure.SPENT:
                raise
            log.info("graph_not_extracted", failure=error.failure)  # the episode stays, as where there is no model

    async def _facts(
        self, graph: OpenGraph, query: str, vector: list[float], limit: int, now: datetime
    ) -> Sequence[str]:
        # Some of what is found no longer holds, so more is asked for.
        config = EDGE_HYBRID_SEARCH_RRF.model_copy(deep=True, update={"limit": limit * 3})
        if config.edge_config is not None and await store.embedder_of(graph) != self._embedder.name:
            config.edge_config.search_methods = [EdgeSearchMethod.bm25]
        graphiti = self._graphiti(graph, self._chain)
        found = await graphiti.search_(query, config, group_ids=[graph.group], query_vector=vector)
        return [edge.fact for edge in found.edges if _holds(edge, now)][:limit]

    def _chain_for(self, owner: Owner) -> Chain | None:
        budget = self._budget
        if self._chain is None or budget is None:
            return self._chain
        return self._chain.metered(lambda: budget.spend(owner))

    def _graphiti(self, graph: OpenGraph, chain: Chain | None) -> Graphiti:
        return Graphiti(
            graph_driver=graph.driver,
            llm_client=AskOurChain(chain),
            embedder=EmbedWithOurs(self._embedder),
            cross_encoder=KeepTheOrder(),
            max_coroutines=4,
        )

    @asynccontextmanager
    async def _reach(self, owner: Owner, seconds: float, *, asks_model: bool = False) -> AsyncIterator[OpenGraph]:
        """An owner's graph within a deadline. What goes wrong leaves as one of the two failures a sink may have."""
        if self._breaker.is_resting:
            raise SinkUnavailable("the graph is left alone for a while")
        self._breaker.begin()
        try:
            async with asyncio.timeout(seconds), self.drivers.hold(group_of(owner)) as graph:
                yield graph
        except (RedisConnectionError, RedisTimeoutError, OSError) as error:
            # A deadline that passed is the graph's fault only where no model was waited for.
            if not (type(error) is TimeoutError and asks_model):
                self._breaker.failed(failed(Failure.UNREACHABLE))
            raise SinkUnavailable(type(error).__name__) from error
        except RedisError as error:
            raise SinkUnavailable(type(error).__name__) from error
        except ModelFailed as error:
            # The model's trouble says nothing about the graph.
            is_final = error.failure is Failure.REJECTED
            raise (SinkRefused if is_final else SinkUnavailable)(error.code) from error
        except UnicodeError as error:
            raise SinkRefused(type(error).__name__) from error
        except Exception as error:  # border: a library's fault over odd model output; the outbox bounds the tries
            raise SinkUnavailable(type(error).__name__) from error
        else:
            self._breaker.succeeded()


def _holds(edge: EntityEdge, now: datetime) -> bool:
    return not (edge.invalid_at is not None and edge.invalid_at <= now)
