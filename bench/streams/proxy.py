"""A bare proxy: what comes from the one side goes to the other. The least that something between model and reader can
do in asyncio; the port it leads to comes as its first line of input."""

from __future__ import annotations

import asyncio
import sys

import uvloop


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass  # one side has left
    finally:
        writer.close()


async def _serve(port: int) -> None:
    async def lead(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(_pump(reader, back), _pump(there, writer))

    server = await asyncio.start_server(lead, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    uvloop.run(_serve(int(sys.stdin.readline())))
