"""Who may look into our folders: as a rule, nobody else."""

from __future__ import annotations

import os
import pwd
import stat
from contextlib import suppress
from pathlib import Path

from holdfast.core.errors import Setup


def make_folder(path: Path, *, owner: pwd.struct_passwd | None, mode: int = 0o700) -> None:
    try:
        is_new = not path.exists()
        path.mkdir(parents=True, exist_ok=True)
        if owner:
            _hand_to(path, owner, mode)
        elif is_new:
            # Root's own folders may be passed through (not read) by the server's user.
            path.chmod(0o711 if os.geteuid() == 0 and mode == 0o700 else mode)
    except OSError as error:
        raise Setup(f"The folder {path} cannot be used: {error.strerror}. Set HOLDFAST_DATA_DIR to another.") from None


def make_folder_of_our_own(path: Path, *, owner: pwd.struct_passwd | None) -> None:
    """Where others may write beside it, as in /tmp: what lies there already is looked at before it is touched. A link
    is not followed, and a folder of somebody else's is left as it is."""
    wanted = owner.pw_uid if owner else os.geteuid()
    try:
        path.mkdir(mode=0o700, exist_ok=True)
        handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        raise _somebody_elses(path) from None
    try:
        if os.fstat(handle).st_uid not in (os.geteuid(), wanted):
            raise _somebody_elses(path)
        if owner:
            os.fchown(handle, owner.pw_uid, owner.pw_gid)
        os.fchmod(handle, 0o700)
    finally:
        os.close(handle)


def _somebody_elses(path: Path) -> Setup:
    return Setup(f"{path} belongs to someone else; remove it or set HOLDFAST_DATA_DIR to a shorter path.")


def _hand_to(path: Path, owner: pwd.struct_passwd, mode: int) -> None:
    """By one handle: what is looked up twice may be two things."""
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fchown(handle, owner.pw_uid, owner.pw_gid)
        os.fchmod(handle, mode)
    finally:
        os.close(handle)


def close_to_others(folder: Path) -> None:
    """Everything in it, once: whoever made it did so before our umask was what it is. The folder itself comes last, so
    that a start that was interrupted is gone through again."""
    if not folder.stat().st_mode & 0o077:
        return
    for path in folder.rglob("*"):
        with suppress(FileNotFoundError):  # erased this very moment
            if not path.is_symlink():
                path.chmod(0o700 if path.is_dir() else 0o600)
    folder.chmod(0o700)


def open_to_readers(folder: Path) -> None:
    """For programs and models, which are nobody's secret and are used by users of fewer rights than ours."""
    for path in [folder, *folder.rglob("*")]:
        if not path.is_symlink():
            is_program = path.is_dir() or path.stat().st_mode & stat.S_IXUSR
            path.chmod(0o755 if is_program else 0o644)
