"""The persona that somebody names: one of the installation's, or one of people's own making that they see."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from holdfast.core.db import Db, Tx, owner_of
from holdfast.core.errors import NotFound
from holdfast.core.ids import OwnPersonaId, UserId
from holdfast.personas import store
from holdfast.personas.read import Personas
from holdfast.personas.types import OwnPersona, Persona


class UnknownPersona(NotFound):
    code = "unknown_persona"

    def __init__(self) -> None:
        super().__init__("There is no such persona.")


async def find_persona(db: Db, packs: Personas, user_id: UserId, persona_id: str | None) -> Persona:
    """None: the one every chat starts with. A pack costs no question to the database."""
    own = None if persona_id is None or persona_id in packs else own_id(persona_id)
    if own is None:
        return packs.get(persona_id)
    async with db.reading(owner_of(user_id)) as tx:
        return (await must_find(tx, own)).persona


async def must_find(tx: Tx, persona_id: OwnPersonaId) -> OwnPersona:
    found = await store.find_persona(tx, persona_id)
    if found is None:
        raise UnknownPersona()
    return found


async def find_name(db: Db, packs: Personas, user_id: UserId, persona_id: str) -> str | None:
    """None: it is there no more, or not theirs to see."""
    try:
        return (await find_persona(db, packs, user_id, persona_id)).settings.name
    except NotFound:
        return None


async def instructions_for(db: Db, user_id: UserId, persona_id: str) -> str | None:
    """What somebody asks of a persona besides."""
    async with db.reading(owner_of(user_id)) as tx:
        return await store.find_instructions(tx, user_id, persona_id)


async def learning_by_session(db: Db, packs: Personas, user_id: UserId) -> Sequence[str]:
    """Those whose turns go to memory only when their session has closed."""
    async with db.as_user(user_id) as tx:
        return [*packs.learning_by_session, *await store.list_learning_by_session(tx)]


def own_id(persona_id: str) -> OwnPersonaId | None:
    try:
        found = OwnPersonaId(UUID(persona_id))
    except ValueError:
        return None
    return found if str(found) == persona_id else None
