"""Which answers were told of a document, and which cite it: one's own, as long as both are there."""

from __future__ import annotations

import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from tests.scripted import ScriptedModel, says
from tests.serving import Person, serving
from tests.web.test_documents import bring
from tests.working import work_off

pytestmark = pytest.mark.anyio

QUESTION = "How many days of holiday do I have a year?"


async def uses(person: Person, document: str, **query: str) -> dict[str, object]:
    answer = await person.http.get(f"/api/documents/{document}/usage", params=query)
    assert answer.status_code == 200, answer.text
    found: dict[str, object] = answer.json()
    return found


async def test_every_answer_that_was_told_of_a_document_is_listed_with_whether_it_cites_it(
    addresses: Addresses,
) -> None:
    model = ScriptedModel(says("Twenty-eight [1]."), says("I would not know."), says("Rain, I think."))
    async with (
        serving(addresses, [model]) as served,
        served.person() as ada,
        served.person("bob") as bob,
    ):
        made = (await bring(ada, title="The handbook", target="company"))["document"]
        await bring(ada, b"# Bees\n\nThe hives stand behind the orchard.\n", name="bees.md", title="Bees")
        await work_off(served.parts)
        chat, other = new_id(), new_id()
        await ada.say(QUESTION, chat=chat)
        await ada.say(QUESTION, chat=other)
        await ada.say("Will the volcano in Iceland erupt again this spring?", chat=other)
        answers = [(await ada.messages(one))[1]["id"] for one in (other, chat)]

        first = await uses(ada, made["id"], limit="1")
        rest = await uses(ada, made["id"], limit="1", cursor=str(first["next"]))
        items = [*first["items"], *rest["items"]]  # type: ignore[misc]
        assert [(one["chatId"], one["messageId"], one["cited"]) for one in items] == [
            (str(other), answers[0], False),
            (str(chat), answers[1], True),
        ]
        assert rest["next"] is None
        assert {one["chatTitle"] for one in items} == {QUESTION}

        told = (await ada.http.get("/api/documents/analytics")).json()
        assert (told["documents"], told["unused"], told["answers"], told["cited"]) == (2, 1, 2, 1)
        assert [(one["title"], one["target"], one["answers"], one["cited"]) for one in told["items"]] == [
            ("The handbook", "company", 2, 1)
        ]
        assert [(one["title"], one["target"], one["lastAt"]) for one in told["unusedItems"]] == [("Bees", "user", None)]
        assert (await uses(bob, made["id"]))["items"] == [], "he may read it, and not where she was told of it"
        his = (await bob.http.get("/api/documents/analytics")).json()
        assert (his["answers"], [one["title"] for one in his["unusedItems"]]) == (0, ["The handbook"])

        assert (await ada.http.delete(f"/api/chats/{chat}")).status_code == 204
        assert len((await uses(ada, made["id"]))["items"]) == 1  # type: ignore[arg-type]
        assert (await ada.http.delete(f"/api/documents/{made['id']}")).status_code == 204
        assert (await ada.http.get(f"/api/documents/{made['id']}/usage")).status_code == 404
        assert (await ada.http.get("/api/documents/analytics")).json()["answers"] == 0
