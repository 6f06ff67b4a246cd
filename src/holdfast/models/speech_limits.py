"""For processes that read what strangers sent: less of everything, set by the process itself before it reads."""

from __future__ import annotations

import resource

_MEMORY_BYTES = 1 << 30
_OPEN_FILES = 32


def limit_myself(*, cpu_seconds: int) -> None:
    """Memory, processor time and open files bounded; no file written, no core left behind."""
    limits = {
        resource.RLIMIT_AS: _MEMORY_BYTES,
        resource.RLIMIT_CPU: cpu_seconds,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_NOFILE: _OPEN_FILES,
        resource.RLIMIT_CORE: 0,
    }
    for kind, wanted in limits.items():
        _, hard = resource.getrlimit(kind)
        lowered = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        try:
            resource.setrlimit(kind, (lowered, lowered))
        except (OSError, ValueError):
            pass  # macOS knows no limit on address space; its others still hold
