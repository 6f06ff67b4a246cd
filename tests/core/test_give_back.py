"""Memory goes back to the machine, and what was let go of is there again when it is needed."""

from __future__ import annotations

import subprocess
import sys

_LET_GO = """
from pathlib import Path
from holdfast.core.give_back import give_back, let_go_of_libraries
from holdfast.models.tokens import count_tokens, warm_up

def megabytes():
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("RssFile")) / 1024

warm_up()
before, tokens = megabytes(), count_tokens("What is let go of comes back.")
give_back()
let_go_of_libraries()
after = megabytes()
assert count_tokens("What is let go of comes back.") == tokens
print(before - after)
"""


def test_libraries_that_were_read_once_are_let_go_of_and_still_work() -> None:
    done = subprocess.run([sys.executable, "-c", _LET_GO], capture_output=True, text=True, check=True, timeout=120)
    assert float(done.stdout) > 20, "the token tables alone are read from more"
