"""Files brought as an upload brings them, and read, cut and made findable at once, where otherwise a job does that."""

from __future__ import annotations

import io
import math
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from obstore.store import LocalStore

from holdfast.core.blobs import Blobs
from holdfast.core.db import Db
from holdfast.core.http import Outside
from holdfast.core.ids import UserId
from holdfast.documents.documents import read_text
from holdfast.documents.extract import Extractor
from holdfast.documents.index_document import index_portion
from holdfast.documents.parts import DocumentParts
from holdfast.documents.upload import Bringer, UploadWish, bring
from holdfast.entitlements.access import Entitlements
from holdfast.knowledge.hosted import HostedVectors
from holdfast.knowledge.registry import user_space
from holdfast.models.types import Embedder
from holdfast.personas.read import read_packs


@asynccontextmanager
async def open_documents(db: Db, embedder: Embedder) -> AsyncIterator[DocumentParts]:
    """The bytes lie in a folder that goes with it; nothing is heard, shown to a model or kept elsewhere."""
    extractor, outside = Extractor(), Outside()
    with tempfile.TemporaryDirectory(prefix="hf-eval-") as folder:
        blobs = Blobs(LocalStore(folder, automatic_cleanup=False), Path(folder))
        try:
            yield DocumentParts(
                db, blobs, embedder, read_packs(), extractor, hear=_nothing, see=_nothing, outside=outside,
                entitlements=Entitlements(db), hosted=HostedVectors(),
            )  # fmt: skip
        finally:
            await extractor.aclose()
            await outside.aclose()


async def bring_whole(parts: DocumentParts, user_id: UserId, name: str, data: bytes) -> str:
    """What was read of it. `UnreadableFile` where nothing could be."""
    bringer = Bringer(user_id, await parts.entitlements.access(user_id))
    brought = await bring(parts, bringer, user_space(user_id), io.BytesIO(data), name, UploadWish())
    while await index_portion(parts, user_id, brought.document, math.inf):
        pass
    _, pages = await read_text(parts, bringer, brought.document.id, None)
    return "\n".join(page.text for page in pages)


async def _nothing(_acting: UserId, _data: bytes) -> str:
    return ""
