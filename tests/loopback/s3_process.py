"""An S3 that is not ours, as a process of its own: rclone's, over a folder. It checks signatures, takes uploads in
parts, and keeps objects as files, so that a test can look at what really lies there.

`with s3_process(folder) as server: … server.settings … server.files()`
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.waiting import wait_until

BUCKET = "holdfast"
_ACCESS_KEY, _SECRET_KEY = "test-access-key", "test-secret-key"


@dataclass(frozen=True, slots=True)
class S3Process:
    folder: Path
    endpoint: str

    @property
    def settings(self) -> Mapping[str, str]:
        keys = {"access_key_id": _ACCESS_KEY, "secret_access_key": _SECRET_KEY}
        return {"bucket": BUCKET, "endpoint": self.endpoint, **keys}

    def files(self) -> list[Path]:
        return sorted(file for file in (self.folder / BUCKET).rglob("*") if file.is_file())


@contextmanager
def s3_process(folder: Path) -> Iterator[S3Process]:
    (folder / BUCKET).mkdir()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    process = subprocess.Popen(
        [
            str(Path(sys.executable).parent / "rclone"), "serve", "s3", str(folder), "--addr", f"127.0.0.1:{port}",
            "--auth-key", f"{_ACCESS_KEY},{_SECRET_KEY}", "--config", os.devnull, "--quiet",
        ],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={"HOME": str(folder)},
    )  # fmt: skip
    try:
        wait_until(lambda: _answers(port))
        yield S3Process(folder, f"http://127.0.0.1:{port}")
    finally:
        process.terminate()
        process.wait()


def _answers(port: int) -> bool:
    with socket.socket() as asking:
        return asking.connect_ex(("127.0.0.1", port)) == 0
