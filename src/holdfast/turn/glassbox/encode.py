"""Traces as they are stored: as JSON in which nothing stands for what is not there."""

from __future__ import annotations

from pydantic import TypeAdapter

from holdfast.turn.glassbox.types import Trace

_TRACE: TypeAdapter[Trace] = TypeAdapter(Trace)


def encode_trace(trace: Trace) -> str:
    return _TRACE.dump_json(trace, by_alias=True, exclude_none=True).decode()


def decode_trace(stored: str) -> Trace:
    """Whatever release wrote it."""
    return _TRACE.validate_json(stored)
