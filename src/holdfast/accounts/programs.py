"""People of a program: whoever holds a key may tell them apart by names of its own.

Each is an account that hangs on the key's: what keeps people apart keeps these apart, their memory too. Nobody signs in
to one, and the name is kept as a hash alone. They go with the account that they hang on.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from holdfast.accounts import store
from holdfast.core.db import Db
from holdfast.core.errors import Conflict
from holdfast.core.ids import UserId, new_id

MAX_PEOPLE = 100_000


async def person_of(db: Db, account: UserId, name: str | None) -> UserId:
    """As whom a program asks; without a name, as the account itself."""
    if name is None:
        return account
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).digest()
    async with db.as_user(account) as tx:
        found = await store.person_of_program(tx, UserId(new_id()), digest, at_most=MAX_PEOPLE)
    if found is None:
        raise Conflict(
            f"A program can tell {MAX_PEOPLE} people apart, and there are that many.", code="too_many_people"
        )
    return found


async def people_of(db: Db, account: UserId) -> Sequence[UserId]:
    async with db.as_user(account) as tx:
        return await store.people_of_program(tx)


async def is_person_of(db: Db, account: UserId, person: UserId) -> bool:
    """Whether it is the account itself, or one of its people."""
    if person == account:
        return True
    async with db.as_user(account) as tx:
        return await store.is_person_of_program(tx, person)
