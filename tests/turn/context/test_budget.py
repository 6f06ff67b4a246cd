"""Who gets a place in the prompt, and who gives way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

import pytest

from holdfast.models.tokens import count_tokens
from holdfast.turn.codes import BlockKind
from holdfast.turn.context.budget import (
    PER_JOIN,
    PER_MESSAGE,
    REMOVED_KINDS,
    WORDLESS,
    WORDLESS_TOKENS,
    fit_blocks,
    fit_history,
    read_past,
)
from holdfast.turn.types import Block, Order, PlacedBlock, Priority, Source
from tests.turn.drafts import block, message, talk

WIDE = 10_000
LONG = "word " * 100


def kept(placed: Sequence[PlacedBlock]) -> list[str]:
    return [one.kind for one in placed if one.status != "dropped"]


def reason(placed: Sequence[PlacedBlock], kind: str) -> str:
    (found,) = [one.reason for one in placed if one.kind == kind]
    return found


def test_what_fits_is_kept_and_its_tokens_and_the_line_before_it_leave_that_much_less_room() -> None:
    one, other = block("bridge", "A bridge."), block("company", "A company.")
    placed, left = fit_blocks([one, other], WIDE)
    assert kept(placed) == ["bridge", "company"]
    assert left == WIDE - one.tokens - other.tokens - 2 * PER_JOIN


def test_room_is_offered_by_priority_and_the_places_are_by_order() -> None:
    envelope, company = block("envelope", LONG), block("company", LONG)
    overlay = block("overlay", LONG)
    room = envelope.tokens + overlay.tokens + 2 * PER_JOIN
    placed, left = fit_blocks([company, overlay, envelope], room)
    assert [one.kind for one in placed] == ["overlay", "envelope", "company"]
    assert kept(placed) == ["overlay", "envelope"]
    assert left == 0
    assert reason(placed, "company") == f"needs {company.tokens} tokens, 0 were left"


def test_one_token_too_few_is_too_few() -> None:
    one = block("bridge", LONG)
    for room, is_kept in ((one.tokens + PER_JOIN, True), (one.tokens + PER_JOIN - 1, False)):
        assert bool(kept(fit_blocks([one], room)[0])) is is_kept


def test_the_short_version_stands_where_the_long_one_does_not_fit_and_costs_what_it_takes() -> None:
    long = block("user_documents", LONG, short="In short.")
    placed, left = fit_blocks([long], 50)
    assert [(one.status, one.text) for one in placed] == [("compressed", "In short.")]
    assert left == 50 - count_tokens("In short.") - PER_JOIN
    assert placed[0].sources == long.sources
    assert fit_blocks([long], WIDE)[0][0].text == LONG


def test_a_short_version_names_only_what_it_still_tells() -> None:
    named, told = (Source("fact", "1"), Source("fact", "2")), (Source("fact", "2"),)
    long = replace(block("recall_sheet", LONG, short="In short."), sources=named, short_sources=told)
    assert fit_blocks([long], 50)[0][0].sources == told
    assert fit_blocks([long], WIDE)[0][0].sources == named


def test_a_smaller_one_that_matters_less_may_stand_where_a_larger_one_did_not_fit() -> None:
    placed, _ = fit_blocks([block("bridge", LONG), block("company", "Small.")], 20)
    assert kept(placed) == ["company"]


@pytest.mark.parametrize("kind", sorted(REMOVED_KINDS))
def test_what_the_start_brief_replaced_finds_no_place_however_much_room_there_is(kind: str) -> None:
    old = Block(Order.KNOWLEDGE, cast(BlockKind, kind), "Once upon a time.", 5, Priority.SYSTEM)
    placed, left = fit_blocks([old], WIDE)
    assert (kept(placed), left) == ([], WIDE)


@pytest.mark.parametrize("order", [Order.PERSONA, Order.HISTORY, Order.REAL_TIME, Order.USER_MESSAGE])
def test_no_block_takes_the_place_of_what_is_never_cut(order: Order) -> None:
    placed, _ = fit_blocks([Block(order, "company", "Mine!", 3, Priority.POSTURE)], WIDE)
    assert reason(placed, "company") == "not a place for a block"


@pytest.mark.parametrize("kind", ["memory", "recall_sheet"])
@pytest.mark.parametrize("priority", list(Priority))
def test_what_is_due_gives_way_to_what_was_recalled_whatever_priorities_they_came_with(
    kind: BlockKind, priority: Priority
) -> None:
    order = Order.KNOWLEDGE if kind == "memory" else Order.SUPPLEMENTAL_CONTEXT
    due = Block(Order.OPS, "ops", "Due: roses.", 5, priority)
    for of_recalled in Priority:
        recalled = Block(order, kind, "She likes roses.", 5, of_recalled)
        assert kept(fit_blocks([due, recalled], WIDE)[0]) == [kind]
    assert kept(fit_blocks([due, block(kind, LONG)], 20)[0]) == ["ops"]


def test_the_older_runtimes_blocks_give_way_in_their_order_when_together_they_are_too_long() -> None:
    many = "word " * 900
    placed, _ = fit_blocks([block("relevant_memories", many), block("commitments", many)], WIDE)
    assert kept(placed) == ["commitments"]
    assert "legacy blocks took" in reason(placed, "relevant_memories")


def test_history_costs_its_words_and_a_frame_a_message_and_nothing_where_nothing_was_said() -> None:
    history = [*talk("One.", "Two."), message("user", "Three."), message("assistant", "")]
    past = read_past(history, message("user", "Four.").id, "Four.")
    assert past.whole == sum(one.tokens + PER_MESSAGE for one in history[:3])
    assert read_past([], history[0].id, "Four.").whole == 0


def test_the_newest_turns_are_told_whole_until_one_does_not_fit() -> None:
    history = talk("One.", LONG, "Two.", "Good.", "Three.", "Fine.")
    past = read_past(history, message("user", "x").id, "x")
    placed = fit_history(past, past.cost(2, 6))
    assert [one.text for one in placed if one.status == "kept"] == ["Two.", "Good.", "Three.", "Fine."]
    assert [one.reason for one in placed[:2]] == ["older than what fits"] * 2
    assert [one.status for one in fit_history(past, past.cost(2, 6) - 1)] == [*["dropped"] * 4, *["kept"] * 2]


def test_no_hole_opens_though_an_older_turn_would_fit() -> None:
    past = read_past(talk("One.", "Yes.", "Two.", LONG, "Three.", "Fine."), message("user", "x").id, "x")
    placed = fit_history(past, past.cost(4, 6) + past.cost(0, 2))
    assert [one.text for one in placed if one.status == "kept"] == ["Three.", "Fine."]


def test_of_a_question_that_was_only_a_file_the_history_says_so() -> None:
    past = read_past([message("user", ""), message("assistant", "A cat.")], message("user", "x").id, "x")
    assert past.texts[0] == WORDLESS
    assert past.tokens[0] == WORDLESS_TOKENS
    assert [one.status for one in fit_history(past, WIDE)] == ["kept", "kept"]


def test_an_answer_alone_is_never_told() -> None:
    past = read_past([message("assistant", "Yes."), *talk("One.", "Two.")], message("user", "x").id, "x")
    placed = fit_history(past, WIDE)
    assert [one.status for one in placed] == ["dropped", "kept", "kept"]
    assert placed[0].reason == "its question is older than the window"


def test_the_present_question_is_not_history_by_its_id_or_by_its_words() -> None:
    question = message("user", "Which roses?")
    by_id = read_past([*talk("One.", "Two."), question], question.id, "Which roses, then?")
    by_words = read_past([*talk("One.", "Two."), question], message("user", "x").id, " Which roses? ")
    for past in (by_id, by_words):
        assert [one.status for one in fit_history(past, WIDE)] == ["kept", "kept", "dropped"]
        assert past.end == 2


SEVEN: Sequence[tuple[BlockKind, Priority]] = (
    ("system", Priority.SYSTEM),
    ("memory", Priority.MEMORY),
    ("persona_knowledge", Priority.PERSONA),
    ("conversation_summary", Priority.SUMMARY),
    ("user_documents", Priority.USER_DOCUMENTS),
    ("org_documents", Priority.ORG_DOCUMENTS),
    ("company", Priority.COMPANY),
)


def of_knowledge(kind: BlockKind, priority: Priority, short: str | None = None) -> Block:
    return Block(Order.KNOWLEDGE, kind, LONG, count_tokens(LONG), priority, short=short)


@pytest.mark.parametrize("room_for", range(len(SEVEN) + 1))
def test_of_the_seven_kinds_of_knowledge_the_last_give_way_first(room_for: int) -> None:
    blocks = [of_knowledge(kind, priority) for kind, priority in reversed(SEVEN)]
    placed, _ = fit_blocks(blocks, room_for * (count_tokens(LONG) + PER_JOIN))
    assert set(kept(placed)) == {kind for kind, _ in SEVEN[:room_for]}


def test_what_matters_more_is_shortened_before_what_matters_less_is_kept() -> None:
    blocks = [of_knowledge(kind, priority, short="In short.") for kind, priority in SEVEN]
    placed, _ = fit_blocks(blocks, 2 * count_tokens(LONG))
    status = {one.kind: one.status for one in placed}
    assert status["system"] == "kept"
    assert [status[kind] for kind, _ in SEVEN[1:]] == ["compressed"] * 6


def test_documents_take_no_more_than_the_question_asks_for_and_the_reason_says_so() -> None:
    blocks = [of_knowledge(kind, priority) for kind, priority in SEVEN]
    most = count_tokens(LONG) + PER_JOIN
    placed, left = fit_blocks(blocks, WIDE, most_of_documents=most)
    assert set(kept(placed)) == {"system", "memory", "conversation_summary"}
    assert left == WIDE - 3 * most
    assert reason(placed, "user_documents") == f"needs {count_tokens(LONG)} tokens, 0 were left"
