"""Which way a turn goes. Refusals and answers at once are decided here, before a stream opens.

Packs without a routing policy always converse, with all their tools; the `actionable` policy of incident packs,
research and CAN answers join this table with the rooms they need.
"""

from __future__ import annotations

from holdfast.core.errors import Unavailable
from holdfast.turn.types import Allowed, Way


def route(allowed: Allowed) -> Way:
    if allowed.request.research_mode == "nexus":
        raise Unavailable(
            "Deep research is not set up on this installation; send it without.", code="research_unavailable"
        )
    return Way("conversational", f"persona {allowed.persona.id} has no routing policy")
