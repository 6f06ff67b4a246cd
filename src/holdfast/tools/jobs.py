"""The work that follows a tool. Payloads name rows, never words."""

from __future__ import annotations

from holdfast.core.jobs import JobKind

FORGET_FACTS = JobKind("forget_facts", rests=True, tries=6, first_pause_seconds=5, one_per_owner=True)
"""`chat`, `receipt`, `fact0` and on: facts that a person let their assistant forget, when the answer in that chat is
finished."""
