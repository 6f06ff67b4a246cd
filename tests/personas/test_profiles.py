"""A persona from one of its sides."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from holdfast.core.errors import NotFound
from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from holdfast.models.types import ChatMessage
from holdfast.personas.read import read_packs
from tests.personas.packs import KERNEL, LEAST, profile, write_pack
from tests.scripted import ScriptedModel, says
from tests.serving import serving

COACH = read_packs().get("eos-implementer")


def test_a_profiles_text_follows_the_kernel_so_that_what_all_share_stands_first() -> None:
    sides = [COACH.with_profile(one.id) for one in COACH.settings.profiles]
    assert all(side.kernel.startswith(COACH.kernel + "\n\n") for side in sides)
    assert len({side.kernel for side in sides}) == 4


def test_a_profile_reads_its_own_knowledge_before_that_of_all() -> None:
    side = COACH.with_profile("focus-day-facilitator")
    assert side.namespaces == ("eos-implementer-focus-day", "eos-implementer-general")
    assert side.id == COACH.id


@pytest.mark.parametrize("asked", ["", "none", "focus-day-facilitator ", "../../x"])
def test_a_profile_that_is_not_there_is_not_found(asked: str) -> None:
    with pytest.raises(NotFound) as told:
        COACH.with_profile(asked)
    assert told.value.code == "unknown_profile"
    assert "profile" in told.value.message


@pytest.mark.anyio
async def test_a_turn_is_held_with_the_profile_that_was_chosen(addresses: Addresses, tmp_path: Path) -> None:
    folder = write_pack(tmp_path, LEAST + "blocks = ['knowledge']\n" + profile(text="Mind the beds first."))
    model = ScriptedModel(says("Yes."))
    async with serving(addresses, [model], personas_dir=folder) as served, served.person("ada") as ada:
        chat = new_id()
        chosen = {"selectedPersonaId": "gardener", "selectedProfileId": "beds"}
        assert (await ada.say("When?", chat=chat, **chosen)).status == 200
        assert (await ada.say("And without?", chat=chat, selectedPersonaId="gardener")).status == 200
    first, second = (_system(messages) for messages, _, _ in model.calls)
    assert first.startswith(f"{KERNEL}\n\nMind the beds first.")
    assert second.startswith(KERNEL)
    assert "Mind the beds" not in second


@pytest.mark.anyio
async def test_another_personas_profile_is_as_if_it_did_not_exist(addresses: Addresses) -> None:
    model = ScriptedModel(says("Yes."))
    async with serving(addresses, [model]) as served, served.person("ada") as ada:
        for persona in ("assistant", "sophie"):
            asked: dict[str, Any] = {"selectedPersonaId": persona, "selectedProfileId": "focus-day-facilitator"}
            assert (await ada.say("Hello", **asked)).status == 404
        assert (await ada.http.get("/api/chats")).json()["chats"] == []
    assert model.calls == []


@pytest.mark.anyio
async def test_the_list_of_personas_tells_what_one_needs_to_choose(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person("ada") as ada:
        told = {one["id"]: one for one in (await ada.http.get("/api/personas")).json()["personas"]}
    assert told["assistant"]["isDefault"]
    assert told["sophie"] == {
        "id": "sophie",
        "name": "Sophie",
        "description": "A companion to talk with over weeks and months: warm, brief, attentive.",
        "isDefault": False,
        "isPerpetual": True,
        "speaks": "always",
        "models": [{"name": "test:scripted", "isDemo": False, "seesImages": False}],
        "profiles": [],
        "origin": "bundled",
        "visibility": "public",
        "isArchived": False,
        "version": None,
        "updatedAt": None,
        "access": {"canChat": True, "canViewSettings": True, "canEdit": False},
    }
    coach = told["eos-implementer"]
    assert [set(one) for one in coach["profiles"]] == [{"id", "name", "description"}] * 4


def _system(messages: Sequence[ChatMessage]) -> str:
    return str(messages[0].content)
