"""What a pack brings for one of its namespaces: the Markdown files of a folder, read as they were at the start.

The files come with the program or from its operator, so they are not looked for again until the next start.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from holdfast.documents.fetching import FetchedItem, at_most
from holdfast.personas.read import Personas


def corpora_of(personas: Personas) -> Mapping[str, Path]:
    """Of all packs, by namespace."""
    return {namespace: folder for persona in personas for namespace, folder in persona.corpora.items()}


@lru_cache(maxsize=64)
def digest_of(folder: Path) -> str:
    """Of all its texts: changes with any of them."""
    whole = hashlib.sha256()
    for file in _files(folder):
        whole.update(f"{file.name}\0{hashlib.sha256(file.read_bytes()).hexdigest()}\0".encode())
    return whole.hexdigest()


class PackOrigin:
    is_whole = True

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def list(self) -> Sequence[FetchedItem]:
        return await asyncio.to_thread(lambda: [_item(file) for file in _files(self._folder)])

    async def read(self, item: FetchedItem) -> bytes:
        return await asyncio.to_thread((self._folder / item.key).read_bytes)


def _files(folder: Path) -> Sequence[Path]:
    found = sorted(file for file in folder.glob("*.md") if file.is_file())
    at_most(len(found))
    return found


def _item(file: Path) -> FetchedItem:
    text = file.read_bytes()
    title = text.decode("utf-8", "replace").partition("\n")[0].lstrip("# ").strip() or file.name
    return FetchedItem(file.name, hashlib.sha256(text).hexdigest(), title, file.name)
