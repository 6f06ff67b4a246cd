"""For whom a document is meant, and who may put it there: the one decision.

One's own library, what one told a persona besides (its overlay) and one's own chats are one's own to fill. What an
organization knows takes `resources.create`, and `resources.delete` to take it out again. What a bundled persona, a
namespace of the house and everybody here may know is for the installation's admins.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol
from uuid import UUID

from holdfast.accounts.types import Caller
from holdfast.chats.access import may_change
from holdfast.core.db import Db, Tx
from holdfast.core.errors import Forbidden, Invalid, NotFound
from holdfast.core.ids import ChatId, UserId
from holdfast.knowledge.registry import (
    chat_space,
    company_space,
    desk_space,
    org_space,
    overlay_space,
    persona_of,
    persona_space,
    system_space,
    user_space,
)
from holdfast.knowledge.types import Space
from holdfast.orgs.orgs import find_own_org
from holdfast.orgs.permissions import Permission, locked_role, require_org_permission
from holdfast.personas.find import find_persona, must_find, own_id
from holdfast.personas.own import check_editable
from holdfast.personas.read import Personas

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
Deed = Literal["read", "create", "delete"]
_ORG_RIGHTS: dict[Deed, Permission] = {
    "read": "org.view",
    "create": "resources.create",
    "delete": "resources.delete",
}


class Acting(Protocol):
    """Who asks for something, now or by a promise made earlier."""

    @property
    def user_id(self) -> UserId: ...


@dataclass(frozen=True, slots=True)
class Targets:
    """What must be known to tell where a document may go."""

    db: Db
    personas: Personas


async def space_for(targets: Targets, caller: Caller, target: str) -> Space:
    """Where a document of this target is kept. `Invalid` for what is none, `NotFound` for what is not there."""
    kind, _, name = target.partition(":")
    match kind:
        case "user" if not name:
            return user_space(caller.user_id)
        case "org" if not name:
            org = await find_own_org(targets.db, caller.user_id)
            if org is None:
                raise NotFound("You are in no organization; create or join one first.", code="no_organization")
            return org_space(org.id)
        case "company" if not name:
            return company_space()
        case "system" if _NAME.fullmatch(name):
            return system_space(name)
        case "persona":
            return await _persona_space(targets, caller, name)
        case "overlay":
            persona = await find_persona(targets.db, targets.personas, caller.user_id, name or "?")
            return overlay_space(persona.id, caller.user_id)
        case "chat":
            return chat_space(_chat_id(name), caller.user_id) if name else desk_space(caller.user_id)
        case _:
            raise Invalid(
                "A target is user, org, persona:<persona>, persona:<persona>:<profile's namespace>, "
                "overlay:<persona>, system:<namespace>, company, "
                "chat:<chat>, or chat for what is not sent yet.",
                code="unknown_target",
            )


async def readable_spaces(targets: Targets, caller: Caller, names: Sequence[str]) -> Sequence[Space]:
    """Of these targets, each of which the caller must be able to read."""
    spaces = [await space_for(targets, caller, name) for name in dict.fromkeys(names)]
    for space in spaces:
        await must_allow(targets, caller, space, "read")
    return spaces


async def must_allow(targets: Targets, caller: Caller, space: Space, deed: Deed) -> None:
    """Before anything is read or written there. Whoever writes asks again in its transaction (`still_allows`)."""
    if space.chat_id is not None:
        await may_change(targets.db, caller.user_id, space.chat_id)
    if deed != "read":
        must_be_admin_for(caller, space)
    if deed == "create" and space.kind == "persona" and persona_of(space)[1]:
        await _must_have_profile(targets, caller, *persona_of(space))


def must_be_admin_for(caller: Caller, space: Space) -> None:
    """Where it is the house's own."""
    if space.user_id is None and space.org_id is None and not caller.is_admin:
        raise Forbidden("Only an admin of this installation may do this.", code="not_admin")


async def still_allows(tx: Tx, caller: Acting, space: Space, deed: Deed) -> None:
    """Of an organization: as it is now, and for whoever writes as it is until the end of this transaction. What a
    persona knows takes the right to change it."""
    own = own_id(persona_of(space)[0]) if space.kind == "persona" else None
    if own is not None:
        await check_editable(tx, caller.user_id, own)
    elif space.org_id is None:
        return
    elif deed == "read":
        await require_org_permission(tx, caller.user_id, space.org_id, _ORG_RIGHTS[deed])
    else:
        await locked_role(tx, caller.user_id, space.org_id, _ORG_RIGHTS[deed])


async def _must_have_profile(targets: Targets, caller: Caller, persona_id: str, namespace: str) -> None:
    """Nobody would find what is brought for a profile that is not there. What is there already can be read and deleted
    after its profile has gone."""
    persona = await find_persona(targets.db, targets.personas, caller.user_id, persona_id)
    if all(profile.namespace != namespace for profile in persona.settings.profiles):
        there = ", ".join(profile.namespace for profile in persona.settings.profiles) or "none"
        raise NotFound(
            f"{persona.settings.name} has no profile with the namespace {namespace}; it has {there}.",
            code="unknown_profile",
        )


async def _persona_space(targets: Targets, caller: Caller, name: str) -> Space:
    """What one of people's own making knows is whose it is. Behind its id may stand the namespace of a profile, which
    alone reads it; what the profiles of a pack read is the house's (`system:`)."""
    persona_id, of_profile, namespace = name.partition(":")
    own = None if persona_id in targets.personas else own_id(persona_id)
    if of_profile and (own is None or not _NAME.fullmatch(namespace)):
        raise Invalid(
            "Documents for one profile go to persona:<id>:<namespace>, of a persona that people made.",
            code="unknown_target",
        )
    if own is None:
        return persona_space(targets.personas.get(name or "?").id)
    async with targets.db.as_user(caller.user_id) as tx:
        found = await must_find(tx, own)
    return persona_space(name, user_id=found.user_id, org_id=found.org_id)


def _chat_id(name: str) -> ChatId:
    try:
        return ChatId(UUID(name))
    except ValueError:
        raise Invalid("A chat's target is chat: and the chat's id.", code="unknown_target") from None
