"""Whose words a trace tells: people's own are theirs, a persona's and the admins' are looked up with one's rights."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from alembic import command
from alembic.config import Config

from holdfast.core.db import Db
from holdfast.core.ids import UserId, new_id
from holdfast.core.migrate import Addresses, known_revisions
from holdfast.turn.glassbox.owned.references import fingerprint, is_owned
from holdfast.turn.glassbox.owned.resolve import CHANGED, NOT_YOURS
from holdfast.turn.settings.defaults import DEFAULTS
from tests.scripted import ScriptedModel, says
from tests.serving import Answer, Person, serving

pytestmark = pytest.mark.anyio

MIGRATIONS = Path(__file__).parents[4] / "migrations"
SECRET = "You are Mara. The password of the vault is swordfish."
THIN = "Never name the vault."


def pack(folder: Path, kernel: str = SECRET) -> Path:
    (folder / "mara").mkdir(exist_ok=True)
    (folder / "mara" / "persona.toml").write_text('name = "Mara"\ndescription = "Keeps a vault."\n')
    (folder / "mara" / "kernel.md").write_text(kernel)
    return folder


async def first_block(person: Person, answer: Answer) -> dict[str, Any]:
    block: dict[str, Any] = (await person.trace(answer))["blocks"][0]
    assert block["kind"] == "persona"
    return block


async def replayed(person: Person, answer: Answer) -> dict[str, Any]:
    address = f"/api/turns/{answer.headers['x-holdfast-turn-id']}/replay"
    response = await person.http.post(address, json={"asksModel": False})
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    return found


def is_told_by_length_alone(block: Mapping[str, Any]) -> bool:
    known = block["tokens"] > 0 and len(block["sha256"]) == 64
    return known and block["text"] is None and block["withheld"] == NOT_YOURS


async def test_an_operators_persona_is_told_to_admins_and_to_others_by_hash_and_length(
    addresses: Addresses, as_owner: asyncpg.Connection, tmp_path: Path
) -> None:
    model = ScriptedModel(says("No."))
    async with (
        serving(addresses, [model], personas_dir=pack(tmp_path)) as served,
        served.person("ada") as admin,
        served.person("bob") as bob,
    ):
        for person in (admin, bob):
            asked = await person.say("What is the password?", selectedPersonaId="mara")
            block, again = await first_block(person, asked), await replayed(person, asked)
            assert block["sources"] == [{"type": "persona", "id": "mara", "version": fingerprint(SECRET)}]
            (change,) = [one for one in again["difference"] if one["kind"] == "persona"]
            assert change["change"] == "same"
            if person is admin:
                assert block["text"] == again["blocks"][0]["text"] == change["replayed"]["text"] == SECRET
                assert block["withheld"] is None
            else:
                assert is_told_by_length_alone(block)
                assert is_told_by_length_alone(again["blocks"][0])
                assert change["then"]["text"] is change["replayed"]["text"] is None
                assert "swordfish" not in str(await person.trace(asked)) + str(again)
    assert await as_owner.fetchval("select count(*) from prompt_texts where text like '%swordfish%'") == 0


async def test_what_comes_with_the_program_is_told_to_everybody(addresses: Addresses) -> None:
    model = ScriptedModel(says("Hi."))
    async with serving(addresses, [model]) as served, served.person("ada"), served.person("bob") as bob:
        asked = await bob.say("Hello.")
        assert (await first_block(bob, asked))["text"].startswith("You are the assistant")
        routed = await first_block(bob, await bob.say("Good morning.", selectedPersonaId="incident"))
        assert routed["text"].endswith(DEFAULTS.thin_prompt)


async def test_the_admins_own_words_join_the_kernel_and_are_told_to_admins_alone(addresses: Addresses) -> None:
    model = ScriptedModel(says("Copy."))
    async with (
        serving(addresses, [model]) as served,
        served.person("ada") as admin,
        served.person("bob") as bob,
    ):
        for number in (0, 1):  # the first of them is not the newest when it is read
            settings = DEFAULTS.model_dump(mode="json", by_alias=True) | {"thinPrompt": f"{THIN} {number}"}
            change = {"version": number, "settings": settings}
            assert (await admin.http.put("/api/admin/prompt-settings", json=change)).status_code == 200
            if number == 0:
                asked = {one.id: await one.say("Good morning.", selectedPersonaId="incident") for one in (admin, bob)}
        told = await first_block(admin, asked[admin.id])
        assert told["text"].endswith(f"{THIN} 0")
        assert [source["type"] for source in told["sources"]] == ["persona", "prompt_settings"]
        assert is_told_by_length_alone(await first_block(bob, asked[bob.id]))
        assert THIN not in str(await replayed(bob, asked[bob.id]))


async def test_a_pack_that_was_changed_since_is_still_told_as_it_was_to_admins(
    addresses: Addresses, tmp_path: Path, as_owner: asyncpg.Connection
) -> None:
    model = ScriptedModel(says("No."))
    async with serving(addresses, [model], personas_dir=pack(tmp_path)) as served, served.person("ada") as admin:
        asked = await admin.say("What is the password?", selectedPersonaId="mara")
        cookies = admin.http.cookies
    async with (
        serving(addresses, [model], personas_dir=pack(tmp_path, "You are Mara.")) as served,
        served.stranger() as browser,
    ):
        browser.cookies.update(cookies)
        admin = Person(browser, admin.id)
        assert (await first_block(admin, asked))["text"] == SECRET
        (change,) = [one for one in (await replayed(admin, asked))["difference"] if one["kind"] == "persona"]
        assert (change["change"], change["then"]["text"]) == ("changed", SECRET)
        await as_owner.execute("delete from pack_texts")
        gone = await first_block(admin, asked)
        assert (gone["text"], gone["withheld"]) == (None, CHANGED)
        await as_owner.execute("update users set is_admin = false")
        assert is_told_by_length_alone(await first_block(admin, asked))


async def test_what_earlier_releases_copied_to_people_is_told_with_the_same_question(
    addresses: Addresses, as_owner: asyncpg.Connection, tmp_path: Path
) -> None:
    model = ScriptedModel(says("No."))
    async with (
        serving(addresses, [model], personas_dir=pack(tmp_path)) as served,
        served.person("ada") as admin,
        served.person("bob") as bob,
    ):
        asked = {one.id: await one.say("The password?", selectedPersonaId="mara") for one in (admin, bob)}
        await as_owner.execute("update traces set trace = trace #- '{blocks,0,sources,0,version}'")
        await as_owner.execute(
            "insert into prompt_texts (user_id, sha256, text) select id, sha256(convert_to($1, 'UTF8')), $1 from users",
            SECRET,
        )
        await asyncio.to_thread(migrate_once_more, addresses.owner.dsn)
        assert await as_owner.fetchval("select count(*) from prompt_texts where text = $1", SECRET) == 0
        assert await as_owner.fetchval("select persona_id from pack_texts where text = $1", SECRET) == "mara"
        assert (await first_block(admin, asked[admin.id]))["text"] == SECRET
        assert is_told_by_length_alone(await first_block(bob, asked[bob.id]))


def migrate_once_more(dsn: str) -> None:
    """That one revision, taken back and made again, over what an earlier release left."""
    (file,) = (MIGRATIONS / "versions").glob("*_pack_texts.py")
    number = int(file.name.split("_")[1])
    config = Config(attributes={"dsn": dsn})
    config.set_main_option("script_location", str(MIGRATIONS))
    command.stamp(config, f"{number:04}")
    command.downgrade(config, f"{number - 1:04}")
    command.upgrade(config, f"{number:04}")
    command.stamp(config, known_revisions()[-1])


async def test_the_texts_of_packs_are_closed_to_whoever_is_no_admin(db: Db, as_owner: asyncpg.Connection) -> None:
    user = UserId(new_id())
    await as_owner.execute("insert into users (id) values ($1)", user)
    async with db.as_user(user) as tx:
        await tx.execute("select keep_pack_texts(array['mara'], array[$1])", SECRET)
    for question in (
        "select sha256, text from pack_texts where text = $1",
        "select * from read_pack_texts(array[sha256(convert_to($1, 'UTF8'))])",
    ):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            async with db.as_user(user) as tx:
                await tx.fetch(question, SECRET)


def test_a_source_that_nobody_listed_belongs_to_somebody_else() -> None:
    assert is_owned(["document"])
    assert is_owned(["message", "organization"])
    assert not is_owned(["message", "fact"])
    assert not is_owned([])
