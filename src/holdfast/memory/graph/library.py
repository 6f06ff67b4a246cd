"""Graphiti, imported so that it keeps to itself.

It would report its use to its makers, read a `.env` file from folders above it into our environment, and write queries
with their values, which are people's words, into the log. All three are settled here, so nothing else may import it
directly.
"""

from __future__ import annotations

import logging

import dotenv

_READS_A_FILE = dotenv.load_dotenv
dotenv.load_dotenv = lambda *_, **__: False
try:
    from falkordb.asyncio import FalkorDB
    from graphiti_core import Graphiti as _Graphiti
    from graphiti_core.cross_encoder.client import CrossEncoderClient
    from graphiti_core.driver.falkordb_driver import FalkorDriver
    from graphiti_core.edges import EntityEdge
    from graphiti_core.embedder.client import EmbedderClient
    from graphiti_core.llm_client.client import LLMClient
    from graphiti_core.llm_client.config import LLMConfig, ModelSize
    from graphiti_core.nodes import EpisodeType, EpisodicNode
    from graphiti_core.prompts.models import Message
    from graphiti_core.search.search_config import EdgeSearchMethod
    from graphiti_core.search.search_config_recipes import EDGE_HYBRID_SEARCH_RRF
finally:
    dotenv.load_dotenv = _READS_A_FILE

# Its error lines quote the query and every value in it; what failed is raised to us anyway.
logging.getLogger("graphiti_core").setLevel(logging.CRITICAL + 1)


class Graphiti(_Graphiti):
    def _capture_initialization_telemetry(self) -> None:
        """Nobody is told, whatever the environment says."""


__all__ = [
    "EDGE_HYBRID_SEARCH_RRF",
    "CrossEncoderClient",
    "EdgeSearchMethod",
    "EmbedderClient",
    "EntityEdge",
    "EpisodeType",
    "EpisodicNode",
    "FalkorDB",
    "FalkorDriver",
    "Graphiti",
    "LLMClient",
    "LLMConfig",
    "Message",
    "ModelSize",
]
