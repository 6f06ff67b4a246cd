"""The images of a message, on their way to a model that sees.

Over all turns only so many bytes of images are in memory: one turn takes room for what it will read, keeps what is left
of them when they are made smaller, and gives it back when it has ended. Who finds no room waits.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Protocol

from holdfast.chats.attachments import find_images, load_image
from holdfast.core.blobs import Blobs
from holdfast.core.db import Db
from holdfast.core.ids import BlobId, TurnId, UserId
from holdfast.models.images import ImageFitter
from holdfast.models.types import Image

MAX_BYTES_IN_MEMORY = 120_000_000


class ImageRoom:
    def __init__(self, most_bytes: int = MAX_BYTES_IN_MEMORY) -> None:
        self._most = most_bytes
        self._held: dict[TurnId, int] = {}
        self._waiting: list[asyncio.Future[None]] = []

    @property
    def used_bytes(self) -> int:
        return sum(self._held.values())

    async def take(self, turn_id: TurnId, count: int) -> None:
        """Whoever is alone gets it, however much it is: nobody waits for ever."""
        while self._held and self.used_bytes + count > self._most:
            waiter = asyncio.get_running_loop().create_future()
            self._waiting.append(waiter)
            await waiter
        self._held[turn_id] = count

    def keep(self, turn_id: TurnId, count: int) -> None:
        """So much of it is still needed."""
        self._held[turn_id] = count
        self._wake()

    def give_back(self, turn_id: TurnId) -> None:
        """May be called by whoever took nothing."""
        if self._held.pop(turn_id, None) is not None:
            self._wake()

    def _wake(self) -> None:
        woken, self._waiting = self._waiting, []
        for waiter in woken:
            if not waiter.done():
                waiter.set_result(None)


class ShowsImages(Protocol):
    """What images are shown with; the parts of a context have it."""

    @property
    def db(self) -> Db: ...

    @property
    def blobs(self) -> Blobs: ...

    @property
    def fitter(self) -> ImageFitter: ...

    @property
    def image_room(self) -> ImageRoom: ...


async def show_images(
    parts: ShowsImages, *, user_id: UserId, turn_id: TurnId, files: Sequence[BlobId]
) -> Sequence[Image]:
    """Those among the files that are images, are still there and can be read; one by one, so that of the large ones
    only one is in memory with its smaller self."""
    found, room = await find_images(parts.db, user_id, files), parts.image_room
    if not found:
        return ()
    await room.take(turn_id, sum(one.bytes for one in found))
    shown = []
    for one in found:
        image = await load_image(parts.blobs, user_id, one)
        if image and (fitted := await parts.fitter.fit(image)):
            shown.append(fitted)
    room.keep(turn_id, sum(len(image.data) for image in shown))
    return shown
