"""What one person can do with documents and personas of their own at the same moment; as `operations` otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO

from holdfast.accounts.types import Caller
from holdfast.chats.types import Part
from holdfast.core.clock import utc_now
from holdfast.core.ids import ConnectorId, DocumentId, MessageId, OwnPersonaId, new_id
from holdfast.documents.connector_types import BroughtItem
from holdfast.documents.connectors import ConnectorWish, delete_connector, make_connector
from holdfast.documents.desk import keep_document
from holdfast.documents.documents import delete_document, reindex
from holdfast.documents.jobs import INDEX_DOCUMENT
from holdfast.documents.sync import note_brought
from holdfast.documents.upload import Uploaded, UploadWish, upload
from holdfast.documents.usage import UsedPassage, note_usage
from holdfast.knowledge.take_over import take_over
from holdfast.personas import own
from holdfast.turn.types import TurnRequest, UserMessage
from tests.locks.house import House, Someone
from tests.locks.operations import Operation, Ready
from tests.waiting import until

WORDS = b"# Kitchen\n\nThe kitchen has four drawers, and the oven is on the left of the window.\n"
GARDENER = {"name": "Gardener", "description": "Knows the beds."}


def caller_of(ada: Someone) -> Caller:
    return Caller(ada.id, "sign_in", None, "Ada")


async def bring(house: House, ada: Someone, words: bytes, wish: UploadWish) -> Uploaded:
    access = await house.parts.entitlements.access(ada.id)
    return await upload(house.parts.documents, caller_of(ada), access, BytesIO(words), "kitchen.md", wish)


async def document_of(house: House, ada: Someone, target: str = "user") -> DocumentId:
    """Theirs at this place, read and found; the same one for both who ask."""
    kind = target.partition(":")[0]
    found = await house.looking.fetchval(
        """
        select d.id from documents d join knowledge_spaces s on s.id = d.space_id
         where s.user_id = $1 and s.kind = $2 order by d.created_at limit 1
        """,
        ada.id, kind,
    )  # fmt: skip
    if found is None:
        made = await bring(house, ada, WORDS, UploadWish(target))
        found = made.document.id
        await (await house.picked(ada, INDEX_DOCUMENT, {"document": str(found)}))()
    return DocumentId(found)


async def persona_of(house: House, ada: Someone) -> OwnPersonaId:
    """One of their own that knows a document."""
    found: OwnPersonaId | None = await house.looking.fetchval("select id from personas where made_by = $1", ada.id)
    if found is None:
        draft = own.PersonaDraft(own.settings_of(GARDENER), "You are a gardener.")
        made = await own.make(house.parts.own_personas, await house.parts.entitlements.access(ada.id), draft)
        found = made.own.id
        await document_of(house, ada, f"persona:{found}")
    return found


async def read_anew(house: House, ada: Someone, document: DocumentId) -> Ready:
    await reindex(house.parts.documents, caller_of(ada), document)
    return await house.picked(ada, INDEX_DOCUMENT, {"document": str(document)})


async def read_job(house: House, ada: Someone) -> Ready:
    return await read_anew(house, ada, await document_of(house, ada))


async def read_of_chat_job(house: House, ada: Someone) -> Ready:
    return await read_anew(house, ada, await document_of(house, ada, f"chat:{ada.chats[0]}"))


async def bring_version(house: House, ada: Someone) -> Ready:
    wish = UploadWish(version_of=await document_of(house, ada))
    return lambda: bring(house, ada, WORDS + b"And a table.\n", wish)


async def bring_same(house: House, ada: Someone) -> Ready:
    await document_of(house, ada)
    return lambda: bring(house, ada, WORDS, UploadWish())


async def remove_document(house: House, ada: Someone) -> Ready:
    document = await document_of(house, ada)
    return lambda: delete_document(house.parts.documents, caller_of(ada), document)


async def keep_of_chat(house: House, ada: Someone) -> Ready:
    await document_of(house, ada)
    document = await document_of(house, ada, f"chat:{ada.chats[0]}")
    return lambda: keep_document(house.parts.documents, caller_of(ada), document)


async def attach_again(house: House, ada: Someone) -> Ready:
    """What lies on the desk already."""
    await document_of(house, ada, "chat")
    return lambda: bring(house, ada, WORDS, UploadWish("chat"))


async def send_attached(house: House, ada: Someone) -> Ready:
    """A message that takes along what lies on the desk."""
    document = await document_of(house, ada, "chat")
    access = await house.parts.entitlements.access(ada.id)
    brought: Part = {"type": "data-document", "data": {"documentId": str(document), "filename": "kitchen.md"}}
    parts: list[Part] = [brought, {"type": "text", "text": "Where is the oven?"}]

    async def send() -> None:
        said = UserMessage(MessageId(new_id()), parts)
        turn = await house.parts.pipeline.accept(TurnRequest(ada.id, ada.chats[0], said, access=access))
        await until(lambda: house.parts.streams.find(turn.ids.stream_id) is None)

    return send


async def embed_space_anew(house: House, ada: Someone) -> Ready:
    """As where another embedder was chosen: all vectors are missing."""
    document = await document_of(house, ada)
    space = await house.looking.fetchval("select space_id from documents where id = $1", document)
    await house.looking.execute("update passage_vectors set embedder = 'former/1' where space_id = $1", space)
    parts = house.parts.documents
    return lambda: take_over(parts.db, parts.embedder, ada.id, space, seconds=0.0)


async def end_connector(house: House, ada: Someone) -> Ready:
    """With what it brought."""
    parts, caller, document = house.parts.documents, caller_of(ada), await document_of(house, ada)
    wish = ConnectorWish("feed", f"https://example.org/{new_id()}")
    made = await make_connector(parts, caller, wish)
    await note_brought(parts, ada.id, made, BroughtItem("first", "a", document))
    return lambda: delete_connector(parts, caller, ConnectorId(made.id), with_documents=True)


async def end_connector_of_two(house: House, ada: Someone) -> Ready:
    """Which brought two documents, the later one first."""
    parts, caller, (one, other) = house.parts.documents, caller_of(ada), await two_of(house, ada)
    made = await make_connector(parts, caller, ConnectorWish("feed", f"https://example.org/{new_id()}"))
    await note_brought(parts, ada.id, made, BroughtItem("first", "a", other))
    await note_brought(parts, ada.id, made, BroughtItem("second", "b", one))
    return lambda: delete_connector(parts, caller, ConnectorId(made.id), with_documents=True)


async def tell_of_two(house: House, ada: Someone) -> Ready:
    """The end of an answer that was told both."""
    told = [UsedPassage(number, document, True) for number, document in enumerate(await two_of(house, ada))]
    chat, answer = ada.chats[0], "select id from messages where chat_id = $1 and role = 'assistant' limit 1"
    message = MessageId(await house.looking.fetchval(answer, chat))

    async def note() -> None:
        async with house.parts.db.as_user(ada.id) as tx:
            await note_usage(tx, chat, message, told)

    return note


async def two_of(house: House, ada: Someone) -> Sequence[DocumentId]:
    """By their ids."""
    await document_of(house, ada)
    found = await house.looking.fetch("select id from documents where created_by = $1 order by id", ada.id)
    if len(found) < 2:
        await bring(house, ada, WORDS + b"And a lamp.\n", UploadWish())
        return await two_of(house, ada)
    return [DocumentId(row["id"]) for row in found]


async def list_brought(house: House, ada: Someone) -> Ready:
    """Another connector's word of the same document."""
    parts, caller, document = house.parts.documents, caller_of(ada), await document_of(house, ada)
    made = await make_connector(parts, caller, ConnectorWish("feed", f"https://example.org/{new_id()}"))
    return lambda: note_brought(parts, ada.id, made, BroughtItem("second", "b", document))


async def change_persona(house: House, ada: Someone) -> Ready:
    persona = await persona_of(house, ada)
    draft = own.PersonaDraft(own.settings_of(GARDENER), f"You are a gardener since {utc_now().isoformat()}.")
    return lambda: own.change(house.parts.own_personas, ada.id, persona, draft, expects=None)


async def remove_persona(house: House, ada: Someone) -> Ready:
    persona = await persona_of(house, ada)
    return lambda: own.delete(house.parts.own_personas, ada.id, persona)


async def teach_persona(house: House, ada: Someone) -> Ready:
    persona = await persona_of(house, ada)
    return lambda: bring(house, ada, WORDS + b"And a broom.\n", UploadWish(f"persona:{persona}"))


async def read_of_persona_job(house: House, ada: Someone) -> Ready:
    persona = await persona_of(house, ada)
    return await read_anew(house, ada, await document_of(house, ada, f"persona:{persona}"))


DOCUMENT_OPERATIONS: Mapping[str, Operation] = {
    one.__name__: one
    for one in (
        read_job, read_of_chat_job, bring_version, bring_same, remove_document, keep_of_chat, attach_again,
        send_attached, embed_space_anew, end_connector, end_connector_of_two, tell_of_two, list_brought,
        change_persona, remove_persona, teach_persona, read_of_persona_job,
    )
}  # fmt: skip
