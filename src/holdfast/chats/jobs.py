"""Work that follows what happens to a chat."""

from __future__ import annotations

from holdfast.core.jobs import JobKind

SESSION_CLOSED = JobKind("session_closed", tries=12, rests=True)
"""`session`: it has ended. What of it is not in memory yet goes there (with a persona that learns by session, all of
it), and the memory closes its own."""
