"""The embedder that reads documents: the one that is chosen now, and those that were chosen before.

Where another one is chosen its vectors are made in the background; until they are, questions are held against what the
former one made, by asking that.
"""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.models.embed import LocalEmbedder
from holdfast.models.embed_aside import EmbedsAside
from holdfast.models.types import Embedder


class DocumentEmbedder:
    """`former` ones take no room before they are asked."""

    def __init__(self, present: Embedder, former: Sequence[LocalEmbedder] = ()) -> None:
        self._present = present
        self._former = {one.name: one for one in former}
        self.version: str = getattr(present, "version", "")
        self.question_mark: str = getattr(present, "question_mark", "")
        self.passage_mark: str = getattr(present, "passage_mark", "")

    @property
    def name(self) -> str:
        return self._present.name

    @property
    def dimensions(self) -> int:
        return self._present.dimensions

    async def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        return await self._present.embed(texts)

    async def embed_aside(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        present = self._present
        return await (present.embed_aside if isinstance(present, EmbedsAside) else present.embed)(texts)

    def former(self, stored: str) -> Embedder | None:
        """By the name that its vectors are stored under; None where it is not here any more."""
        one = self._former.get(stored.partition("@")[0])
        return one if one is not None and one.is_here else None

    async def aclose(self) -> None:
        for one in (self._present, *self._former.values()):
            if (aclose := getattr(one, "aclose", None)) is not None:
                await aclose()
