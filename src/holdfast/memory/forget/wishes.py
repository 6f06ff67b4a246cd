"""A wish as it is written down and sent: as `POST /memory/forget` takes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from holdfast.core.errors import Unavailable
from holdfast.memory.forget.types import (
    ForgetEverything,
    ForgetFacts,
    ForgetQuery,
    ForgetSessions,
    Marks,
    What,
)


def wish_of(what: What) -> Mapping[str, Any]:
    match what:
        case ForgetFacts(ids):
            return {"factIds": [str(one) for one in ids]}
        case ForgetSessions(session_ids):
            return {"sessionIds": list(session_ids)}
        case ForgetQuery(query):
            return {"query": query}
        case ForgetEverything():
            return {"everything": True}
    raise AssertionError("nobody elsewhere is asked for this")


def what_of(wish: Mapping[str, Any]) -> What:
    if "factIds" in wish:
        return ForgetFacts([int(one) for one in wish["factIds"]])
    if "sessionIds" in wish:
        return ForgetSessions(wish["sessionIds"])
    return ForgetQuery(wish["query"]) if "query" in wish else ForgetEverything()


def read_marks(answer: Mapping[str, Any]) -> Marks:
    try:
        return Marks(
            turns=[int(one) for one in answer["turns"]],
            facts=[int(one) for one in answer["facts"]],
            loops=[int(one) for one in answer["loops"]],
            messages=[bytes.fromhex(one) for one in answer["messages"]],
        )
    except (KeyError, TypeError, ValueError):
        raise Unavailable("The memory elsewhere does not tell what it forgot.", code="memory_unavailable") from None
