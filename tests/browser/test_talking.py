"""Somebody talks instead of writing: holds the button or taps it, mends what was heard, and loses nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from holdfast.core.migrate import Addresses
from holdfast.entitlements.assign import assign
from tests.browser.axe import violations
from tests.browser.conftest import fits, photograph, resize
from tests.browser.microphones import hush, pause, record, with_microphone
from tests.browser.test_chat import sign_up
from tests.browser.test_palette import PHONE, sign_in
from tests.loopback.speech_server import speech_server
from tests.scripted import ScriptedModel, says
from tests.serving import serving
from tests.waiting import until
from tests.web.test_recordings import elsewhere

pytestmark = pytest.mark.anyio

SAID = "Please call the doctor on Monday morning."
HEARD = re.compile(r"call the doctor on Monday morning", re.IGNORECASE)
TIME = re.compile(r"^[0-9]:[0-9]{2}$")


def model() -> list[ScriptedModel]:
    return [ScriptedModel(says("A fine sentence."), name="test:answers")]


async def wait_for_sound(page: Page, seconds: float) -> None:
    """As long as somebody talks."""
    timer = page.get_by_test_id("recording").get_by_role("timer")
    await until(lambda: _has_lasted(timer, seconds))


async def _has_lasted(timer: object, seconds: float) -> bool:
    text = await timer.text_content(timeout=15_000)  # type: ignore[attr-defined]
    minutes, rest = str(text).split(":")
    return int(minutes) * 60 + int(rest) >= seconds


async def test_what_is_said_stands_in_the_box_to_be_mended_and_is_sent_tapped_or_held(
    addresses: Addresses, tmp_path: Path
) -> None:
    speech = record(tmp_path, pause(0.5), SAID, hush(20))
    async with serving(addresses, model()) as served, with_microphone(speech) as page:
        await sign_up(page, served)
        box = page.get_by_label("Message", exact=True)
        await box.fill("Listen:")
        assert await violations(page) == []
        await page.get_by_role("button", name="Talk", exact=True).click()
        recording = page.get_by_role("region", name="Recording")
        await expect(recording).to_be_visible()
        await expect(recording.get_by_role("timer")).to_have_text(TIME)
        await expect(page.get_by_role("button", name="Done")).to_be_focused()
        await wait_for_sound(page, 4)
        assert await violations(page) == []
        await photograph(page, "talking", in_the_dark=True)
        await page.keyboard.press("Enter")
        await expect(box).to_have_value(re.compile(r"^Listen: .*call the doctor on Monday morning", re.IGNORECASE))
        await expect(box).to_be_focused()
        await expect(recording).to_have_count(0)
        await page.keyboard.type(" Indeed.")
        await page.keyboard.press("Enter")
        await expect(page.get_by_text("A fine sentence.")).to_be_visible()
        await expect(page.get_by_test_id("question")).to_contain_text("morning. Indeed.")

        await page.get_by_role("button", name="Talk", exact=True).hover()
        await page.mouse.down()
        await expect(page.get_by_text("Let go when you are done")).to_be_visible()
        await wait_for_sound(page, 4)
        await page.mouse.up()
        await expect(box).to_have_value(HEARD)


async def test_by_keys_alone_it_begins_ends_and_is_given_up(addresses: Addresses, tmp_path: Path) -> None:
    speech = record(tmp_path, hush(30))
    async with serving(addresses, model()) as served, with_microphone(speech) as page:
        await sign_up(page, served)
        box = page.get_by_label("Message", exact=True)
        await box.fill("Stays.")
        recording = page.get_by_role("region", name="Recording")
        await page.keyboard.press("Control+Shift+Space")
        await expect(recording).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(recording).to_have_count(0)
        await page.wait_for_function("() => document.activeElement !== document.body")
        await expect(box).to_have_value("Stays.")

        await page.get_by_role("button", name="Talk", exact=True).focus()
        await page.keyboard.press("Enter")
        await wait_for_sound(page, 1)
        await page.keyboard.press("Control+Shift+Space")
        failed = page.get_by_test_id("recording-failed")
        await expect(failed).to_contain_text("I heard nothing.")
        assert await violations(page) == []
        await expect(failed.get_by_role("button", name="Close")).to_be_focused()
        await page.keyboard.press("Enter")
        await expect(failed).to_have_count(0)
        await expect(page.get_by_role("button", name="Talk", exact=True)).to_be_focused()
        await expect(box).to_have_value("Stays.")


async def test_what_could_not_be_heard_is_kept_also_on_another_page_and_heard_later(
    addresses: Addresses, tmp_path: Path
) -> None:
    speech = record(tmp_path, pause(0.2), SAID, hush(20))
    async with (
        speech_server() as provider,
        serving(addresses, model(), speech=elsewhere(provider)) as served,
        with_microphone(speech) as page,
    ):
        await sign_up(page, served)
        provider.status = 503
        await page.get_by_role("button", name="Talk", exact=True).click()
        await wait_for_sound(page, 3)
        await page.get_by_role("button", name="Done").click()
        failed = page.get_by_test_id("recording-failed")
        await expect(failed).to_contain_text("It could not be heard just now. What you said is kept here.")
        await photograph(page, "talking-kept")
        await page.get_by_role("button", name="Try again").click()
        await expect(failed).to_contain_text("What you said is kept here.")

        await page.get_by_role("link", name="Loops").click()
        await expect(page.get_by_role("heading", name="Loops", level=1)).to_be_visible()
        await page.go_back()
        await expect(failed).to_contain_text("has not been heard yet")
        assert await violations(page) == []
        provider.status = 200
        await failed.get_by_role("button", name="Hear it now").click()
        await expect(page.get_by_label("Message", exact=True)).to_have_value(provider.words)


async def test_used_up_voice_minutes_are_said_with_when_they_come_back(addresses: Addresses, tmp_path: Path) -> None:
    speech = record(tmp_path, SAID, hush(20))
    async with serving(addresses, model()) as served, served.person() as ada, with_microphone(speech) as page:
        await assign(served.parts.entitlements, None, ada.id, None, {"features": {"voice_minutes_per_month": 0}})
        await sign_in(page, served)
        await page.get_by_role("button", name="Talk", exact=True).click()
        await wait_for_sound(page, 3)
        await page.get_by_role("button", name="Done").click()
        await expect(page.get_by_test_id("recording-failed")).to_contain_text("voice minutes")


NO_MICROPHONE = {
    "none": "No microphone was found. Plug one in",
    "refused": "Allow it beside the address of the page",
    "insecure": "Open Holdfast by https",
}


async def test_why_there_is_no_microphone_is_said_with_what_to_do(addresses: Addresses, tmp_path: Path) -> None:
    async with serving(addresses, model()) as served, served.person():
        for how, sentence in NO_MICROPHONE.items():
            speech = record(tmp_path, hush(1)) if how == "refused" else None
            async with with_microphone(speech, permits=how != "refused") as page:
                if how == "insecure":
                    # As on plain http from another machine: there is no such thing.
                    await page.add_init_script(
                        "Object.defineProperty(navigator, 'mediaDevices', { value: undefined });"
                        "Object.defineProperty(window, 'isSecureContext', { value: false })"
                    )
                await sign_in(page, served)
                await page.get_by_label("Message", exact=True).fill("Stays.")
                await page.get_by_role("button", name="Talk", exact=True).click()
                await expect(page.get_by_test_id("recording-failed")).to_contain_text(sentence)
                assert await violations(page) == []
                await page.keyboard.press("Escape")
                await expect(page.get_by_label("Message", exact=True)).to_have_value("Stays.")


async def test_a_browser_that_opens_no_microphone_at_our_rate_is_heard_at_its_own(
    addresses: Addresses, tmp_path: Path
) -> None:
    speech = record(tmp_path, pause(0.5), SAID, hush(20))
    async with serving(addresses, model()) as served, with_microphone(speech) as page:
        # As Firefox refuses it.
        await page.add_init_script("""
            const make = AudioContext.prototype.createMediaStreamSource
            AudioContext.prototype.createMediaStreamSource = function (stream) {
              if (this.sampleRate === 16000) throw new DOMException('another rate', 'NotSupportedError')
              window.heardAt = this.sampleRate
              return make.call(this, stream)
            }
        """)
        await sign_up(page, served)
        await page.get_by_role("button", name="Talk", exact=True).click()
        await wait_for_sound(page, 4)
        await page.get_by_role("button", name="Done").click()
        await expect(page.get_by_label("Message", exact=True)).to_have_value(HEARD)
        assert await page.evaluate("() => window.heardAt") > 16_000


async def test_on_a_phone_it_is_tapped_and_the_keyboard_stays_away(addresses: Addresses, tmp_path: Path) -> None:
    speech = record(tmp_path, pause(0.5), SAID, hush(20))
    async with serving(addresses, model()) as served, with_microphone(speech, how=PHONE) as page:
        await sign_up(page, served)
        await page.get_by_role("button", name="Talk", exact=True).tap()
        await wait_for_sound(page, 4)
        await fits(page)
        assert await violations(page) == []
        await photograph(page, "talking-phone")
        await page.get_by_role("button", name="Done").tap()
        box = page.get_by_label("Message", exact=True)
        await expect(box).to_have_value(HEARD)
        await expect(box).not_to_be_focused()


async def test_an_answer_is_read_aloud_held_and_stopped_and_one_is_talked_with_hands_free(
    addresses: Addresses, tmp_path: Path
) -> None:
    """The microphone says the same sentence again and again: whatever is being spoken then is broken off."""
    speech = record(tmp_path, pause(0.5), SAID, hush(4))
    story = says(*(f"The tide came in for the {n}th time, and nobody minded. " for n in range(60)))
    async with (
        serving(addresses, [ScriptedModel(says("A fine sentence."), story, name="test:answers")]) as served,
        with_microphone(speech, repeats=True) as page,
    ):
        await sign_up(page, served)
        pieces: list[str] = []
        page.on("request", lambda asked: pieces.append(asked.post_data or "") if "/voice/speak" in asked.url else None)
        await page.get_by_role("button", name="Sophie").first.click()
        await page.get_by_label("Message", exact=True).fill("Good morning")
        await page.keyboard.press("Enter")
        answer = page.get_by_test_id("answer").last
        await expect(answer.get_by_text("A fine sentence.")).to_be_visible()

        read = answer.get_by_test_id("aloud")
        await read.click()
        await expect(read).to_have_accessible_name("Pause reading")
        await expect(read).to_have_accessible_name("Read aloud")
        assert len(pieces) == 1

        begin = page.get_by_role("button", name="Talk hands free with Sophie")
        await begin.click()
        talk = page.get_by_test_id("hands-free")
        await expect(talk).to_have_attribute("data-phase", "listening")
        assert await violations(page) == []
        await photograph(page, "hands-free", in_the_dark=True)
        await resize(page, 360, 740)
        await fits(page)
        await resize(page, 1280, 800)
        questions = page.get_by_test_id("question")
        await expect(questions.nth(1)).to_contain_text("Monday morning")
        await expect(talk).to_have_attribute("data-phase", "speaking")
        await expect(talk.get_by_role("button", name="Interrupt")).to_be_focused()
        # On a busy machine it may have been broken off more than once by now.
        await expect(questions.nth(2)).to_be_visible()
        assert not any("for the 50th time" in piece for piece in pieces), "it was broken off long before its end"
        await page.keyboard.press("Escape")
        await expect(talk).to_have_count(0)
        await expect(begin).to_be_focused()
        # The answer may have gone on until now: its end takes the focus from nobody.
        await expect(page.get_by_role("button", name="Stop")).to_have_count(0)
        await expect(begin).to_be_focused()
        await page.keyboard.press("Enter")
        await expect(talk).to_have_attribute("data-phase", "listening")
        await talk.get_by_role("button", name="End the talk").click()
        await expect(begin).to_be_focused()
