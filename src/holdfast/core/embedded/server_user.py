"""The user that Postgres runs as when we are root: one to whom nothing else belongs.

`nobody` would do, but other daemons are `nobody` too, and whoever breaks into one of them would own the database. So a
user is made where the machine has the usual program for it. Clusters that belong to `nobody` from before are handed
over when they are next started.
"""

from __future__ import annotations

import fcntl
import os
import pwd
import subprocess
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from holdfast.core.errors import Setup
from holdfast.core.log import get_logger

NAME = "holdfast-postgres"
_MAKE = [
    "useradd", "--system", "--user-group", "--no-create-home", "--home-dir", "/nonexistent",
    "--shell", "/usr/sbin/nologin", "--comment", "Holdfast's own Postgres",
]  # fmt: skip
_ACCOUNTS = Path("/etc/passwd")

log = get_logger()


def server_user(name: str = NAME) -> pwd.struct_passwd:
    user = _named(name) or _made(name) or _named("nobody")
    if user is None:
        raise Setup("Postgres does not run as root and there is no user nobody here; start Holdfast as a user.")
    return user


def owner_from_before(cluster: Path) -> pwd.struct_passwd | None:
    """`nobody`, if the cluster is still theirs; it may be running."""
    nobody = _named("nobody")
    with suppress(OSError):
        if nobody and cluster.stat().st_uid == nobody.pw_uid:
            return nobody
    return None


def hand_over(cluster: Path, places: Iterable[Path], present: pwd.struct_passwd | None) -> pwd.struct_passwd | None:
    """To its own user, while no server works in it. The cluster's folder comes last: it says whose the rest is."""
    user = server_user() if present else None
    if user is None or present is None or user.pw_uid == present.pw_uid or not cluster.exists():
        return present
    inside = (path for place in places for path in (place, *place.rglob("*")) if path != cluster)
    for path in (*inside, cluster):
        os.chown(path, user.pw_uid, user.pw_gid, follow_symlinks=False)
    log.info("postgres_handed_over", part="postgres")
    return user


def _made(name: str) -> pwd.struct_passwd | None:
    """None: there is no such program here, or it may not.

    One start at a time: several `useradd` at once were seen to undo each other's work, so that a cluster belonged to a
    number without a name and Postgres refused to run.
    """
    with suppress(OSError, subprocess.TimeoutExpired), _ACCOUNTS.open() as accounts:
        fcntl.flock(accounts, fcntl.LOCK_EX)
        if _named(name) is None:
            subprocess.run([*_MAKE, name], stdin=subprocess.DEVNULL, capture_output=True, timeout=30, check=False)
    return _named(name)


def _named(name: str) -> pwd.struct_passwd | None:
    with suppress(KeyError):
        return pwd.getpwnam(name)
    return None
