"""What a reader gives back: pages of text, until there is as much as is kept of one document."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

MAX_TITLE_CHARACTERS = 200


class KeptText:
    """Pages in order. What has no pages is one, without a number."""

    def __init__(self, order: Mapping[str, Any]) -> None:
        self._left: int = order["most_characters"]
        self._pages: list[tuple[int | None, list[str]]] = []
        self._is_cut = False
        self.title = ""
        """What the file calls itself, where that can be relied upon."""

    @contextmanager
    def until_full(self) -> Iterator[None]:
        """Reading ends here as soon as there is room for no more."""
        try:
            yield
        except _Full:
            self._is_cut = True

    def cut(self) -> None:
        """There is more than is read."""
        self._is_cut = True

    def begin(self, number: int | None = None) -> None:
        self._pages.append((number, []))

    def add(self, text: str, gap: str = "\n\n") -> None:
        """`gap`: what stands between it and what is above it on its page."""
        text = "".join(text.split("\0")).encode("utf-8", "ignore").decode()
        if not text:
            return
        pieces = self._pages[-1][1]
        piece = gap + text if pieces else text
        pieces.append(piece[: self._left])
        self._left -= len(piece)
        if self._left < 0:
            raise _Full

    def answer(self, extraction: str = "text", pictures: Sequence[int] = (), unclear: Sequence[int] = ()) -> bytes:
        """`pictures`: the numbers of pages that say little in letters of their own and are to be looked at (0: there
        are no pages). `unclear`: of those that were, whose letters are not sure."""
        pages = [(number, "".join(pieces)) for number, pieces in self._pages]
        told = {"pages": pages, "is_cut": self._is_cut, "extraction": extraction, "pictures": list(pictures)}
        title = " ".join(self.title.replace("\0", "").encode("utf-8", "ignore").decode().split())
        return json.dumps({**told, "unclear": list(unclear), "title": title[:MAX_TITLE_CHARACTERS]}).encode()


class _Full(Exception):
    pass
