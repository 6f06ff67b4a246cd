"""What holds for a test run and is handed down to every process of it. Set here, before anything else is imported.

Several test processes share the cores: where numpy had threads of its own besides, they would wait for each other. And
where an image keeps Python from storing what it compiled, each process would compile the house anew.
"""

import os
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
