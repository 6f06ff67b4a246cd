from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import asyncpg
import pytest

from holdfast.chats.attachments import attach
from holdfast.core.blobs import open_blobs
from holdfast.core.config import Settings
from holdfast.core.db import Db
from holdfast.core.ids import BlobId, new_id
from holdfast.models.chain import Chain
from holdfast.turn.sources.files import FILES, gather_files
from holdfast.turn.types import AcceptedTurn
from tests.entitlements.people import access_of, add_person
from tests.scripted import ScriptedModel
from tests.turn.sources.given import a_turn, asked, given_parts, names, of_person

pytestmark = pytest.mark.anyio

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
    "0000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082"
)


def with_files(count: int, *, sees_images: bool) -> AcceptedTurn:
    turn = a_turn("What is this?")
    user_input = replace(turn.user_input, file_ids=[BlobId(new_id()) for _ in range(count)])
    allowed = replace(turn.allowed, chain=Chain([ScriptedModel(sees_images=sees_images)]))
    return replace(turn, user_input=user_input, allowed=allowed)


def test_a_message_that_brings_no_file_asks_for_none() -> None:
    assert not FILES.is_asked(asked(a_turn()))
    assert FILES.is_asked(asked(with_files(1, sees_images=True)))


async def test_whoever_shows_a_picture_to_a_model_that_does_not_see_is_told_so() -> None:
    given = await gather_files(asked(with_files(1, sees_images=False)))
    ((source, reason),) = names(given.missing)
    assert source == "files"
    assert "does not see images" in reason


async def test_images_are_shown_and_what_is_none_is_missing(
    db: Db, as_owner: asyncpg.Connection, tmp_path: Path
) -> None:
    turn, blobs = with_files(0, sees_images=True), open_blobs(Settings(data_dir=tmp_path))
    turn = of_person(turn, await add_person(as_owner))
    access = access_of(turn.ids.user_id)
    image = await attach(db, blobs, access, io.BytesIO(PIXEL), "pixel.png")
    text = await attach(db, blobs, access, io.BytesIO(b"A deed."), "deed.txt")
    parts = given_parts(db=db, blobs=blobs)
    for files, missing in (([image.id], []), ([image.id, text.id], ["files"])):
        user_input = replace(turn.user_input, file_ids=files)
        given = await gather_files(asked(replace(turn, user_input=user_input), parts))
        assert [one.data for one in given.images] == [PIXEL]
        assert [one.source for one in given.missing] == missing
    assert parts.image_room.used_bytes == len(PIXEL)
    await parts.fitter.aclose()
