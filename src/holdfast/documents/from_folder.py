"""A folder of this server: of an admin's choosing, below one that the operator allows.

Links are not followed and hidden files are left alone, so nothing outside of that folder is ever read.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from holdfast.documents.fetching import FetchedItem, FetchFailed, at_most
from holdfast.documents.upload import MAX_BYTES

_MAX_FOLDER_CHARACTERS = 100


def allowed_folder(address: str, allowed: Sequence[Path]) -> Path:
    """`FetchFailed` for what is not below one of these, or is none."""
    if not allowed:
        raise FetchFailed(
            "This server fetches from none of its folders; an operator can name some with HOLDFAST_CONNECTORS_FOLDERS.",
            code="no_folders",
        )
    try:
        folder = Path(address).resolve(strict=True)
        is_within = any(folder.is_relative_to(root.resolve()) for root in allowed)
    except (OSError, ValueError, RuntimeError):
        raise FetchFailed("There is no such folder on this server.", code="no_such_folder") from None
    if not is_within:
        raise FetchFailed("That folder is not one that the operator allows.", code="folder_not_allowed")
    if not folder.is_dir():
        raise FetchFailed("There is no such folder on this server.", code="no_such_folder")
    return folder


class FolderOrigin:
    is_whole = True

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def list(self) -> Sequence[FetchedItem]:
        return await asyncio.to_thread(lambda: list(self._files()))

    async def read(self, item: FetchedItem) -> bytes:
        return await asyncio.to_thread(self._read, item)

    def _files(self) -> Iterator[FetchedItem]:
        count = 0
        for place, folders, names in os.walk(self._folder, followlinks=False):
            folders[:] = sorted(name for name in folders if name[0] != ".")
            for name in sorted(names):
                file = Path(place) / name
                if name[0] == "." or file.is_symlink() or not file.is_file():
                    continue
                count += 1
                at_most(count)
                yield self._item(file)

    def _item(self, file: Path) -> FetchedItem:
        key, seen = file.relative_to(self._folder), file.stat()
        return FetchedItem(str(key), f"{seen.st_size} {seen.st_mtime_ns}", file.name, file.name, folder_of(key))

    def _read(self, item: FetchedItem) -> bytes:
        try:
            handle = os.open(self._folder / item.key, os.O_RDONLY | os.O_NOFOLLOW)
            with os.fdopen(handle, "rb") as file:
                return file.read(MAX_BYTES + 1)
        except OSError:
            raise FetchFailed("The file could not be read.", code="unreadable_file") from None


def folder_of(key: Path) -> str | None:
    folder = key.parent.as_posix()
    return None if folder == "." else folder[:_MAX_FOLDER_CHARACTERS]
