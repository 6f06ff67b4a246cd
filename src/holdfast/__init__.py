"""Holdfast: an assistant whose memory holds. `turn/pipeline.py` tells what happens to a message."""

__version__ = "0.1.0"
