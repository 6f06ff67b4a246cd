"""The work that follows a turn. Payloads name rows, never words; each is run as the owner who enqueued it."""

from __future__ import annotations

from holdfast.core.jobs import JobKind

EMBED = JobKind("memory_embed", rests=True, tries=8, slots=2, one_per_owner=True)
"""Vectors for a portion of what this owner has without. No ids; one waits per owner, and where more is left it goes
back to the end of the line."""

LEARN = JobKind("memory_learn", rests=True, tries=6, first_pause_seconds=5, one_per_owner=True)
"""`session`: what was said in it since it was last learned from. One waits per session. Those of one owner would learn
from the same turns: what was said first is learned first."""

DRAIN = JobKind("memory_drain", rests=True, tries=3)
"""`session`: fold and deliver what is due of it. One waits per session; what stays behind is found by the schedule."""

REFRESH = JobKind("memory_refresh", rests=True, tries=4, first_pause_seconds=10, one_per_owner=True)
"""Identity, user model and spine of this owner, after something was learned or a session closed. One per owner."""

REFOLD = JobKind("memory_refold", rests=True, tries=6)
"""`session`: after a forget, its summaries are made again out of what is left."""

SUMMARISE_CHAT = JobKind("memory_summarise_chat", rests=True, tries=3, first_pause_seconds=10)
"""`chat`, `window`: what was said in it before the newest messages that its persona sees. Promised by a turn
after which there is enough of that; one waits per chat."""

SHADOW = JobKind("memory_shadow", rests=True, tries=3, one_per_owner=True)
"""`session`: the older path over what was said in it since its last run. Only where it is switched on; one waits per
session."""
