"""What the suite starts for each scenario: tells the server that `__main__` runs what is wanted, and how it went.

Alone and small, because it is started a hundred times: nothing but the standard library.
"""

from __future__ import annotations

import json
import os
import socket
import sys


def main() -> int:
    wish = {
        "scenario": os.environ["MCP_CONFORMANCE_SCENARIO"],
        "context": json.loads(os.environ.get("MCP_CONFORMANCE_CONTEXT", "{}")),
        "url": sys.argv[-1],
    }
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(os.environ["HOLDFAST_CONFORMANCE"])
        line.sendall(json.dumps(wish).encode() + b"\n")
        said = line.makefile().readline()
    print(said, end="")
    return 0 if json.loads(said)["isDone"] else 1


if __name__ == "__main__":
    sys.exit(main())
