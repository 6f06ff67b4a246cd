"""What one person, or somebody for them, can do at the same moment: each made ready first, so that only itself is held.

An operation that is made ready twice does a thing of its own each time: another message, another file.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from io import BytesIO

from holdfast.accounts.profile import leave
from holdfast.accounts.types import Caller
from holdfast.chats.attachments import attach
from holdfast.chats.bring import bring_chat, lay_out
from holdfast.chats.chats import change_chat, delete_chat
from holdfast.chats.messages import rate_answer
from holdfast.chats.sessions import close_idle_sessions
from holdfast.chats.types import BroughtChat, BroughtMessage, ChatEdit
from holdfast.core.clock import utc_now
from holdfast.core.ids import ChatId, ImportId, ProcessId, StreamId, new_id
from holdfast.entitlements.zones import set_zone
from holdfast.imports import store as imports_store
from holdfast.imports.begin import begin_import, stop_import
from holdfast.imports.jobs import BRING_CHATS
from holdfast.imports.types import ChatImport
from holdfast.memory import jobs
from holdfast.memory.forget.forget import count_selected, forget
from holdfast.memory.forget.types import ForgetEverything, ForgetFacts, ForgetQuery, ForgetSessions
from holdfast.memory.intake.ingest import ingest
from holdfast.memory.intake.ingest_session import ingest_session
from holdfast.memory.intake.sessions import close_session
from holdfast.memory.learning.facts.facts import edit_fact
from holdfast.memory.transfer.export import export_owner
from holdfast.memory.transfer.import_ import import_owner
from holdfast.memory.types import IncomingTurn
from holdfast.stream.tidy import tidy
from tests.imports.exports import CLAUDE, as_json
from tests.locks.house import QUERY, House, Someone

Ready = Callable[[], Awaitable[object]]
Operation = Callable[[House, Someone], Awaitable[Ready]]


async def say(house: House, ada: Someone) -> Ready:
    """A whole turn in a chat that is there: begun, answered, finished."""

    return lambda: house.say(ada, ada.chats[0], "How much was the quote for the kitchen?")


async def say_in_new_chat(house: House, ada: Someone) -> Ready:
    return lambda: house.say(ada, ChatId(new_id()), "Where does my sister live?")


async def remove_chat(house: House, ada: Someone) -> Ready:
    return lambda: delete_chat(house.parts.db, ada.id, ada.chats[0])


async def rename_chat(house: House, ada: Someone) -> Ready:
    return lambda: change_chat(house.parts.db, ada.id, ada.chats[0], ChatEdit(title="Kitchen"))


async def rate(house: House, ada: Someone) -> Ready:
    answer = await house.looking.fetchval(
        "select id from messages where chat_id = $1 and role = 'assistant'", ada.chats[0]
    )
    return lambda: rate_answer(house.parts.db, ada.id, ada.chats[0], answer, "up", "the kitchen, yes")


async def close_chats(house: House, ada: Someone) -> Ready:
    await house.looking.execute(
        "update sessions set closes_at = now() - interval '1 minute' where user_id = $1", ada.id
    )
    return lambda: close_idle_sessions(house.parts.db)


async def upload(house: House, ada: Someone) -> Ready:
    access = await house.parts.entitlements.access(ada.id)
    return lambda: attach(house.parts.db, house.parts.blobs, access, BytesIO(b"a shopping list\n"), "list.txt")


async def tidy_streams(house: House, ada: Someone) -> Ready:
    await house.looking.execute(
        "alter table streams disable trigger user; "
        "update streams set ended_at = ended_at - interval '2 hours' where ended_at is not null; "
        "alter table streams enable trigger user"
    )
    return lambda: tidy(house.parts.db)


async def tell(house: House, ada: Someone) -> Ready:
    said = IncomingTurn("user", "The kitchen shall be green.", utc_now(), external_id=str(new_id()))
    return lambda: ingest(house.parts.memory, ada.owner, said, session_id=ada.sessions[0])


async def tell_anew(house: House, ada: Someone) -> Ready:
    """In a session that nobody knows of yet, and paid for."""
    said = IncomingTurn("user", "The kitchen shall be red.", utc_now(), external_id=str(new_id()))
    memory = house.parts.memory.paid_by(await house.parts.entitlements.access(ada.id))
    return lambda: ingest(memory, ada.owner, said, session_id=str(new_id()))


async def tell_without_session(house: House, ada: Someone) -> Ready:
    said = IncomingTurn("user", "The kitchen shall be blue.", utc_now(), external_id=str(new_id()))
    return lambda: ingest(house.parts.memory, ada.owner, said, session_id=None)


async def tell_transcript(house: House, ada: Someone) -> Ready:
    said = [IncomingTurn("user", f"Kitchen, line {n}.", utc_now(), external_id=str(new_id())) for n in range(3)]
    return lambda: ingest_session(house.parts.memory, ada.owner, ada.sessions[1], said)


async def close_memory(house: House, ada: Someone) -> Ready:
    return lambda: close_session(house.parts.memory, ada.owner, ada.sessions[0])


async def forget_query(house: House, ada: Someone) -> Ready:
    return lambda: forget(house.parts.memory, ada.owner, ForgetQuery(QUERY))


async def preview(house: House, ada: Someone) -> Ready:
    return lambda: count_selected(house.parts.memory, ada.owner, ForgetQuery(QUERY))


async def forget_session(house: House, ada: Someone) -> Ready:
    return lambda: forget(house.parts.memory, ada.owner, ForgetSessions([ada.sessions[0]]))


async def forget_fact(house: House, ada: Someone) -> Ready:
    fact = await house.looking.fetchval("select id from facts where user_id = $1 order by id limit 1", str(ada.id))
    return lambda: forget(house.parts.memory, ada.owner, ForgetFacts([fact]))


async def forget_everything(house: House, ada: Someone) -> Ready:
    return lambda: forget(house.parts.memory, ada.owner, ForgetEverything())


async def bring_in(house: House, ada: Someone) -> Ready:
    """An import, of somebody else's export; refused where there are memories, but only behind the lock."""
    other = await house.someone()
    await forget(house.parts.memory, ada.owner, ForgetEverything())
    lines = [line async for line in export_owner(house.parts.memory, other.owner)]

    async def given() -> AsyncIterator[bytes]:
        for line in lines:
            yield line

    return lambda: import_owner(house.parts.memory, ada.owner, given())


async def edit(house: House, ada: Someone) -> Ready:
    fact = await house.looking.fetchval("select id from facts where user_id = $1 order by id limit 1", str(ada.id))
    return lambda: edit_fact(house.parts.memory, ada.owner, fact, "Lena lives in Hamburg now.")


async def learn_job(house: House, ada: Someone) -> Ready:
    said = IncomingTurn("user", "My brother Tom lives in Kiel. I love sailing.", utc_now(), external_id=str(new_id()))
    await ingest(house.parts.memory, ada.owner, said, session_id=ada.sessions[0])
    session = await house.looking.fetchval(
        "select id from memory_sessions where user_id = $1 and session_id = $2", str(ada.id), ada.sessions[0]
    )
    return await house.picked(ada, jobs.LEARN, {"session": session})


async def embed_job(house: House, ada: Someone) -> Ready:
    return await house.picked(ada, jobs.EMBED, {})


async def refresh_job(house: House, ada: Someone) -> Ready:
    return await house.picked(ada, jobs.REFRESH, {})


async def drain_job(house: House, ada: Someone) -> Ready:
    await close_session(house.parts.memory, ada.owner, ada.sessions[0])
    session = await house.looking.fetchval(
        "select id from memory_sessions where user_id = $1 and session_id = $2", str(ada.id), ada.sessions[0]
    )
    return await house.picked(ada, jobs.DRAIN, {"session": session})


async def summarise_job(house: House, ada: Someone) -> Ready:
    for n in range(4):
        await house.say(ada, ada.chats[0], f"Message {n} about the kitchen. " * 10)
    return await house.picked(ada, jobs.SUMMARISE_CHAT, {"chat": str(ada.chats[0]), "window": 1})


async def move(house: House, ada: Someone) -> Ready:
    return lambda: set_zone(house.parts.entitlements, ada.id, "Asia/Tokyo")


async def bring_more(house: House, ada: Someone) -> Ready:
    """Of a conversation from elsewhere, what was said there since it was brought."""
    said = [BroughtMessage("user", f"Kitchen, line {n}.", utc_now()) for n in range(4)]

    async def bring(many: int) -> None:
        async with house.parts.db.as_user(ada.id) as tx:
            laid = lay_out(ada.id, BroughtChat("kitchen", "Kitchen", said[:many]))
            await bring_chat(tx, ada.id, "assistant", laid)

    await bring(2)
    return lambda: bring(4)


async def stop_bringing(house: House, ada: Someone) -> Ready:
    """Chats from elsewhere, of which no more is wanted: those that are on their way, if there are any."""
    running = await house.looking.fetchval(
        "select id from chat_imports where user_id = $1 and status in ('pending', 'running')", ada.id
    )
    if running is not None:
        return lambda: stop_import(house.parts.db, ada.id, ImportId(running))
    access = await house.parts.entitlements.access(ada.id)
    kept = await attach(house.parts.db, house.parts.blobs, access, BytesIO(b"what they came in\n"), "chats.txt")
    now, import_id = utc_now(), ImportId(new_id())
    new = ChatImport(import_id, "chatgpt", "chats.txt", kept.id, "pending", None, 1, 0, 0, 0, now, now)
    async with house.parts.db.as_user(ada.id) as tx:
        await imports_store.add_import(tx, ada.id, new)
    return lambda: stop_import(house.parts.db, ada.id, import_id)


async def bring_job(house: House, ada: Someone) -> Ready:
    """Of a file with two chats; so its transactions are three."""
    access = await house.parts.entitlements.access(ada.id)
    file = BytesIO(as_json([CLAUDE[0], {**CLAUDE[0], "uuid": "another"}]))
    begun = await begin_import(house.parts.db, house.parts.blobs, access, file, "chats.json")
    await house.looking.execute("delete from jobs.pgqueuer where entrypoint = $1", BRING_CHATS.name)
    return await house.picked(ada, BRING_CHATS, {"import": str(begun.id)})


async def leave_for_good(house: House, ada: Someone) -> Ready:
    caller = Caller(ada.id, "sign_in", None, "Ada")
    return lambda: leave(house.parts.accounts, caller, None)


async def beat(house: House, ada: Someone) -> Ready:
    """Of the process, for two answers of this person that are being written."""
    process, streams = ProcessId(new_id()), []
    for chat in ada.chats:
        turn, stream = new_id(), StreamId(new_id())
        streams.append(stream)
        await house.looking.execute(
            """
            insert into turns (id, user_id, chat_id, persona_id, trigger, message_id, answer_id, asked_sha256)
            values ($1, $2, $3, 'assistant', 'regenerate-message', $4, $5, '')
            """,
            turn, ada.id, chat, new_id(), new_id(),
        )  # fmt: skip
        await house.looking.execute(
            "insert into streams (id, user_id, chat_id, turn_id, process_id) values ($1, $2, $3, $4, $5)",
            stream, ada.id, chat, turn, process,
        )  # fmt: skip
    chunks = [(stream, 0, b"{}") for stream in streams]
    from holdfast.stream import store

    return lambda: store.beat(house.parts.db, process, streams, chunks)


OPERATIONS: Mapping[str, Operation] = {
    one.__name__: one
    for one in (
        say, say_in_new_chat, remove_chat, rename_chat, rate, close_chats, upload, tidy_streams, tell,
        tell_anew,
        tell_without_session, tell_transcript, close_memory, forget_query, preview, forget_session, forget_fact,
        forget_everything, bring_in, edit, learn_job, embed_job, refresh_job, drain_job, summarise_job, move,
        bring_more, bring_job, stop_bringing, leave_for_good, beat,
    )
}  # fmt: skip
