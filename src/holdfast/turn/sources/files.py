"""The images of a message, for a model that sees. What the model is not shown is told, so that nobody wonders."""

from __future__ import annotations

from holdfast.core.ask_within import Missing
from holdfast.turn.context.images import show_images
from holdfast.turn.sources.types import ContextRequest, ContextSource, Contribution

_UNREAD = "only images that can be read are shown to the model"


async def gather_files(request: ContextRequest) -> Contribution:
    parts, turn, attached = request.parts, request.turn, request.turn.user_input.file_ids
    if not turn.chain.sees_images:
        unseen = f"{turn.chain.name} does not see images, and documents are not read"
        return Contribution(missing=[Missing("files", unseen)])
    images = await show_images(
        parts,
        user_id=turn.ids.user_id,
        turn_id=turn.ids.turn_id,
        files=attached,
    )
    return Contribution(images=images, missing=[Missing("files", _UNREAD)] if len(images) < len(attached) else ())


FILES = ContextSource(
    "files",
    ContextRequest,
    gather_files,
    seconds=20.0,  # only who attached something waits: images may have to wait for room, and be made smaller
    is_asked=lambda request: bool(request.turn.user_input.file_ids),
)
