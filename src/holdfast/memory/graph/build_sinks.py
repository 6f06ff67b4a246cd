"""Which sinks the settings name. Without them nothing of the graph is imported."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from holdfast.core.config import Settings
from holdfast.core.errors import Setup
from holdfast.memory.parts import Budget
from holdfast.memory.types import Sink
from holdfast.models.chain import Chain
from holdfast.models.types import Embedder

_SCHEMES = ("redis", "rediss", "falkor", "falkors", "unix")


def build_sinks(
    settings: Settings, chain: Chain | None, embedder: Embedder, budget: Budget | None = None
) -> Sequence[Sink]:
    """`chain` is None where no real model is configured; the graph then keeps episodes and extracts nothing."""
    graph = settings.memory.graph
    url = graph.url.get_secret_value() if graph.url is not None else ""
    if not url:
        return ()
    if urlsplit(url).scheme not in _SCHEMES:
        raise Setup("HOLDFAST_MEMORY_GRAPH_URL is not an address like redis://user:password@host:6379.")
    try:
        from holdfast.memory.graph.graphiti_sink import GraphitiSink, GraphPace
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("graphiti_core", "falkordb", "httpx"):
            raise
        raise Setup(
            "HOLDFAST_MEMORY_GRAPH_URL is set, but the packages it needs are not installed; run "
            ".venv/bin/pip install --require-hashes --no-deps -r requirements-graph.lock"
        ) from None
    return (GraphitiSink(url, chain, embedder, pace=GraphPace(search_seconds=graph.timeout_seconds), budget=budget),)
