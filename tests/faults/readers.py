"""Someone who reads an answer to its end, whatever happens to the line, and comes back by seq."""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import httpx2
import orjson

from holdfast.core.ids import new_id
from holdfast.stream.types import SEQS_A_WRITER
from tests.serving import chat_body
from tests.waiting import takes


@dataclass(slots=True)
class Reader:
    client: httpx2.AsyncClient
    question: str
    persona: str = "assistant"
    chance: random.Random | None = None
    """Given, the reader leaves by itself now and then."""
    chat: UUID = field(default_factory=new_id)
    message: UUID = field(default_factory=new_id)
    stream: str | None = None
    read: dict[int, bytes] = field(default_factory=dict)
    last: int = -1
    is_done: bool = False
    came_back: int = 0
    silences: list[float] = field(default_factory=list)
    """How long nothing was heard before another process spoke."""
    _heard_at: float = 0.0

    async def read_to_the_end(self, within_seconds: float) -> None:
        async with asyncio.timeout(within_seconds):
            while not self.is_done:
                try:
                    await self.read_once()
                except httpx2.HTTPError:
                    pass  # the line is gone, or nobody took it
                if not self.is_done:
                    self.came_back += 1
                    await takes(0.1)

    async def read_once(self) -> None:
        async with self._asking() as response:
            if response.status_code == 204:
                self.is_done = True  # it has ended, and we have read all of it
                return
            if response.status_code != 200:
                return
            self.stream = response.headers["x-holdfast-stream-id"]
            held = b""
            async for data in response.aiter_raw():
                *events, held = (held + data).split(b"\n\n")
                for event in events:
                    self._take(event)
                if self.is_done or (self.chance and self.chance.random() < 0.01):
                    return

    def _asking(self) -> Any:
        if self.stream is None:
            # Sent again, the same message is the same turn: nothing of it was read, so from its beginning.
            body = chat_body(self.question, chat=self.chat, message=self.message, selectedPersonaId=self.persona)
            return self.client.stream("POST", "/api/chat", json=body)
        headers = {"last-event-id": str(self.last)} if self.last >= 0 else {}
        return self.client.stream(
            "GET", f"/api/chat/{self.chat}/stream", params={"streamId": self.stream}, headers=headers
        )

    def _take(self, event: bytes) -> None:
        if event == b"data: [DONE]":
            self.is_done = True
        elif event.startswith(b"id: "):
            first, _, data = event.partition(b"\n")
            seq = int(first[4:])
            assert seq > self.last, f"{seq} after {self.last}: told twice, or out of order"
            assert seq == self.last + 1 or seq % SEQS_A_WRITER == 0, f"{seq} after {self.last}: something is missing"
            now = time.monotonic()
            if seq // SEQS_A_WRITER > self.last // SEQS_A_WRITER >= 0:
                self.silences.append(now - self._heard_at)
            self._heard_at = now
            self.read[seq] = data.removeprefix(b"data: ")
            self.last = seq

    @property
    def kept(self) -> list[tuple[int, bytes]]:
        """What was read, without what a process had shown and taken with it."""
        kept: dict[int, bytes] = {}
        for seq, data in self.read.items():
            part = orjson.loads(data)
            told = part.get("messageMetadata") if part["type"] == "message-metadata" else part.get("data")
            if isinstance(told, dict) and "keptSeq" in told:
                last = -1 if told["keptSeq"] is None else told["keptSeq"]
                kept = {
                    at: was for at, was in kept.items() if at <= last or at // SEQS_A_WRITER == seq // SEQS_A_WRITER
                }
            kept[seq] = data
        return list(kept.items())
