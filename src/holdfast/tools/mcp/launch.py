"""Becomes the program of a server, within limits: `python -I -S launch.py PROGRAM ARGUMENT …`.

It needs nothing of ours and imports nothing of ours. Address space is left alone, because programs in JavaScript
reserve far more of it than they use; what they may write to is counted instead.
"""

import ctypes
import os
import resource
import signal
import sys

_MOST = {
    resource.RLIMIT_CORE: 0,
    resource.RLIMIT_NOFILE: 512,
    resource.RLIMIT_FSIZE: 256 * 1024 * 1024,
    resource.RLIMIT_DATA: 4 * 1024 * 1024 * 1024,
}
_PR_SET_PDEATHSIG, _PR_SET_NO_NEW_PRIVS = 1, 38


def main() -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    libc.prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
    for kind, most in _MOST.items():
        _, hard = resource.getrlimit(kind)
        lowered = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (lowered, lowered))
    os.execvp(sys.argv[1], sys.argv[1:])  # noqa: S606 — what the operator configured


if __name__ == "__main__":
    main()
