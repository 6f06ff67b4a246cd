"""Servers that bring tools of their own (`/api/mcp/servers`)."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from fastapi import APIRouter, Depends, Query, Request
from pydantic import Field

from holdfast.accounts.types import Caller
from holdfast.core.ids import McpServerId
from holdfast.core.throttle import Limit
from holdfast.tools.mcp import mentionables, paste, servers, trust
from holdfast.tools.mcp.servers import GivenRegistration, McpChange, McpScope, McpWish
from holdfast.tools.mcp.trust import TrustedServerTool
from holdfast.tools.mcp.types import FoundPrompt, FoundResource, McpKind, McpServer
from holdfast.tools.types import ToolTrust
from holdfast.web.body import StrictRoute
from holdfast.web.deps import SignedIn, accounts_of, never_cached
from holdfast.web.errors import responses
from holdfast.web.shapes import Text, WireModel
from holdfast.wiring import parts_of

router = APIRouter(
    prefix="/api/mcp/servers", tags=["connections"], route_class=StrictRoute, dependencies=[Depends(never_cached)]
)

_CHECKS = Limit("mcp_check", 60, 600)
"""Of one person: each starts a connection, or a program."""
ServerName = Annotated[Text, Field(min_length=1, max_length=100, pattern=r"\S")]
ServerAddress = Annotated[Text, Field(min_length=1, max_length=2_000)]
SecretText = Annotated[Text, Field(max_length=4_000)]
Arguments = Annotated[list[SecretText], Field(max_length=100)]
Pairs = Annotated[dict[Annotated[str, Field(max_length=100)], SecretText], Field(max_length=100)]
Changes = Annotated[dict[Annotated[str, Field(max_length=100)], SecretText | None], Field(max_length=100)]


class RegistrationBody(WireModel):
    """A client that was registered by hand at the server's sign-in service."""

    client_id: Annotated[Text, Field(min_length=1, max_length=1_000)]
    client_secret: Annotated[Text | None, Field(max_length=4_000)] = None
    scope: Annotated[Text | None, Field(max_length=1_000)] = None


class RegistrationShape(WireModel):
    client_id: str
    has_client_secret: bool
    scope: str | None


class ServerBody(WireModel):
    name: ServerName
    url: ServerAddress | None = None
    command: ServerAddress | None = None
    """A program of this machine, for admins where the operator allows it."""
    args: Arguments = Field(default_factory=list)
    env: Pairs = Field(default_factory=dict)
    headers: Pairs = Field(default_factory=dict)
    auth: RegistrationBody | None = None
    scope: McpScope | None = None


class ServerChange(WireModel):
    """What is left out stays. In `headers` and `env` null takes one away. Another host gets none of what was entered
    for the one before."""

    name: ServerName | None = None
    url: ServerAddress | None = None
    command: ServerAddress | None = None
    args: Arguments | None = None
    env: Changes = Field(default_factory=dict)
    headers: Changes = Field(default_factory=dict)
    auth: RegistrationBody | None = None
    is_on: bool | None = None


class PastedServers(WireModel):
    """As other clients keep them; `servers` is the same under another name."""

    mcp_servers: dict[str, Any] = Field(default_factory=dict)
    servers: dict[str, Any] = Field(default_factory=dict)
    scope: McpScope | None = None


class McpErrorShape(WireModel):
    code: str
    message: str


class AboutServerShape(WireModel):
    name: str | None
    version: str | None
    protocol: str | None


class ConnectionShape(WireModel):
    id: UUID
    name: str
    slug: str
    """Its tools are called `<slug>__<tool>`."""
    scope: McpScope
    kind: McpKind
    url: str | None
    """Without what follows the question mark, which is kept like a password."""
    has_hidden_query: bool
    command: str | None
    """Told to admins alone, as are its arguments."""
    args: list[str]
    header_names: list[str]
    env_names: list[str]
    auth: RegistrationShape | None
    is_on: bool
    is_declared: bool
    """It stands in the operator's holdfast.toml, and is changed there."""
    can_edit: bool
    state: Literal["new", "ready", "failed", "sign_in", "off"]
    error: McpErrorShape | None
    is_signed_in: bool
    checked_at: datetime | None
    server: AboutServerShape | None
    tools: int
    resources: int
    prompts: int
    created_at: datetime


class ConnectionList(WireModel):
    servers: list[ConnectionShape]
    may_add_for_everyone: bool
    may_add_commands: bool


class RefusedServer(WireModel):
    name: str
    error: McpErrorShape


class ImportedServers(WireModel):
    servers: list[ConnectionShape]
    refused: list[RefusedServer]


class ServerTool(WireModel):
    name: str
    """As models call it."""
    tool: str
    """As its server calls it; the trust route wants this one."""
    title: str
    description: str
    input_schema: dict[str, Any]
    says_read_only: bool
    """The server's word; nobody has checked it."""
    trust: ToolTrust
    has_changed: bool
    """You trusted it, and it describes itself otherwise since: it asks again."""
    fingerprint: str


class ServerTools(WireModel):
    tools: list[ServerTool]
    left: int
    """Tools of the server that are too many or too large, and are not offered."""


class TrustBody(WireModel):
    trust: ToolTrust
    fingerprint: Annotated[str | None, Field(pattern="^[0-9a-f]{64}$")] = None
    """Of what you have read: 409 if the tool has changed since."""


class ResourceShape(WireModel):
    mention: str
    """`workshop:table`: what it is called behind an @."""
    uri: str
    name: str
    title: str
    description: str
    media_type: str | None


class PromptArgument(WireModel):
    name: str
    description: str
    is_required: bool


class PromptShape(WireModel):
    mention: str
    name: str
    title: str
    description: str
    arguments: list[PromptArgument]


class PromptBody(WireModel):
    name: Annotated[Text, Field(min_length=1, max_length=256)]
    arguments: Pairs = Field(default_factory=dict)


class ReadText(WireModel):
    text: str


class Mentionables(WireModel):
    resources: list[ResourceShape]
    prompts: list[PromptShape]


@router.get("", responses=responses(401, 403, 429, 503))
async def list_mcp_servers(request: Request, caller: SignedIn) -> ConnectionList:
    """Your own, and everybody's."""
    parts = parts_of(request).mcp.parts
    found = await servers.list_servers(parts, caller)
    return ConnectionList(
        servers=[connection_shape(one, caller) for one in found],
        may_add_for_everyone=caller.is_admin,
        may_add_commands=caller.is_admin and parts.may_add_commands,
    )


@router.post("", status_code=201, responses=responses(400, 401, 403, 409, 422, 429, 503))
async def add_mcp_server(request: Request, caller: SignedIn, body: ServerBody) -> ConnectionShape:
    """Nothing is connected yet: `…/check` does that."""
    wish = McpWish(
        body.name, body.url, body.command, body.args, body.headers, body.env, _registration(body.auth), body.scope
    )
    return connection_shape(await servers.add_server(parts_of(request).mcp.parts, caller, wish), caller)


@router.post("/import", responses=responses(400, 401, 403, 413, 422, 429, 503))
async def import_mcp_servers(request: Request, caller: SignedIn, body: PastedServers) -> ImportedServers:
    """The JSON that other clients keep their servers in, pasted. What cannot be used is told, the rest is added."""
    entries = {**body.servers, **body.mcp_servers}
    added, refused = await paste.add_pasted(parts_of(request).mcp.parts, caller, entries, body.scope)
    return ImportedServers(
        servers=[connection_shape(one, caller) for one in added],
        refused=[
            RefusedServer(name=one.name, error=McpErrorShape(code=one.error.code, message=one.error.message))
            for one in refused
        ],
    )


@router.get("/{server_id}", responses=responses(401, 403, 404, 422, 429, 503))
async def get_mcp_server(request: Request, caller: SignedIn, server_id: McpServerId) -> ConnectionShape:
    return connection_shape(await servers.get_server(parts_of(request).mcp.parts, caller, server_id), caller)


@router.patch("/{server_id}", responses=responses(400, 401, 403, 404, 409, 422, 429, 503))
async def change_mcp_server(
    request: Request, caller: SignedIn, server_id: McpServerId, body: ServerChange
) -> ConnectionShape:
    change = McpChange(
        body.name,
        body.url,
        body.command,
        body.args,
        body.headers,
        body.env,
        _registration(body.auth),
        drops_registration="auth" in body.model_fields_set and body.auth is None,
        is_on=body.is_on,
    )
    changed = await servers.change_server(parts_of(request).mcp.parts, caller, server_id, change)
    return connection_shape(changed, caller)


@router.delete("/{server_id}", status_code=204, responses=responses(401, 403, 404, 409, 422, 429, 503))
async def delete_mcp_server(request: Request, caller: SignedIn, server_id: McpServerId) -> None:
    await servers.delete_server(parts_of(request).mcp.parts, caller, server_id)


@router.post("/{server_id}/check", responses=responses(401, 403, 404, 422, 429, 503))
async def check_mcp_server(request: Request, caller: SignedIn, server_id: McpServerId) -> ConnectionShape:
    """Connects now and reads what it offers. What is wrong stands in `error`, in words; the status is 200."""
    await accounts_of(request).throttle.take(_CHECKS, str(caller.user_id))
    return connection_shape(await parts_of(request).mcp.check(caller.user_id, server_id), caller)


@router.get("/{server_id}/tools", responses=responses(401, 403, 404, 422, 429, 503))
async def list_mcp_tools(request: Request, caller: SignedIn, server_id: McpServerId) -> ServerTools:
    """As it offered them the last time, each with what you trust of it."""
    tools, left = await trust.list_tools(parts_of(request).mcp.parts, caller, server_id)
    return ServerTools(tools=[_tool_shape(one) for one in tools], left=left)


@router.put("/{server_id}/tools/{tool:path}/trust", responses=responses(400, 401, 403, 404, 409, 422, 429, 503))
async def trust_mcp_tool(
    request: Request, caller: SignedIn, server_id: McpServerId, tool: str, body: TrustBody
) -> ServerTool:
    """`always` holds for the description and the schema that the tool has now; `ask` is where every tool begins."""
    parts = parts_of(request).mcp.parts
    return _tool_shape(await trust.trust_tool(parts, caller, server_id, tool, body.trust, body.fingerprint))


@router.get("/{server_id}/mentionables", responses=responses(401, 403, 404, 422, 429, 503))
async def list_mcp_mentionables(request: Request, caller: SignedIn, server_id: McpServerId) -> Mentionables:
    """Its resources and prompts, as it offered them the last time."""
    found = await mentionables.list_mentionables(parts_of(request).mcp, caller.user_id, server_id)
    resources, prompts = [], []
    for one in found:
        if isinstance(one.what, FoundPrompt):
            prompts.append(PromptShape(mention=one.mention, **_fields(one.what, PromptShape)))
        else:
            resources.append(ResourceShape(mention=one.mention, **_fields(one.what, ResourceShape)))
    return Mentionables(resources=resources, prompts=prompts)


@router.get("/{server_id}/resource", responses=responses(401, 403, 404, 422, 429, 503))
async def read_mcp_resource(
    request: Request, caller: SignedIn, server_id: McpServerId, uri: Annotated[Text, Query(max_length=2_000)]
) -> ReadText:
    """The words of one of its resources, asked for now."""
    await accounts_of(request).throttle.take(_CHECKS, str(caller.user_id))
    return ReadText(text=await mentionables.read_resource(parts_of(request).mcp, caller.user_id, server_id, uri))


@router.post("/{server_id}/prompt", responses=responses(400, 401, 403, 404, 422, 429, 503))
async def get_mcp_prompt(request: Request, caller: SignedIn, server_id: McpServerId, body: PromptBody) -> ReadText:
    """The words of one of its prompts, filled in by the server now."""
    await accounts_of(request).throttle.take(_CHECKS, str(caller.user_id))
    mcp = parts_of(request).mcp
    return ReadText(text=await mentionables.get_prompt(mcp, caller.user_id, server_id, body.name, body.arguments))


def _fields(what: FoundPrompt | FoundResource, shape: type[WireModel]) -> dict[str, Any]:
    return {name: getattr(what, name) for name in shape.model_fields if name != "mention"}


def _registration(body: RegistrationBody | None) -> GivenRegistration | None:
    return GivenRegistration(body.client_id, body.client_secret, body.scope) if body else None


def _tool_shape(one: TrustedServerTool) -> ServerTool:
    return ServerTool(
        name=one.name,
        tool=one.tool.name,
        title=one.tool.title,
        description=one.tool.description,
        input_schema=dict(one.tool.schema),
        says_read_only=one.tool.says_read_only,
        trust=one.trust,
        has_changed=one.has_changed,
        fingerprint=one.fingerprint,
    )


def connection_shape(one: McpServer, caller: Caller) -> ConnectionShape:
    is_http, may_see_command = one.kind == "http", caller.is_admin
    registration, about = one.shown.registration, one.about
    error = one.error_code and McpErrorShape(code=one.error_code, message=one.error_message or "")
    return ConnectionShape(
        id=one.id,
        name=one.name,
        slug=one.slug,
        scope="mine" if one.user_id else "everyone",
        kind=one.kind,
        url=one.address if is_http else None,
        has_hidden_query=one.shown.has_query,
        command=one.address if not is_http and may_see_command else None,
        args=list(one.arguments) if may_see_command else [],
        header_names=list(one.shown.headers),
        env_names=list(one.shown.environment) if may_see_command else [],
        auth=RegistrationShape(
            client_id=registration.client_id,
            has_client_secret=registration.has_client_secret,
            scope=registration.scope,
        )
        if registration
        else None,
        is_on=one.is_on,
        is_declared=one.is_declared,
        can_edit=not one.is_declared and (one.user_id is not None or caller.is_admin),
        state=one.state if one.is_on else "off",
        error=error or None,
        is_signed_in=one.is_signed_in,
        checked_at=one.checked_at,
        server=AboutServerShape(name=about.name, version=about.version, protocol=about.protocol) if about else None,
        tools=len(one.catalogue.tools),
        resources=len(one.catalogue.resources),
        prompts=len(one.catalogue.prompts),
        created_at=one.created_at,
    )
