from __future__ import annotations

import os
import subprocess
import sys
import uuid

import pytest

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root may make users")

_ASK = "import sys; from holdfast.core.embedded.server_user import server_user; print(server_user(sys.argv[1]).pw_name)"


@as_root
def test_starts_at_the_same_moment_agree_on_the_user_that_postgres_runs_as() -> None:
    name = f"holdfast-{uuid.uuid4().hex[:8]}"
    try:
        starts = [
            subprocess.Popen([sys.executable, "-c", _ASK, name], stdout=subprocess.PIPE, text=True) for _ in range(6)
        ]
        assert [start.communicate(timeout=120)[0].strip() for start in starts] == [name] * 6
    finally:
        subprocess.run(["userdel", name], capture_output=True, check=False)
