"""Pages of documents as they look: drawn for whoever may read them, and for nobody else."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from tests.documents import files
from tests.scripted import ScriptedModel, says
from tests.serving import Person, serving
from tests.web.test_documents import HANDBOOK, bring

pytestmark = pytest.mark.anyio

RED = b"1 0 0 rg 0 0 595 842 re f"
BLUE = b"0 0 1 rg 0 0 595 842 re f"


async def colour_of(person: Person, document: str, page: int = 1, **query: int) -> str:
    answer = await person.http.get(f"/api/documents/{document}/pages/{page}/picture", params=query)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "image/jpeg"
    assert "sandbox" in answer.headers["content-security-policy"]
    with Image.open(io.BytesIO(answer.content)) as seen:
        red, _, blue = seen.convert("RGB").getpixel((seen.width // 2, seen.height // 2))  # type: ignore[misc]
    return "red" if red > 200 > blue else "blue" if blue > 200 > red else "neither"


async def test_a_page_is_drawn_in_its_colours_in_the_version_that_is_meant(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel(says("-"))]) as served, served.person() as ada:
        made = (await bring(ada, files.pdf(RED, BLUE), "plan.pdf"))["document"]["id"]
        assert [await colour_of(ada, made, page) for page in (1, 2)] == ["red", "blue"]
        await bring(ada, files.pdf(BLUE), "plan.pdf", versionOf=made)
        assert await colour_of(ada, made) == "blue"
        assert await colour_of(ada, made, version=1) == "red"

        drawn = io.BytesIO()
        Image.new("RGBA", (3_000, 200), (255, 0, 0, 255)).save(drawn, "PNG")
        photo = (await bring(ada, drawn.getvalue(), "photo.png"))["document"]["id"]
        assert await colour_of(ada, photo) == "red"


async def test_what_a_browser_kept_is_not_drawn_again(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel(says("-"))]) as served, served.person() as ada:
        made = (await bring(ada, files.pdf(RED), "plan.pdf"))["document"]["id"]
        address = f"/api/documents/{made}/pages/1/picture"
        seen = await ada.http.get(address)
        again = await ada.http.get(address, headers={"if-none-match": seen.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert seen.headers["cache-control"] == "private, no-cache"


async def test_what_has_no_picture_says_so_and_strangers_learn_nothing(addresses: Addresses) -> None:
    async with (
        serving(addresses, [ScriptedModel(says("-"))]) as served,
        served.person() as ada,
        served.person("bob") as bob,
    ):
        plan = (await bring(ada, files.pdf(RED), "plan.pdf"))["document"]["id"]
        text = (await bring(ada, HANDBOOK))["document"]["id"]
        broken = (await bring(ada, b"%PDF-1.7\nand nothing more", "broken.pdf"))["document"]["id"]
        for document, page, version, code in (
            (plan, 2, 1, "no_picture"),
            (plan, 1, 7, "unknown_version"),
            (text, 1, 1, "no_picture"),
            (broken, 1, 1, "no_picture"),
            (str(new_id()), 1, 1, "unknown_document"),
        ):
            query = {"version": version}
            refused = await ada.http.get(f"/api/documents/{document}/pages/{page}/picture", params=query)
            assert (refused.status_code, refused.json()["error"]["code"]) == (404, code), (document, page)
        assert (await bob.http.get(f"/api/documents/{plan}/pages/1/picture")).status_code == 404
        async with served.stranger() as nobody:
            assert (await nobody.get(f"/api/documents/{plan}/pages/1/picture")).status_code == 401
