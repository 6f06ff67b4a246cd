"""The user that Postgres runs as when we are root: one to whom nothing else belongs.

`nobody` would do, but other daemons are `nobody` too, and whoever breaks into one of them would own the database. So a
user is made where the machine has the usual program for it. Clusters that belong to `nobody` from before are handed
over when they are next started.
"""

from __future__ import annotations

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
    "--shell", "/usr/sbin/nologin", "--comment", "Holdfast's own Postgres", NAME,
]  # fmt: skip

log = get_logger()


def server_user() -> pwd.struct_passwd:
    user = _named(NAME) or _made() or _named("nobody")
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


def _made() -> pwd.struct_passwd | None:
    """None: there is no such program here, or it may not."""
    with suppress(OSError, subprocess.TimeoutExpired):
        subprocess.run(_MAKE, stdin=subprocess.DEVNULL, capture_output=True, timeout=30, check=False)
    return _named(NAME)  # another start may have been quicker


def _named(name: str) -> pwd.struct_passwd | None:
    with suppress(KeyError):
        return pwd.getpwnam(name)
    return None
