"""The shadow path after an answer, where the words themselves go to memory only when the session has closed.

For a persona that learns by turn the path follows the turn into memory. Here it is told the session as the chat keeps
it, and reads on from where it was. Of a memory that is another installation's only its own door is known: there the
path reads a session when it has come.
"""

from __future__ import annotations

from holdfast.core.db import Db, owner_of
from holdfast.core.ids import SessionId, UserId
from holdfast.memory.intake.awaited import open_awaited
from holdfast.memory.shadow.shadow import HasShadow, names_of, shadow
from holdfast.memory.shadow.talks import OnItsWay
from holdfast.memory.shadow.types import ShadowTerms
from holdfast.personas.find import learning_by_session
from holdfast.turn.memory_feed import spoken_store
from holdfast.turn.memory_feed.feed import as_said


async def shadow_session(db: Db, parts: HasShadow, user_id: UserId, session_id: SessionId, *, may_wait: bool) -> None:
    features, memory, owner = parts.settings.features, parts.memory, owner_of(user_id)
    if not features.shadow_path or memory.remote is not None:
        return
    async with db.as_user(user_id) as tx:
        persona_id = await spoken_store.find_persona_of_open(tx, user_id, session_id)
    if persona_id not in await learning_by_session(db, parts.personas, user_id):
        return  # its words are there already, or just coming: the path follows them
    # First where the memory stands, then the words: what is forgotten in between is not read, or not written.
    awaited = await open_awaited(memory, owner, str(session_id), persona_id)
    async with db.as_user(user_id) as tx:
        messages, _ = await spoken_store.find_spoken_in(tx, user_id, session_id)
    talk = OnItsWay(owner, awaited, [one.said for one in as_said(messages)])
    names = names_of(parts.personas)
    await shadow(
        memory,
        owner,
        awaited.session_row,
        terms=ShadowTerms(names=names, may_wait=may_wait),
        features=features,
        talk=talk,
    )
