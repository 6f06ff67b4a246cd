"""Answers that a person keeps in sight while they reload, go offline, stop, or lose the server; in a real browser.

The model is a loopback server that speaks slowly. Every word it says is numbered, so that one that is missing or said
twice shows.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import socket
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Locator, Page, Request, expect

from holdfast.core.embedded.postgres import EmbeddedPostgres
from holdfast.core.migrate import Addresses
from tests.browser.conftest import photograph
from tests.browser.test_chat import say, sign_up
from tests.cli.running import Running, up
from tests.faults.servers import PHOENIX, Balancer, Fleet, fleet
from tests.loopback.model_server import ModelServer
from tests.loopback.openai_wire import numbered
from tests.serving import PASSWORD, serving
from tests.waiting import takes, until

pytestmark = pytest.mark.anyio

WORDS = 60
SLOWLY = f"counting:{WORDS}:0.1"
"""Six seconds for an answer."""
WHOLE = "".join(numbered("go", WORDS)).strip()


@pytest.fixture
def folder(used_folder: Path) -> Path:
    return used_folder


def a_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        found: int = probe.getsockname()[1]
        return found


def model_at(server: ModelServer, name: str = SLOWLY) -> dict[str, str]:
    return {"base_url": server.base_url, "name": name}


def answers(page: Page) -> Locator:
    return page.get_by_test_id("answer")


def written(page: Page) -> Locator:
    """The text of the last answer, without its margin and foot."""
    return answers(page).last.locator(".answer")


async def text_of(page: Page) -> str:
    return " ".join((await written(page).all_inner_texts())[-1].split())


async def shows(page: Page, text: str) -> bool:
    return await text_of(page) == text


async def reach(page: Page, number: int) -> None:
    await expect(written(page)).to_contain_text(f"go.{number}", timeout=15_000)


async def expect_whole(page: Page) -> None:
    await expect(page.get_by_role("button", name="Stop")).to_have_count(0, timeout=20_000)
    await expect(answers(page)).to_have_count(1)
    await until(lambda: shows(page, WHOLE))


@asynccontextmanager
async def several(
    postgres: EmbeddedPostgres, addresses: Addresses, model: ModelServer
) -> AsyncIterator[tuple[Fleet, Balancer]]:
    """Servers to be started and killed, behind one address whose lines can be cut."""
    async with Balancer([], random.Random(0)) as balancer:
        settings = {
            "HOLDFAST_MODEL_NAME": SLOWLY,
            "HOLDFAST_STOP_GRACE_SECONDS": "1",
            "HOLDFAST_ALLOWED_HOSTS": urlsplit(balancer.address).netloc,
        }
        async with fleet(postgres, addresses, model, **settings) as group:
            yield group, balancer


async def sign_up_at(page: Page, address: str) -> None:
    await page.goto(f"{address}/register")
    await page.get_by_label("Name").fill("Ada")
    await page.get_by_label("Email").fill("ada@example.org")
    await page.get_by_label("Password", exact=True).fill(PASSWORD)
    await page.get_by_role("button", name="Create account").click()
    await expect(page.get_by_label("Message", exact=True)).to_be_visible()


async def go_offline(page: Page, balancer: Balancer) -> None:
    """Chromium keeps what is open when it is told to be offline; a network that is gone does not."""
    await page.context.set_offline(True)
    balancer.cut(1.0)


def start(folder: Path, model: ModelServer, port: str, name: str) -> AbstractContextManager[Running]:
    """On the same port each time, so that the page finds it again."""
    return up(folder, HOLDFAST_PORT=port, HOLDFAST_MODEL_BASE_URL=model.base_url, HOLDFAST_MODEL_NAME=name)


async def kill(running: Running) -> None:
    os.kill(running.process.pid, signal.SIGKILL)
    await asyncio.to_thread(running.process.wait)


def asked_for_answers(model: ModelServer) -> int:
    """Nobody works off the jobs here, so no title is asked for."""
    return sum(bool(request.body.get("stream")) for request in model.requests)


async def test_an_answer_goes_on_after_a_reload_and_nothing_is_doubled(addresses: Addresses, page: Page) -> None:
    async with ModelServer() as model, serving(addresses, model=model_at(model)) as served:
        await sign_up(page, served)
        await say(page, "go")
        await reach(page, 8)
        await page.reload()
        await reach(page, 8)
        assert WHOLE.startswith(await text_of(page))
        await expect(page.get_by_role("button", name="Stop")).to_be_visible()
        await page.reload()
        await reach(page, 30)
        await expect_whole(page)
        await page.reload()
        await expect_whole(page)
    assert asked_for_answers(model) == 1


async def test_a_second_tab_shows_the_same_answer_live(addresses: Addresses, page: Page) -> None:
    async with ModelServer() as model, serving(addresses, model=model_at(model)) as served:
        await sign_up(page, served)
        await say(page, "go")
        await reach(page, 5)
        second = await page.context.new_page()
        await second.goto(page.url)
        await reach(second, 20)
        await expect(page.get_by_role("button", name="Stop")).to_be_visible()
        await expect(second.get_by_role("button", name="Stop")).to_be_visible()
        await expect_whole(second)
        await expect_whole(page)
        await second.close()
    assert asked_for_answers(model) == 1


async def test_whoever_was_offline_finds_the_answer_further_on(
    postgres: EmbeddedPostgres, addresses: Addresses, page: Page
) -> None:
    async with ModelServer() as model, several(postgres, addresses, model) as (group, balancer):
        balancer.servers.append(await group.start())
        await sign_up_at(page, balancer.address)
        await say(page, "go")
        await reach(page, 5)
        await go_offline(page, balancer)
        await expect(page.get_by_test_id("rejoining")).to_be_visible()
        await photograph(page, "finding-the-way-back")
        await page.wait_for_timeout(200)  # what has arrived is drawn
        before = await text_of(page)
        await page.wait_for_timeout(1500)
        assert await text_of(page) == before, "offline, nothing arrives"
        await page.context.set_offline(False)
        await expect(page.get_by_test_id("rejoining")).to_have_count(0)
        await expect_whole(page)
    assert asked_for_answers(model) == 1


async def test_an_answer_that_ended_while_one_was_offline_is_there_afterwards(
    postgres: EmbeddedPostgres, addresses: Addresses, page: Page
) -> None:
    async with ModelServer() as model, several(postgres, addresses, model) as (group, balancer):
        balancer.servers.append(await group.start())
        await sign_up_at(page, balancer.address)
        await say(page, "go")
        await reach(page, 25)
        await go_offline(page, balancer)
        await until(lambda: model.requests[-1].outcome != "open")
        await page.wait_for_timeout(1000)
        assert await text_of(page) != WHOLE
        await page.context.set_offline(False)
        await reach(page, WORDS - 1)
        await expect_whole(page)
        await expect(page.get_by_test_id("partial-note")).to_have_count(0)


async def test_where_no_live_stream_gets_through_the_answer_comes_by_polling(addresses: Addresses, page: Page) -> None:
    polled: list[int] = []

    def note(request: Request) -> None:
        if found := re.search(r"/api/chat\?.*fromSeq=(\d+)", request.url):
            polled.append(int(found[1]))

    async with ModelServer() as model, serving(addresses, model=model_at(model, f"counting:{WORDS}:0.2")) as served:
        await sign_up(page, served)
        await say(page, "go")
        await reach(page, 3)
        # As a proxy does that knows nothing of streams.
        await page.route(re.compile("/api/chat/[^/]+/stream"), lambda route: route.abort())
        page.on("request", note)
        await page.reload()
        await reach(page, WORDS - 10)
        await expect(page.get_by_role("button", name="Stop")).to_be_visible()
        assert WHOLE.startswith(await text_of(page))
        await expect_whole(page)
    assert polled == sorted(polled)
    assert len(set(polled)) > 3, "each time from the next chunk on"


async def test_stop_works_after_a_reload_and_keeps_what_was_said(addresses: Addresses, page: Page) -> None:
    async with ModelServer() as model, serving(addresses, model=model_at(model)) as served:
        await sign_up(page, served)
        await say(page, "go")
        await reach(page, 5)
        await page.reload()
        await reach(page, 5)
        await page.get_by_role("button", name="Stop").click()
        await expect(page.get_by_test_id("partial-note")).to_be_visible()
        await model.settled(left=1)
        kept = await text_of(page)
        assert WHOLE.startswith(kept)
        assert kept != WHOLE
        await page.reload()
        await expect(page.get_by_test_id("partial-note")).to_be_visible()
        await until(lambda: shows(page, kept))


async def test_a_killed_server_leaves_the_truth_and_the_chat_goes_on(folder: Path, page: Page) -> None:
    port = str(a_free_port())
    async with ModelServer() as model:
        with start(folder, model, port, "counting:600:0.05") as running:
            await sign_up_at(page, running.address)
            await say(page, "go")
            await reach(page, 20)
            await takes(0.5)
            await kill(running)
            await expect(page.get_by_test_id("rejoining")).to_be_visible()
            seen = await text_of(page)
        with start(folder, model, port, "fixed:Back."):
            note = page.get_by_test_id("partial-note")
            await expect(note).to_contain_text("went down", timeout=40_000)
            kept = await text_of(page)
            assert "".join(numbered("go", 600)).strip().startswith(kept)
            # What was saved with the last beat is kept; a few words more may have been on the screen.
            assert len(kept.split()) >= len(seen.split()) - 15
            await photograph(page, "interrupted")
            await say(page, "and now?")
            await expect(page.get_by_text("Back.", exact=True)).to_be_visible()
            await page.reload()
            await expect(answers(page)).to_have_count(2)
            await expect(note).to_have_count(1)


@pytest.mark.parametrize("how", ["killed", "deployed"])
async def test_an_answer_begun_anew_by_another_server_is_shown_once_with_a_note(
    postgres: EmbeddedPostgres, addresses: Addresses, page: Page, how: str
) -> None:
    async with ModelServer() as model, several(postgres, addresses, model) as (group, balancer):
        first, other = await asyncio.gather(group.start(), group.start())
        balancer.servers.append(first)
        await sign_up_at(page, balancer.address)
        await page.get_by_role("button", name=PHOENIX).click()
        await say(page, "go")
        await reach(page, 10)
        balancer.servers.append(other)
        await (first.kill() if how == "killed" else first.stop(20))
        await expect(page.get_by_test_id("restarted-note")).to_be_visible(timeout=40_000)
        await reach(page, 3)
        assert WHOLE.startswith(await text_of(page))
        await photograph(page, "begun-anew")
        await expect_whole(page)
        await expect(page.get_by_test_id("restarted-note")).to_be_visible()
        await page.reload()
        await expect_whole(page)
        await expect(page.get_by_test_id("restarted-note")).to_be_visible()


async def test_a_message_to_a_server_that_is_stopping_stays_in_the_box_and_can_be_sent_again(
    addresses: Addresses, page: Page
) -> None:
    async with ModelServer() as model, serving(addresses, model=model_at(model)) as served:
        await sign_up(page, served)
        served.parts.pipeline.running.is_closing = True
        await say(page, "go")
        notice = page.get_by_test_id("composer-error")
        await expect(notice).to_contain_text("You can try again")
        await expect(page.get_by_label("Message", exact=True)).to_have_value("go")
        await photograph(page, "sent-too-late")
        served.parts.pipeline.running.is_closing = False
        await page.get_by_role("button", name="Send again").click()
        await expect(page.get_by_label("Message", exact=True)).to_have_value("")
        await expect_whole(page)
        await expect(notice).to_have_count(0)
