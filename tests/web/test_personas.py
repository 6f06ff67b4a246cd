"""Personas of people's own making: made, talked with, changed, shared, and gone for whoever left."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from typing import Any

import asyncpg
import orjson
import pytest

from holdfast.core.ids import ChatId, new_id
from holdfast.core.migrate import Addresses
from tests.loopback.model_server import ModelServer
from tests.personas.packs import LEAST
from tests.scripted import ScriptedModel, says
from tests.serving import Person, Served, serving
from tests.web.test_documents import bring
from tests.working import work_off

pytestmark = pytest.mark.anyio

GARDENER = {
    "name": "Gardener",
    "description": "Knows the beds.",
    "kernel": "You are a gardener who answers in rhymes.",
    "answering": {"temperature": 0.4, "maxOutputTokens": 800},
    "profiles": [
        {"id": "roses", "name": "Roses", "description": "For roses.", "text": "Mind the thorns.", "namespace": "roses"}
    ],
}


async def make(person: Person, **more: Any) -> dict[str, Any]:
    made = await person.http.post("/api/personas", json={**GARDENER, **more})
    assert made.status_code == 201, made.text
    found: dict[str, Any] = made.json()
    return found


async def names(person: Person, **params: Any) -> list[str]:
    told = (await person.http.get("/api/personas", params=params)).json()["personas"]
    return [one["name"] for one in told if one["origin"] in ("mine", "shared")]


async def found_together(served: Served, owner: Person, *others: Person) -> str:
    org = (await owner.http.post("/api/organizations", json={"name": "The garden club"})).json()["id"]
    invite = (await owner.http.post(f"/api/organizations/{org}/invites", json={"maxUses": 9})).json()
    for other in others:
        joined = await other.http.post("/api/invites/accept", json={"code": invite["code"]})
        assert joined.status_code == 200, joined.text
    return str(org)


def asked(model: ScriptedModel) -> str:
    return "\n".join(str(message.content) for message in model.calls[-1][0])


async def test_one_that_is_made_answers_by_its_words_from_either_side_and_by_what_one_asks_of_it(
    addresses: Addresses,
) -> None:
    model = ScriptedModel(says("A rose is a rose."))
    async with serving(addresses, [model]) as served, served.person() as ada:
        made = await make(ada)
        assert made["fields"]["kernel"] == GARDENER["kernel"]
        assert made["fields"]["answering"]["maxOutputTokens"] == 800
        assert made["access"] == {"canChat": True, "canViewSettings": True, "canEdit": True}
        told = await ada.http.put(f"/api/personas/{made['id']}/overlay", json={"instructions": "Call me captain."})
        assert told.status_code == 200

        chat = ChatId(new_id())
        answer = await ada.say("Which roses?", chat=chat, selectedPersonaId=made["id"], selectedProfileId="roses")
        assert answer.status == 200, answer
        prompt = asked(model)
        assert "answers in rhymes" in prompt
        assert "Mind the thorns." in prompt
        assert "Call me captain." in prompt

        trace = (await ada.http.get(f"/api/turns/{answer.headers['x-holdfast-turn-id']}/trace")).json()
        texts = {block["kind"]: block["text"] for block in trace["blocks"]}
        assert texts["persona"] == f"{GARDENER['kernel']}\n\nMind the thorns.", "its maker reads what it was told"
        assert "Call me captain." in texts["instructions"]

        await ada.http.patch(f"/api/personas/{made['id']}", json={"kernel": "You are a gardener of few words."})
        trace = (await ada.http.get(f"/api/turns/{answer.headers['x-holdfast-turn-id']}/trace")).json()
        texts = {block["kind"]: block["text"] for block in trace["blocks"]}
        assert "answers in rhymes" in texts["persona"], "as it was then"

        assert (await ada.http.delete(f"/api/personas/{made['id']}")).status_code == 204
        again = await ada.say("And now?", chat=chat)
        assert again.status == 200, "the chat goes on with whom every chat starts with"
        assert "gardener of few words" not in asked(model)


async def test_what_cannot_be_a_persona_is_refused_with_the_field_and_nothing_is_made(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        for wrong, says_so in (
            ({"answering": {"models": ["openai:gpt-99"]}}, "no model of this installation"),
            ({"kernel": "word " * 11_900, "answering": {"promptTokens": 600}}, "at most half"),
            ({"memory": {"recall": "librarian"}, "blocks": ["ops"]}, "librarian"),
            ({"kernel": "bell \x07"}, "control characters"),
            ({"kernel": "   "}, "kernel"),
            ({"sesionGapMinutes": 3}, "sesionGapMinutes"),
            ({"answering": {"temperature": "hot"}}, "temperature"),
            ({"visibility": "org"}, "organization"),
        ):
            refused = await ada.http.post("/api/personas", json={**GARDENER, **wrong})
            assert refused.status_code in (400, 404, 422), (wrong, refused.text)
            assert says_so in refused.text, (wrong, refused.text)
        assert await names(ada) == []


async def test_one_names_any_model_of_a_configured_provider_where_the_operator_opened_them(
    addresses: Addresses,
) -> None:
    dear = {"answering": {"models": ["custom:status:500", "custom:fixed:From the dear one."]}}
    async with ModelServer() as models:
        endpoint = {"base_url": models.base_url, "name": "fixed:From the chain."}
        async with serving(addresses, model=endpoint) as served, served.person() as ada:
            made = await make(ada, **dear)
            answer = await ada.say("Which roses?", selectedPersonaId=made["id"])
            tried = [(one["name"], one["outcome"]) for one in (await ada.trace(answer))["models"]]
            unknown = {"answering": {"models": ["openai:gpt-99"]}}
            refused = await ada.http.post("/api/personas", json={**GARDENER, **unknown})
        closed = {**endpoint, "for_personas": "chain"}
        async with serving(addresses, model=closed) as served, served.person("bob") as bob:
            kept_in = await bob.http.post("/api/personas", json={**GARDENER, **dear})
            offered = {"answering": {"models": ["custom:fixed:From the chain."]}}
            within = await bob.http.post("/api/personas", json={**GARDENER, **offered})
    assert (answer.text, tried) == (
        "From the dear one.",
        [("custom:status:500", "failed"), ("custom:fixed:From the dear one.", "answered")],
    )
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "model_not_found"), "no such provider"
    assert (kept_in.status_code, kept_in.json()["error"]["code"]) == (422, "model_not_found")
    assert within.status_code == 201


async def test_each_change_is_a_version_that_can_come_back_and_who_is_late_is_told(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        made = await make(ada)
        address = f"/api/personas/{made['id']}"
        changed = (await ada.http.patch(address, json={"name": "Old gardener", "expectedVersion": 1})).json()
        assert (changed["version"], changed["name"], changed["fields"]["kernel"]) == (
            2, "Old gardener", GARDENER["kernel"],
        )  # fmt: skip
        late = await ada.http.patch(address, json={"name": "Young gardener", "expectedVersion": 1})
        assert (late.status_code, late.json()["error"]["code"]) == (409, "persona_changed")
        assert (await ada.http.patch(address, json={"name": "Old gardener"})).json()["version"] == 2, "nothing changed"

        back = (await ada.http.post(f"{address}/versions/restore", json={"version": 1})).json()
        assert (back["version"], back["name"]) == (3, "Gardener")
        versions = (await ada.http.get(f"{address}/versions")).json()["versions"]
        assert [(one["number"], one["fields"]["name"]) for one in versions] == [
            (3, "Gardener"), (2, "Old gardener"), (1, "Gardener"),
        ]  # fmt: skip
        assert (await ada.http.post(f"{address}/versions/restore", json={"version": 9})).status_code == 404

        await ada.http.post(f"{address}/archive", json={})
        assert (await names(ada), await names(ada, archived=True)) == ([], ["Gardener"])
        await ada.http.post(f"{address}/restore", json={})
        assert await names(ada) == ["Gardener"]


async def test_shared_with_an_organization_its_members_talk_with_it_and_only_who_may_edit_reads_it(
    addresses: Addresses,
) -> None:
    model = ScriptedModel(says("Prune in March."))
    async with (
        serving(addresses, [model]) as served,
        served.person("root"),
        served.person("ada") as ada,
        served.person("max") as max_,
        served.person("eve") as eve,
    ):
        org = await found_together(served, ada, max_)
        made = await make(max_, visibility="private")
        address = f"/api/personas/{made['id']}"
        assert (await ada.http.get(address)).status_code == 404, "private is private, also to an owner"

        refused = await max_.http.patch(address, json={"visibility": "org"})
        assert refused.status_code == 403, "a member may not share personas"
        hers = await make(ada, visibility="org", name="The club's gardener")
        address = f"/api/personas/{hers['id']}"

        seen = (await max_.http.get(address)).json()
        assert seen["access"] == {"canChat": True, "canViewSettings": False, "canEdit": False}
        assert seen["fields"] is None
        assert (await max_.http.patch(address, json={"name": "Mine"})).status_code == 403
        assert (await max_.http.get(f"{address}/versions")).status_code == 403
        assert (await max_.http.get(f"{address}/export")).status_code == 403
        assert (await max_.http.post(f"{address}/duplicate", json={})).status_code == 403
        answer = await max_.say("When?", chat=ChatId(new_id()), selectedPersonaId=hers["id"])
        trace = (await max_.http.get(f"/api/turns/{answer.headers['x-holdfast-turn-id']}/trace")).json()
        kernel = next(block for block in trace["blocks"] if block["kind"] == "persona")
        assert (kernel["text"], kernel["withheld"] is None) == (None, False), "a member reads no kernel in a trace"

        assert await names(eve) == []
        for method, path in (("GET", address), ("PATCH", address), ("DELETE", address)):
            assert (await eve.http.request(method, path, json={} if method == "PATCH" else None)).status_code == 404

        gone = await max_.http.post(f"/api/organizations/{org}/leave", json={})
        assert gone.status_code in (200, 204), gone.text
        assert await names(max_) == ["Gardener"], "who has left sees the club's no more"
        assert (await max_.http.get(address)).status_code == 404
        refused = await max_.http.post(
            "/api/chat", json={"id": str(new_id()), "message": {"id": str(new_id()), "role": "user", "parts": [
                {"type": "text", "text": "When?"}]}, "selectedPersonaId": hers["id"]},
        )  # fmt: skip
        assert (refused.status_code, refused.json()["error"]["code"]) == (404, "unknown_persona")


async def test_what_it_knows_is_whose_it_is_found_by_all_who_talk_with_it_and_gone_with_it(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    model = ScriptedModel(says("In March [1]."))
    async with (
        serving(addresses, [model]) as served,
        served.person("root"),
        served.person("ada") as ada,
        served.person("max") as max_,
    ):
        await found_together(served, ada, max_)
        made = await make(ada)
        target = {"target": f"persona:{made['id']}"}
        sent = {"file": ("beds.md", b"# Beds\n\nThe roses of the long bed are cut back in March.")}
        kept = await ada.http.post("/api/documents/upload", files=sent, data=target)
        assert kept.status_code == 201, kept.text
        await work_off(served.parts)
        assert (await max_.http.post("/api/documents/upload", files=sent, data=target)).status_code == 404
        await ada.http.patch(f"/api/personas/{made['id']}", json={"visibility": "org"})
        assert (await max_.http.post("/api/documents/upload", files=sent, data=target)).status_code == 403
        await max_.say("When are the roses of the long bed cut?", chat=ChatId(new_id()), selectedPersonaId=made["id"])
        assert "cut back in March" in asked(model)
        assert (await ada.http.delete(f"/api/personas/{made['id']}")).status_code == 204
        assert await as_owner.fetchval("select count(*) from passages") == 0


async def test_a_description_becomes_a_first_draft_that_can_be_made_as_it_is(addresses: Addresses) -> None:
    written = {
        "name": "Bed Warden", "description": "Looks after the beds.", "kernel": "You look after the beds.",
        "temperature": 0.5, "max_output_tokens": 700, "is_perpetual": "certainly", "recall": "sometimes",
        "tools": ["all"],
    }  # fmt: skip
    model = ScriptedModel(says(f"```json\n{orjson.dumps(written).decode()}\n```"))
    async with serving(addresses, [model]) as served, served.person() as ada:
        drafted = await ada.http.post("/api/personas/draft", json={"description": "Somebody for my garden beds"})
        assert drafted.status_code == 200, drafted.text
        fields = drafted.json()
        assert (fields["name"], fields["kernel"]) == ("Bed Warden", "You look after the beds.")
        assert fields["answering"]["temperature"] == 0.5
        assert fields["answering"]["maxOutputTokens"] == 700
        assert (fields["isPerpetual"], fields["memory"]["recall"]) == (False, "always"), "what does not fit is left out"
        assert fields["tools"] == ["*"], "a model decides about no more than it was asked"
        assert "Somebody for my garden beds" in asked(model)
        assert await names(ada) == [], "nothing was made"
        made = await ada.http.post("/api/personas", json=fields)
        assert made.status_code == 201, made.text


async def test_where_no_model_writes_a_persona_one_is_told_so(addresses: Addresses) -> None:
    for said in ("I would rather not.", '{"name": "Nobody"}', "[]", '{"name": 7, "kernel": "You are."}'):
        async with serving(addresses, [ScriptedModel(says(said))]) as served, served.person(f"a{len(said)}") as ada:
            refused = await ada.http.post("/api/personas/draft", json={"description": "A gardener"})
            assert (refused.status_code, refused.json()["error"]["code"]) == (503, "persona_not_sketched"), said
    async with serving(addresses, [ScriptedModel(is_demo=True)]) as served, served.person("eve") as eve:
        refused = await eve.http.post("/api/personas/draft", json={"description": "A gardener"})
        assert (refused.status_code, refused.json()["error"]["code"]) == (503, "no_model_to_sketch")
        assert (await eve.http.post("/api/personas/draft", json={"description": ""})).status_code == 422


async def test_a_plan_bounds_how_many_one_makes_and_what_was_put_away_makes_room(addresses: Addresses) -> None:
    async with (
        serving(addresses, [ScriptedModel()], default_plan="free") as served,
        served.person("root"),
        served.person("ada") as ada,
    ):
        made = [await make(ada, name=f"Gardener {number}") for number in range(3)]
        refused = await ada.http.post("/api/personas", json=GARDENER)
        assert refused.status_code == 429
        assert refused.json()["error"]["details"]["feature"] == "personas"
        assert (await ada.http.post(f"/api/personas/{made[0]['id']}/archive", json={})).status_code == 200
        await make(ada)
        assert (await ada.http.post(f"/api/personas/{made[0]['id']}/restore", json={})).status_code == 429


async def test_a_pack_goes_out_as_a_zip_and_comes_in_as_it_was_and_what_is_none_is_refused(
    addresses: Addresses,
) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        made = await make(ada, name='The "best" gardener: Ümit')
        out = await ada.http.get(f"/api/personas/{made['id']}/export")
        assert out.headers["content-type"] == "application/zip"
        back = await ada.http.post("/api/personas/import", files={"file": ("pack.zip", out.content)})
        assert back.status_code == 201, back.text
        assert back.json()["fields"] == made["fields"]
        bundled = await ada.http.get("/api/personas/eos-implementer/export")
        again = await ada.http.post("/api/personas/import", files={"file": ("pack.zip", bundled.content)})
        assert len(again.json()["fields"]["profiles"]) == 4

        for content, says_so in (
            (b"no zip", "no zip"),
            (zipped({"kernel.md": "Hello"}), "no persona.toml"),
            (zipped({"../persona.toml": LEAST}), "does not belong"),
            (zipped({"a/persona.toml": LEAST}), "no kernel.md"),
            (zipped({"a/persona.toml": LEAST, "a/kernel.md": "K", "b/evil.sh": "rm"}), "evil"),
            (zipped({"a/persona.toml": f"{LEAST}sesion_gap_minutes = 3", "a/kernel.md": "K"}), "did you mean"),
            (zipped({"a/persona.toml": LEAST, "a/kernel.md": "x" * 600_000}), "more than"),
        ):
            refused = await ada.http.post("/api/personas/import", files={"file": ("pack.zip", content)})
            assert refused.status_code == 422, refused.text
            assert says_so in refused.text, refused.text
        assert len(await names(ada)) == 3


async def test_a_bundled_one_is_read_and_duplicated_and_never_changed(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        sophie = (await ada.http.get("/api/personas/sophie")).json()
        assert sophie["access"] == {"canChat": True, "canViewSettings": True, "canEdit": False}
        assert (await ada.http.patch("/api/personas/sophie", json={"name": "Sofia"})).status_code == 404
        copied = (await ada.http.post("/api/personas/sophie/duplicate", json={"name": "Sofia"})).json()
        assert (copied["name"], copied["fields"]["kernel"]) == ("Sofia", sophie["fields"]["kernel"])
        companions = (await ada.http.get("/api/chats/companions")).json()["companions"]
        assert [one["personaId"] for one in companions] == ["sophie", copied["id"]]


def zipped(files: Mapping[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, text in files.items():
            made.writestr(name, text)
    return out.getvalue()


async def test_what_is_brought_for_one_profile_is_told_there_alone_by_whoever_may_talk_with_it(
    addresses: Addresses,
) -> None:
    model = ScriptedModel(says("Prune in March."))
    async with (
        serving(addresses, [model]) as served,
        served.person("root"),
        served.person("ada") as ada,
        served.person("max") as max_,
        served.person("eve") as eve,
    ):
        org = await found_together(served, ada, max_)
        lawn = {"id": "lawn", "name": "Lawn", "description": "For lawns.", "text": "Mow.", "namespace": "lawn"}
        one = await make(ada, profiles=[*GARDENER["profiles"], lawn], visibility="org")
        target = f"persona:{one['id']}:roses"
        brought = await bring(
            ada, b"The Bourbon roses are pruned in the second week of March.", "roses.md", target=target
        )
        assert brought["document"]["target"] == target
        await work_off(served.parts)

        async def told(person: Person, **sides: Any) -> bool:
            await person.say("When are the Bourbon roses pruned?", selectedPersonaId=one["id"], **sides)
            return "second week of March" in asked(model)

        assert await told(ada, selectedProfileId="roses")
        assert await told(max_, selectedProfileId="roses"), "with the persona, its members have what it knows"
        assert not await told(ada, selectedProfileId="lawn")
        assert not await told(ada)

        for person, refused in ((max_, (403, "persona_not_editable")), (eve, (404, "unknown_persona"))):
            answer = await person.http.post(
                "/api/documents/upload", files={"file": ("a.md", b"Anything.")}, data={"target": target}
            )
            assert (answer.status_code, answer.json()["error"]["code"]) == refused
        assert (await eve.http.get("/api/documents", params={"target": target})).status_code == 404
        nowhere, of_a_pack = f"persona:{one['id']}:nowhere", "persona:sophie:roses"
        for wrong, refused in ((nowhere, (404, "unknown_profile")), (of_a_pack, (422, "unknown_target"))):
            answer = await ada.http.post(
                "/api/documents/upload", files={"file": ("a.md", b"Anything.")}, data={"target": wrong}
            )
            assert (answer.status_code, answer.json()["error"]["code"]) == refused

        left = await max_.http.post(f"/api/organizations/{org}/leave", json={})
        assert left.is_success
        assert (await max_.http.get("/api/documents", params={"target": target})).status_code == 404
        assert (await ada.http.delete(f"/api/personas/{one['id']}")).status_code == 204
        gone = await ada.http.get(f"/api/documents/{brought['document']['id']}")
        assert gone.status_code == 404, "what it knew goes with it"


async def test_base_documents_then_what_one_gave_besides_which_goes_before_then_what_one_asks_of_it(
    addresses: Addresses,
) -> None:
    """A persona's context is composed from its base documents, optional overlay instructions and optional overlay
    documents, each in a group of its own, with a word on which goes before."""
    model = ScriptedModel(says("In April."))
    async with serving(addresses, [model]) as served, served.person("ada") as ada, served.person("eve") as eve:
        one = await make(ada)
        where = {"persona": b"The roses are pruned in March.", "overlay": b"The roses are pruned in April by the sea."}
        for kind, words in where.items():
            await bring(ada, words, f"{kind}.md", target=f"{kind}:{one['id']}")
        await ada.http.put(f"/api/personas/{one['id']}/overlay", json={"instructions": "Answer for my balcony."})
        await work_off(served.parts)
        trace = await ada.trace(await ada.say("When are the roses pruned?", selectedPersonaId=one["id"]))
        prompt = asked(model)
        places = [prompt.index(words) for words in ("in March", "go by this", "in April", "Answer for my balcony")]
        assert places == sorted(places)
        kinds = [block["kind"] for block in trace["blocks"]]
        assert kinds.index("persona_knowledge") < kinds.index("overlay_knowledge") < kinds.index("instructions")
        await eve.say("When are the roses pruned?", selectedPersonaId="sophie")
        assert "April" not in asked(model), "an overlay is its person's alone"
