"""A page as it looks: drawn in the sandbox, in its colours, for whoever may read the document.

The file itself is never shown: what is in it might run. A picture that was made of it cannot.
"""

from __future__ import annotations

from dataclasses import dataclass

from holdfast.accounts.types import Caller
from holdfast.core.errors import NotFound
from holdfast.core.ids import DocumentId, UserId
from holdfast.documents import store, versions_store
from holdfast.documents.kinds import PDF, PICTURES, FileKind, kind_of
from holdfast.documents.parts import DocumentParts
from holdfast.documents.types import DocumentVersion, UnknownDocument


class NoPicture(NotFound):
    code = "no_picture"

    def __init__(self) -> None:
        super().__init__("There is no picture of this page.")


@dataclass(frozen=True, slots=True)
class DrawablePage:
    version: DocumentVersion
    kind: FileKind
    number: int

    @property
    def mark(self) -> str:
        """Another one for every other picture: the same bytes are drawn alike."""
        return f"{self.version.sha256}-{self.number}"


async def find_page(
    parts: DocumentParts, caller: Caller, document_id: DocumentId, number: int, version: int | None
) -> DrawablePage:
    """Of the version that is found, unless one is named. Of what has no pages there is one, a picture's."""
    async with parts.db.as_user(caller.user_id) as tx:
        document = await store.find_document(tx, document_id)
        if document is None:
            raise UnknownDocument
        wanted = version or document.live_version or document.version
        found = await versions_store.find_version(tx, document_id, wanted)
    if found is None:
        raise NotFound("There is no such version.", code="unknown_version")
    kind = kind_of(found.media_type)
    if not (kind == PDF or (kind in PICTURES and number == 1)):
        raise NoPicture
    return DrawablePage(found, kind, number)


async def draw_page(parts: DocumentParts, caller: Caller, page: DrawablePage) -> bytes:
    """A JPEG."""

    async def read() -> bytes:
        return await parts.blobs.read(UserId(page.version.owner_id), page.version.blob_id)

    drawn = await parts.extractor.draw(caller.user_id, page.kind, read, page.number)
    if drawn is None:
        raise NoPicture
    return drawn
