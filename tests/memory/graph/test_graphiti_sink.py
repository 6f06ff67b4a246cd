from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import UTC, datetime, timedelta

import pytest
from pydantic import SecretStr

from holdfast.core.config import ModelEndpoint, Settings
from holdfast.core.db import Owner
from holdfast.memory.graph.drivers import Drivers
from holdfast.memory.graph.graphiti_sink import GraphitiSink, GraphPace
from holdfast.memory.graph.groups import episode_of, group_of
from holdfast.memory.types import Delivery, SinkRefused, SinkUnavailable
from holdfast.models.chain import Chain
from holdfast.models.configure import build_chain
from tests.loopback.model_server import ModelServer
from tests.loopback.openai_wire import Reply, answered, failing
from tests.memory.conftest import ADA, BOB
from tests.memory.graph.falkor import Falkor
from tests.words import WordEmbedder

pytestmark = pytest.mark.anyio

MAY = datetime(2026, 5, 4, 9, tzinfo=UTC)
TOLD = Delivery("session:1:1", "Ada knows Grace. Grace works at Bletchley.", MAY, "session")
LATER = Delivery("session:1:2", "Ada no longer knows Grace. Ada lives in Lyon.", MAY + timedelta(days=30), "session")
NOW = MAY + timedelta(days=60)


class OtherEmbedder(WordEmbedder):
    name = "test:other"
    dimensions = 128


@pytest.fixture(scope="module")
def server() -> Iterator[Falkor]:
    falkor = Falkor()
    falkor.start()
    yield falkor
    falkor.remove()


@pytest.fixture
def falkor(server: Falkor) -> Iterator[Falkor]:
    yield server
    if server.is_down:
        server.start()
    server.thaw()
    server.redis.flushall()


@pytest.fixture
async def model() -> AsyncIterator[ModelServer]:
    async with ModelServer() as running:
        yield running


@pytest.fixture
async def chain(model: ModelServer) -> AsyncIterator[Chain]:
    endpoint = ModelEndpoint(base_url=model.base_url, name="structured", api_key=SecretStr("key"))
    built = build_chain(Settings(model=endpoint))
    yield built
    await built.aclose()


@pytest.fixture
async def sink(falkor: Falkor, chain: Chain) -> AsyncIterator[GraphitiSink]:
    made = GraphitiSink(falkor.url, chain, WordEmbedder(), pace=GraphPace(search_seconds=1.0))
    yield made
    await made.aclose()


async def asked(sink: GraphitiSink, query: str, owner: Owner = ADA, now: datetime = NOW) -> Sequence[str]:
    return await sink.search(owner, query, limit=10, now=now)


async def test_what_is_delivered_can_be_found_as_facts(sink: GraphitiSink) -> None:
    await sink.deliver(ADA, TOLD)
    assert (await asked(sink, "Where does Grace work?"))[0] == "Grace works at Bletchley"
    assert "Ada knows Grace" in await asked(sink, "whom does Ada know")


async def test_a_repeat_has_one_effect_and_asks_no_model(
    sink: GraphitiSink, falkor: Falkor, model: ModelServer
) -> None:
    await sink.deliver(ADA, TOLD)
    before = falkor.everything(group_of(ADA)), model.counts["requests"]
    await asyncio.gather(*(sink.deliver(ADA, TOLD) for _ in range(5)))
    assert (falkor.everything(group_of(ADA)), model.counts["requests"]) == before


async def test_many_deliveries_of_the_same_at_once_keep_it_once(sink: GraphitiSink, falkor: Falkor) -> None:
    await asyncio.gather(*(sink.deliver(ADA, TOLD) for _ in range(10)))
    assert falkor.count(group_of(ADA), "Episodic") == 1
    assert falkor.count(group_of(ADA), "Entity") == 3


async def test_a_delivery_that_died_midway_is_done_again_from_the_start(
    sink: GraphitiSink, falkor: Falkor, model: ModelServer
) -> None:
    model.script.extend(
        [Reply(answered(['{"extracted_entities": [{"name": "Ada", "entity_type_id": 0}]}'])), failing(500)]
    )
    with pytest.raises(SinkUnavailable):
        await sink.deliver(ADA, TOLD)
    assert falkor.count(group_of(ADA), "Episodic") == 1  # begun
    model.script.clear()
    await sink.deliver(ADA, TOLD)
    assert falkor.count(group_of(ADA), "Episodic") == 1
    assert "Grace works at Bletchley" in await asked(sink, "Grace")


async def test_a_fact_that_was_contradicted_holds_only_before(sink: GraphitiSink) -> None:
    await sink.deliver(ADA, TOLD)
    await sink.deliver(ADA, LATER)
    now = await asked(sink, "does Ada know Grace")
    assert "Ada no longer knows Grace" in now
    assert "Ada knows Grace" not in now
    assert "Ada knows Grace" in await asked(sink, "does Ada know Grace", now=MAY + timedelta(days=1))


ALIKE = [
    (Owner("a__b", "c"), Owner("a", "b__c")),
    (Owner("ab", "c"), Owner("a", "bc")),
    (Owner("", "ab"), Owner("ab", "")),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
async def test_owners_whose_names_read_alike_have_graphs_of_their_own(
    sink: GraphitiSink, one: Owner, other: Owner
) -> None:
    assert group_of(one) != group_of(other)
    await sink.deliver(one, TOLD)
    await sink.deliver(other, LATER)
    assert "Ada lives in Lyon" not in await asked(sink, "Ada Grace Lyon Bletchley", one)
    assert "Grace works at Bletchley" not in await asked(sink, "Ada Grace Lyon Bletchley", other)


async def test_owners_served_at_the_same_time_stay_apart(sink: GraphitiSink, falkor: Falkor) -> None:
    people = [Owner("acme", f"user-{number}") for number in range(8)]
    names = ["Anna", "Boris", "Clara", "Denis", "Emma", "Felix", "Greta", "Hugo"]
    told = [Delivery("session:1:1", f"{name} knows Zoe.", MAY, "session") for name in names]
    await asyncio.gather(*(sink.deliver(owner, delivery) for owner, delivery in zip(people, told, strict=True)))
    for owner, name in zip(people, names, strict=True):
        assert await asked(sink, "who knows Zoe", owner) == [f"{name} knows Zoe"]
    assert len(falkor.graphs()) == len(people)


async def test_asking_about_somebody_unknown_makes_no_graph(sink: GraphitiSink, falkor: Falkor) -> None:
    assert await asked(sink, "anything", BOB) == ()
    assert falkor.graphs() == []


@pytest.mark.parametrize(
    "query", ["", "   ", "the", "@group_id:{x} | *", '") return 1 //', "it's \\ a 'trap'", "ß" * 3000]
)
async def test_odd_queries_are_only_words(sink: GraphitiSink, query: str) -> None:
    await sink.deliver(ADA, TOLD)
    assert set(await asked(sink, query)) <= {"Ada knows Grace", "Grace works at Bletchley"}
    assert "Ada knows Grace" in await asked(sink, "Ada")


async def test_a_graph_that_is_down_is_said_to_be_and_then_left_alone(sink: GraphitiSink, falkor: Falkor) -> None:
    await sink.deliver(ADA, TOLD)
    falkor.kill()
    began = time.monotonic()
    for _ in range(3):
        with pytest.raises(SinkUnavailable):
            await sink.deliver(ADA, LATER)
    assert await asked(sink, "Ada") == ()
    with pytest.raises(SinkUnavailable, match="left alone"):
        await sink.forget(ADA, None)
    assert time.monotonic() - began < 1.0


async def test_after_its_rest_a_graph_that_is_back_is_used_again(falkor: Falkor, chain: Chain) -> None:
    seconds = [0.0]
    sink = GraphitiSink(falkor.url, chain, WordEmbedder(), pace=GraphPace(clock=lambda: seconds[0]))
    await sink.deliver(ADA, TOLD)
    falkor.kill()
    for _ in range(3):
        with pytest.raises(SinkUnavailable):
            await sink.deliver(ADA, LATER)
    falkor.start()
    with pytest.raises(SinkUnavailable, match="left alone"):
        await sink.deliver(ADA, LATER)
    seconds[0] += 60
    await sink.deliver(ADA, LATER)
    assert "Ada lives in Lyon" in await asked(sink, "Lyon")
    await sink.aclose()


async def test_a_restart_between_two_calls_is_not_noticed(
    sink: GraphitiSink, falkor: Falkor, model: ModelServer
) -> None:
    await sink.deliver(ADA, TOLD)
    falkor.kill()
    falkor.start()
    asked_before = model.counts["requests"]
    await sink.deliver(ADA, TOLD)
    assert model.counts["requests"] == asked_before
    assert "Ada knows Grace" in await asked(sink, "Ada")


async def test_a_graph_that_hangs_costs_a_search_no_more_than_its_deadline(falkor: Falkor, chain: Chain) -> None:
    sink = GraphitiSink(falkor.url, chain, WordEmbedder(), pace=GraphPace(search_seconds=0.2))
    await sink.deliver(ADA, TOLD)
    falkor.freeze()
    began = time.monotonic()
    assert await asked(sink, "Ada") == ()
    assert time.monotonic() - began < 0.6
    for _ in range(2):
        await asked(sink, "Ada")
    began = time.monotonic()
    assert await asked(sink, "Ada") == ()  # the breaker is open
    assert time.monotonic() - began < 0.1
    falkor.thaw()
    await sink.aclose()


async def test_a_delivery_has_a_deadline_that_blames_the_model(
    falkor: Falkor, chain: Chain, model: ModelServer
) -> None:
    sink = GraphitiSink(falkor.url, chain, WordEmbedder(), pace=GraphPace(delivery_seconds=0.3))
    model.script.extend([Reply(before_headers_seconds=5.0)] * 4)
    for _ in range(4):
        with pytest.raises(SinkUnavailable, match="TimeoutError"):
            await sink.deliver(ADA, TOLD)
    assert await asked(sink, "Ada") == []  # still asked: the graph itself is well
    await sink.aclose()


async def test_a_model_that_refuses_is_final_and_one_that_fails_is_not(sink: GraphitiSink, model: ModelServer) -> None:
    for status, failure in [(400, SinkRefused), (413, SinkRefused), (500, SinkUnavailable), (429, SinkUnavailable)]:
        model.script.append(failing(status))
        with pytest.raises(failure):
            await sink.deliver(ADA, TOLD)


@pytest.mark.parametrize("answer", ["not json", "[]", '{"other": 1}', '{"extracted_entities": "PLANTED"}'])
async def test_odd_model_output_is_tried_again_later_and_quoted_nowhere(
    sink: GraphitiSink, model: ModelServer, answer: str, caplog: pytest.LogCaptureFixture
) -> None:
    model.script.append(Reply(answered([answer])))
    with caplog.at_level(logging.DEBUG), pytest.raises(SinkUnavailable) as raised:
        await sink.deliver(ADA, TOLD)
    assert "PLANTED" not in str(raised.value) + caplog.text


@pytest.mark.parametrize("text", ["", " \n", "half a \ud83d face"])
async def test_what_can_never_be_kept_is_refused(sink: GraphitiSink, text: str) -> None:
    with pytest.raises(SinkRefused):
        await sink.deliver(ADA, Delivery("session:1:1", text, MAY, "session"))


async def test_without_a_model_the_episode_alone_is_kept(falkor: Falkor) -> None:
    sink = GraphitiSink(falkor.url, None, WordEmbedder())
    await sink.deliver(ADA, TOLD)
    await sink.deliver(ADA, TOLD)
    assert falkor.count(group_of(ADA), "Episodic") == 1
    assert falkor.count(group_of(ADA), "Entity") == 0
    assert await asked(sink, "Ada") == []
    assert await sink.forget(ADA, ["session:1:1"]) == 1
    await sink.aclose()


async def test_what_is_forgotten_by_name_is_gone_and_the_rest_stays(sink: GraphitiSink, falkor: Falkor) -> None:
    await sink.deliver(ADA, TOLD)
    await sink.deliver(ADA, LATER)
    await sink.deliver(BOB, TOLD)
    assert await sink.forget(ADA, ["session:1:1", "session:9:9"]) == 1
    left = falkor.everything(group_of(ADA))
    for gone in ("Bletchley", "Ada knows Grace", "session:1:1", episode_of(group_of(ADA), "session:1:1")):
        assert gone not in left
    assert "Ada lives in Lyon" in await asked(sink, "Ada")
    assert "Grace works at Bletchley" in await asked(sink, "Grace", BOB)
    assert await sink.forget(ADA, ["session:1:1"]) == 0


async def test_a_name_that_was_forgotten_can_be_told_anew_without_the_old_words(sink: GraphitiSink) -> None:
    await sink.deliver(ADA, TOLD)
    await sink.forget(ADA, [TOLD.name])
    await sink.deliver(ADA, Delivery(TOLD.name, "Grace knows Alan.", MAY, "session"))
    assert await asked(sink, "Ada Grace Bletchley") == ["Grace knows Alan"]


async def test_a_summary_of_somebody_is_cleared_when_a_teller_is_forgotten(sink: GraphitiSink, falkor: Falkor) -> None:
    await sink.deliver(ADA, TOLD)
    await sink.deliver(ADA, LATER)
    falkor.query(group_of(ADA), "match (n:Entity) set n.summary = 'drawn from PLANTED'")
    await sink.forget(ADA, [TOLD.name])
    rows = falkor.query(group_of(ADA), "match (n:Entity) return n.name, n.summary order by n.name")
    assert rows == [["Ada", ""], ["Grace", ""], ["Lyon", "drawn from PLANTED"]]  # Lyon only the other one told of


async def test_a_fact_two_episodes_told_stays_with_its_first_teller(sink: GraphitiSink, falkor: Falkor) -> None:
    await sink.deliver(ADA, TOLD)
    await sink.deliver(ADA, Delivery("session:2:1", TOLD.text, MAY + timedelta(days=1), "session"))
    assert await sink.forget(ADA, ["session:2:1"]) == 1
    assert "Grace works at Bletchley" in await asked(sink, "Grace")
    assert episode_of(group_of(ADA), "session:2:1") not in falkor.everything(group_of(ADA))


async def test_remains_of_a_delivery_that_died_go_with_the_next_forget(sink: GraphitiSink, falkor: Falkor) -> None:
    await sink.deliver(ADA, TOLD)
    falkor.query(group_of(ADA), "create (:Entity {uuid: 'x', name: 'PLANTED', group_id: 'g'})")
    await sink.forget(ADA, ["session:9:9"])
    assert "PLANTED" not in falkor.everything(group_of(ADA))
    assert "Ada knows Grace" in await asked(sink, "Ada")


async def test_everything_of_one_owner_is_forgotten_and_nothing_of_another(sink: GraphitiSink, falkor: Falkor) -> None:
    await sink.deliver(ADA, TOLD)
    await sink.deliver(ADA, LATER)
    await sink.deliver(BOB, TOLD)
    assert await sink.forget(ADA, None) == 2
    assert falkor.graphs() == [group_of(BOB)]
    assert await asked(sink, "Ada") == ()
    assert await sink.forget(ADA, None) == 0
    await sink.deliver(ADA, LATER)
    assert "Ada lives in Lyon" in await asked(sink, "Lyon")


async def test_slow_queries_the_server_remembers_are_forgotten_too(sink: GraphitiSink, falkor: Falkor) -> None:
    falkor.redis.config_set("slowlog-log-slower-than", 0)
    await sink.deliver(ADA, TOLD)
    assert "Bletchley" in falkor.slow_queries()
    await sink.forget(ADA, [TOLD.name])
    assert "Bletchley" not in falkor.slow_queries()


async def test_after_the_embedder_changed_words_serve_until_the_next_delivery(
    falkor: Falkor, chain: Chain, sink: GraphitiSink
) -> None:
    await sink.deliver(ADA, TOLD)
    changed = GraphitiSink(falkor.url, chain, OtherEmbedder())
    assert "Ada knows Grace" in await asked(changed, "Ada")
    await changed.deliver(ADA, LATER)
    assert {"Ada lives in Lyon", "Grace works at Bletchley"} <= set(await asked(changed, "Ada Grace Lyon Bletchley"))
    await changed.aclose()


async def test_drivers_are_closed_when_idle_and_when_too_many(falkor: Falkor, chain: Chain) -> None:
    seconds = [0.0]
    drivers = Drivers(falkor.url, most_open=2, idle_seconds=10, clock=lambda: seconds[0])
    sink = GraphitiSink(falkor.url, chain, WordEmbedder(), drivers=drivers)
    for user in ("a", "b", "c"):
        await sink.deliver(Owner("acme", user), TOLD)
    assert len(drivers) == 2
    seconds[0] = 100
    await asked(sink, "Ada", Owner("acme", "a"))
    assert len(drivers) == 1
    await sink.aclose()
    assert len(drivers) == 0
    assert falkor.connections() == 1  # the one that asks


async def test_no_word_of_anybody_reaches_the_log(
    sink: GraphitiSink, falkor: Falkor, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    await sink.deliver(ADA, TOLD)
    falkor.freeze()
    with caplog.at_level(logging.DEBUG):
        assert await asked(sink, "Bletchley") == ()
    falkor.thaw()
    falkor.kill()
    with caplog.at_level(logging.DEBUG), pytest.raises(SinkUnavailable) as raised:
        await sink.deliver(ADA, LATER)
    told = capfd.readouterr()
    for text in (caplog.text, told.out, told.err, str(raised.value)):
        assert "Bletchley" not in text
        assert "Lyon" not in text
