"""What a plan refuses is said, kept, and done as soon as there is room."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Page, expect

from holdfast.core.migrate import Addresses
from tests.browser.axe import violations
from tests.browser.conftest import another_browser, photograph
from tests.browser.test_chat import say, sign_up
from tests.browser.test_memory import PHONE
from tests.scripted import ScriptedModel, says
from tests.serving import Served, serving

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("size", ["desktop", "phone"])
async def test_a_refused_message_is_kept_and_goes_out_by_itself_when_there_is_room(
    addresses: Addresses, browser: Browser, page: Page, size: str
) -> None:
    how = PHONE if size == "phone" else {}
    async with serving(addresses, [ScriptedModel(says("Heard."))]) as served, another_browser(browser, **how) as theirs:
        await sign_up(page, served, "Ada")
        await sign_up(theirs, served, "Bea")
        await plan_of(page, served, "Bea", {"plan": "free", "limits": {"features": {"chats_per_day": 1}}})
        await theirs.reload()
        await say(theirs, "One")
        await expect(theirs.get_by_text("Heard.")).to_have_count(1)
        await theirs.get_by_label("Message", exact=True).fill("Two, which is one too many")
        # A button that says that it is disabled is not clicked by Playwright; a person may.
        await theirs.get_by_role("button", name="Send", exact=True).dispatch_event("click")
        dialog = theirs.get_by_role("dialog", name="No messages left for today")
        await expect(dialog).to_contain_text("You have used your one message for today. There is room again")
        await expect(dialog).to_contain_text("The plan pro has more.")
        await photograph(theirs, f"upgrade-{size}")
        assert await violations(theirs) == []
        await dialog.get_by_role("button", name="Try again").click()
        await expect(dialog).to_contain_text("Not yet.")
        await plan_of(page, served, "Bea", {"plan": "pro", "limits": {}})
        await theirs.evaluate("window.dispatchEvent(new Event('focus'))")
        await expect(dialog).to_have_count(0)
        await expect(theirs.get_by_text("Heard.")).to_have_count(2)
        await expect(theirs.get_by_label("Message", exact=True)).to_have_value("")


async def plan_of(page: Page, served: Served, name: str, wanted: dict[str, object]) -> None:
    """As an admin sets it."""
    found = await (await page.request.get(f"{served.url}/api/admin/users")).json()
    user = next(one["id"] for one in found["users"] if one["name"] == name)
    done = await page.request.put(
        f"{served.url}/api/admin/users/{user}/plan", data=wanted, headers={"origin": served.url}
    )
    assert done.ok, await done.text()
