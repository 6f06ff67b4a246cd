"""How quickly a worker looks, gives up and starts again."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WorkerPace:
    poll_seconds: float = 1.0
    """Retries and jobs that went stale are found by looking; only new ones announce themselves."""
    heartbeat_seconds: float = 30.0
    """A job whose worker was silent for so long is handed to another."""
    steady_seconds: float = 5.0
    """How long a worker has lived before it runs a job that did not come to an end in another."""
    batch: int = 10
    at_once: int = 20
    """Slots. A kind with none of them running has one more of its own (`take.py`)."""
    query_tries: int = 7
    """With pauses of 0.1 s, doubling: a server that is back within six seconds costs a worker nothing but the wait."""
    restart_seconds: float = 1.0
    grace_seconds: float = 20.0
    """How long running jobs may take to end when we are asked to stop; after that they go back into the queue."""
    schedule_timeout_seconds: float = 600.0
