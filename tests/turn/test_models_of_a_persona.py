"""A pack names the models it is answered by: any of a configured provider, the first of them first."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.core.migrate import Addresses
from tests.loopback.model_server import ModelServer
from tests.personas.packs import LEAST, write_pack
from tests.serving import serving

pytestmark = pytest.mark.anyio


async def test_primary_fallback_and_emergency_of_a_pack_stand_before_the_installations_own(
    addresses: Addresses, tmp_path: Path
) -> None:
    wanted = ["custom:status:500", "nobody:x", "custom:fixed:Two.", "custom:fixed:Three."]
    packs = write_pack(tmp_path, f"{LEAST}[answering]\nmodels = {wanted}\n")
    async with ModelServer() as models:
        endpoint = {"base_url": models.base_url, "name": "fixed:The installation's."}
        async with serving(addresses, model=endpoint, personas_dir=packs) as served, served.person() as ada:
            answer = await ada.say("Hello!", selectedPersonaId="gardener")
            trace = await ada.trace(answer)
            chosen = await ada.say("Hello!", selectedPersonaId="gardener", selectedModel="custom:fixed:Three.")
            plain = await ada.say("Hello!")
            told = (await ada.http.get("/api/personas")).json()["personas"]
    assert (answer.text, chosen.text, plain.text) == ("Two.", "Three.", "The installation's.")
    assert [(one["name"], one["outcome"]) for one in trace["models"]] == [
        ("custom:status:500", "failed"),
        ("custom:fixed:Two.", "answered"),
    ]
    assert trace["unknownModels"] == ["nobody:x"]
    gardener = next(one for one in told if one["id"] == "gardener")
    here = [name for name in wanted if name != "nobody:x"]
    assert [model["name"] for model in gardener["models"]] == [*here, "custom:fixed:The installation's."]
