"""A network in ONNX, read for calls of one text each."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def open_session(file: Path) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    # One core a call: beside a server, a call that takes every core makes each other one wait.
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    # Sums and norms in one operator take a tenth longer than one after the other.
    return onnxruntime.InferenceSession(
        str(file), options, providers=["CPUExecutionProvider"], disabled_optimizers=["SkipLayerNormFusion"]
    )
