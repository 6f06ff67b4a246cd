"""Identity, user model and spine: each piece with evidence; model first, rules without; void after a forget."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

import asyncpg
import orjson
import pytest

from holdfast.core.db import Db, Owner, connect
from holdfast.core.errors import AppError
from holdfast.core.ids import ProcessId, SessionRow, new_id
from holdfast.core.jobs import Job, JobContext, JobLost, enqueue
from holdfast.core.migrate import Addresses
from holdfast.memory.jobs import REFRESH
from holdfast.memory.learning.facts.facts import list_facts
from holdfast.memory.learning.learn import learn
from holdfast.memory.parts import MemoryParts
from holdfast.memory.profile.identity import MAX_ABOUT_CHARACTERS, identity, set_about
from holdfast.memory.profile.refresh import clear_profile, refresh, refresh_profile
from holdfast.memory.profile.types import SECTIONS
from holdfast.memory.profile.user_model import user_model
from holdfast.memory.summaries.sessions import summarise_session
from holdfast.models.chain import Chain
from holdfast.models.failures import failed
from holdfast.models.types import Failure, ModelFailed
from tests.memory.conftest import ADA, BOB
from tests.memory.talking import MONDAY, talk, with_model
from tests.scripted import Line, ScriptedModel, says

pytestmark = pytest.mark.anyio

LIFE = [
    ("user", "My name is Ada Lovelace. Call me Ada. I live in Berlin."),
    ("assistant", "You are a pilot and your brother is called Carlos."),
    ("user", "I work at Siemens. My sister Nadia lives in Oslo."),
    ("user", "I run every morning. I keep postponing my thesis."),
    ("user", "Please keep your answers short."),
    ("user", "I want to become a teacher one day."),
]


async def lived(
    memory: MemoryParts, owner: Owner = ADA, lines: Sequence[tuple[str, str]] = LIFE, name: str = "s1"
) -> SessionRow:
    session = await talk(memory, owner, name, lines)
    await learn(memory, owner, session)
    return session


async def texts(memory: MemoryParts, owner: Owner = ADA) -> dict[str, list[str]]:
    model = await user_model(memory, owner)
    return {section: [item.text for item in items] for section, items in model.sections.items()}


async def test_who_somebody_is_comes_from_what_they_said_with_evidence(memory: MemoryParts) -> None:
    await lived(memory)
    assert await refresh(memory, ADA)
    found = await identity(memory, ADA)
    assert (found.preferred_name, found.time_zone) == ("Ada", "Europe/Berlin")
    assert {"Lives in Berlin", "Works at Siemens"} <= {item.text for item in found.facts}
    assert all(item.evidence for item in found.facts)
    assert "Carlos" not in str(found)
    assert "pilot" not in str(found)


async def test_nobody_is_known_before_they_speak(memory: MemoryParts) -> None:
    assert (await identity(memory, ADA)).preferred_name is None
    assert await refresh(memory, ADA)
    assert (await user_model(memory, ADA)).sections == {section: [] for section in SECTIONS}


async def test_a_move_moves_the_clock(memory: MemoryParts) -> None:
    await lived(memory)
    await refresh(memory, ADA)
    session = await talk(
        memory, ADA, "s2", [("user", "I moved to Tokyo. I live in Tokyo now.")], at=MONDAY + timedelta(days=9)
    )
    await learn(memory, ADA, session)
    await refresh(memory, ADA)
    assert (await identity(memory, ADA)).time_zone == "Asia/Tokyo"


async def test_a_speaker_who_is_named_by_the_client_has_that_name(memory: MemoryParts) -> None:
    await lived(memory, lines=[("user", "The weather was fine in the hills.")])
    async with memory.db.as_owner(ADA) as tx:
        await tx.execute("update episodes set name = 'Nadia'")
    await refresh(memory, ADA)
    found = await identity(memory, ADA)
    assert found.preferred_name == "Nadia"
    assert found.facts[0].evidence


async def test_the_rules_sort_what_is_known_into_five_sections(memory: MemoryParts) -> None:
    await lived(memory)
    await refresh(memory, ADA)
    found = await texts(memory)
    assert any("Nadia" in text for text in found["relationships"])
    assert any("run every morning" in text.lower() for text in found["patterns"])
    assert any("postponing my thesis" in text for text in found["patterns"])
    assert "Works at Siemens" in found["work_context"]
    assert any("teacher" in text for text in found["long_term_direction"])
    assert "Asked: “Please keep your answers short.”" in found["communication_preference"]
    model = await user_model(memory, ADA)
    assert all(item.evidence and item.source == "rules" for items in model.sections.values() for item in items)
    assert model.updated_at


def answer(value: object) -> list[Line]:
    return says(orjson.dumps(value).decode())


async def test_a_model_sorts_and_only_what_rests_on_given_lines_is_kept(memory: MemoryParts) -> None:
    await lived(memory)
    facts = {fact.text: f"F{fact.id}" for fact in (await list_facts(memory, ADA)).facts}
    said = {
        "work_context": [
            {"text": "Works as an engineer at Siemens.", "from": [facts["Works at Siemens"]]},
            {"text": "Invented out of nothing.", "from": []},
            {"text": "Rests on a line nobody gave.", "from": ["F999999", 7, None]},
            {"text": 5, "from": [facts["Works at Siemens"]]},
            "no entry",
        ],
        "relationships": "no list",
        "unknown_section": [{"text": "x", "from": [facts["Works at Siemens"]]}],
    }
    clever, model = with_model(memory, answer(said))
    assert await refresh(clever, ADA)
    found = await texts(memory)
    assert found["work_context"] == ["Works as an engineer at Siemens."]
    assert sum(map(len, found.values())) == 1
    item = (await user_model(memory, ADA)).sections["work_context"][0]
    assert (item.source, len(item.evidence)) == ("model", 1)
    prompt = str(model.calls[0][0][1].content)
    assert "Works at Siemens" in prompt
    assert "pilot" not in prompt


async def test_the_same_ground_is_thought_about_once(memory: MemoryParts) -> None:
    await lived(memory)
    clever, model = with_model(memory, answer({section: [] for section in SECTIONS}))
    for _ in range(3):
        assert await refresh(clever, ADA)
    assert len(model.calls) == 1
    await lived(memory, lines=[("user", "I am allergic to peanuts.")], name="s2")
    await refresh(clever, ADA)
    assert len(model.calls) == 2


@pytest.mark.parametrize("script", [says("Sorry."), answer([]), answer({"a": 1}), [failed(Failure.SERVER_ERROR)], []])
async def test_a_model_that_makes_no_sense_is_waited_for_or_gives_way_to_the_rules(
    memory: MemoryParts, script: list[Line]
) -> None:
    await lived(memory)
    clever, model = with_model(memory, script)
    with pytest.raises(ModelFailed):
        await refresh(clever, ADA, may_wait=True)
    assert await refresh(clever, ADA)
    assert "Works at Siemens" in (await texts(memory))["work_context"]
    await refresh(clever, ADA)
    assert len(model.calls) == 3  # what the rules made is not the last word


@pytest.mark.parametrize("what", ["episodes", "facts", "loops", "memory_sessions"])
async def test_a_forget_while_the_model_thinks_voids_it_all_and_asks_again(
    memory: MemoryParts, as_owner: asyncpg.Connection, what: str
) -> None:
    await lived(memory)
    await as_owner.execute("delete from jobs.pgqueuer")
    gate = asyncio.Event()
    model = ScriptedModel([gate, *answer({section: [] for section in SECTIONS})])
    making = asyncio.create_task(refresh(replace(memory, chain=Chain([model])), ADA))
    await model.waits.wait()
    async with memory.db.as_owner(ADA) as tx:
        await tx.execute(f"delete from {what} where tenant_id = $1 and user_id = $2", ADA.tenant_id, ADA.user_id)
    gate.set()
    assert await making is False
    assert (await identity(memory, ADA)).preferred_name is None
    assert (await user_model(memory, ADA)).updated_at is None
    assert await as_owner.fetchval("select count(*) from jobs.pgqueuer where entrypoint = $1", REFRESH.name) == 1


async def test_clearing_takes_what_was_made_and_leaves_what_the_person_wrote(memory: MemoryParts) -> None:
    session = await lived(memory)
    await summarise_session(memory, ADA, session, 1)
    await set_about(memory, ADA, "I like trains.")
    await refresh(memory, ADA)
    async with memory.db.as_owner(ADA) as tx:
        cleared = await clear_profile(tx, ADA)
    assert cleared["user_model_items"] > 0
    found = await identity(memory, ADA)
    assert (found.preferred_name, found.facts, found.about) == (None, [], "I like trains.")
    async with memory.db.as_owner(ADA) as tx:
        assert await tx.fetchval("select spine from memory_people") == ""
    await refresh(memory, ADA)
    assert (await identity(memory, ADA)).preferred_name == "Ada"


async def test_the_text_about_oneself_is_kept_as_it_is_bounded_and_can_be_taken_away(memory: MemoryParts) -> None:
    assert (await set_about(memory, ADA, "  I like trains.\nAnd tea. ")).about == "I like trains.\nAnd tea."
    for bad in ("x" * (MAX_ABOUT_CHARACTERS + 1), "a\0b", "\ud800"):
        with pytest.raises(AppError):
            await set_about(memory, ADA, bad)
    assert (await identity(memory, ADA)).about == "I like trains.\nAnd tea."
    assert (await set_about(memory, ADA, "")).about == ""
    assert (await identity(memory, BOB)).about == ""


async def test_owners_are_apart(memory: MemoryParts) -> None:
    await lived(memory)
    await lived(memory, BOB, [("user", "My name is Bob. I live in Tokyo. My sister Keiko lives in Osaka.")])
    for owner in (ADA, BOB):
        await refresh(memory, owner)
    assert (await identity(memory, BOB)).preferred_name == "Bob"
    assert "Keiko" not in str(await user_model(memory, ADA))
    assert "Nadia" not in str(await user_model(memory, BOB))


@dataclass(frozen=True)
class Parts:
    memory: MemoryParts


@pytest.fixture
async def worker_db(addresses: Addresses) -> AsyncIterator[Db]:
    database = await connect(addresses.worker, size=3)
    yield database
    await database.close()


async def test_the_job_takes_effect_with_its_acknowledgement(
    memory: MemoryParts, worker_db: Db, as_owner: asyncpg.Connection
) -> None:
    await lived(memory)
    await as_owner.execute("delete from jobs.pgqueuer")
    async with memory.db.as_owner(ADA) as tx:
        await enqueue(tx, REFRESH, {}, dedupe_key="all")
    holder = ProcessId(new_id())
    job_id = await as_owner.fetchval(
        "update jobs.pgqueuer set status = 'picked', queue_manager_id = $1 returning id", holder
    )
    job = Job(job_id, REFRESH.name, ADA, {}, attempt=1, holder=holder)
    context = JobContext(memory.db, worker_db, Parts(memory))
    await refresh_profile(job, context)
    assert await as_owner.fetchval("select count(*) from jobs.pgqueuer") == 0
    assert (await identity(memory, ADA)).preferred_name == "Ada"
    with pytest.raises(JobLost):
        await refresh_profile(job, context)
