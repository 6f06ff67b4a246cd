"""One table for each signal. A row is a message and whether it shows the signal; the tricky ones come last."""

from __future__ import annotations

import pytest

from tests.turn.reading.speaking import by_rules

LOW_SIGNAL = [
    ("hey", True),
    ("ok", True),
    ("Thanks!", True),
    ("good morning", True),
    ("👍", True),
    ("...", True),
    ("", True),
    ("haha okay", True),
    ("thank you so much", True),
    ("Hi Sophie", True),
    ("yes", True),
    ("what's up?", True),
    ("❤️❤️", True),
    ("thanks to Ada I know what to do next", False),
    ("ok taxes are done", False),
    ("no sleep", False),
    ("hi, my mother died", False),
    ("42", False),
    ("good question about the loan", False),
    ("good good good good good good good good good", False),
    ("明日は試験です", False),
]

DIRECT_REQUEST = [
    ("Write an email to my landlord", True),
    ("could you check the numbers", True),
    ("I need you to be quick here", True),
    ("what should I do now?", True),
    ("Let's go. What's my next step?", True),
    ("tell me about Peru", True),
    ("remind me not to forget the milk", True),
    ("help me get started", True),
    ("The deck is ready. Give me three headlines", True),
    ("please look at this", True),
    ("let's draft the letter", True),
    ("stop apologising", True),
    ("can you believe she said that", False),
    ("would you look at that", False),
    ("Let's go!", False),
    ("I will write to her tonight", False),
    ("She can help me any time, she said", False),
    ("I told him to give me a break", False),
    ("what a day", False),
    ("My list is long", False),
    ("do you like jazz?", False),
]

TONE = [
    ("your tone is a bit cold", True),
    ("could you be more direct with me", True),
    ("Be less formal.", True),
    ("why so formal?", True),
    ("stop using emojis", True),
    ("I don't like the way you talk", True),
    ("you sound robotic today", True),
    ("shorter answers please", True),
    ("talk to me like a friend", True),
    ("don't sugarcoat it", True),
    ("rephrase that", True),
    ("can you put it more gently", True),
    ("rewrite the email in a friendlier tone", False),
    ("she took a tone with me", False),
    ("I want to be more direct with my boss", False),
    ("should I be less formal in the letter?", False),
    ("my own voice sounds robotic on the recording", False),
    ("I love her style", False),
    ("he told me to speak more quietly", False),
    ("no jargon in my world, just gardening", False),
    ("no emojis please", True),
    ("more exercise would do me good", False),
]

AVOIDANCE = [
    ("I'll do it tomorrow", True),
    ("I keep putting it off", True),
    ("I've been avoiding the letter", True),
    ("can we talk about something else", True),
    ("I don't want to think about that now", True),
    ("I know I should call her, but I was at work all day", True),
    ("I didn't get around to it", True),
    ("I haven't found the time", True),
    ("not now", True),
    ("I'd rather not", True),
    ("let's look at that some other time", True),
    ("I was too tired to write it", True),
    ("I stopped avoiding it and wrote to her", False),
    ("I won't keep putting it off, I'm calling now", False),
    ("see you later", False),
    ("I'll talk to you later", False),
    ("he keeps avoiding me", False),
    ("I'll call the bank later today at five", False),
    ("remind me not to forget", False),
    ("I avoid gluten", False),
    ("We have time until tomorrow", False),
]


@pytest.mark.parametrize(("text", "expected"), LOW_SIGNAL)
def test_a_low_signal_message_is_nothing_but_greetings_thanks_and_nods(text: str, expected: bool) -> None:
    assert by_rules(text).signals.is_low_signal is expected


@pytest.mark.parametrize(("text", "expected"), DIRECT_REQUEST)
def test_a_direct_request_asks_the_assistant_to_do_or_tell(text: str, expected: bool) -> None:
    assert by_rules(text).signals.direct_request is expected


@pytest.mark.parametrize(("text", "expected"), TONE)
def test_tone_means_the_assistants_own(text: str, expected: bool) -> None:
    assert by_rules(text).signals.asks_about_tone is expected


@pytest.mark.parametrize(("text", "expected"), AVOIDANCE)
def test_avoidance_puts_off_turns_away_or_excuses(text: str, expected: bool) -> None:
    assert by_rules(text).signals.avoidance is expected


@pytest.mark.parametrize(
    ("text", "last_answer", "expected"),
    [
        ("anyway, the weather is lovely", "Did you ring your brother?", True),
        ("Never mind, what a week", "Have you told her?", True),
        ("by the way, I bought shoes", "How did the exam go?", True),
        ("anyway, the weather is lovely", "That sounds like a good plan.", False),
        ("by the way, I bought shoes", "", False),
        ("I rang him yesterday", "Did you ring your brother?", False),
        ("yes, I told her, and anyway she knew", "Have you told her?", False),
    ],
)
def test_a_bare_change_of_subject_avoids_only_an_open_question(text: str, last_answer: str, expected: bool) -> None:
    assert by_rules(text, last_answer=last_answer).signals.avoidance is expected


@pytest.mark.parametrize(
    ("text", "last_answer", "expected"),
    [
        ("yes", "Shall I tell you more?", False),
        ("no", "Do you want to leave him?", False),
        ("sure", "Shall we start?", False),
        ("yes", "It will rain.", True),
        ("thanks", "Shall I tell you more?", True),
    ],
)
def test_a_nod_that_answers_a_question_says_something(text: str, last_answer: str, expected: bool) -> None:
    assert by_rules(text, last_answer=last_answer).signals.is_low_signal is expected


@pytest.mark.parametrize(
    ("earlier", "text", "expected"),
    [
        (["hey", "ok"], "hm", True),
        (["my exam is on Friday", "ok", "yeah"], "lol", True),
        (["hey"], "ok", False),
        ([], "hey", False),
        (["ok", "I passed the exam"], "thanks", False),
        (["ok", "yeah"], "I passed the exam", False),
    ],
)
def test_three_turns_in_a_row_without_a_signal_are_a_drift(earlier: list[str], text: str, expected: bool) -> None:
    assert by_rules(text, before=earlier).signals.drift is expected


@pytest.mark.parametrize(
    ("text", "tracked", "expected"),
    [
        ("Ada called", ["Ada"], ["Ada"]),
        ("ada called", ["Ada"], ["Ada"]),
        ("I saw Ada's brother", ["Ada"], ["Ada"]),
        ("Zoe was there", ["Zoë"], ["Zoë"]),
        ("ZOË!", ["zoe"], ["zoe"]),
        ("I wrote to Grace Hopper", ["Grace Hopper"], ["Grace Hopper"]),
        ("Anna-Lena and Tom", ["Tom", "Anna"], ["Tom", "Anna"]),
        ("I met Will yesterday", ["Will"], ["Will"]),
        ("Will's birthday is soon", ["Will"], ["Will"]),
        ("田中さんに会った", ["田中"], ["田中"]),
        ("Ada, Ada and Ada", ["Ada", "Ada"], ["Ada"]),
        ("Will you come?", ["Will"], []),
        ("I will go in may", ["Will", "May"], []),
        ("Canada is cold", ["Ada"], []),
        ("Adam called", ["Ada"], []),
        ("nobody", [""], []),
        ("with grace and hope", ["Grace", "Hope"], []),
        ("Ada called", [], []),
    ],
)
def test_tracked_people_are_found_by_whole_names(text: str, tracked: list[str], expected: list[str]) -> None:
    assert list(by_rules(text, tracked=tracked).signals.tracked_people) == expected
