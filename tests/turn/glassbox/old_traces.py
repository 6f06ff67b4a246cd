"""Rows as earlier releases wrote them, key by key. They are in people's databases, and must open."""

from __future__ import annotations

import hashlib
from typing import Any
from uuid import UUID

from holdfast.core.ids import MessageId, TurnId

_CLOCK = "[It is Wednesday, 18 November 2026, 11:13 UTC.]"


def _sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _block(kind: str, order: int, *sources: dict[str, str], **more: str) -> dict[str, Any]:
    told = {"kind": kind, "order": order, "tokens": 9, "status": "kept", "reason": "fits", "sha256": _sha(kind)}
    return {**told, "sources": list(sources), **more}


_START = {
    "startbrief_used": False, "startbrief_fallback": None, "startbrief_items_count": 0, "bridgeText_chars": 0,
}  # fmt: skip


def of_the_first_release(turn_id: TurnId, question_id: MessageId) -> dict[str, Any]:
    """Blocks were called by their place; nobody had read the message, and there was no speech."""
    return {
        "turnId": str(turn_id),
        "blocks": [
            _block("persona", 1, {"type": "persona", "id": "sophie"}),
            _block("supplemental_context", 9),
            _block("real_time", 12, {"type": "clock", "id": "now"}, text=_CLOCK),
            _block("user_message", 13, {"type": "message", "id": str(question_id)}),
        ],
        "promptTokens": 1192, "promptBudget": 8000, "retrievals": [], "missing": [],
        "models": [{"name": "test:scripted", "outcome": "answered", "failure": None, "ms": 0.04, "firstEventMs": 0.01,
                    "inputTokens": 10, "outputTokens": 1, "costUsd": None}],
        "tools": [], "timings": {"admit": 0.1, "begin": 35.8},
        "route": {"kind": "conversational", "reason": "every turn goes this way"},
        "persona": "sophie", "outcome": "answered", "sentence": None,
        **_START, "startbriefRuntime": {"session_id": None}, "systemBlocks": ["persona", "supplemental_context"],
    }  # fmt: skip


def of_a_lost_process(turn_id: TurnId, _: UUID) -> dict[str, Any]:
    return {
        "turnId": str(turn_id), "blocks": [], "retrievals": [],
        "missing": [{"source": "trace", "reason": "the server went down before the answer was finished"}],
        "models": [], "tools": [], "timings": {}, "route": {"kind": "conversational", "reason": "not kept"},
        "outcome": "interrupted", "keptCharacters": 12, **_START, "startbriefRuntime": {}, "systemBlocks": [],
    }  # fmt: skip


def of_the_last_untyped_release(turn_id: TurnId, question_id: MessageId) -> dict[str, Any]:
    """Of a companion who looked something up; a forget had emptied the speech."""
    return {
        "turnId": str(turn_id),
        "blocks": [
            _block("persona", 1, {"type": "persona", "id": "sophie", "version": _sha("persona")}),
            _block("recall_sheet", 9, {"type": "fact", "id": "3"}, {"type": "episode", "id": "7"}),
            _block("real_time", 12, {"type": "clock", "id": "now"}, text=_CLOCK),
            _block("user_message", 13, {"type": "message", "id": str(question_id)}),
        ],
        "promptTokens": 1196, "promptBudget": 8000,
        "retrievals": [{
            "source": "librarian", "gate": "explicit", "gateBy": "rules", "confidence": 0.9,
            "reason": "asks_what_was_said",
            "spec": {"entities": [], "topics": ["boat"], "timeIntent": "past"}, "query": "boat", "needs": [],
            "facts": [{"id": "3", "score": 0.8}, {"id": None, "score": None}],
            "episodes": [{"id": "7", "score": 5.0}], "loops": [{"id": "2"}], "relevant": 4, "dropped": 1,
            "droppedBecause": {"in_history": 1}, "lines": 3, "ms": 12.5, "missing": "TimeoutError"}],
        "reading": {
            "posture": "RELATIONSHIP", "intent": "recall", "by": "meaning", "confidence": 0.513,
            "scores": {"posture:TASK": 0.023}, "reasons": ["asks_what_was_said"], "momentumGuard": False,
            "signals": {"avoidance": False, "drift": False, "directRequest": False, "namesTrackedPerson": True,
                        "asksAboutTone": False, "lowSignal": False}},
        "missing": [], "models": [], "tools": [{"name": "clock", "outcome": "answered", "ms": 2.0}],
        "timings": {"admit": 0.04, "collect": 118.93}, "speech": {},
        "route": {"kind": "actionable", "reason": "action dispatch, settings version 0",
                  "details": {"settingsVersion": 0, "rules": [], "entities": ["dispatch"]}},
        "persona": "sophie", "profile": None, "outcome": "answered", "sentence": None,
        "preflight": {"outcome": "not_asked", "model": None, "maxOutputTokens": None, "firstTool": None,
                      "refused": [], "ms": 0.0},
        "unknownModels": ["openrouter:gone"],
        **_START,
        "startbriefRuntime": {
            "session_id": "01a1ee5c-4278-704a-8712-7e3f37fa7f73", "userTurnsSeen": 1, "handover_injected": False,
            "bridge_injected": False, "ops_injected": False, "ops_source": None, "startbrief_fetch": "fetched",
            "reinjection_used": False, "handover_closeness": None, "depth": "multi_day", "gap_minutes": None,
            "outcomes": {"startbrief": "fetched", "loops": "empty"}, "daily_confidence": "insufficient_data",
            "overlay_sections": ["patterns"], "overlay_loops": 0, "steering_used": False},
        "systemBlocks": ["persona", "recall_sheet"],
    }  # fmt: skip


OLD_TRACES = (of_the_first_release, of_a_lost_process, of_the_last_untyped_release)
