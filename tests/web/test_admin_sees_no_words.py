"""Nobody reads another's words through the admins' pages: a marker is planted everywhere and looked for in all of them.

The routes come from the policy table, so a page added tomorrow is searched tomorrow.
"""

from __future__ import annotations

from typing import Any

import asyncpg
import httpx2
import orjson
import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from tests.architecture.catalogue import mentions_of
from tests.architecture.policy import POLICY
from tests.scripted import ScriptedModel, says
from tests.serving import Person
from tests.web.looking_after import Installation, found, installation
from tests.working import work_off

pytestmark = pytest.mark.anyio

MARKER = "zugzwang7f3"
QUERIES: dict[str, list[dict[str, str]]] = {
    "GET /api/admin/users": [{}, {"search": MARKER}, {"search": "bob"}],
    "GET /api/admin/organizations": [{}, {"search": MARKER}],
    "GET /api/admin/usage": [{}, {"feature": "storage_bytes"}, {"feature": "voice_minutes_per_month"}],
}


async def plant(here: Installation, bob: Person, as_owner: asyncpg.Connection) -> None:
    chat = new_id()
    said = f"My password is {MARKER}, and I live in {MARKER}town."
    answer = await bob.say(said, chat=chat)
    assert answer.status == 200
    turned = await bob.http.patch(f"/api/chats/{chat}", json={"title": f"About {MARKER}"})
    assert turned.is_success, turned.text
    await bob.say(f"There is a fire at {MARKER} road.", selectedPersonaId="incident")
    for path, body in (
        ("/ingest", {"sessionId": MARKER, "role": "user", "text": f"I need to call {MARKER} tomorrow."}),
        ("/session/close", {"sessionId": MARKER}),
    ):
        assert (await bob.http.post(path, json=body)).status_code == 200
    assert (await bob.http.put("/memory/about", json={"about": f"I am {MARKER}."})).is_success
    kept = await bob.http.post("/api/files", files={"file": (f"{MARKER}.txt", MARKER.encode(), "text/plain")})
    assert kept.status_code == 201, kept.text
    assert (await bob.http.post("/api/keys", json={"name": MARKER, "scopes": ["chat"]})).status_code == 201
    await work_off(here.served.parts)
    # A job and a delivery that died with everything a careless hand could have left in them.
    await as_owner.execute(
        """
        with dead as (
          insert into jobs.pgqueuer (priority, entrypoint, payload, headers, dedupe_key, status)
          select 0, 'run_errand', convert_to($1, 'UTF8'), jsonb_build_object('said', $1::text), $1,
                 status::jobs.pgqueuer_status
            from unnest(array['failed', 'failed', 'picked']) status
          returning id, status
        )
        insert into jobs.pgqueuer_log (job_id, status, entrypoint, priority, traceback)
        select id, 'failed', 'run_errand', 0,
               jsonb_build_object('exception_message', 'ValueError: ' || $1, 'traceback', $1::text)
          from dead where status = 'failed'
        """,
        MARKER,
    )
    await as_owner.execute("update memory_outbox set status = 'dead'")


REFUSED = {
    "PUT /api/admin/organizations/{org_id}/owner": 409,  # its owner can act: nobody is appointed
    "DELETE /api/admin/invites/{invite_id}": 404,
    "POST /api/admin/users/{user_id}/remove-second-factor": 409,
}


async def test_no_page_for_admins_holds_a_word_that_somebody_said_or_keeps(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    model = ScriptedModel(says(f"So you live in {MARKER}town."), is_demo=True)
    async with installation(addresses, [model]) as here:
        await plant(here, here.bob, as_owner)
        planted = set(await mentions_of(as_owner, MARKER))
        assert {"public.messages", "public.episodes", "public.blobs", "public.chats", "jobs.pgqueuer"} <= planted
        assert len(planted) > 12, planted
        org = await found(here.cyd)
        answers = [answer async for answer in every_answer(here, org)]
        assert len(answers) > 25
        for route, answer in answers:
            assert answer.status_code < 300 or answer.status_code == REFUSED.get(route), (route, answer.text)
            whole = orjson.dumps(dict(answer.headers)).decode() + answer.text
            assert MARKER not in whole.lower(), route
        assert MARKER.encode().hex() not in "".join(answer.text for _, answer in answers)


async def every_answer(here: Installation, org: str) -> Any:
    for route in sorted(POLICY, key=lambda route: not route.startswith("GET")):
        if POLICY[route].who != "admin" or "prompt-settings" in route:  # an admin's own words
            continue
        for params in QUERIES.get(route, [{}]):
            async for answer in ask(here, route, org, params):
                yield route, answer
    for route in ("jobs", "dead-letters", "events", "health"):  # and once more, after all that
        yield route, await here.root.http.get(f"/api/admin/{route}")


async def ask(here: Installation, route: str, org: str, params: dict[str, str]) -> Any:
    method, template = route.split(" ")
    letters = [""]
    if "{letter_id}" in template:
        dead = [one["id"] for one in (await here.ask("dead-letters"))["deadLetters"]]
        letters = dead if method == "DELETE" else dead[:1]
        assert letters, "there is none to be asked about"
    body: dict[str, Any] | None = None
    if method == "PUT":
        appoints, plans = {"userId": str(here.cyd.id)}, {"plan": "pro", "limits": {"features": {"seats": 3}}}
        body = appoints if template.endswith("/owner") else plans
    if route == "POST /api/admin/invites":
        body = {"maxUses": 1}
    for letter in letters:
        path = template.format(user_id=here.bob.id, org_id=org, letter_id=letter, invite_id=new_id())
        answer: httpx2.Response = await here.root.http.request(method, path, params=params, json=body)
        yield answer
