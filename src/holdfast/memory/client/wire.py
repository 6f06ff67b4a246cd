"""What the memory's routes answer, made in this process: the same mapping, to the letter, that comes over HTTP.

Whoever asks for a start brief, the user model or a day cannot tell which memory answered, and reads both alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from holdfast.memory.brief.types import StartBrief
from holdfast.memory.client.types import Wire
from holdfast.memory.profile.types import DailyAnalysis, UserModel
from holdfast.memory.types import Evidence


def start_brief_wire(told: StartBrief) -> Wire:
    return {
        "handover": {"text": told.handover.text, "depth": told.handover.depth},
        "bridge": {"text": told.bridge.text},
        "resume": {"use_bridge": told.resume.use_bridge, "gap_minutes": told.resume.gap_minutes},
        "ops": {"text": told.ops.text, "source": told.ops.source} if told.ops else None,
        "items": [{"kind": item.kind, "text": item.text, "evidence": _evidence(item.evidence)} for item in told.items],
    }


def user_model_wire(model: UserModel) -> Wire:
    sections = {
        name: [{"text": item.text, "evidence": _evidence(item.evidence), "source": item.source} for item in items]
        for name, items in model.sections.items()
    }
    return {"sections": sections, "updatedAt": _moment(model.updated_at)}


def day_wire(day: DailyAnalysis) -> Wire:
    return {
        "date": day.date.isoformat(),
        "confidence": day.confidence,
        "steering": day.steering,
        "themes": list(day.themes),
        "evidence": _evidence(day.evidence),
        "source": day.source,
    }


def _evidence(evidence: Sequence[Evidence]) -> list[Wire]:
    return [{"episodeId": str(item.episode_id), "externalId": item.external_id} for item in evidence]


def _moment(at: datetime | None) -> str | None:
    return None if at is None else at.astimezone(UTC).isoformat().replace("+00:00", "Z")
