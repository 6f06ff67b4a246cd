"""Holdfast: an assistant whose memory holds. `turn/pipeline.py` tells what happens to a message."""

from holdfast.core.old_python import mend_timeouts

__version__ = "0.1.0"

mend_timeouts()
