"""What of an answer is read aloud, and to whom."""

from __future__ import annotations

import time

import pytest

from holdfast.core.ids import ChatId, MessageId, UserId, new_id
from holdfast.personas.read import read_packs
from holdfast.turn.speak import MAX_CHARACTERS, spoken_words, will_speak
from holdfast.turn.types import SentSound, TurnRequest, UserMessage


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("Plain words.", "Plain words."),
        ("# Title\n\nSome **bold** and *soft* `code`.", "Title\nSome bold and soft code."),
        ("- one\n- two\n\n> quoted", "one\ntwo\nquoted"),
        ("See [the page](https://example.org/x?y=1) or https://example.org.", "See the page or"),
        ("Before\n```python\nprint('never')\n```\nafter", "Before\n \nafter".replace("\n \n", "\n")),
        ("```\nonly code that never ends", ""),
        ("***", ""),
        ("", ""),
    ],
)
def test_marks_code_and_addresses_are_not_read_aloud(written: str, spoken: str) -> None:
    assert " ".join(spoken_words(written).split()) == " ".join(spoken.split())


def test_a_long_answer_ends_with_a_whole_sentence() -> None:
    read = spoken_words("One more sentence here. " * 500)
    assert MAX_CHARACTERS - 30 < len(read) <= MAX_CHARACTERS
    assert read.endswith("here.")
    assert len(spoken_words("x" * 9000)) == MAX_CHARACTERS


@pytest.mark.parametrize(
    ("persona", "is_spoken_to", "takes_sound", "speaks"),
    [
        ("sophie", True, True, True),
        ("sophie", False, True, True),
        ("sophie", False, False, False),
        ("assistant", True, True, True),
        ("assistant", False, True, False),
    ],
)
def test_a_pack_says_when_it_speaks(persona: str, is_spoken_to: bool, takes_sound: bool, speaks: bool) -> None:
    message = UserMessage(MessageId(new_id()), (), SentSound(None) if is_spoken_to else None)
    request = TurnRequest(UserId(new_id()), ChatId(new_id()), message, takes_sound=takes_sound)
    assert will_speak(request, read_packs().get(persona)) is speaks


@pytest.mark.parametrize("unit", ["[", "![", "[a](", "`", "```", "* ", "http://", "\n ", "| "])
def test_no_answer_keeps_the_voice_busy(unit: str) -> None:
    began = time.process_time()
    spoken_words((unit * 200_000)[:200_000])
    assert time.process_time() - began < 0.5
