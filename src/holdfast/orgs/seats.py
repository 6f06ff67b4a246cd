"""How many may be in an organization. A count below those in it removes nobody: it says how many are too many."""

from __future__ import annotations

import math
from uuid import UUID

from holdfast.core.db import Db, Tx
from holdfast.core.log import get_logger
from holdfast.orgs import store
from holdfast.orgs.parts import MOST_SEATS
from holdfast.orgs.types import NoSeats, Seats, UnknownOrganization

log = get_logger()


async def has_available_seats(tx: Tx, org_id: UUID) -> bool:
    return (await _get_seats(tx, org_id)).has_free


async def enforce_seat_limit(tx: Tx, org_id: UUID) -> None:
    """`NoSeats` when it is full. The organization stays locked, so that the answer holds until the caller has acted."""
    if not await store.lock_org(tx, org_id):
        raise UnknownOrganization()
    if not await has_available_seats(tx, org_id):
        raise NoSeats()


async def update_org_seat_count(db: Db, org_id: UUID, count: float | None, *, asked_by: UUID | None = None) -> Seats:
    """By an admin (`asked_by`), or by the installation itself, as when a subscription changes."""
    async with db.as_user(asked_by) if asked_by else db.as_nobody() as tx:
        return await change_seat_count(tx, org_id, count)


async def change_seat_count(tx: Tx, org_id: UUID, count: float | None) -> Seats:
    """The same in a transaction that changes more."""
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
        return min(max(count, 1), MOST_SEATS)
    if not isinstance(count, float) or not math.isfinite(count):
        return 1
    return min(max(int(count), 1), MOST_SEATS)


async def _get_seats(tx: Tx, org_id: UUID) -> Seats:
    seats = await store.find_seats(tx, org_id)
    if seats is None:
        raise UnknownOrganization()
    return seats
