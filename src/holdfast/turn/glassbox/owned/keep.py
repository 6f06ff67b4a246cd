"""The packs' texts as they are now, once each: a pack is a folder that its operator may change at any time, and an
answer from before could not be looked into any more."""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.core.db import RETRYABLE, Db
from holdfast.core.log import get_logger
from holdfast.personas.read import Personas
from holdfast.personas.types import Persona
from holdfast.turn.glassbox.owned import store

log = get_logger()


async def keep_packs(db: Db, personas: Personas) -> None:
    sides = [side for persona in personas for side in sides_of(persona)]
    try:
        await store.add_texts(db, [side.id for side in sides], [side.kernel for side in sides])
    except RETRYABLE as error:  # the next start does it
        log.warning("packs_not_kept", error=type(error).__name__)


def sides_of(persona: Persona) -> Iterator[Persona]:
    yield persona
    for profile in persona.settings.profiles:
        yield persona.with_profile(profile.id)
