"""What a message asks for without an @: which words ask, which do not, and what a turn is told of it."""

from __future__ import annotations

import time
from typing import get_args

import pytest

from holdfast.core.language.tables import LANGUAGES, Language
from holdfast.core.migrate import Addresses
from holdfast.tools.registry import ChosenTools
from holdfast.tools.types import Tool, ToolOff
from holdfast.turn.codes import Want
from holdfast.turn.mentions.implied import MAX_NAMES, implied_block, implied_names, implied_tools, implied_wants
from holdfast.turn.reading.rules import read_by_rules
from holdfast.turn.reading.tables import TABLES
from holdfast.turn.reading.utterance import read_utterance
from tests.scripted import ScriptedModel, says
from tests.serving import serving
from tests.tools.drawer import answers, put_in, tool
from tests.web.test_documents import bring
from tests.web.test_mentions import LEASE, block
from tests.web.test_personas import asked
from tests.working import work_off

SHOWN: dict[Language, dict[str, tuple[Want, str]]] = {
    "en": {
        "asks_what_is_planned": ("calendar", "What's on my calendar tomorrow?"),
        "asks_to_book": ("calendar", "Please schedule a meeting with Ana"),
        "asks_about_the_weather": ("weather", "Will it rain in Lisbon this weekend?"),
        "asks_to_search_the_web": ("web", "Search the web for heron colonies"),
        "asks_to_read_an_address": ("page", "Summarize https://example.org/news please"),
        "asks_what_documents_say": ("documents", "What does my lease say about pets?"),
        "asks_to_reckon": ("sum", "What's 17% of 384?"),
        "asks_how_many_days": ("days", "How many days until Christmas?"),
        "asks_to_keep": ("remember", "Remember that I am allergic to nuts"),
        "asks_to_forget": ("forget", "Forget everything you know about Max"),
        "asks_what_is_on_the_list": ("loops", "What's still on my list?"),
        "asks_to_be_reminded_of": ("reminder", "Remind me to call Ana on Friday"),
        "asks_to_save_a_text": ("text", "Save this as a document"),
    },
    "de": {
        "asks_what_is_planned": ("calendar", "Was steht morgen in meinem Kalender?"),
        "asks_to_book": ("calendar", "Verschiebe bitte den Termin mit Ana"),
        "asks_about_the_weather": ("weather", "Wird es morgen regnen?"),
        "asks_to_search_the_web": ("web", "Such mal im Internet nach Reihern"),
        "asks_to_read_an_address": ("page", "Fass mir https://example.org/neues zusammen"),
        "asks_what_documents_say": ("documents", "Was steht in meinem Mietvertrag über Haustiere?"),
        "asks_to_reckon": ("sum", "Was ist 17 % von 384?"),
        "asks_how_many_days": ("days", "Wie viele Tage sind es noch bis Weihnachten?"),
        "asks_to_keep": ("remember", "Merk dir, dass ich keine Nüsse vertrage"),
        "asks_to_forget": ("forget", "Vergiss alles, was du über Max weißt"),
        "asks_what_is_on_the_list": ("loops", "Was steht noch auf meiner Liste?"),
        "asks_to_be_reminded_of": ("reminder", "Erinnere mich daran, Ana anzurufen"),
        "asks_to_save_a_text": ("text", "Speichere das als Dokument"),
    },
}
ASKS: list[tuple[str, Want]] = [
    ("Am I free on Thursday?", "calendar"),
    ("what do we have tomorrow?", "calendar"),
    ("When is my next appointment?", "calendar"),
    ("Could you put the dentist in my calendar", "calendar"),
    ("how's the weather in Oslo", "weather"),
    ("Hi! Do I need an umbrella tonight?", "weather"),
    ("can you look up the opening hours online", "web"),
    ("What's the latest news on the ferry?", "web"),
    ("what does https://example.org/a say?", "page"),
    ("look through my documents for the deposit", "documents"),
    ("According to our handbook, how many days of holiday?", "documents"),
    ("how much is 12 * 7.5", "sum"),
    ("calculate the compound interest", "sum"),
    ("what date is 90 days from today?", "days"),
    ("what time is it in Tokyo", "days"),
    ("Okay, please remember: the key is behind the stove", "remember"),
    ("delete everything about Max", "forget"),
    ("what do I have to do today", "loops"),
    ("add milk to my shopping list", "reminder"),
    ("Bin ich am Freitag frei?", "calendar"),
    ("Brauche ich einen Regenschirm?", "weather"),
    ("Wie wird das Wetter am Wochenende?", "weather"),
    ("Setz Milch auf meine Einkaufsliste", "reminder"),
    ("Welcher Wochentag ist der 24. Dezember?", "days"),
]
QUIET = [
    "",
    "Hello!",
    "The weather was awful at the wedding.",
    "My calendar app keeps crashing",
    "She scheduled a meeting and nobody came",
    "I booked an appointment yesterday",
    "I feel free as a bird",
    "what's the forecast for our sales?",
    "How's the weather system implemented?",
    "I googled it and found nothing",
    "The internet is down again",
    "Search your heart",
    "my blog is at https://example.org",
    "She handed me the documents and left",
    "I will remember that summer for ever",
    "Remember that time we got lost?",
    "Remember when we met?",
    "I can't forget what he said about me",
    "Forget it.",
    "forget about it, it's fine",
    "Write a list of ten birds",
    "remind me what we said about the roof",
    "Two plus two of my friends came",
    "On 12/7/2026 we moved",
    "How many days did you cry?",
    "There are 17 of us and 384 of them",
    "What does calculated risk mean?",
    'Translate "will it rain tomorrow?" into German',
    "Translate: will it rain tomorrow?",
    'What does "search the web" mean?',
    "Das Wetter war schrecklich",
    "Ich habe den Termin verschoben",
    "Vergiss es",
    "Wir hatten viele Tage Regen",
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_cue_has_a_sentence_that_asks(language: Language) -> None:
    assert [cue.name for cue in TABLES[language].wants] == [*SHOWN[language]]
    for name, (want, sentence) in SHOWN[language].items():
        assert implied_wants(read_utterance(sentence)) == {want: name}, sentence
    assert {cue.want for cue in TABLES[language].wants} == {*get_args(Want)}


@pytest.mark.parametrize(("text", "want"), ASKS)
def test_what_asks_for_something(text: str, want: Want) -> None:
    assert [*implied_wants(read_utterance(text))] == [want]


@pytest.mark.parametrize("text", QUIET)
def test_what_asks_for_nothing(text: str) -> None:
    assert implied_wants(read_utterance(text)) == {}


def test_one_message_may_ask_for_several_things() -> None:
    wants = implied_wants(read_utterance("Will it rain tomorrow? And remind me to take the boat out."))
    assert [*wants] == ["weather", "reminder"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("What does lease.pdf say about pets?", [("lease.pdf", "document")]),
        ("Compare Q1.final.xlsx and plan.docx.", [("Q1.final.xlsx", "document"), ("plan.docx", "document")]),
        ("Sum up the document “The lease of 2024”", [("The lease of 2024", "document")]),
        ("as we said in the chat called 'x' or the chat \"Herons\"", [("Herons", "chat")]),
        ("Fasse das Dokument „Mietvertrag 2024“ zusammen", [("Mietvertrag 2024", "document")]),
        ("see https://example.org/lease.pdf and @doc:lease.pdf", []),
        ("mail ada@lease.md, look at /srv/lease.pdf and run main.py", []),
        ('He said "lease" and left', []),
        ("lease.pdf and LEASE.pdf", [("LEASE.pdf", "document")]),
    ],
)  # fmt: skip
def test_documents_and_chats_are_called_by_their_names(text: str, names: list[tuple[str, str]]) -> None:
    assert [(one.name, one.kind) for one in implied_names(read_utterance(text))] == names


def test_of_many_names_a_few_are_looked_up() -> None:
    assert len(implied_names(read_utterance(" ".join(f"a{n}.pdf" for n in range(50))))) == MAX_NAMES


WEATHER, EVENTS = tool("weather", answers("Rain.")), tool("office__calendar_list", answers("Lunch."))
NO_SEARCH = ToolOff("web_search", "Search", "Searches.", "holdfast", "reads", "No engine is connected.", "Ask.")


def told(text: str, *tools: Tool, off: tuple[ToolOff, ...] = (), uses: tuple[str, ...] = ("*",)) -> str | None:
    there = ChosenTools({one.spec.name: one for one in tools}, off)
    made = implied_block(implied_wants(read_utterance(text)), there, uses)
    return made.text if made else None


def test_the_model_is_told_which_tool_is_meant_and_why_one_cannot_be_used() -> None:
    assert "use weather" in (told("Will it rain?", WEATHER) or "")
    assert "use office__calendar_list" in (told("What's on my calendar?", WEATHER, EVENTS) or "")
    assert "No engine is connected. Ask. Say so" in (told("Search the web for herons", off=(NO_SEARCH,)) or "")
    assert "No calendar is connected" in (told("What's on my calendar?", WEATHER) or "")


def test_of_what_the_persona_never_uses_nothing_is_said() -> None:
    assert told("What's on my calendar?", uses=("weather",)) is None
    assert told("Search the web for herons", off=(NO_SEARCH,), uses=("weather",)) is None
    assert told("Will it rain?") is None


def test_what_the_message_names_itself_is_not_told_twice() -> None:
    wants = implied_wants(read_utterance("Will it rain?"))
    there = ChosenTools({"weather": WEATHER})
    assert implied_tools(wants, there.offered) == ["weather"]
    assert implied_block(wants, there, ("*",), ["weather"]) is None


def test_to_look_for_it_takes_less_than_reading_the_message() -> None:
    """Both in this one run; the message is read in any case."""
    texts = [sentence for _, sentence in SHOWN["en"].values()] + QUIET
    reading = _seconds(lambda: [read_by_rules(text, before_texts=(), tracked=()) for text in texts])
    seen = [read_utterance(text) for text in texts]
    looking = _seconds(lambda: [(implied_wants(one), implied_names(one)) for one in seen])
    assert looking < reading, f"{looking / reading:.2f} of it"


def _seconds(work: object) -> float:
    assert callable(work)
    best = float("inf")
    for _ in range(5):
        began = time.process_time()
        work()
        best = min(best, time.process_time() - began)
    return best


@pytest.mark.anyio
async def test_a_turn_is_told_what_it_seems_to_be_asked_for_and_the_glass_box_shows_the_cue(
    addresses: Addresses,
) -> None:
    model = ScriptedModel(says("It rains."))
    async with serving(addresses, [model]) as served, served.person() as ada:
        put_in(served, tool("notes", answers("None.")), WEATHER, NO_SEARCH)
        trace = await ada.trace(await ada.say("Will it rain in Lisbon? And search the web for herons."))
        assert "use weather" in asked(model)
        assert "No engine is connected" in asked(model)
        assert [spec.name for spec in model.calls[-1][1]] == ["weather", "notes"], "what is meant has room first"
        assert model.calls[-1][2].forced_tool is None, "words are no command"
        seen = block(trace, "mentions")
        assert seen
        assert [(one["type"], one["id"], one["version"]) for one in seen["sources"]] == [
            ("implied", "weather", "asks_about_the_weather"),
            ("implied", "web", "asks_to_search_the_web"),
        ]
        quiet = await ada.trace(await ada.say("The weather was awful at the wedding."))
        assert block(quiet, "mentions") is None
        await ada.say("Will it rain?", selectedPersonaId="incident")
        assert model.calls[-1][1] == [], "a way without tools gets none by the sound of a message"


@pytest.mark.anyio
async def test_a_document_that_is_called_by_its_name_is_told_and_one_that_is_not_there_is_plain_words(
    addresses: Addresses,
) -> None:
    model = ScriptedModel(says("Four hundred [1]."))
    async with serving(addresses, [model]) as served, served.person("ada") as ada, served.person("eve") as eve:
        await bring(ada, LEASE, "boathouse.md")
        await work_off(served.parts)
        trace = await ada.trace(await ada.say("Sum up boathouse.md for Max"))
        assert "key hangs behind the stove" in asked(model), "a small document is told whole"
        named = block(trace, "mentions")
        assert named
        assert [one["type"] for one in named["sources"]] == ["mention"]
        nothing = await eve.trace(await eve.say("Sum up boathouse.md for Max"))
        assert block(nothing, "mentions") is None
        assert "crowns" not in asked(model)
