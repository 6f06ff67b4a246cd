"""What the context of a turn is found with."""

from __future__ import annotations

from dataclasses import dataclass, field

from holdfast.core.blobs import Blobs
from holdfast.core.db import Db
from holdfast.knowledge.hosted import HostedVectors
from holdfast.knowledge.model_help import ModelHelp
from holdfast.knowledge.search import NOTHING_HOSTED
from holdfast.memory.client.types import MemoryClient
from holdfast.models.chain import Chain
from holdfast.models.images import ImageFitter
from holdfast.models.types import Embedder
from holdfast.turn.context.images import ImageRoom
from holdfast.turn.mentions.mentions import Mentions


@dataclass(frozen=True, slots=True)
class ContextParts:
    """Built once, with the pipeline."""

    db: Db
    blobs: Blobs
    memory: MemoryClient
    embedder: Embedder
    documents: Embedder
    """Which reads documents."""
    thinker: Chain | None = None
    """Asked where the rules are unsure; None: no model here can be."""
    helping: ModelHelp | None = None
    """What that model does for a search in documents."""
    is_shadow_on: bool = False
    fitter: ImageFitter = field(default_factory=ImageFitter)
    image_room: ImageRoom = field(default_factory=ImageRoom)
    hosted: HostedVectors = NOTHING_HOSTED
    """Vectors of documents that are kept elsewhere."""
    mentions: Mentions = field(default_factory=Mentions)
    """What a message may name with an @."""
    patience: float = 1.0
    """How many times its planned seconds each source may take."""
