"""Real `holdfast serve` processes on one database, to be killed, paused and stopped, and a balancer before them."""

from __future__ import annotations

import asyncio
import random
import signal
import subprocess
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import httpx2

from holdfast.core.embedded.postgres import EmbeddedPostgres
from holdfast.core.migrate import Addresses
from tests.cli.running import READY, command, environment
from tests.loopback.model_server import ModelServer
from tests.serving import PASSWORD
from tests.waiting import HANGS_SECONDS
from tests.warm import start

START_SECONDS = 40.0
HOST = "assistant.test"
"""What people call the installation, whichever server of it they reach."""
STEADY = "assistant"
PHOENIX = "phoenix"
"""A persona that wants its answers begun anew."""


@dataclass(slots=True)
class Server:
    process: subprocess.Popen[bytes]
    address: str

    @property
    def is_alive(self) -> bool:
        return self.process.poll() is None

    async def kill(self) -> None:
        self.process.kill()
        await asyncio.to_thread(self.process.wait)

    async def stop(self, within_seconds: float) -> int:
        self.process.send_signal(signal.SIGTERM)
        return await asyncio.to_thread(self.process.wait, within_seconds)

    def pause(self) -> None:
        self.process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        self.process.send_signal(signal.SIGCONT)


@dataclass(slots=True)
class Fleet:
    """Everything that servers of one installation share."""

    folder: Path
    settings: dict[str, str]
    servers: list[Server] = field(default_factory=list)

    async def start(self, **settings: str) -> Server:
        with (self.folder / f"stderr-{len(self.servers)}").open("w") as sink:
            process = await asyncio.to_thread(
                start,
                command("serve"),
                env=environment(self.folder / "data", **self.settings, **settings),
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=sink,
            )
        server = Server(process, "")
        self.servers.append(server)
        async with asyncio.timeout(START_SECONDS):
            assert process.stdout
            while line := await asyncio.to_thread(process.stdout.readline):
                if found := READY.search(line.decode()):
                    server.address = found.group(1)
                    return server
        raise AssertionError(f"not ready:\n{self.complaints()}")

    def complaints(self) -> str:
        return "".join(file.read_text()[-3000:] for file in sorted(self.folder.glob("stderr-*")))


@asynccontextmanager
async def fleet(
    postgres: EmbeddedPostgres, addresses: Addresses, model: ModelServer, **settings: str
) -> AsyncIterator[Fleet]:
    """Started by the test, one by one; whatever happens, none is left."""
    with tempfile.TemporaryDirectory(prefix="hf-") as name:
        folder = Path(name)
        _write_personas(folder / "personas")
        (folder / "data").mkdir()
        database = urlsplit(addresses.owner.dsn).path.removeprefix("/")
        made = Fleet(
            folder,
            {
                "HOLDFAST_DATABASE_URL": postgres.dsn("postgres", database),
                "HOLDFAST_MODEL_BASE_URL": model.base_url,
                "HOLDFAST_PERSONAS_DIR": str(folder / "personas"),
                "HOLDFAST_ALLOWED_HOSTS": HOST,
                "HOLDFAST_SECRET_KEY": "k" * 40,
                "HOLDFAST_LOG_LEVEL": "warning",
                **settings,
            },
        )
        try:
            yield made
        finally:
            for server in made.servers:
                await server.kill()
                if server.process.stdout:
                    server.process.stdout.close()


def _write_personas(folder: Path) -> None:
    """Two that differ in what becomes of their answers; neither asks the memory, so that little else is measured."""
    for name, on_crash in ((STEADY, "interrupt"), (PHOENIX, "regenerate")):
        pack = folder / name
        pack.mkdir(parents=True)
        (pack / "kernel.md").write_text("You count.\n")
        (pack / "persona.toml").write_text(
            f'name = "{name}"\ndescription = "Counts."\nblocks = []\n\n'
            f'[answering]\non_crash = "{on_crash}"\n\n[memory]\nrecall = "never"\n'
        )


@asynccontextmanager
async def person(address: str, *, is_new: bool = True, name: str = "ada") -> AsyncIterator[httpx2.AsyncClient]:
    everybody = httpx2.Limits(max_connections=None, max_keepalive_connections=0)
    async with httpx2.AsyncClient(
        base_url=address,
        headers={"host": HOST, "origin": f"http://{HOST}"},
        timeout=HANGS_SECONDS,
        trust_env=False,
        limits=everybody,
    ) as client:
        body = {"email": f"{name}@example.org", "password": PASSWORD, **({"name": name.title()} if is_new else {})}
        response = await client.post(f"/api/auth/{'register' if is_new else 'login'}", json=body)
        assert response.status_code in (200, 201), response.text
        yield client


class Balancer:
    """One address for all servers: each connection goes to one that takes it, and can be cut at any moment."""

    def __init__(self, servers: list[Server], chance: random.Random) -> None:
        self.servers = servers
        self._chance = chance
        self._open: set[asyncio.StreamWriter] = set()

    async def __aenter__(self) -> Balancer:
        self._listening = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{self._listening.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._listening.close()
        for writer in list(self._open):
            writer.transport.abort()

    def cut(self, share: float) -> None:
        """Networks change, laptops close: some of the connections are gone, without a word."""
        for writer in list(self._open):
            if self._chance.random() < share:
                writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open.add(writer)
        try:
            upstream = await self._connect()
            if upstream is not None:
                await asyncio.gather(_pipe(reader, upstream[1]), _pipe(upstream[0], writer))
        finally:
            self._open.discard(writer)
            writer.transport.abort()

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        for server in self._chance.sample(self.servers, len(self.servers)):
            if server.is_alive and server.address:
                with suppress(OSError):
                    return await asyncio.open_connection("127.0.0.1", urlsplit(server.address).port)
        return None


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    writer.close()
