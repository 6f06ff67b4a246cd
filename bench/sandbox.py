"""What it costs to read strangers' bytes in a process that reaches nothing: `python -m bench.sandbox`.

Cold is the first job, which starts a process and loads the reader; warm is every other, which forks it. Beside them the
same reading in this very process, which is what a house without walls would pay.
"""

from __future__ import annotations

import asyncio
import io
import statistics
import time
import wave
from collections.abc import Awaitable, Callable

from holdfast.core.sandbox.run import Sandbox
from holdfast.core.sandbox.types import SandboxLimits
from holdfast.models import speech_decode_reader

READER = "holdfast.models.speech_decode_reader"
ORDER = {"kind": "wav", "longest_seconds": 60}
LIMITS = SandboxLimits(seconds=60, cpu_seconds=30, memory_bytes=512 << 20, output_bytes=4_000_000)


async def main(rounds: int = 20) -> None:
    sound, sandbox = _ten_seconds(), Sandbox([READER])

    async def inside() -> object:
        return await sandbox.run(READER, sound, ORDER, limits=LIMITS)

    async def openly() -> object:
        return speech_decode_reader.read(sound, ORDER)

    cold = await _milliseconds(inside)
    warm = [await _milliseconds(inside) for _ in range(rounds)]
    bare = [await _milliseconds(openly) for _ in range(rounds)]
    given = await sandbox.confinement()
    await sandbox.aclose()
    print(f"ten seconds of sound, median of {rounds}")
    print(f"  cold       {cold:8.1f} ms")
    print(f"  warm       {statistics.median(warm):8.1f} ms")
    print(f"  no sandbox {statistics.median(bare):8.1f} ms")
    print(f"  {given}")


async def _milliseconds(act: Callable[[], Awaitable[object]]) -> float:
    began = time.perf_counter()
    await act()
    return (time.perf_counter() - began) * 1000


def _ten_seconds() -> bytes:
    made = io.BytesIO()
    with wave.open(made, "wb") as recording:
        recording.setparams((1, 2, 48_000, 0, "NONE", ""))
        recording.writeframes(bytes(range(256)) * 3_750)
    return made.getvalue()


if __name__ == "__main__":
    asyncio.run(main())
