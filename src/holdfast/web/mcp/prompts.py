"""The personas as prompts: those whose words the person may read anyway. A key that is bound to models is offered the
personas among them."""

from __future__ import annotations

from collections.abc import Mapping

import mcp_types
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS

from holdfast.core.errors import AppError
from holdfast.personas.own import list_own, read_draft
from holdfast.web.mcp.asker import McpServerAsker

_MESSAGE = mcp_types.PromptArgument(
    name="message", title="Message", description="What to begin with; may be left out", required=False
)
_MAX_MESSAGE = 20_000


async def list_prompts(asker: McpServerAsker) -> mcp_types.ListPromptsResult:
    if not asker.may("chat:read"):
        return mcp_types.ListPromptsResult(prompts=[])
    named = [(one.id, one.settings) for one in asker.parts.personas if one.is_bundled]
    named += [
        (seen.own.persona.id, seen.own.persona.settings)
        for seen in await list_own(asker.parts.own_personas, asker.caller.user_id)
        if seen.access.can_view_settings and seen.own.archived_at is None
    ]
    prompts = [
        mcp_types.Prompt(name=name, title=told.name, description=told.description, arguments=[_MESSAGE])
        for name, told in named
        if _reaches(asker, name)
    ]
    return mcp_types.ListPromptsResult(prompts=prompts)


async def get_prompt(
    asker: McpServerAsker, name: str, arguments: Mapping[str, str] | None
) -> mcp_types.GetPromptResult:
    if not asker.may("chat:read") or not _reaches(asker, name):
        raise _unknown()
    said = (arguments or {}).get("message", "").strip()
    if len(said) > _MAX_MESSAGE or set(arguments or {}) - {"message"}:
        raise MCPError(INVALID_PARAMS, f"It takes a message of at most {_MAX_MESSAGE} characters, and nothing else.")
    try:
        draft = await read_draft(asker.parts.own_personas, asker.caller.user_id, name)
    except AppError:
        raise _unknown() from None
    texts = [draft.kernel, *([said] if said else [])]
    return mcp_types.GetPromptResult(
        description=draft.settings.description,
        messages=[
            mcp_types.PromptMessage(role="user", content=mcp_types.TextContent(type="text", text=text))
            for text in texts
        ],
    )


def _reaches(asker: McpServerAsker, name: str) -> bool:
    return asker.caller.models is None or name in asker.caller.models


def _unknown() -> MCPError:
    return MCPError(INVALID_PARAMS, "There is no such prompt, or it is not yours to read.")
