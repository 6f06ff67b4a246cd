"""Personas of people's own making: made, changed, shared, put away, brought back, deleted.

Each change is a new version; a former one comes back as the newest. Who may do what is asked of `persona_access`, in
the transaction of the change, with the organization's roles as they are then.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import orjson
from pydantic import ValidationError

from holdfast.accounts.profile import hold_account
from holdfast.core.clock import Clock, utc_now
from holdfast.core.db import Db, Tx
from holdfast.core.errors import Conflict, Forbidden, Invalid, NotFound
from holdfast.core.ids import OrgId, OwnPersonaId, UserId, new_id
from holdfast.entitlements.types import AccessContext, QuotaExhausted
from holdfast.orgs.orgs import find_own_org
from holdfast.orgs.permissions import (
    PersonaAccess,
    Role,
    get_user_org_role,
    locked_role,
    persona_access,
    require_org_permission,
)
from holdfast.personas import store
from holdfast.personas.explain import explain
from holdfast.personas.find import UnknownPersona, must_find, own_id
from holdfast.personas.read import Personas, says_too_much
from holdfast.personas.types import OwnPersona, Persona, PersonaFile, PersonaVersion, PersonaVisibility

MAX_KERNEL_CHARACTERS = 60_000
MAX_INSTRUCTIONS_CHARACTERS = 4_000
MAX_VERSIONS_LISTED = 100
_SETTINGS = frozenset(PersonaFile.model_fields) - {"kernel"}
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
PUBLISHED = PersonaAccess(can_chat=True, can_view_settings=True, can_edit=False)
"""Of the packs that come with the program: everybody may read them, and nobody changes them here."""
OPERATORS = PersonaAccess(can_chat=True, can_view_settings=False, can_edit=False)
"""Of the operator's own packs."""


class MayNotEdit(Forbidden):
    code = "persona_not_editable"

    def __init__(self) -> None:
        super().__init__(
            "You may talk with this persona and not change it; duplicate one that you may read, and change that."
        )


def _nothing_else(name: str) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class PersonaParts:
    """What making one needs to know; built once in `wiring`."""

    db: Db
    packs: Personas
    model_names: Sequence[str] = ()
    """Of the installation's chain: what a person's own persona may name in any case."""
    clock: Clock = utc_now
    may_name: Callable[[str], bool] = _nothing_else
    """Whether it may name this model too."""


@dataclass(frozen=True, slots=True)
class SeenPersona:
    """With what its reader may do."""

    own: OwnPersona
    access: PersonaAccess
    is_mine: bool
    instructions: str | None = None
    """What the reader asks of it besides."""


@dataclass(frozen=True, slots=True)
class PersonaDraft:
    settings: PersonaFile
    kernel: str


async def list_own(parts: PersonaParts, user_id: UserId) -> Sequence[SeenPersona]:
    async with parts.db.as_user(user_id) as tx:
        found = await store.list_personas(tx)
        roles = {org: await get_user_org_role(tx, user_id, org) for org in {one.org_id for one in found if one.org_id}}
    return [_seen(one, user_id, roles.get(one.org_id) if one.org_id else None) for one in found]


async def get_own(parts: PersonaParts, user_id: UserId, persona_id: OwnPersonaId) -> SeenPersona:
    async with parts.db.as_user(user_id) as tx:
        seen = await _find(tx, user_id, persona_id)
        return replace(seen, instructions=await store.find_instructions(tx, user_id, str(persona_id)))


async def make(
    parts: PersonaParts, access: AccessContext, draft: PersonaDraft, visibility: PersonaVisibility = "private"
) -> SeenPersona:
    user_id, persona_id = access.user_id, OwnPersonaId(new_id())
    checked(parts, draft)
    org_id = await _org_of(parts, user_id) if visibility == "org" else None
    async with parts.db.as_user(user_id) as tx:
        if org_id is not None:
            await locked_role(tx, user_id, org_id, "personas.create")
        await _check_room(tx, access, parts)
        await store.add_persona(tx, persona_id, user_id, org_id, dumped(draft.settings), draft.kernel)
        return await _find(tx, user_id, persona_id)


async def duplicate(parts: PersonaParts, access: AccessContext, persona_id: str, name: str | None) -> SeenPersona:
    """One's own from one that one may read. It begins with no documents of the former."""
    draft = await _readable(parts, access.user_id, persona_id)
    title = name or f"{draft.settings.name[:190]} (copy)"
    return await make(parts, access, replace(draft, settings=draft.settings.model_copy(update={"name": title})))


async def change(
    parts: PersonaParts, user_id: UserId, persona_id: OwnPersonaId, draft: PersonaDraft, *, expects: int | None
) -> SeenPersona:
    """`expects`: the version it was made from; 409 where somebody has changed it since."""
    checked(parts, draft)
    async with parts.db.as_user(user_id) as tx:
        seen = await _editable(tx, user_id, persona_id)
        if expects is not None and expects != seen.own.version:
            raise Conflict(
                "Somebody has changed this persona since you opened it; look at the newest version first.",
                code="persona_changed",
                details={"version": seen.own.version},
            )
        if (dumped(draft.settings), draft.kernel) != (dumped(seen.own.persona.settings), seen.own.kernel):
            await store.add_version(tx, persona_id, seen.own.version + 1, user_id, dumped(draft.settings), draft.kernel)
        return await _find(tx, user_id, persona_id)


async def share(
    parts: PersonaParts, user_id: UserId, persona_id: OwnPersonaId, visibility: PersonaVisibility
) -> SeenPersona:
    """With one's organization, or with nobody again: then it is its maker's, who alone may take it back."""
    org_id = await _org_of(parts, user_id) if visibility == "org" else None
    async with parts.db.as_user(user_id) as tx:
        if org_id is not None:
            await locked_role(tx, user_id, org_id)  # before the persona, as everybody takes them
        seen = await _editable(tx, user_id, persona_id)
        if seen.own.visibility == visibility:
            return seen
        if org_id is not None:
            await require_org_permission(tx, user_id, org_id, "personas.create")
        elif seen.own.made_by != user_id:
            raise Forbidden("Only whoever made it may take it back from the organization.", code="not_your_persona")
        await store.set_owner(tx, persona_id, None if org_id else user_id, org_id)
        return await _find(tx, user_id, persona_id)


async def archive(parts: PersonaParts, user_id: UserId, persona_id: OwnPersonaId) -> SeenPersona:
    """Offered no more; its chats go on."""
    async with parts.db.as_user(user_id) as tx:
        await _editable(tx, user_id, persona_id)
        await store.set_archived(tx, persona_id, parts.clock())
        return await _find(tx, user_id, persona_id)


async def bring_back(parts: PersonaParts, access: AccessContext, persona_id: OwnPersonaId) -> SeenPersona:
    async with parts.db.as_user(access.user_id) as tx:
        seen = await _editable(tx, access.user_id, persona_id)
        if seen.own.archived_at is not None:
            if seen.own.made_by == access.user_id:
                await _check_room(tx, access, parts)
            await store.set_archived(tx, persona_id, None)
        return await _find(tx, access.user_id, persona_id)


async def delete(parts: PersonaParts, user_id: UserId, persona_id: OwnPersonaId) -> None:
    """With its versions and what it knows. Chats held with it stay, and go on with whom every chat starts with."""
    async with parts.db.as_user(user_id) as tx:
        seen = await _editable(tx, user_id, persona_id)
        if seen.own.org_id is not None and not seen.is_mine:
            await locked_role(tx, user_id, seen.own.org_id, "personas.delete")
        await store.delete_persona(tx, persona_id)


async def list_versions(
    parts: PersonaParts, user_id: UserId, persona_id: OwnPersonaId, *, before: int | None, limit: int
) -> Sequence[PersonaVersion]:
    async with parts.db.as_user(user_id) as tx:
        await _readable_own(tx, user_id, persona_id)
        return await store.list_versions(tx, persona_id, before=before, limit=min(limit, MAX_VERSIONS_LISTED))


async def restore_version(parts: PersonaParts, user_id: UserId, persona_id: OwnPersonaId, number: int) -> SeenPersona:
    """As the newest: what lies between stays to be gone back to."""
    async with parts.db.as_user(user_id) as tx:
        seen = await _editable(tx, user_id, persona_id)
        former = await store.find_version(tx, persona_id, number)
        if former is None:
            raise NotFound("There is no such version of this persona.", code="unknown_persona_version")
        if number != seen.own.version:
            await store.add_version(tx, persona_id, seen.own.version + 1, user_id, former.settings, former.kernel)
        return await _find(tx, user_id, persona_id)


async def read_draft(parts: PersonaParts, user_id: UserId, persona_id: str) -> PersonaDraft:
    """What an export holds, of one that the asker may read."""
    return await _readable(parts, user_id, persona_id)


async def get_instructions(parts: PersonaParts, user_id: UserId, persona_id: str) -> str:
    async with parts.db.as_user(user_id) as tx:
        await _check_there(parts, tx, persona_id)
        return await store.find_instructions(tx, user_id, persona_id) or ""


async def set_instructions(parts: PersonaParts, user_id: UserId, persona_id: str, text: str) -> str:
    """What one asks of a persona besides; empty: nothing."""
    text = text.strip()
    async with parts.db.as_user(user_id) as tx:
        await _check_there(parts, tx, persona_id)
        if text:
            await store.set_instructions(tx, user_id, persona_id, text)
        else:
            await store.delete_instructions(tx, user_id, persona_id)
    return text


async def check_editable(tx: Tx, user_id: UserId, persona_id: OwnPersonaId) -> None:
    """Until the end of the transaction. `UnknownPersona` or `MayNotEdit`."""
    await _editable(tx, user_id, persona_id)


async def list_kernels(tx: Tx, user_id: UserId, persona_id: OwnPersonaId) -> Sequence[Persona]:
    """Every version, of a persona whose words the asker may read now; nothing of any other."""
    found = await store.find_persona(tx, persona_id)
    if found is None or not (await _access(tx, user_id, found)).access.can_view_settings:
        return ()
    versions = await store.list_versions(tx, persona_id, before=None, limit=MAX_VERSIONS_LISTED)
    return [replace(found, settings=one.settings, kernel=one.kernel).persona for one in versions]


def checked(parts: PersonaParts, draft: PersonaDraft) -> None:
    """What a type cannot say: the kernel's size, and models that are here."""
    if not draft.kernel or _CONTROL.search(draft.kernel):
        raise Invalid("The kernel is empty, or holds control characters.", code="kernel_unreadable")
    if told := says_too_much(Persona("new", draft.settings, draft.kernel)):
        raise Invalid(told[0].upper() + told[1:], code="kernel_too_long")
    for name in draft.settings.answering.models:
        if name not in parts.model_names and not parts.may_name(name):
            here = ", ".join(parts.model_names) or "none"
            raise Invalid(
                f"{name} is no model of this installation; it has {here}.",
                code="model_not_found",
                details={"model": name},
            )


def merged(before: PersonaDraft, sent: Mapping[str, Any]) -> PersonaDraft:
    """What was sent in the place of what was there: a section that is sent is the whole section. Names are those of
    `persona.toml`."""
    told = before.settings.model_dump(mode="json", by_alias=False) | {
        name: value for name, value in sent.items() if name in _SETTINGS
    }
    return PersonaDraft(settings_of(told), sent.get("kernel", before.kernel).strip())


def settings_of(told: Mapping[str, Any]) -> PersonaFile:
    told = {name: value for name, value in told.items() if name in _SETTINGS}
    try:
        return PersonaFile.model_validate_json(orjson.dumps(told))
    except ValidationError as error:
        words = explain(error)
        raise Invalid(f"{words[0].upper()}{words[1:]}.", code="persona_invalid") from None


def dumped(settings: PersonaFile) -> str:
    """What differs from the defaults, in one spelling."""
    told = settings.model_dump(mode="json", by_alias=False, exclude={"kernel"}, exclude_defaults=True)
    return orjson.dumps(told, option=orjson.OPT_SORT_KEYS).decode()


async def _find(tx: Tx, user_id: UserId, persona_id: OwnPersonaId, *, locks: bool = False) -> SeenPersona:
    if locks:
        await store.lock_persona(tx, persona_id)
    return await _access(tx, user_id, await must_find(tx, persona_id))


async def _access(tx: Tx, user_id: UserId, own: OwnPersona) -> SeenPersona:
    role = await get_user_org_role(tx, user_id, own.org_id) if own.org_id else None
    return _seen(own, user_id, role)


def _seen(own: OwnPersona, user_id: UserId, role: Role | None) -> SeenPersona:
    is_mine = own.made_by == user_id
    return SeenPersona(own, persona_access(own.visibility, role, is_mine), is_mine)


async def _editable(tx: Tx, user_id: UserId, persona_id: OwnPersonaId) -> SeenPersona:
    seen = await _find(tx, user_id, persona_id)
    if seen.own.org_id is not None:
        await locked_role(tx, user_id, seen.own.org_id)  # nobody's rights change until this is written
    await hold_account(tx, user_id)
    seen = await _find(tx, user_id, persona_id, locks=True)
    if not seen.access.can_edit:
        raise MayNotEdit()
    return seen


async def _readable_own(tx: Tx, user_id: UserId, persona_id: OwnPersonaId) -> SeenPersona:
    seen = await _find(tx, user_id, persona_id)
    if not seen.access.can_view_settings:
        raise MayNotRead()
    return seen


class MayNotRead(Forbidden):
    code = "persona_not_readable"

    def __init__(self) -> None:
        super().__init__("What this persona is told belongs to those who may change it.")


async def _readable(parts: PersonaParts, user_id: UserId, persona_id: str) -> PersonaDraft:
    if persona_id in parts.packs:
        pack = parts.packs.get(persona_id)
        if not pack.is_bundled:
            raise MayNotRead()
        return PersonaDraft(pack.settings, pack.kernel)
    async with parts.db.as_user(user_id) as tx:
        seen = await _readable_own(tx, user_id, must_be_own(persona_id))
    return PersonaDraft(seen.own.persona.settings, seen.own.kernel)


async def _check_there(parts: PersonaParts, tx: Tx, persona_id: str) -> None:
    if persona_id not in parts.packs and await store.find_persona(tx, must_be_own(persona_id)) is None:
        raise UnknownPersona()


def must_be_own(persona_id: str) -> OwnPersonaId:
    found = own_id(persona_id)
    if found is None:
        raise UnknownPersona()
    return found


async def _check_room(tx: Tx, access: AccessContext, parts: PersonaParts) -> None:
    used, limit = await store.count_made(tx, access.user_id), access.features.personas
    if limit is not None and used >= limit:
        raise QuotaExhausted(access, "personas", used=used, wanted=1, now=parts.clock(), resets_at=None)


async def _org_of(parts: PersonaParts, user_id: UserId) -> OrgId:
    org = await find_own_org(parts.db, user_id)
    if org is None:
        raise NotFound("You are in no organization; create or join one first.", code="no_organization")
    return org.id
