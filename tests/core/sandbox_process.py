"""A server with a job under way, to be killed: `python -m tests.core.sandbox_process`. It says when it has begun."""

from __future__ import annotations

import asyncio

from holdfast.core.sandbox.run import Sandbox
from holdfast.core.sandbox.types import SandboxLimits

READER = "tests.core.hostile_reader"


async def main() -> None:
    sandbox = Sandbox([READER])
    limits = SandboxLimits(seconds=300, cpu_seconds=100, memory_bytes=64 << 20, output_bytes=1000)
    await sandbox.run(READER, b"", {"how": "echo"}, limits=limits)
    print("begun", flush=True)
    await sandbox.run(READER, b"", {"how": "sleep"}, limits=limits)


if __name__ == "__main__":
    asyncio.run(main())
