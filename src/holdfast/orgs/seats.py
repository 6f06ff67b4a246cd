"""How many may be in an organization. A count below those in it removes nobody: it says how many are too many."""

from __future__ import annotations

import math

from holdfast.core.db import Tx
from holdfast.core.ids import OrgId
from holdfast.core.log import get_logger
from holdfast.orgs import store
from holdfast.orgs.parts import MAX_SEATS
from holdfast.orgs.types import Seats, UnknownOrganization

log = get_logger()


async def change_seat_count(tx: Tx, org_id: OrgId, count: float | None) -> Seats:
    """In the transaction that changes what allows for them: a plan, a subscription."""
    clamped = clamp_seats(count)
    if clamped != count:
        log.error("seat_count_clamped", org_id=org_id, count=clamped)
    seats = await store.change_seats(tx, org_id, clamped)
    if seats is None:
        raise UnknownOrganization()
    return seats


def clamp_seats(count: float | None) -> int:
    """A whole number from 1 to 10,000. What is no number at all is 1: a mistake must not open the door."""
    if isinstance(count, int):  # of any length; a float would not hold them all
        return min(max(count, 1), MAX_SEATS)
    if not isinstance(count, float) or not math.isfinite(count):
        return 1
    return min(max(int(count), 1), MAX_SEATS)
