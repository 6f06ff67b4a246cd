"""What a zygote gives up, for good, before it takes its first job; every job inherits it.

The order matters: what needs a right comes first (another network, another root, another user), then the rights go,
then Landlock, which needs none. Whatever a machine does not have is noted and told; only parsing as root is refused.
"""

from __future__ import annotations

import ctypes
import os
import pwd
import struct
import tempfile
from contextlib import suppress

from holdfast.core.sandbox.landlock import restrict
from holdfast.core.sandbox.syscalls import can_filter
from holdfast.core.sandbox.types import Confinement

READER_UID = 65_523
"""Nobody's: distributions leave these numbers free, and no file belongs to it."""
_NEW_USER, _NEW_NETWORK, _NEW_IPC, _NEW_NAMES = 0x10000000, 0x40000000, 0x08000000, 0x04000000
_PR_SET_DUMPABLE, _PR_SET_NO_NEW_PRIVS = 4, 38
_CAPABILITIES_V3 = 0x20080522

_libc = ctypes.CDLL(None, use_errno=True)


class StillRoot(Exception):
    """Whoever parses strangers' bytes must not be root, and this machine lets root be nobody else."""


def confine(folder: int | None) -> Confinement:
    """`folder`: an open one, the only place where files can still be read."""
    began_as_root = os.geteuid() == 0
    is_alone = _be_alone()
    is_rooted = _be_rooted(folder)
    if began_as_root:
        _be_somebody_else()
        is_alone = is_alone or _be_alone()  # as somebody without rights, who may have a namespace where root may not
    _give_up_rights()
    return Confinement(
        is_other_user=began_as_root,
        is_alone=is_alone,
        is_rooted=is_rooted,
        landlock=restrict(folder),
        is_filtered=can_filter(),
    )


def _be_alone() -> bool:
    apart = _NEW_NETWORK | _NEW_IPC | _NEW_NAMES
    return bool(_libc.unshare(apart if os.geteuid() == 0 else apart | _NEW_USER) == 0)


def _be_rooted(folder: int | None) -> bool:
    try:
        if folder is not None:
            os.fchdir(folder)
        else:
            empty = tempfile.mkdtemp(prefix="holdfast-empty-")
            os.chdir(empty)
            os.rmdir(empty)  # nothing can be made in a folder that is gone
        os.chroot(".")
    except OSError:
        return False
    return True


def _be_somebody_else() -> None:
    os.setgroups([])
    for uid in (READER_UID, _nobody()):
        with suppress(OSError):  # a container may know fewer numbers than Linux does
            os.setresgid(uid, uid, uid)
            os.setresuid(uid, uid, uid)
            return
    raise StillRoot


def _nobody() -> int:
    with suppress(KeyError):
        return pwd.getpwnam("nobody").pw_uid
    return 65_534


def _give_up_rights() -> None:
    """A user namespace brings every capability inside it; a job must have none, and never get one."""
    _libc.capset(struct.pack("=Ii", _CAPABILITIES_V3, 0), bytes(24))
    _libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    _libc.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
