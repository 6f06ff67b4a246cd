"""What one person can do with calls that wait, and with servers that bring tools; as `operations` otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

import orjson

from holdfast.chats.types import TOOL, Part
from holdfast.core.crypto import hash_token
from holdfast.core.ids import ApprovalId, McpServerId, TrustId, new_id
from holdfast.stream.tool_parts import WAITING
from holdfast.tools.approvals import ApprovalDecision
from holdfast.tools.mcp import sign_in_store, store
from holdfast.tools.mcp.servers import McpChange, McpWish, add_server, change_server, delete_server
from holdfast.tools.mcp.sign_in import end_sign_in
from holdfast.tools.mcp.types import AboutServer, Catalogue, FoundAtServer
from holdfast.tools.trusts import decide_trust, revoke_trust
from holdfast.tools.types import TrustSubject
from holdfast.turn.approve import approve
from tests.locks.document_operations import caller_of
from tests.locks.house import House, Someone
from tests.locks.operations import Operation, Ready

_CALLS = ("letter", "parcel")


async def waiting_of(house: House, ada: Someone) -> Mapping[str, ApprovalId]:
    """Two calls of one answer that wait; the same ones for both who ask."""
    known = await house.looking.fetch("select call_id, id from tool_approvals where user_id = $1", ada.id)
    if known:
        return {row["call_id"]: ApprovalId(row["id"]) for row in known}
    await house.say(ada, ada.chats[0], "Send the letter and the parcel.")
    answer = await house.looking.fetchrow(
        "select id, turn_id from messages where chat_id = $1 and role = 'assistant' order by seq desc limit 1",
        ada.chats[0],
    )
    assert answer is not None
    made = {call: ApprovalId(new_id()) for call in _CALLS}
    for call, approval in made.items():
        await house.looking.execute(
            """
            insert into tool_approvals (id, user_id, chat_id, message_id, turn_id, call_id, name, title, description,
                                        origin, danger, fingerprint, arguments, arguments_sha256, expires_at)
            values ($1, $2, $3, $4, $5, $6, 'send', 'Send', '', 'house', 'dangerous', '', '{}', '', now() + '1 day')
            """,
            approval, ada.id, ada.chats[0], answer["id"], answer["turn_id"], call,
        )  # fmt: skip
    parts = [{"type": "text", "text": "I will."}, *(_asked(call, approval) for call, approval in made.items())]
    await house.looking.execute(
        "update messages set parts = $3::jsonb, status = 'partial' where chat_id = $1 and id = $2",
        ada.chats[0], answer["id"], orjson.dumps(parts).decode(),
    )  # fmt: skip
    return made


def _asked(call: str, approval: ApprovalId) -> Part:
    asked = {"type": TOOL, "toolName": "send", "toolCallId": call, "state": WAITING, "input": {}}
    return {**asked, "approval": {"id": str(approval)}}


async def _deny(house: House, ada: Someone, call: str) -> Ready:
    access = await house.parts.entitlements.access(ada.id)
    approval_id = (await waiting_of(house, ada))[call]
    decision = ApprovalDecision(approval_id, is_approved=False, reason="Not today.", remember="chat")
    return lambda: approve(house.parts.pipeline, access, decision)


async def deny_one(house: House, ada: Someone) -> Ready:
    """Whoever decides the last of an answer's calls lets the answer go on."""
    return await _deny(house, ada, _CALLS[0])


async def deny_other(house: House, ada: Someone) -> Ready:
    return await _deny(house, ada, _CALLS[1])


async def end_trust(house: House, ada: Someone) -> Ready:
    trust = TrustId(new_id())
    await house.looking.execute(
        """
        insert into tool_trusts (id, user_id, chat_id, name, title, origin, fingerprint)
        values ($1, $2, $3, 'send', 'Send', 'house', '') on conflict do nothing
        """,
        trust, ada.id, ada.chats[0],
    )  # fmt: skip
    return lambda: revoke_trust(house.parts.db, ada.id, trust)


async def server_of(house: House, ada: Someone) -> McpServerId:
    """One of their own, at which they have signed in; the same one for both who ask."""
    found: UUID | None = await house.looking.fetchval("select id from mcp_servers where user_id = $1", ada.id)
    if found is None:
        wish = McpWish("Workshop", address="https://workshop.example/mcp")
        found = (await add_server(house.parts.mcp.parts, caller_of(ada), wish)).id
        await _signed_in(house, ada, McpServerId(found))
    return McpServerId(found)


async def _signed_in(house: House, ada: Someone, server_id: McpServerId) -> None:
    async with house.parts.db.as_user(ada.id) as tx:
        await sign_in_store.keep_account(tx, ada.id, server_id, "sealed", None)


async def connect_server(house: House, ada: Someone) -> Ready:
    wish = McpWish("Garage", address="https://garage.example/mcp")
    return lambda: add_server(house.parts.mcp.parts, caller_of(ada), wish)


async def move_server(house: House, ada: Someone) -> Ready:
    """To another host, so that the sign-in ends."""
    server = await server_of(house, ada)
    change = McpChange(address="https://elsewhere.example/mcp")
    return lambda: change_server(house.parts.mcp.parts, caller_of(ada), server, change)


async def remove_server(house: House, ada: Someone) -> Ready:
    server = await server_of(house, ada)
    return lambda: delete_server(house.parts.mcp.parts, caller_of(ada), server)


async def begin_sign_in_there(house: House, ada: Someone) -> Ready:
    """With two that were begun before and are over."""
    server, parts = await server_of(house, ada), house.parts.mcp.parts

    async def begin() -> None:
        begun = sign_in_store.BegunSignIn(server, "sealed", "/settings")
        async with parts.db.as_user(ada.id) as tx:
            await sign_in_store.begin_sign_in(
                tx, ada.id, (hash_token(str(new_id())), hash_token("")), begun, seconds=60, most=20
            )

    await begin()
    await begin()
    await house.looking.execute(
        "update mcp_sign_ins set expires_at = now() - interval '1 day' where user_id = $1", ada.id
    )
    return begin


async def sign_in_there(house: House, ada: Someone) -> Ready:
    server = await server_of(house, ada)
    return lambda: _signed_in(house, ada, server)


async def sign_out_there(house: House, ada: Someone) -> Ready:
    server = await server_of(house, ada)
    return lambda: end_sign_in(house.parts.mcp.parts, caller_of(ada), server)


async def trust_server_tool(house: House, ada: Someone) -> Ready:
    server = await server_of(house, ada)

    async def decide() -> None:
        async with house.parts.db.as_user(ada.id) as tx:
            subject = TrustSubject(f"mcp:{server}", "workshop__saw", "saw", "Saw", "f" * 64)
            await decide_trust(tx, ada.id, subject, "always")

    await decide()
    return decide


async def note_server_tools(house: House, ada: Someone) -> Ready:
    server, parts = await server_of(house, ada), house.parts.mcp.parts

    async def note() -> None:
        async with parts.db.as_user(ada.id) as tx:
            found = await store.find_server(tx, server)
            if found is not None:
                await store.note_found(tx, found, FoundAtServer(AboutServer(None, None, None), Catalogue()))

    return note


TOOL_OPERATIONS: Mapping[str, Operation] = {
    one.__name__: one
    for one in (
        deny_one, deny_other, end_trust, connect_server, move_server, remove_server, begin_sign_in_there, sign_in_there,
        sign_out_there, trust_server_tool, note_server_tools,
    )
}  # fmt: skip
