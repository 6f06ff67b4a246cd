"""An envelope as JSON: `{"summary", "facts": [{"kind", "text", "messageId", "at", "replaced"?}], "version"}`."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

import orjson

from holdfast.core.ids import MessageId
from holdfast.turn.context.envelope.types import LABELS, Envelope, EnvelopeFact, ReplacedFact


def write_envelope(envelope: Envelope) -> bytes:
    return orjson.dumps(
        {"summary": envelope.summary, "facts": [_fact(fact) for fact in envelope.facts], "version": envelope.version}
    )


def read_envelope_json(stored: str | bytes) -> Envelope:
    told = orjson.loads(stored)
    # A kind that a newer release knows is nothing to an older one that still runs beside it.
    facts = tuple(_read_fact(fact) for fact in told["facts"] if fact["kind"] in LABELS)
    return Envelope(facts, told["version"], told["summary"])


def _fact(fact: EnvelopeFact) -> Mapping[str, Any]:
    return {
        "kind": fact.kind,
        "text": fact.text,
        "messageId": str(fact.message_id),
        "at": fact.at.isoformat(),
        **({"isAddition": True} if fact.manner == "adds" else {}),
        **({"replaced": [_told(one) for one in fact.replaced]} if fact.replaced else {}),
    }


def _told(told: ReplacedFact) -> Mapping[str, Any]:
    return {
        "text": told.text,
        "messageId": str(told.message_id),
        "at": told.at.isoformat(),
        **({"isAddition": True} if told.is_addition else {}),
    }


def _read_fact(told: Mapping[str, Any]) -> EnvelopeFact:
    return EnvelopeFact(
        told["kind"],
        told["text"],
        MessageId(UUID(told["messageId"])),
        datetime.fromisoformat(told["at"]),
        "adds" if told.get("isAddition") else "sets",
        tuple(
            ReplacedFact(
                one["text"],
                MessageId(UUID(one["messageId"])),
                datetime.fromisoformat(one["at"]),
                bool(one.get("isAddition")),
            )
            for one in told.get("replaced", ())
        ),
    )
