"""Images as a model needs them: no larger than it looks at, and counted.

Providers scale down what is larger than about 1,568 pixels, and count what is left by its area; so whatever is larger
is made smaller here, in the sandbox, before it is encoded, sent and paid for.
"""

from __future__ import annotations

import io
from dataclasses import replace
from math import ceil

from holdfast.core.media import Media, sniff
from holdfast.core.sandbox.run import Sandbox
from holdfast.core.sandbox.types import ReaderRefused, SandboxFailed, SandboxLimits
from holdfast.models.types import Image

MAX_SIDE_PIXELS = 1_568
MAX_BYTES = 1_000_000
"""A picture of that size that is larger was kept with more care than a model has eyes."""

_READER = "holdfast.models.image_reader"
_LIMITS = SandboxLimits(seconds=20.0, cpu_seconds=15, memory_bytes=640 << 20, output_bytes=4_000_000)
_PIXELS_A_TOKEN = 750
_MIN_TOKENS, _MAX_TOKENS = 260, 1_600


class ImageFitter:
    def __init__(self) -> None:
        self._sandbox = Sandbox([_READER])

    async def fit(self, image: Image) -> Image | None:
        """As small as it may be, with its tokens; None: it cannot be read."""
        media = sniff(io.BytesIO(image.data))
        if media is None or not media.is_image or media.is_too_big_to_draw:
            return None
        if max(media.width, media.height) <= MAX_SIDE_PIXELS and len(image.data) <= MAX_BYTES:
            return replace(image, tokens=tokens_of(media))
        try:
            data = await self._sandbox.run(_READER, image.data, {"longest_side": MAX_SIDE_PIXELS}, limits=_LIMITS)
        except (ReaderRefused, SandboxFailed):
            return None
        made = sniff(io.BytesIO(data))  # a stranger's bytes as before
        return Image("image/jpeg", data, tokens_of(made)) if made and made.type == "image/jpeg" else None

    async def aclose(self) -> None:
        await self._sandbox.aclose()


def tokens_of(media: Media) -> int:
    """Every provider counts in its own way; this is no less than any of them says of a picture of this size."""
    return min(_MAX_TOKENS, max(_MIN_TOKENS, ceil(media.width * media.height / _PIXELS_A_TOKEN)))
