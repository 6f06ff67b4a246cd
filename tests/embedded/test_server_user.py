from __future__ import annotations

import os
import pwd
import subprocess
import sys
import uuid

import pytest

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root may make users")

_STARTS = 8
_ASK = """
import sys
from holdfast.core.embedded.server_user import server_user

print("ready", flush=True)
sys.stdin.readline()
print(server_user(sys.argv[1]).pw_uid)
"""


@as_root
def test_starts_at_the_same_moment_agree_on_the_user_that_postgres_runs_as() -> None:
    name = f"holdfast-{uuid.uuid4().hex[:8]}"
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    try:
        starts = [subprocess.Popen([sys.executable, "-c", _ASK, name], **pipes) for _ in range(_STARTS)]  # type: ignore[call-overload]
        for start in starts:
            assert start.stdout.readline() == "ready\n"
        for start in starts:
            start.stdin.write("\n")
            start.stdin.flush()
        told = [int(start.communicate(timeout=120)[0]) for start in starts]
        assert told == [pwd.getpwnam(name).pw_uid] * _STARTS
    finally:
        subprocess.run(["userdel", name], capture_output=True, check=False)
