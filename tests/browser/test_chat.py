"""Someone opens the page, signs up, talks, reloads in the middle of an answer, and opens it to see why."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import pytest
from playwright.async_api import Browser, FilePayload, Page, expect

from holdfast.core.migrate import Addresses
from holdfast.models.failures import failed
from holdfast.models.types import Done, Failure, TextDelta, TokenUsage
from tests.architecture.belongings import png
from tests.browser.conftest import another_browser, fits, photograph
from tests.personas.packs import write_pack
from tests.scripted import ScriptedModel, says
from tests.serving import PASSWORD, Served, serving

pytestmark = pytest.mark.anyio

ANSWER = (
    "Cut an old apple tree in **late winter**, before the buds swell.\n\n"
    "1. Take out what is dead, diseased or crossing.\n"
    "2. Open the crown: light should reach every branch.\n"
    "3. Never remove more than a fifth in one year.\n\n"
    "```python\ncuts = [branch for branch in tree if branch.is_dead or branch.crosses]\n```\n"
)


async def sign_up(page: Page, served: Served, name: str = "Ada") -> None:
    """Somebody who has just made an account. The door itself is walked through where it is tested."""
    account = {"name": name, "email": f"{name.lower()}@example.org", "password": PASSWORD}
    await let_in(page, served, "register", account)


async def let_in(page: Page, served: Served, door: str, said: dict[str, str]) -> None:
    answer = await page.context.request.post(f"{served.url}/api/auth/{door}", data=said, headers={"origin": served.url})
    assert answer.ok, await answer.text()
    await page.goto(served.url)
    # By its name: the page may speak any language.
    await expect(page.locator("textarea[name=message]")).to_be_visible()


async def sign_up_by_hand(page: Page, served: Served, name: str = "Ada") -> None:
    await page.goto(f"{served.url}/register")
    await page.get_by_label("Name").fill(name)
    await page.get_by_label("Email").fill(f"{name.lower()}@example.org")
    await page.get_by_label("Password", exact=True).fill(PASSWORD)
    await page.get_by_role("button", name="Create account").click()
    await expect(page.get_by_label("Message", exact=True)).to_be_visible()


async def say(page: Page, text: str) -> None:
    await page.get_by_label("Message", exact=True).fill(text)
    await page.get_by_role("button", name="Send").click()


async def test_a_first_visit_from_sign_up_to_the_glass_box(addresses: Addresses, page: Page) -> None:
    model = ScriptedModel(
        [*(TextDelta(word) for word in re.split(r"(?<= )", ANSWER)), Done(TokenUsage(240, 90, 0.0004))]
    )
    failed_requests: list[str] = []
    page.on("requestfailed", lambda request: failed_requests.append(f"{request.method} {request.url}"))
    async with serving(addresses, [model]) as served:
        await sign_up_by_hand(page, served)
        await say(page, "When do I prune an old apple tree, and how?")
        await expect(page.get_by_text("Never remove more than a fifth")).to_be_visible()
        await expect(page.locator("strong", has_text="late winter")).to_be_visible()
        await page.get_by_role("button", name="Why this answer?").click()
        await expect(page.get_by_text("I used nothing you told me before.")).to_be_visible()
        await page.get_by_role("tab", name="For engineers").click()
        await expect(page.get_by_text("What the model was told").first).to_be_visible()
        await expect(page.get_by_text("Persona").first).to_be_visible()
        await expect(page.get_by_text("test:scripted").first).to_be_visible()
        await photograph(page, "glass-box-engineers", in_the_dark=True)
        assert failed_requests == [], "an answer that ended is no request that failed"


async def test_a_reload_in_the_middle_of_an_answer_loses_nothing(addresses: Addresses, page: Page) -> None:
    gate = asyncio.Event()
    model = ScriptedModel([TextDelta("The first half. "), gate, TextDelta("The second half."), Done(TokenUsage(1, 2))])
    async with serving(addresses, [model]) as served:
        await sign_up(page, served)
        await say(page, "Tell me both halves")
        await expect(page.get_by_text("The first half.")).to_be_visible()
        await page.reload()
        await expect(page.get_by_text("The first half.")).to_be_visible()
        gate.set()
        await expect(page.get_by_text("The first half. The second half.")).to_have_count(1)
        await page.reload()
        await expect(page.get_by_text("The first half. The second half.")).to_have_count(1)
    assert len(model.calls) <= 2, "the answer was written once (and the title asked for)"


async def test_a_second_tab_follows_the_same_answer(addresses: Addresses, page: Page) -> None:
    gate = asyncio.Event()
    model = ScriptedModel([TextDelta("Seen in "), gate, TextDelta("both tabs."), Done(TokenUsage(1, 2))])
    async with serving(addresses, [model]) as served:
        await sign_up(page, served)
        await say(page, "hello")
        await expect(page.get_by_text("Seen in")).to_be_visible()
        second = await page.context.new_page()
        await second.goto(page.url)
        await expect(second.get_by_text("Seen in")).to_be_visible()
        gate.set()
        await expect(second.get_by_text("Seen in both tabs.")).to_be_visible()
        await expect(page.get_by_text("Seen in both tabs.")).to_be_visible()
        await second.close()


async def test_stop_keeps_what_was_said_and_regenerate_writes_another_answer(addresses: Addresses, page: Page) -> None:
    model = ScriptedModel([TextDelta("Half an"), asyncio.Event()], says("A whole answer."))
    async with serving(addresses, [model]) as served:
        await sign_up(page, served)
        await say(page, "hello")
        await expect(page.get_by_text("Half an")).to_be_visible()
        await page.get_by_role("button", name="Stop").click()
        await expect(page.get_by_text("Stopped.").first).to_be_visible()
        await expect(page.get_by_text("Half an")).to_be_visible()
        await page.get_by_role("button", name=re.compile("Regenerate|Try again")).first.click()
        await expect(page.get_by_text("A whole answer.")).to_be_visible()
        await page.get_by_role("button", name="Previous version").click()
        await expect(page.get_by_text("Half an")).to_be_visible()
        await page.get_by_role("button", name="Next version").click()
        await expect(page.get_by_text("A whole answer.")).to_be_visible()
    assert model.was_closed_early


async def test_keys_enter_sends_shift_enter_breaks_the_line_escape_stops(addresses: Addresses, page: Page) -> None:
    model = ScriptedModel([TextDelta("On and on"), asyncio.Event()])
    async with serving(addresses, [model]) as served:
        await sign_up(page, served)
        box = page.get_by_label("Message", exact=True)
        await box.click()
        await page.keyboard.type("line one")
        await page.keyboard.press("Shift+Enter")
        await page.keyboard.type("line two")
        await page.keyboard.press("Enter")
        await expect(page.get_by_text("On and on")).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(page.get_by_role("button", name="Stop")).to_have_count(0)
    assert "line one\nline two" in str(model.calls[0][0][-1].content)


async def test_a_failure_is_told_in_a_sentence_and_can_be_tried_again(addresses: Addresses, page: Page) -> None:
    model = ScriptedModel([failed(Failure.SERVER_ERROR)], says("Now it works."))
    async with serving(addresses, [model]) as served:
        await sign_up(page, served)
        await say(page, "hello")
        again = page.get_by_role("button", name=re.compile("Try again|Retry|Regenerate")).first
        await expect(again).to_be_visible()
        await again.click()
        await expect(page.get_by_text("Now it works.")).to_be_visible()


async def test_chats_are_renamed_and_a_deletion_can_be_undone(addresses: Addresses, page: Page) -> None:
    async with serving(addresses, [ScriptedModel(is_demo=True)]) as served:
        await sign_up(page, served)
        await say(page, "My first chat")
        sidebar = page.get_by_role("navigation", name="Your chats")
        await expect(sidebar.get_by_text("My first chat")).to_be_visible()
        await sidebar.get_by_role("button", name="Options for My first chat").click()
        await page.get_by_role("button", name="Rename").or_(page.get_by_role("menuitem", name="Rename")).click()
        await page.get_by_label("Title of the chat").fill("Garden")
        await page.keyboard.press("Enter")
        await expect(sidebar.get_by_text("Garden")).to_be_visible()
        await sidebar.get_by_role("button", name="Options for Garden").click()
        await page.get_by_role("button", name="Delete").or_(page.get_by_role("menuitem", name="Delete")).first.click()
        await page.get_by_role("dialog").get_by_role("button", name="Delete").click()
        await expect(sidebar.get_by_text("Garden")).to_have_count(0)
        await page.get_by_role("button", name="Undo").click()
        await expect(sidebar.get_by_text("Garden")).to_be_visible()


async def test_the_demo_model_is_labelled_and_says_how_to_plug_in_a_real_one(addresses: Addresses, page: Page) -> None:
    async with serving(addresses, [ScriptedModel(is_demo=True)]) as served:
        await sign_up(page, served)
        await expect(page.get_by_text("Demo model.")).to_be_visible()
        await page.get_by_text("Plug in a real one").click()
        await expect(page.get_by_text("HOLDFAST_MODEL_BASE_URL").first).to_be_visible()


async def test_whatever_is_said_or_named_loads_nothing_from_elsewhere_and_runs_nothing(
    addresses: Addresses, page: Page, tmp_path: Path
) -> None:
    """Answers, questions and the titles made of them, names of people, personas, folders and files, facts."""
    reached: list[str] = []

    async def anyone(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        reached.append((await reader.readline()).decode())
        writer.close()

    elsewhere = await asyncio.start_server(anyone, "127.0.0.1", 0)
    port = elsewhere.sockets[0].getsockname()[1]
    hostile = (
        f"Look: ![secret](http://127.0.0.1:{port}/?q=secret) <img src=http://127.0.0.1:{port}/raw onerror=alert(1)>\n\n"
        f"<script>document.title='owned'</script>\n\n<iframe src=http://127.0.0.1:{port}/frame></iframe>\n\n"
        f"[click](javascript:document.title='owned') and the end."
    )
    named = f"<img src=http://127.0.0.1:{port}/n onerror=\"document.title='owned'\">"
    write_pack(tmp_path, f"name = {json.dumps(named)}\ndescription = {json.dumps(named)}\n")
    model = ScriptedModel(says(hostile), is_demo=True, sees_images=True)
    async with elsewhere, serving(addresses, [model], personas_dir=tmp_path) as served:
        account = {"name": named, "email": "ada@example.org", "password": PASSWORD}
        await let_in(page, served, "register", account)
        file: FilePayload = {"name": f"{named}.png", "mimeType": "image/png", "buffer": png()}
        await page.get_by_test_id("file-input").set_input_files(file)
        await expect(page.get_by_label("Attached files").get_by_role("img")).to_be_visible()
        await say(page, f"{named} I live in {named}.")
        await expect(page.get_by_test_id("answer").get_by_text("and the end.")).to_be_visible()
        about, origin = {"about": hostile}, {"origin": served.url}
        made = [
            await page.context.request.put(f"{served.url}/memory/about", data=about, headers=origin),
            await page.context.request.post(
                f"{served.url}/api/chats/folders", data={"name": "<b>b</b>"}, headers=origin
            ),
        ]
        assert [one.status for one in made] == [200, 201]
        chat = page.url
        for address in (chat, f"{chat}?why={await first_turn(page)}", served.url, f"{served.url}/memory?part=controls"):
            await page.goto(address)
            await page.wait_for_load_state("networkidle")
            await expect(page.get_by_role("main")).to_be_visible()
            assert await page.title() != "owned"
            outside = "iframe, script:not([src]), a[href^='javascript'], [onerror], img[src^='http:']"
            assert await page.locator(outside).count() == 0, address
    assert reached == []


async def first_turn(page: Page) -> str:
    turn = await page.locator("[data-why]").first.get_attribute("data-why")
    assert turn
    return turn


async def test_it_works_on_a_phone_and_in_the_dark(addresses: Addresses, browser: Browser) -> None:
    phone = another_browser(browser, viewport={"width": 360, "height": 740}, color_scheme="dark", has_touch=True)
    async with serving(addresses, [ScriptedModel(says(ANSWER), is_demo=True)]) as served, phone as page:
        await sign_up(page, served)
        await say(page, "When do I prune an old apple tree?")
        await expect(page.get_by_text("Never remove more than a fifth")).to_be_visible()
        await fits(page)
        await photograph(page, "phone")
        await page.get_by_role("button", name="Why this answer?").click()
        await expect(page.get_by_text("I used nothing you told me before.")).to_be_visible()
        await page.get_by_test_id("glass-box").get_by_role("button", name="Close", exact=True).click()
        await page.get_by_role("button", name="Open the list of chats").click()
        await expect(page.get_by_role("navigation", name="Your chats")).to_be_visible()


async def test_a_draft_survives_a_reload_and_signing_out_leads_to_the_door(addresses: Addresses, page: Page) -> None:
    async with serving(addresses, [ScriptedModel(is_demo=True)]) as served:
        await sign_up(page, served)
        await page.get_by_label("Message", exact=True).fill("not sent yet")
        await page.wait_for_function("() => Object.values(localStorage).some(kept => kept.includes('not sent yet'))")
        await page.reload()
        await expect(page.get_by_label("Message", exact=True)).to_have_value("not sent yet")
        await page.get_by_role("button", name="Sign out").click()
        await expect(page.get_by_role("button", name="Sign in")).to_be_visible()
        await page.get_by_label("Email").fill("ada@example.org")
        await page.get_by_label("Password", exact=True).fill("wrong password")
        await page.get_by_role("button", name="Sign in").click()
        await expect(page.get_by_text("don’t match")).to_be_visible()
        await page.get_by_label("Password", exact=True).fill(PASSWORD)
        await page.get_by_role("button", name="Sign in").click()
        await expect(page.get_by_label("Message", exact=True)).to_be_visible()


async def test_another_model_can_be_chosen_and_the_choice_stays(addresses: Addresses, page: Page) -> None:
    quick = ScriptedModel(says("Quick words."), name="test:quick")
    deep = ScriptedModel(says("Deep words."), name="test:deep")
    async with serving(addresses, [quick, deep]) as served:
        await sign_up(page, served)
        await page.get_by_role("button", name="Answered by quick").click()
        await page.get_by_role("menuitemradio", name="deep").click()
        await say(page, "What holds?")
        await expect(page.get_by_text("Deep words.")).to_be_visible()
        await page.reload()
        await expect(page.get_by_role("button", name="Answered by deep")).to_be_visible()
        assert (len(quick.calls), len(deep.calls)) == (0, 1)


async def test_a_sign_in_elsewhere_is_listed_and_can_be_ended(addresses: Addresses, page: Page) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.stranger() as elsewhere:
        await sign_up(page, served)
        elsewhere.headers["user-agent"] = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
        body = {"email": "ada@example.org", "password": PASSWORD}
        assert (await elsewhere.post("/api/auth/login", json=body)).status_code == 200
        await page.goto(f"{served.url}/settings/security")
        listed = page.get_by_label("Signed in").get_by_role("listitem")
        await expect(listed).to_have_count(2)
        await expect(listed.filter(has_text="This one")).to_have_count(1)
        await page.get_by_role("button", name="Sign out Firefox on Linux").click()
        await expect(listed).to_have_count(1)
        assert (await elsewhere.get("/api/auth/me")).status_code == 401
