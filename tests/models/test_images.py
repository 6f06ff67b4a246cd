"""Images as a model needs them: small, upright, counted; and what cannot be read is nobody's picture."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator

import pytest
from PIL import Image as Pillow

from holdfast.core.media import Media
from holdfast.models.images import MAX_SIDE_PIXELS, ImageFitter, tokens_of
from holdfast.models.types import Image

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
async def fitter() -> AsyncIterator[ImageFitter]:
    made = ImageFitter()
    yield made
    await made.aclose()


def picture(width: int, height: int, kind: str = "PNG", mode: str = "RGB", **more: object) -> bytes:
    made = io.BytesIO()
    Pillow.new(mode, (width, height), "red").save(made, kind, **more)
    return made.getvalue()


def size_of(image: Image | None) -> tuple[int, int]:
    assert image is not None
    with Pillow.open(io.BytesIO(image.data)) as seen:
        return seen.size


async def test_what_is_small_already_goes_as_it_came(fitter: ImageFitter) -> None:
    given = Image("image/png", picture(800, 600))
    fitted = await fitter.fit(given)
    assert fitted
    assert (fitted.data, fitted.media_type, fitted.tokens) == (given.data, "image/png", 640)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP"])
async def test_whatever_it_was_it_becomes_a_jpeg_that_fits(fitter: ImageFitter, kind: str) -> None:
    fitted = await fitter.fit(Image(f"image/{kind.lower()}", picture(3136, 1000, kind)))
    assert size_of(fitted) == (MAX_SIDE_PIXELS, 500)
    assert fitted
    assert fitted.media_type == "image/jpeg"


async def test_what_one_could_see_through_stands_on_white(fitter: ImageFitter) -> None:
    made = io.BytesIO()
    Pillow.new("RGBA", (2000, 2000), (0, 0, 0, 0)).save(made, "PNG")
    fitted = await fitter.fit(Image("image/png", made.getvalue()))
    assert fitted
    with Pillow.open(io.BytesIO(fitted.data)) as seen:
        assert seen.getpixel((10, 10)) == (255, 255, 255)


async def test_a_photograph_stands_upright(fitter: ImageFitter) -> None:
    turned = Pillow.Exif()
    turned[0x0112] = 6  # the camera was held on its side
    fitted = await fitter.fit(Image("image/jpeg", picture(3000, 2000, "JPEG", exif=turned)))
    assert size_of(fitted) == (1045, MAX_SIDE_PIXELS)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no picture",
        picture(3000, 3000)[:2_000],
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\xc3\x50\0\0\xc3\x50\x08\x02\0\0\0",
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x1f\x40\0\0\x1f\x40\x08\x02\0\0\0" + bytes(500),
    ],
    ids=["nothing", "text", "cut off", "2.5 gigapixels", "64 megapixels of nothing"],
)
async def test_what_cannot_be_read_is_not_shown(fitter: ImageFitter, data: bytes) -> None:
    assert await fitter.fit(Image("image/png", data)) is None


@pytest.mark.parametrize(("width", "height", "tokens"), [(1, 1, 260), (750, 1000, 1000), (1568, 1568, 1600)])
def test_tokens_go_by_the_area(width: int, height: int, tokens: int) -> None:
    assert tokens_of(Media("image/png", width, height)) == tokens
