"""Three search engines by their own wires, on loopback; what they send is data, and cut."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import SecretStr

from holdfast.core.config import WebSettings
from holdfast.core.ids import TurnId, UserId, new_id
from holdfast.core.throttle import Throttle
from holdfast.tools.own.addresses import GivenAddresses
from holdfast.tools.own.allowance import allowance
from holdfast.tools.own.engines import MAX_HITS, open_engine
from holdfast.tools.own.search_web import WebSearch
from holdfast.tools.types import ToolAnswer
from tests.loopback.web_server import Given, WebServer, as_json
from tests.tools.own.calling import a_caller, call, refusal

pytestmark = pytest.mark.anyio

SEARXNG = {
    "query": "roses",
    "results": [
        {"url": "https://a.example/roses", "title": "Roses", "content": "How to <b>prune</b> them &amp; when",
         "engine": "x", "engines": ["x"], "score": 1.0, "category": "general", "publishedDate": "2026-02-01T00:00:00"},
        {"url": "https://b.example/", "title": "Bare", "engine": "x", "engines": ["x"], "score": 0.5},
    ],
    "answers": [], "corrections": [], "infoboxes": [], "suggestions": [], "unresponsive_engines": [["y", "timeout"]],
}  # fmt: skip
BRAVE = {
    "query": {"original": "roses", "more_results_available": False},
    "web": {
        "results": [
            {"url": "https://a.example/roses", "title": "Roses", "description": "How to <strong>prune</strong> them",
             "page_age": "2026-02-01T10:00:00", "language": "en", "meta_url": {"hostname": "a.example"}},
        ],
    },
}  # fmt: skip
TAVILY = {
    "query": "roses", "images": [], "response_time": 0.5, "request_id": "r",
    "results": [{"url": "https://a.example/roses", "title": "Roses", "content": "How to prune them", "score": 0.9}],
}  # fmt: skip
KEY = "a-secret-key"


def settings_for(engine: str, url: str) -> WebSettings:
    match engine:
        case "searxng":
            return WebSettings(searxng_url=f"{url}/")
        case "brave":
            return WebSettings(brave_url=url, brave_api_key=SecretStr(KEY))
        case _:
            return WebSettings(tavily_url=url, tavily_api_key=SecretStr(KEY))


async def search(settings: WebSettings, *, refused: bool = False, **arguments: Any) -> Any:
    engine = open_engine(settings)
    assert engine is not None
    limits = allowance(Throttle(), "web-search", a_minute=20, an_hour=120)
    tool = WebSearch(engine, GivenAddresses(), limits).tool
    try:
        return await (refusal if refused else call)(tool, None, **{"query": "roses", **arguments})
    finally:
        await engine.aclose()


async def test_searxng_is_asked_for_json_and_its_hits_are_told_with_their_addresses() -> None:
    with WebServer() as web:
        web.pages["/search"] = as_json(SEARXNG)
        answer: ToolAnswer = await search(settings_for("searxng", web.url), freshness="week", language="en")
        (asked,) = web.asked
    assert (asked.query["q"], asked.query["format"], asked.query["time_range"]) == ("roses", "json", "month")
    assert answer.text == (
        "Roses (2026-02-01)\nhttps://a.example/roses\nHow to prune them & when\n\nBare\nhttps://b.example/"
    )
    assert [one.url for one in answer.sources] == ["https://a.example/roses", "https://b.example/"]


async def test_brave_is_asked_with_its_key_in_its_header() -> None:
    with WebServer() as web:
        web.pages["/res/v1/web/search"] = as_json(BRAVE)
        answer = await search(settings_for("brave", web.url), count=3, freshness="day")
        (asked,) = web.asked
    assert asked.headers["x-subscription-token"] == KEY
    assert (asked.query["count"], asked.query["freshness"]) == ("3", "pd")
    assert answer.text == "Roses (2026-02-01)\nhttps://a.example/roses\nHow to prune them"


async def test_tavily_is_asked_by_post_with_its_key() -> None:
    with WebServer() as web:
        web.pages["/search"] = as_json(TAVILY)
        answer = await search(settings_for("tavily", web.url), count=2, freshness="year")
        (asked,) = web.asked
    assert (asked.method, asked.headers["authorization"]) == ("POST", f"Bearer {KEY}")
    assert asked.body == {"query": "roses", "search_depth": "basic", "max_results": 2, "time_range": "year"}
    assert answer.text == "Roses\nhttps://a.example/roses\nHow to prune them"


def test_the_operators_own_engine_comes_before_those_that_are_paid_for() -> None:
    settings = WebSettings(searxng_url="http://127.0.0.1:9", brave_api_key=SecretStr(KEY))
    engine = open_engine(settings)
    assert engine is not None
    assert engine.name == "SearXNG"
    assert open_engine(WebSettings()) is None
    assert open_engine(WebSettings(enabled=False, searxng_url="http://127.0.0.1:9")) is None


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (Given("<html>JSON is off</html>", 403), "SearXNG refuses this installation; its operator should look at the "
         "key or the settings."),
        (Given("secret details", 500), "SearXNG could not answer (500)."),
        (Given("slow down", 429), "SearXNG has been asked too much just now; try again later."),
        (Given("no json", 200), "SearXNG gave an answer that cannot be read."),
        (as_json([]), "SearXNG gave an answer that cannot be read."),
        (Given(b"x" * 2_100_000, 200), "SearXNG does not answer just now."),
    ],
)  # fmt: skip
async def test_an_engine_that_refuses_or_babbles_is_one_sentence_of_ours(answer: Given, sentence: str) -> None:
    with WebServer() as web:
        web.pages["/search"] = answer
        assert await search(settings_for("searxng", web.url), refused=True) == sentence


async def test_an_engine_that_is_away_is_one_sentence_of_ours() -> None:
    told = await search(WebSettings(searxng_url="http://127.0.0.1:9"), refused=True)
    assert told == "SearXNG does not answer just now."


async def test_hits_are_bounded_and_what_is_no_address_of_the_web_is_none() -> None:
    long = {"url": "https://long.example/", "title": "t" * 5_000, "content": "c" * 50_000}
    bad = [{"url": url, "title": "x"} for url in ("javascript:alert(1)", "file:///etc/passwd", "https://u:p@a.example/",
           "https://a.example/ b", 5, None, "https://" + "a" * 3_000)]  # fmt: skip
    many = [{"url": f"https://a.example/{n}", "title": f"{n}"} for n in range(500)]
    with WebServer() as web:
        web.pages["/search"] = as_json({"results": [*bad, None, "x", long, *many]})
        answer = await search(settings_for("searxng", web.url), count=10)
    assert len(answer.sources) == MAX_HITS
    assert answer.sources[0].url == "https://long.example/"
    assert len(answer.text) < 2_000


async def test_one_person_searches_so_often_a_minute_and_others_are_not_kept() -> None:
    with WebServer() as web:
        web.pages["/search"] = as_json(SEARXNG)
        engine = open_engine(settings_for("searxng", web.url))
        assert engine is not None
        limits = allowance(Throttle(), "web-search", a_minute=2, an_hour=120)
        tool, ada, eve = WebSearch(engine, GivenAddresses(), limits).tool, a_caller(), a_caller(UserId(new_id()))
        for _ in range(2):
            assert await call(tool, ada, query="roses")
        told = await refusal(tool, ada, query="roses")
        assert told.startswith("That is too much at once for one person. Too many attempts; try again in ")
        assert await call(tool, eve, query="roses")
        await engine.aclose()
        assert len(web.asked) == 3


async def test_what_was_found_may_be_read_in_this_turn() -> None:
    given, turn = GivenAddresses(), TurnId(new_id())
    with WebServer() as web:
        web.pages["/search"] = as_json(SEARXNG)
        engine = open_engine(settings_for("searxng", web.url))
        assert engine is not None
        tool = WebSearch(engine, given, allowance(Throttle(), "web-search", a_minute=2, an_hour=120)).tool
        await call(tool, a_caller(turn_id=turn), query="roses")
        await engine.aclose()
    assert given.has(turn, "https://a.example/roses")
    assert not given.has(turn, "https://a.example/roses?secret=1")
