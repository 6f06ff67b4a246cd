from __future__ import annotations

import subprocess
import sys

_LOOKS = """
import gc
from holdfast.cli.serving import look_for_garbage_less
look_for_garbage_less()
circle = []
circle.append(circle)
del circle
print(gc.get_freeze_count() > 10_000, gc.get_threshold()[0] >= 20_000, gc.isenabled(), gc.collect() > 0)
"""


def test_what_a_server_has_loaded_is_not_looked_through_for_garbage_and_what_comes_later_is() -> None:
    """In a process of its own: this is for the whole of one."""
    done = subprocess.run([sys.executable, "-c", _LOOKS], capture_output=True, text=True, timeout=60)
    assert done.stdout.split() == ["True"] * 4, done.stderr
