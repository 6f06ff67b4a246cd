"""Which of the house's tools are there, for whom, and what is said of the others."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from holdfast.core.config import WebSettings
from holdfast.core.migrate import Addresses
from holdfast.personas.read import read_packs
from holdfast.tools.registry import is_named
from holdfast.tools.types import Tool, ToolOff
from tests.tools.own.installed import installed

pytestmark = pytest.mark.anyio

DOCS = Path(__file__).parents[3] / "docs"
ENGINE = WebSettings(tavily_url="http://127.0.0.1:9", tavily_api_key=SecretStr("k"))
ASKING = {"forget"}


def names(tools: Any) -> set[str]:
    return {one.spec.name for one in tools if isinstance(one, Tool)}


async def test_without_a_search_engine_the_search_is_off_and_says_how_to_connect_one(addresses: Addresses) -> None:
    async with installed(addresses) as here:
        (off,) = [one for one in await here.offered() if isinstance(one, ToolOff)]
    assert (off.name, off.reason) == ("web_search", "No search engine is connected to this installation.")
    assert off.remedy is not None
    for setting in ("SEARXNG_URL", "BRAVE_API_KEY", "TAVILY_API_KEY"):
        assert f"HOLDFAST_WEB_{setting}" in off.remedy


async def test_where_nothing_goes_outside_everything_that_would_is_off(addresses: Addresses) -> None:
    async with installed(addresses, WebSettings(enabled=False, searxng_url="http://127.0.0.1:9")) as here:
        off = {one.name: one for one in await here.offered() if isinstance(one, ToolOff)}
    assert set(off) == {"web_search", "read_page", "weather"}
    assert {one.reason for one in off.values()} == {"On this installation assistants do not go outside."}


async def test_the_page_of_tools_tells_each_of_them_and_whether_it_asks(addresses: Addresses) -> None:
    async with installed(addresses, ENGINE) as here:
        tools = [one for one in await here.offered() if isinstance(one, Tool)]
    page = (DOCS / "tools.md").read_text(encoding="utf-8").split("## The house's own")[1].split("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in page.splitlines() if line[:3] == "| `"]
    told = {name: row[-1] for row in rows for name in re.findall(r"`(\w+)`", row[0])}
    assert told == {tool.spec.name: "yes" if tool.danger == "dangerous" else "no" for tool in tools}
    assert {tool.spec.name for tool in tools if tool.trust == "ask"} == ASKING


async def test_each_says_what_it_takes_within_bounds_and_when_to_use_it(addresses: Addresses) -> None:
    async with installed(addresses, ENGINE) as here:
        tools = [one for one in await here.offered() if isinstance(one, Tool)]
    for tool in tools:
        schema = tool.spec.parameters
        assert (schema["type"], schema["additionalProperties"]) == ("object", False), tool.spec.name
        assert 60 < len(tool.spec.description) < 700, tool.spec.name
        assert tool.seconds <= 60
        assert re.fullmatch(r"[A-Za-z0-9_-]{1,64}", tool.spec.name)
        for name, field in schema["properties"].items():
            if field.get("type") == "string" and not {"enum", "format", "pattern"} & set(field):
                assert "maxLength" in field, (tool.spec.name, name)
            if field.get("type") == "integer":
                assert {"minimum", "maximum"} <= set(field), (tool.spec.name, name)
            if field.get("type") == "array":
                assert "maxItems" in field, (tool.spec.name, name)


async def test_what_the_bundled_personas_name_is_there_or_told_to_be_coming(addresses: Addresses) -> None:
    async with installed(addresses, ENGINE) as here:
        there = names(await here.offered())
    coming = (DOCS / "coming.md").read_text(encoding="utf-8")
    for persona in read_packs():
        plain = [name for name in persona.settings.tools if "*" not in name]
        assert [name for name in plain if name not in there and f"`{name}`" not in coming] == [], persona.id


def test_a_companion_remembers_and_an_incident_knows_nothing_of_the_memory() -> None:
    packs = {persona.id: persona.settings.tools for persona in read_packs()}
    assert is_named("remember", packs["sophie"])
    assert not is_named("web_search", packs["sophie"])
    of_person = ("recall", "remember", "forget", "loops", "addResource")
    assert not any(is_named(name, packs["incident"]) for name in of_person)
    assert is_named("git__log", packs["incident"])
    assert is_named("weather", packs["assistant"])
