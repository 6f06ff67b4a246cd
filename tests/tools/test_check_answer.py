"""What a person entered into a form of a tool: what fits, what is filled in, and what is refused in a sentence."""

from __future__ import annotations

from typing import Any

import pytest

from holdfast.core.errors import Invalid
from holdfast.tools.check_answer import checked_answer
from holdfast.tools.question_types import QuestionField, QuestionOption, ToolQuestion

FORM = ToolQuestion(
    "How?",
    [
        QuestionField("name", "text", "Name", is_required=True, least=2, most=10),
        QuestionField("mail", "text", "Mail", format="email"),
        QuestionField("day", "text", "Day", format="date"),
        QuestionField("page", "text", "Page", format="uri"),
        QuestionField("legs", "integer", "Legs", default=4, least=3, most=8),
        QuestionField("share", "number", "Share", default=0.5),
        QuestionField("sure", "yes_no", "Sure", default=True),
        QuestionField("wood", "choice", "Wood", options=[QuestionOption("oak", "Oak"), QuestionOption("pine", "Pine")]),
        QuestionField(
            "colours", "choices", "Colours", options=[QuestionOption("r", "Red"), QuestionOption("g", "Green")], most=1
        ),
    ],
)  # fmt: skip


def test_what_is_left_out_is_filled_in_from_the_form() -> None:
    assert checked_answer(FORM, {"name": "Ada"}) == {"name": "Ada", "legs": 4, "share": 0.5, "sure": True}
    whole = {
        "name": "Ada", "mail": "ada@example.org", "day": "2026-11-20", "page": "https://example.org", "legs": 3.0,
        "share": 1, "sure": False, "wood": "pine", "colours": ["g"],
    }  # fmt: skip
    assert checked_answer(FORM, whole) == {**whole, "legs": 3}


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({}, "Name: this is needed."),
        ({"name": ""}, "Name: this is needed."),
        ({"name": "A"}, "Name: at least 2 characters."),
        ({"name": "A" * 11}, "Name: at most 10 characters."),
        ({"name": 5}, "Name: a text of at most 4000 characters."),
        ({"name": "A\0a"}, "Name: a text of at most 4000 characters."),
        ({"mail": "ada"}, "Mail: this is no email."),
        ({"day": "tomorrow"}, "Day: this is no date."),
        ({"page": "nowhere"}, "Page: this is no uri."),
        ({"legs": 2}, "Legs: at least 3."),
        ({"legs": 9}, "Legs: at most 8."),
        ({"legs": 3.5}, "Legs: a whole number."),
        ({"legs": True}, "Legs: a number."),
        ({"share": 1e300}, "Share: a number."),
        ({"share": "1"}, "Share: a number."),
        ({"sure": "yes"}, "Sure: yes or no."),
        ({"wood": "steel"}, "Wood: one of its options."),
        ({"wood": ["oak"]}, "Wood: one of its options."),
        ({"colours": "r"}, "Colours: some of its options, each once."),
        ({"colours": ["r", "r"]}, "Colours: some of its options, each once."),
        ({"colours": ["r", "g"]}, "Colours: at most 1 options."),
        ({"colours": [{}]}, "Colours: one of its options."),
        ({"other": 1}, "The form has no field 'other'."),
    ],
)
def test_what_does_not_fit_is_refused_in_a_sentence(given: dict[str, Any], sentence: str) -> None:
    whole = given if not given or "name" in given else {"name": "Ada", **given}
    with pytest.raises(Invalid) as refused:
        checked_answer(FORM, whole)
    assert (refused.value.message, refused.value.code) == (sentence, "bad_answer")
