from __future__ import annotations

import re
import time
from dataclasses import replace
from datetime import datetime
from typing import cast
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.chats.types import Message
from holdfast.core.errors import TooLarge
from holdfast.core.ids import new_id
from holdfast.models.tokens import count_tokens
from holdfast.turn.admit import ROOM_FOR_THE_REST, check_size
from holdfast.turn.codes import BlockKind
from holdfast.turn.collect import real_time_line
from holdfast.turn.context.budget import HISTORY_SHARE, PER_MESSAGE, REMOVED_KINDS, WORDLESS, WORDLESS_TOKENS
from holdfast.turn.draft_prompt import draft_prompt
from holdfast.turn.types import Allowed, Block, Order, Priority, Prompt, Route, Source, TurnRequest, UserInput
from tests.turn.drafts import ASSISTANT, KERNEL, PLACES, accepted, block, context, message, placed, system_of, talk

FIXED = KERNEL + 60
"""Persona, real-time line and a short question, with the frames around them."""


def removed_block(kind: str) -> Block:
    return Block(Order.HANDOVER, cast(BlockKind, kind), f"{kind.upper()}\nYou last spoke.", 8, Priority.HANDOVER)


def kept_history(prompt: Prompt) -> list[str]:
    return [str(one.content) for one in prompt.messages[1:-1]]


def test_oldest_history_is_dropped_first_and_the_question_never() -> None:
    history = talk("one " * 100, "two " * 100, "three " * 100, "four " * 100)
    prompt = draft_prompt(context(history), accepted("What now?", KERNEL + 300))
    statuses = [block.status for block in prompt.blocks if block.order is Order.HISTORY]
    assert statuses == ["dropped", "dropped", "kept", "kept"]
    assert str(prompt.messages[-1].content).endswith("What now?")


def test_a_question_goes_with_its_answer_even_if_the_answer_alone_would_fit() -> None:
    history = talk("question " * 200, "answer", "and then?", "this")
    prompt = draft_prompt(context(history), accepted("Go on", FIXED + 100))
    assert [one.role for one in prompt.messages[1:-1]] == ["user", "assistant"]
    assert kept_history(prompt) == ["and then?", "this"]


def test_an_answer_whose_question_left_the_window_is_not_told() -> None:
    prompt = draft_prompt(context([message("assistant", "So be it."), *talk("hm", "yes")]), accepted("Go on", 4000))
    assert kept_history(prompt) == ["hm", "yes"]
    assert prompt.blocks[1].reason == "its question is older than the window"


def test_no_hole_opens_in_history_though_something_older_would_fit() -> None:
    history = talk("small", "one", "large " * 500, "two", "small", "three")
    prompt = draft_prompt(context(history), accepted("Go on", FIXED + 120))
    assert kept_history(prompt) == ["small", "three"]


@pytest.mark.parametrize(
    ("last", "reason"),
    [
        (message("user", "What now?", accepted("", 0).ids.question_id), "the present question, by its id"),
        (message("user", " What now?\n"), "the present question, by its words: asked before and not answered"),
    ],
)
def test_a_question_that_stands_at_the_end_of_history_already_is_told_once(last: Message, reason: str) -> None:
    prompt = draft_prompt(context([*talk("hello", "hi"), last]), accepted("What now?", 4000))
    assert kept_history(prompt) == ["hello", "hi"]
    found = prompt.blocks[3]
    assert (found.status, found.reason) == ("dropped", reason)


def test_the_same_words_said_again_after_an_answer_are_no_repetition() -> None:
    prompt = draft_prompt(context(talk("yes", "Sure?")), accepted("yes", 4000))
    assert kept_history(prompt) == ["yes", "Sure?"]


def test_a_question_that_was_only_a_file_still_stands_before_its_answer() -> None:
    prompt = draft_prompt(context([message("user", ""), message("assistant", "A cat.")]), accepted("Why?", 4000))
    assert kept_history(prompt) == [WORDLESS, "A cat."]
    assert count_tokens(WORDLESS) <= WORDLESS_TOKENS


def test_an_answer_that_says_nothing_takes_no_room() -> None:
    prompt = draft_prompt(context([message("user", "hm"), message("assistant", "")]), accepted("Why?", 4000))
    assert kept_history(prompt) == ["hm"]
    assert prompt.blocks[2].reason == "says nothing"


def test_the_settings_of_a_route_can_limit_history() -> None:
    history = talk(*["word " * 30] * 10)
    route = Route("conversational", "test", history_tokens=2 * (30 + 1 + PER_MESSAGE))
    prompt = draft_prompt(context(history), accepted("Go on", 4000, route=route))
    assert len(kept_history(prompt)) == 2


def test_blocks_cannot_take_the_share_of_history() -> None:
    greedy = block("handover", "word " * 800)
    history = talk(*["word " * 20] * 10)
    prompt = draft_prompt(context(history, greedy), accepted("Go on", FIXED + 850))
    assert placed(prompt, "handover").status == "dropped"
    assert len(kept_history(prompt)) == 10, "what blocks leave over belongs to history too"
    modest = block("handover", "word " * 500)
    prompt = draft_prompt(context(talk(*["word " * 20] * 60), modest), accepted("Go on", FIXED + 850))
    assert placed(prompt, "handover").status == "kept"
    taken = sum(
        one.tokens + PER_MESSAGE for one in prompt.blocks if one.order is Order.HISTORY and one.status == "kept"
    )
    assert taken >= HISTORY_SHARE * 850 - 60


def test_a_short_history_reserves_no_more_than_it_needs() -> None:
    large = block("handover", "word " * 780)
    prompt = draft_prompt(context(talk("hello", "hi"), large), accepted("Go on", FIXED + 850))
    assert placed(prompt, "handover").status == "kept"
    assert kept_history(prompt) == ["hello", "hi"]


def test_blocks_stand_in_their_fixed_order_whatever_order_they_come_in() -> None:
    kinds: list[BlockKind] = [
        *("recall_sheet", "company", "envelope", "instructions", "overlay", "conversation_posture", "bridge")
    ]
    prompt = draft_prompt(context([], *(block(kind, kind) for kind in kinds)), accepted("Hi", 4000))
    assert system_of(prompt).split("\n\n")[1:] == [
        "conversation_posture", "overlay", "bridge", "envelope", "company", "recall_sheet", "instructions",
    ]  # fmt: skip


def test_within_one_order_the_rank_decides() -> None:
    given_blocks = [block("company", "last", rank=7), block("system", "first", rank=1), block("memory", "mid", rank=2)]
    assert system_of(draft_prompt(context([], *given_blocks), accepted("Hi", 4000))).endswith("first\n\nmid\n\nlast")


def test_who_matters_less_gives_way_wherever_it_stands() -> None:
    overlay = block("overlay", "word " * 300)
    sheet = block("recall_sheet", "fact " * 300)
    prompt = draft_prompt(context([], overlay, sheet), accepted("Hi", FIXED + 350))
    assert placed(prompt, "overlay").status == "dropped"
    assert placed(prompt, "recall_sheet").status == "kept"
    assert re.fullmatch(r"needs \d+ tokens, \d+ were left", placed(prompt, "overlay").reason)


def test_what_matters_more_is_shortened_before_anything_that_matters_less_is_kept() -> None:
    memory = block("memory", "fact " * 500, short="fact " * 100)
    company = block("company", "note " * 150)
    prompt = draft_prompt(context([], company, memory), accepted("Hi", FIXED + 300))
    assert (placed(prompt, "memory").status, placed(prompt, "memory").text) == ("compressed", "fact " * 100)
    assert placed(prompt, "company").status == "kept"
    tighter = draft_prompt(context([], company, memory), accepted("Hi", FIXED + 180))
    assert placed(tighter, "memory").status == "compressed"
    assert placed(tighter, "company").status == "dropped"


@pytest.mark.parametrize("kind", ["memory", "recall_sheet"])
def test_ops_is_never_told_beside_what_was_recalled(kind: BlockKind) -> None:
    ops = replace(block("ops", "Due today: the report."), priority=Priority.POSTURE)
    prompt = draft_prompt(context([], ops, block(kind, "The report is for Anna.")), accepted("Hi", 4000))
    assert placed(prompt, "ops").status == "dropped"
    assert placed(prompt, "ops").reason == "what was recalled says it already"


def test_ops_is_told_when_what_was_recalled_did_not_fit() -> None:
    sheet = block("recall_sheet", "fact " * 900)
    prompt = draft_prompt(context([], block("ops", "Due today: the report."), sheet), accepted("Hi", FIXED + 100))
    assert placed(prompt, "recall_sheet").status == "dropped"
    assert placed(prompt, "ops").status == "kept"


@pytest.mark.parametrize("kind", sorted(REMOVED_KINDS))
def test_a_block_the_start_brief_replaced_never_comes_back(kind: str) -> None:
    prompt = draft_prompt(context([], removed_block(kind)), accepted("Hi", 4000))
    assert placed(prompt, kind).status == "dropped"
    assert kind.upper() not in system_of(prompt)


def test_a_kernel_is_followed_by_the_installations_own_words_about_how_to_act() -> None:
    route = Route("actionable", "test", thin_prompt="Use tools for actions.")
    prompt = draft_prompt(context([]), accepted("Hi", 4000, route=route))
    assert system_of(prompt) == f"{ASSISTANT.kernel}\n\nUse tools for actions."
    assert prompt.blocks[0].tokens == count_tokens(system_of(prompt))


def test_no_text_stands_in_the_prompt_twice() -> None:
    marks = {kind: f"<{kind}>" for kind in PLACES if kind != "ops"}
    history = talk("<question>", "<answer>")
    prompt = draft_prompt(context(history, *(block(*pair) for pair in marks.items())), accepted("<now>", 4000))
    whole = "".join(str(one.content) for one in prompt.messages)
    assert [whole.count(mark) for mark in [*marks.values(), "<question>", "<answer>", "<now>"]] == [1] * (
        len(marks) + 3
    )


def test_the_beginning_of_the_prompt_is_the_same_from_turn_to_turn() -> None:
    """Providers keep a prompt's beginning for some minutes: what was said at 9:00 is said in the same bytes at 9:07."""
    history = talk("hello", "hi")
    first = draft_prompt(context(history), accepted("a", 4000))
    second = draft_prompt(context([*history, *talk("a", "b")], minute=7), accepted("c", 4000))
    assert system_of(first).encode() == b"You are a plain assistant.\nSay what you know."
    assert second.messages[: len(first.messages) - 1] == first.messages[:-1]
    assert second.messages[-1].content == "[It is Monday, 4 May 2026, 09:07 UTC.]\n\nc"


def test_blocks_that_come_and_go_leave_the_kernel_where_it_is_and_no_minute_stands_before_history() -> None:
    opening = draft_prompt(context([], block("handover", "HANDOVER\nShe moved."), minute=1), accepted("a", 4000))
    later = draft_prompt(
        context(talk("a", "b"), block("overlay", "OVERLAY\nThe report."), minute=9), accepted("c", 4000)
    )
    for prompt, minute in ((opening, "09:01"), (later, "09:09")):
        assert system_of(prompt).startswith(ASSISTANT.kernel + "\n\n")
        assert [minute in str(one.content) for one in prompt.messages] == [False] * (len(prompt.messages) - 1) + [True]


words = st.text(alphabet="ab cé☃\n\t.", min_size=1, max_size=400)
blocks_drawn = st.lists(
    st.builds(
        lambda kind, text, short, rank: block(kind, text, short=short, rank=rank, sources=(Source("test", "1"),)),
        st.sampled_from(sorted(PLACES)), words, st.none() | st.text(alphabet="xy z", max_size=60), st.integers(0, 3),
    ),
    max_size=16,
)  # fmt: skip
removed_drawn = st.lists(st.builds(removed_block, st.sampled_from(sorted(REMOVED_KINDS))), max_size=2)
history_drawn = st.lists(st.builds(message, st.sampled_from(["user", "assistant"]), words | st.just("")), max_size=14)


@settings(max_examples=150, deadline=None)
@given(
    blocks=blocks_drawn, removed=removed_drawn, history=history_drawn, question=words, room=st.integers(0, 1200),
    thin=st.none() | words, cap=st.none() | st.integers(0, 300),
)  # fmt: skip
def test_whatever_comes_the_prompt_fits_keeps_what_must_be_kept_and_says_what_became_of_the_rest(
    blocks: list[Block],
    removed: list[Block],
    history: list[Message],
    question: str,
    room: int,
    thin: str | None,
    cap: int | None,
) -> None:
    route = Route("conversational", "test", thin_prompt=thin, history_tokens=cap)
    kernel = f"{ASSISTANT.kernel}\n\n{thin}" if thin else ASSISTANT.kernel
    turn = accepted(question, count_tokens(kernel) + count_tokens(question) + ROOM_FOR_THE_REST + room, route=route)
    given_context = context(history, *blocks, *removed)
    prompt = draft_prompt(given_context, turn)

    assert prompt.tokens <= prompt.budget
    assert sum(count_tokens(str(one.content)) + PER_MESSAGE for one in prompt.messages) <= prompt.tokens
    assert system_of(prompt).startswith(kernel)
    assert prompt.messages[-1].content == f"{given_context.real_time}\n\n{question}"
    orders = [one.order for one in prompt.blocks]
    assert orders == sorted(orders)
    assert len(prompt.blocks) == len(blocks) + len(removed) + len(history) + 3
    assert all(one.reason and one.status in ("kept", "compressed", "dropped") for one in prompt.blocks)
    told = [one for one in prompt.blocks if one.status != "dropped"]
    system = [one for one in told if one.order < Order.HISTORY]
    assert system_of(prompt) == "\n\n".join(one.text for one in system)
    assert not any(one.kind in REMOVED_KINDS for one in told)
    assert not re.search("SITUATIONAL_CONTEXT|CONTINUITY|SESSION_FACTS|SESSION FACTS", system_of(prompt))
    assert not ("ops" in [one.kind for one in told] and {"memory", "recall_sheet"} & {one.kind for one in told})
    roles = [one.role for one in prompt.messages[1:-1]]
    assert not roles or roles[0] == "user"
    if cap is not None:
        assert sum(one.tokens + PER_MESSAGE for one in told if one.order is Order.HISTORY) <= cap
    assert draft_prompt(given_context, turn) == prompt


@settings(max_examples=60, deadline=None)
@given(budget=st.integers(0, 900), length=st.integers(1, 900), thin=st.none() | words)
def test_a_message_that_is_let_in_always_fits_and_one_that_is_not_is_told_the_limit(
    budget: int, length: int, thin: str | None
) -> None:
    route = Route("actionable", "test", thin_prompt=thin)
    turn = accepted(" go" * length, budget, route=route)
    asked = TurnRequest(turn.ids.user_id, turn.ids.chat_id, None)
    allowed = Allowed(asked, turn.persona, turn.chain, budget)
    limit = max(0, budget - draft_prompt(context([]), turn).blocks[0].tokens - ROOM_FOR_THE_REST)
    if length > limit:
        with pytest.raises(TooLarge) as refused:
            check_size(allowed, turn.user_input, route)
        assert refused.value.details == {"tokens": length, "limit": limit}
    else:
        check_size(allowed, turn.user_input, route)
        prompt = draft_prompt(context(talk("hello", "hi"), block("handover", "word " * 50)), turn)
        assert prompt.tokens <= budget


def test_the_room_kept_free_for_the_rest_is_enough_for_the_longest_line_about_the_time() -> None:
    line = real_time_line(datetime(2026, 9, 30, 22, 22, tzinfo=ZoneInfo("America/Argentina/ComodRivadavia")))
    user_input = UserInput("x", [], [], 1)
    turn = replace(accepted("x", KERNEL + ROOM_FOR_THE_REST + 1), user_input=user_input)
    assert draft_prompt(replace(context([]), real_time=line), turn).tokens < turn.allowed.prompt_tokens - 100


def test_drafting_takes_about_a_millisecond() -> None:
    texts = [f"{new_id()} " * 12 for _ in range(260)]
    kinds = sorted(PLACES)
    blocks = [block(kinds[index % len(kinds)], text) for index, text in enumerate(texts[:60])]
    given_context, turn = context(talk(*texts[60:]), *blocks), accepted("Go on", 24_000)
    took = []
    for _ in range(20):
        started = time.perf_counter()
        draft_prompt(given_context, turn)
        took.append(time.perf_counter() - started)
    assert min(took) < 0.004, f"{min(took) * 1000:.2f} ms"
