"""How answers are set: formulas, diagrams, wide tables, long lines, tasks; and what of it may be taken along."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, expect

from holdfast.core.migrate import Addresses
from tests.browser.axe import violations
from tests.browser.conftest import fits, photograph, resize
from tests.browser.test_chat import say, sign_up
from tests.scripted import ScriptedModel, says
from tests.serving import serving
from tests.waiting import until

pytestmark = pytest.mark.anyio

FORMULAS = r"""The roots of \(ax^2 + bx + c\) are

\[
x = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}
\]

and $e^{i\pi} + 1 = 0$; it costs $5 or $6. In code, `\(x\)` stays.

$$\sum_{k=1}^n k = \frac{n(n+1)}{2}$$
"""
DIAGRAM = "```mermaid\nflowchart LR\n  tide[Tide falls] --> walk{Is it day?} --> go[Walk out]\n```\n"
RUNS = "src=x onerror='window.__ran = 1'"
HOSTILE = (
    "```mermaid\nflowchart LR\n"
    f'  a["<img {RUNS}><script>window.__ran = 1</script>"] --> b["&lt;img {RUNS}&gt;"] --> c["#lt;img {RUNS}#gt;"]\n'
    f'  c -->|"<svg/onload=window.__ran=1><<img/{RUNS}>"| d["two<br>lines"]\n'
    '  click a "javascript:window.__ran=1"\n```\n'
)
KEEPS_WHAT_IS_MADE = """const make = URL.createObjectURL.bind(URL)
URL.createObjectURL = (file) => make((window.__made = file))"""
COLUMNS = ["Harbour", "High water", "Low water", "Current", "Shelter", "Depth", "Remarks"]
TABLE = "\n".join(
    [
        "| " + " | ".join(COLUMNS) + " |",
        "|" + "---|" * len(COLUMNS),
        "| Sines | 06:14, 3.4 m | 12:20, 0.7 m | 0.4 knots south | all but north-west | 6.5 m | =1+1 |",
        "| Peniche | 06:31, 3.5 m | 12:38, 0.8 m | 1.2 knots, turns early | south-west | 4 m | watch, the reef |",
    ]
)
TASKS = "- [x] look up the tide\n- [ ] pack the lamp\n"


async def test_formulas_are_set_and_money_is_not(addresses: Addresses, page: Page) -> None:
    async with serving(addresses, [ScriptedModel(says(FORMULAS), is_demo=True)]) as served:
        await sign_up(page, served)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        await say(page, "What are the roots?")
        await expect(page.locator(".katex")).to_have_count(4)
        await expect(page.locator(".katex-display")).to_have_count(2)
        answer = page.get_by_test_id("answer")
        await expect(answer).to_contain_text("it costs $5 or $6.")
        await expect(answer.locator("code")).to_have_text(r"\(x\)")
        # The policy lets its letters in.
        await page.wait_for_function(
            "() => [...document.fonts].some(font => font.status === 'loaded' && font.family.includes('KaTeX'))"
        )
        assert any("katex" in url for url in asked), "and they came when they were needed, not before"
        assert await violations(page) == []


async def test_a_diagram_is_drawn_when_asked_for_and_is_only_a_picture(addresses: Addresses, page: Page) -> None:
    async with serving(addresses, [ScriptedModel(says(DIAGRAM + HOSTILE), is_demo=True)]) as served:
        await page.add_init_script(KEEPS_WHAT_IS_MADE)
        await sign_up(page, served)
        await say(page, "Draw it")
        shows = page.get_by_role("button", name="Show diagram")
        await expect(shows).to_have_count(2)
        await expect(page.locator(".answer img")).to_have_count(0)
        await shows.first.click()
        picture = page.get_by_role("img", name="Diagram (flowchart)").first
        await expect(picture).to_be_visible(timeout=60_000)
        assert (await picture.get_attribute("src") or "").startswith("blob:")
        await until(lambda: picture.evaluate("img => img.complete && img.naturalWidth > 100"))
        drawn = await page.evaluate("() => window.__made.text()")
        assert "<foreignObject" not in drawn
        boxes = [float(height) for height in re.findall(r'<rect class="basic[^>]* height="([\d.]+)"', drawn)]
        assert len(boxes) == 2
        assert min(boxes) > 30, "our styles do not reach into what is drawn: a box has room for its words"
        await shows.first.click()
        await expect(page.get_by_role("img", name="Diagram (flowchart)")).to_have_count(2)
        assert await page.evaluate("() => window.__ran") is None
        # No drawing of a model stays in the page.
        await expect(page.locator("svg[id^=diagram]")).to_have_count(0)
        assert await violations(page) == []
        await page.get_by_role("button", name="Hide diagram").first.click()
        await expect(page.get_by_role("img", name="Diagram (flowchart)")).to_have_count(1)


async def test_a_diagram_that_is_none_says_so_and_keeps_its_code(addresses: Addresses, page: Page) -> None:
    async with serving(addresses, [ScriptedModel(says("```mermaid\nnonsense --> ((\n```"), is_demo=True)]) as served:
        await sign_up(page, served)
        await say(page, "Draw it")
        await page.get_by_role("button", name="Show diagram").click()
        await expect(page.get_by_text("This diagram could not be drawn.")).to_be_visible(timeout=60_000)
        await expect(page.locator(".code-block pre")).to_contain_text("nonsense")


async def test_a_wide_table_leaves_the_column_and_is_taken_along(addresses: Addresses, page: Page) -> None:
    text = f"Before.\n\n{TABLE}\n\nAfter.\n\n{TASKS}\n\n```text\n{'a very long line ' * 30}\n```\n"
    async with serving(addresses, [ScriptedModel(says(text), is_demo=True)]) as served:
        await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        await resize(page, 1600, 900)
        await sign_up(page, served)
        await say(page, "Where shall I moor?")
        table, words = page.locator(".answer table"), page.locator(".answer > p", has_text="Before.")
        await expect(page.get_by_role("button", name="Why this answer?")).to_be_visible()  # it is set and stored
        await expect(table).to_be_visible()

        async def is_wider_than_the_words() -> bool:
            wide, column = await table.bounding_box(), await words.bounding_box()
            # None: it is being set anew, from what was stored.
            return bool(wide and column and wide["width"] > column["width"] + 50 and abs(wide["x"] - column["x"]) < 2)

        await until(is_wider_than_the_words)
        await fits(page)

        await page.get_by_role("button", name="Copy table").click()
        await page.wait_for_function(
            "async head => (await navigator.clipboard.readText()).split('\\n')[0] === head", arg="\t".join(COLUMNS)
        )
        async with page.expect_download() as saving:
            await page.get_by_role("button", name="Download CSV").click()
        saved = (await (await saving.value).path()).read_text("utf-8-sig")
        assert "Harbour,High water" in saved
        assert "'=1+1" in saved
        assert '"watch, the reef"' in saved

        await expect(page.get_by_role("checkbox", name="Done", exact=True)).to_be_checked()
        await expect(page.get_by_role("checkbox", name="Not done")).not_to_be_checked()
        code = page.locator(".code-block pre")
        is_scrolled = "block => block.scrollWidth > block.clientWidth"
        await until(lambda: code.evaluate(is_scrolled))
        await page.get_by_role("button", name="Wrap", exact=True).click()
        await until(lambda: code.evaluate(f"block => !({is_scrolled})(block)"))
        assert await violations(page) == []
        await photograph(page, "answers", in_the_dark=True)

        await resize(page, 390, 844)
        await fits(page)
        assert await violations(page) == []
        await expect(page.get_by_text(re.compile("^After"))).to_be_visible()
