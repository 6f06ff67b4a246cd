"""What a decoder under attack might do, in a process of its own: `python -m tests.models.misbehave <how>`."""

from __future__ import annotations

import os
import sys
import tempfile
import time

from holdfast.models.speech_limits import limit_myself


def main(how: str) -> None:
    limit_myself(cpu_seconds=5)
    if how == "sleep":
        time.sleep(60)
    while how == "flood":
        sys.stdout.buffer.write(b"x" * 10_000)
    told = []
    try:
        bytearray(2 << 30)
    except MemoryError:
        told.append("refused memory")
    try:
        with tempfile.TemporaryFile() as file:
            file.write(b"x")
            file.flush()
    except OSError:
        told.append("refused a file")
    if not [name for name in os.environ if "HOLDFAST" in name or "KEY" in name or name == "PATH"]:
        told.append("saw no key")
    sys.stdout.write(", ".join(told))


if __name__ == "__main__":
    main(sys.argv[1])
