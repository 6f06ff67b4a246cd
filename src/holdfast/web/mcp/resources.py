"""The person's documents and their brief, as resources. What they may not see is not there."""

from __future__ import annotations

from uuid import UUID

import mcp_types
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS

from holdfast.core.errors import AppError, NotFound
from holdfast.core.ids import DocumentId
from holdfast.documents.documents import get_document, list_documents, read_text
from holdfast.documents.types import Listing
from holdfast.web.mcp.asker import McpServerAsker
from holdfast.web.mcp.brief import tell_brief

BRIEF = "holdfast://brief"
_DOCUMENT = "holdfast://documents/"
_LISTED = 50
_MAX_CHARACTERS = 200_000
"""Of one document; what follows is opened by document_open."""


async def list_resources(asker: McpServerAsker, cursor: str | None) -> mcp_types.ListResourcesResult:
    found: list[mcp_types.Resource] = []
    if cursor is None and asker.may("memory:read"):
        told = "What an assistant should know of you before it begins."
        found.append(mcp_types.Resource(uri=BRIEF, name="brief", title="The brief", description=told,
                                        mime_type="text/plain"))  # fmt: skip
    if not asker.may("chat:read"):
        return mcp_types.ListResourcesResult(resources=found)
    listing = Listing(target="user", status="ready", cursor=cursor, limit=_LISTED)
    page = await list_documents(asker.parts.documents, asker.caller, listing)
    found += [
        mcp_types.Resource(uri=f"{_DOCUMENT}{one.id}", name=str(one.id), title=one.title, description=one.filename,
                           mime_type="text/plain")
        for one in page.documents
    ]  # fmt: skip
    return mcp_types.ListResourcesResult(resources=found, next_cursor=page.next_cursor)


def list_templates(asker: McpServerAsker) -> mcp_types.ListResourceTemplatesResult:
    if not asker.may("chat:read"):
        return mcp_types.ListResourceTemplatesResult(resource_templates=[])
    template = mcp_types.ResourceTemplate(
        uri_template=f"{_DOCUMENT}{{id}}", name="document", title="A document",
        description="The text of a document that you may read, by its id.", mime_type="text/plain",
    )  # fmt: skip
    return mcp_types.ListResourceTemplatesResult(resource_templates=[template])


async def read_resource(asker: McpServerAsker, uri: str) -> mcp_types.ReadResourceResult:
    try:
        text = await _text(asker, uri)
    except NotFound:
        raise _unknown(uri) from None
    except AppError as refused:
        raise MCPError(INVALID_PARAMS, refused.message) from None
    content = mcp_types.TextResourceContents(uri=uri, mime_type="text/plain", text=text)
    return mcp_types.ReadResourceResult(contents=[content])


async def _text(asker: McpServerAsker, uri: str) -> str:
    if uri == BRIEF and asker.may("memory:read"):
        return await tell_brief(asker)
    if not uri.startswith(_DOCUMENT) or not asker.may("chat:read"):
        raise _unknown(uri)
    try:
        document_id = DocumentId(UUID(uri.removeprefix(_DOCUMENT)))
    except ValueError:
        raise _unknown(uri) from None
    parts = asker.parts.documents
    document = await get_document(parts, asker.caller, document_id)
    if document.live_version is None:
        raise _unknown(uri)
    _, pages = await read_text(parts, asker.caller, document_id, None)
    text = "\n\n".join(page.text for page in pages)
    return text if len(text) <= _MAX_CHARACTERS else f"{text[:_MAX_CHARACTERS]}\n[There is more; use document_open.]"


def _unknown(uri: str) -> MCPError:
    return MCPError(INVALID_PARAMS, "There is no such resource, or it is not yours to see.", {"uri": uri[:500]})
