"""A document from an address on the web: fetched by the guarded way out, then kept like any other."""

from __future__ import annotations

import io
from urllib.parse import unquote, urlsplit

from holdfast.accounts.types import Caller
from holdfast.core.errors import Invalid
from holdfast.core.http import FetchLimits
from holdfast.core.resolve import asked_by
from holdfast.documents.parts import DocumentParts
from holdfast.documents.targets import must_allow, space_for
from holdfast.documents.upload import Uploaded, UploadWish, upload
from holdfast.entitlements.types import AccessContext

LIMITS = FetchLimits(max_bytes=20_000_000, seconds=30.0)
MAX_ADDRESS_CHARACTERS = 2_000


async def bring_from_address(
    parts: DocumentParts, caller: Caller, access: AccessContext, address: str, target: str
) -> Uploaded:
    """What it is, its bytes say: neither the address nor the server that answered is believed."""
    await must_allow(parts.targets, caller, await space_for(parts.targets, caller, target), "create")
    with asked_by(caller.user_id):
        fetched = await parts.outside.fetch(address, limits=LIMITS)
    if fetched.status != 200:
        raise Invalid(f"The address answered {fetched.status} and no document.", code="no_document_there")
    wish = UploadWish(target, source=fetched.url[:MAX_ADDRESS_CHARACTERS])
    return await upload(parts, caller, access, io.BytesIO(fetched.body), name_of(fetched.url), wish)


def name_of(address: str) -> str:
    """The last of its path; of a page that has none, its host."""
    split = urlsplit(address)
    return unquote(split.path.rstrip("/").rpartition("/")[2]) or split.hostname or "page"
