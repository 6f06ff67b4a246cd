"""Personas: the installation's, one's own and those of one's organization (`/api/personas`)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request
from pydantic import Field, create_model
from starlette.responses import Response

from holdfast.core.errors import Malformed
from holdfast.core.throttle import Limit
from holdfast.models.chain import Chain
from holdfast.orgs.permissions import PersonaAccess
from holdfast.personas import bundle, own
from holdfast.personas.own import (
    MAX_INSTRUCTIONS_CHARACTERS,
    MAX_KERNEL_CHARACTERS,
    MAX_VERSIONS_LISTED,
    OPERATORS,
    PUBLISHED,
    PersonaDraft,
    SeenPersona,
    must_be_own,
)
from holdfast.personas.sketch import MAX_WISH_CHARACTERS, sketch
from holdfast.personas.types import PackFields, Persona, PersonaFile, PersonaVisibility, ShortText
from holdfast.web.body import StrictRoute
from holdfast.web.deps import MayReadChats, SignedIn, accounts_of, entitlements_of, never_cached
from holdfast.web.errors import responses
from holdfast.web.forms import FILE, describe_form, open_form, read_opened
from holdfast.web.routes.info import ModelShape, model_shapes
from holdfast.web.shapes import Ordinal, PersonaName, Text, WireModel
from holdfast.wiring import Parts, parts_of

router = APIRouter(
    prefix="/api/personas", tags=["personas"], route_class=StrictRoute, dependencies=[Depends(never_cached)]
)

Kernel = Annotated[str, Field(min_length=1, max_length=MAX_KERNEL_CHARACTERS)]
"""The prompt text that makes the persona."""
_SKETCHES = Limit("persona_drafts", 30, 3600)
_ARCHIVE = describe_form({"file": FILE}, "file")


class PersonaFields(PackFields):
    """What a `persona.toml` sets, and the kernel itself where the file names one."""

    kernel: Kernel


class NewPersona(PersonaFields):
    visibility: PersonaVisibility = "private"


_CHANGEABLE: dict[str, Any] = {
    name: (field.annotation if not field.metadata else Annotated[field.annotation, *field.metadata], None)
    for name, field in PersonaFields.model_fields.items()
}
PersonaChange = create_model(
    "PersonaChange",
    __config__=PackFields.model_config,
    expected_version=(Ordinal | None, None),
    visibility=(PersonaVisibility | None, None),
    **_CHANGEABLE,
)
"""What is sent takes the place of what is there; a section (`answering`, `voice` …) as a whole."""


class ProfileShape(WireModel):
    """A side of a persona that a chat can be held with."""

    id: str
    name: str
    description: str


class AccessShape(WireModel):
    can_chat: bool
    can_view_settings: bool
    can_edit: bool


class PersonaShape(WireModel):
    id: str
    name: str
    description: str
    is_default: bool
    is_perpetual: bool
    """One chat for good, instead of a new one for each matter."""
    speaks: Literal["always", "when_spoken_to", "never"]
    models: list[ModelShape]
    """The first of them answers; the others stand behind it, and one of them may be chosen instead."""
    profiles: list[ProfileShape]
    origin: Literal["bundled", "operator", "mine", "shared"]
    """`shared`: with one's organization, by somebody else."""
    visibility: Literal["private", "org", "public"]
    is_archived: bool
    version: int | None
    """Null of those that are a folder of the installation."""
    updated_at: datetime | None
    access: AccessShape


class PersonaList(WireModel):
    personas: list[PersonaShape]


class WholePersona(PersonaShape):
    fields: PersonaFields | None
    """Null to those who may not read them."""
    instructions: str
    """What you ask of it besides."""


class DuplicateWish(WireModel):
    name: ShortText | None = None


class PersonaWish(WireModel):
    description: Annotated[Text, Field(min_length=1, max_length=MAX_WISH_CHARACTERS)]
    """What it is to be, in one's own words."""


class FormerVersion(WireModel):
    version: Ordinal


class PersonaVersionShape(WireModel):
    number: int
    made_at: datetime
    is_yours: bool
    fields: PersonaFields


class PersonaVersions(WireModel):
    versions: list[PersonaVersionShape]


class Instructions(WireModel):
    instructions: Annotated[Text, Field(max_length=MAX_INSTRUCTIONS_CHARACTERS)]


@router.get("", responses=responses(401, 429, 503))
async def get_personas(request: Request, caller: MayReadChats, archived: bool = False) -> PersonaList:
    """`archived=true`: also those that were put away."""
    parts = parts_of(request)
    mine = await own.list_own(parts.own_personas, caller.user_id)
    shown = [_own(one, parts.chain) for one in mine if archived or one.own.archived_at is None]
    return PersonaList(personas=[*(_pack(persona, parts.chain) for persona in parts.personas), *shown])


@router.post("", status_code=201, responses=responses(400, 401, 403, 404, 413, 415, 422, 429))
async def make_persona(request: Request, caller: SignedIn, body: NewPersona) -> WholePersona:
    access = await entitlements_of(request).uncounted(caller.user_id)
    made = await own.make(parts_of(request).own_personas, access, _draft(body), body.visibility)
    return _whole(made, parts_of(request))


@router.post("/draft", responses=responses(400, 401, 413, 415, 422, 429, 503))
async def draft_persona(request: Request, caller: SignedIn, body: PersonaWish) -> PersonaFields:
    """A first draft by a model, to be changed and then made; nothing is stored."""
    await accounts_of(request).throttle.take(_SKETCHES, str(caller.user_id))
    draft = await sketch(parts_of(request).chain, body.description)
    return PersonaFields(**_told(draft.settings), kernel=draft.kernel)


@router.post("/import", status_code=201, responses=responses(400, 401, 403, 413, 415, 422, 429), openapi_extra=_ARCHIVE)
async def import_persona(request: Request, caller: SignedIn) -> WholePersona:
    """A pack as a zip: its `persona.toml` and its kernel, in a folder or not."""
    too_large = f"A pack may have at most {bundle.MAX_BYTES // 1000} KB."
    form = await open_form(request, "file", most_bytes=bundle.MAX_BYTES, too_large=too_large)
    sent = await read_opened(form, "file", most_bytes=bundle.MAX_BYTES, too_large=too_large)
    if sent.file is None:
        raise Malformed("The form has no file in a field named file.")
    access = await entitlements_of(request).uncounted(caller.user_id)
    made = await own.make(parts_of(request).own_personas, access, bundle.unpack(sent.file))
    return _whole(made, parts_of(request))


@router.get("/{persona_id}", responses=responses(401, 404, 429, 503))
async def get_persona(request: Request, caller: MayReadChats, persona_id: PersonaName) -> WholePersona:
    parts = parts_of(request)
    if persona_id in parts.personas:
        pack = parts.personas.get(persona_id)
        told = await own.get_instructions(parts.own_personas, caller.user_id, persona_id)
        fields = PersonaFields(**_told(pack.settings), kernel=pack.kernel) if pack.is_bundled else None
        return WholePersona(**_pack(pack, parts.chain).model_dump(), fields=fields, instructions=told)
    return _whole(await own.get_own(parts.own_personas, caller.user_id, must_be_own(persona_id)), parts)


@router.patch("/{persona_id}", responses=responses(400, 401, 403, 404, 409, 413, 415, 422))
async def change_persona(
    request: Request,
    caller: SignedIn,
    persona_id: PersonaName,
    body: PersonaChange,
) -> WholePersona:
    """A new version; with `expectedVersion`, 409 where somebody else was faster."""
    parts, own_id = parts_of(request), must_be_own(persona_id)
    sent: Mapping[str, Any] = body.model_dump(mode="json", by_alias=False, exclude_unset=True)
    seen = await own.get_own(parts.own_personas, caller.user_id, own_id)
    before = PersonaDraft(seen.own.persona.settings, seen.own.kernel)
    if visibility := sent.get("visibility"):
        seen = await own.share(parts.own_personas, caller.user_id, own_id, visibility)
    if set(sent) & set(PersonaFields.model_fields):
        expects = sent.get("expected_version") or seen.own.version
        draft = own.merged(before, sent)
        seen = await own.change(parts.own_personas, caller.user_id, own_id, draft, expects=expects)
    return _whole(seen, parts)


@router.delete("/{persona_id}", status_code=204, responses=responses(401, 403, 404))
async def delete_persona(request: Request, caller: SignedIn, persona_id: PersonaName) -> None:
    """With its versions and its documents; chats held with it stay."""
    await own.delete(parts_of(request).own_personas, caller.user_id, must_be_own(persona_id))


@router.post("/{persona_id}/duplicate", status_code=201, responses=responses(400, 401, 403, 404, 415, 422, 429))
async def duplicate_persona(
    request: Request, caller: SignedIn, persona_id: PersonaName, body: DuplicateWish
) -> WholePersona:
    """One's own, from one that one may read."""
    access = await entitlements_of(request).uncounted(caller.user_id)
    parts = parts_of(request)
    return _whole(await own.duplicate(parts.own_personas, access, persona_id, body.name), parts)


@router.post("/{persona_id}/archive", responses=responses(401, 403, 404))
async def archive_persona(request: Request, caller: SignedIn, persona_id: PersonaName) -> WholePersona:
    """Offered no more; its chats go on."""
    parts = parts_of(request)
    return _whole(await own.archive(parts.own_personas, caller.user_id, must_be_own(persona_id)), parts)


@router.post("/{persona_id}/restore", responses=responses(401, 403, 404, 429))
async def restore_persona(request: Request, caller: SignedIn, persona_id: PersonaName) -> WholePersona:
    """Offered again."""
    parts, access = parts_of(request), await entitlements_of(request).uncounted(caller.user_id)
    return _whole(await own.bring_back(parts.own_personas, access, must_be_own(persona_id)), parts)


@router.get("/{persona_id}/versions", responses=responses(401, 403, 404, 422))
async def list_persona_versions(
    request: Request,
    caller: SignedIn,
    persona_id: PersonaName,
    before: Annotated[Ordinal | None, Query()] = None,
    limit: Annotated[int, Query(ge=1, le=MAX_VERSIONS_LISTED)] = 20,
) -> PersonaVersions:
    """The newest first; `before`: those older than this number."""
    parts = parts_of(request)
    found = await own.list_versions(
        parts.own_personas, caller.user_id, must_be_own(persona_id), before=before, limit=limit
    )
    return PersonaVersions(
        versions=[
            PersonaVersionShape(
                number=one.number,
                made_at=one.made_at,
                is_yours=one.made_by == caller.user_id,
                fields=PersonaFields(**_told(one.read), kernel=one.kernel),
            )
            for one in found
        ]
    )


@router.post("/{persona_id}/versions/restore", responses=responses(400, 401, 403, 404, 415, 422))
async def restore_persona_version(
    request: Request, caller: SignedIn, persona_id: PersonaName, body: FormerVersion
) -> WholePersona:
    """A former version as the newest."""
    parts = parts_of(request)
    found = await own.restore_version(parts.own_personas, caller.user_id, must_be_own(persona_id), body.version)
    return _whole(found, parts)


@router.get(
    "/{persona_id}/export",
    response_class=Response,
    responses={**responses(401, 403, 404), 200: {"content": {"application/zip": {}}}},
)
async def export_persona(request: Request, caller: SignedIn, persona_id: PersonaName) -> Response:
    """A pack as a zip, that any installation takes."""
    draft = await own.read_draft(parts_of(request).own_personas, caller.user_id, persona_id)
    folder, packed = bundle.pack(draft)
    headers = {"content-disposition": f'attachment; filename="{folder}.zip"'}
    return Response(packed, media_type="application/zip", headers=headers)


@router.get("/{persona_id}/overlay", responses=responses(401, 404))
async def get_persona_overlay(request: Request, caller: SignedIn, persona_id: PersonaName) -> Instructions:
    """What one asks of it besides."""
    parts = parts_of(request).own_personas
    return Instructions(instructions=await own.get_instructions(parts, caller.user_id, persona_id))


@router.put("/{persona_id}/overlay", responses=responses(400, 401, 404, 415, 422))
async def set_persona_overlay(
    request: Request, caller: SignedIn, persona_id: PersonaName, body: Instructions
) -> Instructions:
    """Empty: nothing. It holds for one's own chats alone."""
    parts = parts_of(request).own_personas
    told = await own.set_instructions(parts, caller.user_id, persona_id, body.instructions)
    return Instructions(instructions=told)


def _draft(body: PersonaFields) -> PersonaDraft:
    return PersonaDraft(own.settings_of(body.model_dump(mode="json", by_alias=False)), body.kernel.strip())


def _told(settings: PersonaFile) -> dict[str, Any]:
    return settings.model_dump(by_alias=False, exclude={"kernel"})


def _whole(seen: SeenPersona, parts: Parts) -> WholePersona:
    read = seen.own.persona
    fields = PersonaFields(**_told(read.settings), kernel=read.kernel) if seen.access.can_view_settings else None
    return WholePersona(**_own(seen, parts.chain).model_dump(), fields=fields, instructions=seen.instructions or "")


def _pack(persona: Persona, chain: Chain) -> PersonaShape:
    """What one needs to choose it. How it is told to answer is not among that."""
    return PersonaShape(
        **_chosen_by(persona, chain),
        origin="bundled" if persona.is_bundled else "operator",
        visibility="public",
        is_archived=False,
        version=None,
        updated_at=None,
        access=_access(PUBLISHED if persona.is_bundled else OPERATORS),
    )


def _own(seen: SeenPersona, chain: Chain) -> PersonaShape:
    one = seen.own
    return PersonaShape(
        **_chosen_by(one.persona, chain),
        origin="mine" if seen.is_mine else "shared",
        visibility=one.visibility,
        is_archived=one.archived_at is not None,
        version=one.version,
        updated_at=one.updated_at,
        access=_access(seen.access),
    )


def _access(access: PersonaAccess) -> AccessShape:
    return AccessShape(can_chat=access.can_chat, can_view_settings=access.can_view_settings, can_edit=access.can_edit)


def _chosen_by(persona: Persona, chain: Chain) -> dict[str, Any]:
    told = persona.settings
    return {
        "id": persona.id,
        "name": told.name,
        "description": told.description,
        "is_default": persona.is_default,
        "is_perpetual": told.is_perpetual,
        "speaks": told.voice.speaks,
        "models": model_shapes(chain.prefer(told.answering.models)),
        "profiles": [
            ProfileShape(id=profile.id, name=profile.name, description=profile.description) for profile in told.profiles
        ],
    }
