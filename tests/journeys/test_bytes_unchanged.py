"""What the model's endpoint writes is what the person reads: every character, and each as soon as it is there.

The endpoint is a loopback server that the settings name, so everything in between is the real thing: our own connection
to it, the turn, the stream, the wire.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager

import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from tests.loopback.model_server import ModelServer
from tests.loopback.openai_wire import DONE, Reply, answered, delta, text
from tests.serving import Person, chat_body, serving

pytestmark = pytest.mark.anyio

ODD = [
    "Grüße, 你好, नमस्ते, שלום, مرحبا",
    " 👩‍👩‍👧‍👦 🏳️‍🌈 🇩🇪 👍🏽 𝔘𝔫𝔦",
    " e\u0301 is not \u00e9, \u1e9b\u0323 is not \u1e69",
    "\r\n\r\nafter CRLF\r alone\n\n\n",
    'data: [DONE]\n\ndata: {"choices": []}\n\n',
    "event: error\nid: 7\nretry: 1\n: a comment\n\n",
    " \u2028 \u2029 \u0085 \u00a0 \u200b \ufeff \u202e \x0b \x0c \x1c \x7f",
    '\\u0041 \\n " \\" </script> &amp; \t',
    "   ",
    "\u0001\u001f\ufffd\uffff\U0010ffff",
    "\n",
]
WHOLE = "".join(ODD)


def recut(pieces: Iterable[bytes], size: int) -> Iterator[bytes]:
    """The same bytes, cut every few: in the middle of characters, of events and of line ends."""
    whole = b"".join(pieces)
    return (whole[start : start + size] for start in range(0, len(whole), size))


@asynccontextmanager
async def talking(addresses: Addresses, base_url: str) -> AsyncIterator[Person]:
    """As HOLDFAST_MODEL_BASE_URL sets it."""
    async with serving(addresses, model={"base_url": base_url, "name": "any"}) as served, served.person() as ada:
        yield ada


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 64, 1000, 1_000_000])
async def test_every_character_arrives_however_the_upstream_cuts_its_bytes(addresses: Addresses, size: int) -> None:
    async with ModelServer() as server, talking(addresses, server.base_url) as ada:
        chat = new_id()
        server.script.append(Reply(recut(answered(ODD), size)))
        answer = await ada.say("Say odd things.", chat=chat)
        assert answer.is_done
        assert answer.text.encode() == WHOLE.encode()
        (stored,) = [message for message in await ada.messages(chat) if message["role"] == "assistant"]
        assert "".join(part["text"] for part in stored["parts"] if part["type"] == "text").encode() == WHOLE.encode()


def with_line_ends_of_windows(piece: bytes) -> bytes:
    return piece.replace(b"\n", b"\r\n")


def all_in_escapes(piece: bytes) -> bytes:
    """As many servers write it: ASCII only, what lies beyond the first plane as two halves."""
    if not piece.startswith(b"data: {"):
        return piece
    return b"data: " + json.dumps(json.loads(piece.removeprefix(b"data: "))).encode() + b"\n\n"


@pytest.mark.parametrize("rewrite", [with_line_ends_of_windows, all_in_escapes])
async def test_an_upstream_may_write_the_same_text_otherwise(
    addresses: Addresses, rewrite: Callable[[bytes], bytes]
) -> None:
    async with ModelServer() as server, talking(addresses, server.base_url) as ada:
        server.script.append(Reply(recut(map(rewrite, answered(ODD)), 3)))
        assert (await ada.say("Say odd things.")).text.encode() == WHOLE.encode()


async def test_each_piece_reaches_the_reader_before_the_upstream_writes_the_next(addresses: Addresses) -> None:
    """No clock: the upstream holds every piece back until the reader has reported the one before."""
    words = ["first", " 👩‍👩‍👧 second", "\r\ndata: third", " fourth"]
    heard: asyncio.Queue[str] = asyncio.Queue()
    held_back: list[str] = []

    async def upstream(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n")
        for word in words:
            writer.write(text(word))
            held_back.append(await heard.get())
        writer.write(delta({}, "stop") + DONE)
        writer.close()

    async with asyncio.timeout(30), await asyncio.start_server(upstream, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        async with (
            talking(addresses, f"http://127.0.0.1:{port}/v1") as ada,
            ada.http.stream("POST", "/api/chat", json=chat_body("Go on.")) as response,
        ):
            async for line in response.aiter_lines():
                part = json.loads(line.removeprefix("data: ")) if line.startswith("data: {") else {}
                if part.get("type") == "text-delta":
                    heard.put_nowait(part["delta"])
    assert held_back == words
