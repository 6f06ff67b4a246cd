"""Files with conversations from elsewhere, told from each other and from what is none."""

from __future__ import annotations

import io
import zipfile
from datetime import UTC, datetime
from typing import Any

import pytest

from holdfast.chats.types import BroughtChat
from holdfast.imports import recognise
from holdfast.imports.recognise import conversations, recognise_export
from holdfast.imports.types import UnreadableExport
from tests.imports.exports import CHATGPT, CLAUDE, MEM0, OPEN_WEBUI, as_json, as_zip

NOW = datetime(2026, 11, 1, tzinfo=UTC)


def read(data: bytes) -> list[BroughtChat]:
    return list(conversations(io.BytesIO(data), NOW))


def said(chat: BroughtChat) -> list[tuple[str, str]]:
    return [(one.role, one.text) for one in chat.messages]


@pytest.mark.parametrize(
    ("data", "origin"),
    [
        (as_json(CHATGPT), "chatgpt"),
        (as_zip(CHATGPT), "chatgpt"),
        (as_zip(CHATGPT, "conversations-000.json"), "chatgpt"),
        (as_zip(CLAUDE), "claude"),
        (as_json(CLAUDE[0]), "claude"),
        (b"\xef\xbb\xbf" + as_json(OPEN_WEBUI), "open-webui"),
        (as_json(MEM0), "mem0"),
        (as_json(MEM0["results"]), "mem0"),
    ],
)
def test_whose_file_it_is_is_told_by_what_stands_in_it(data: bytes, origin: str) -> None:
    assert recognise_export(io.BytesIO(data)) == (origin, 1)


def test_of_chatgpts_tree_the_branch_in_view_is_brought_without_tools_and_what_is_hidden() -> None:
    (chat,) = read(as_json(CHATGPT))
    assert chat.title == "The harbour"
    assert said(chat) == [("user", "My boat is called Merganser."), ("assistant", "A fine name for a boat.")]
    assert chat.messages[0].said_at == datetime.fromtimestamp(1_760_000_001, UTC)


def test_what_claude_thought_stays_there_and_an_unnamed_conversation_is_called_as_it_begins() -> None:
    (chat,) = read(as_zip(CLAUDE))
    assert chat.title == "I am allergic to peanuts."
    assert said(chat)[1] == ("assistant", "I will keep that in mind.")


def test_open_webuis_branch_is_followed_from_its_last_message() -> None:
    (chat,) = read(as_json(OPEN_WEBUI))
    assert said(chat) == [("user", "How long does rye prove?"), ("assistant", "About four hours.")]


def test_memories_of_mem0_are_one_conversation_in_the_order_in_which_they_came() -> None:
    (chat,) = read(as_json({"results": MEM0["results"][::-1]}))
    assert said(chat) == [("user", "I play cricket on Sundays."), ("user", "My sister Ana lives in Porto.")]


@pytest.mark.parametrize(
    "value",
    [
        {"mapping": {"a": {"parent": "b"}, "b": {"parent": "a"}}, "current_node": "a"},
        {"mapping": [], "current_node": 3, "title": ["x"], "create_time": "never"},
        {"mapping": {"a": {"message": {"author": 1, "content": {"content_type": "text", "parts": "x"}}}}},
        {"chat_messages": [1, None, {"sender": "human", "content": 5, "text": None}], "created_at": 1e400},
        {"chat": {"history": {"messages": {"1": 5}, "currentId": "1"}}, "created_at": -1e12},
        {"memory": {"text": "x"}},
    ],
)
def test_what_is_odd_in_a_file_is_passed_over(value: Any) -> None:
    text = str([value]).replace("'", '"').replace("None", "null").replace("inf", "1e400")
    assert all(not chat.messages for chat in read(text.encode()))


def test_nothing_was_said_in_the_time_to_come_and_no_letter_is_one_that_nothing_can_hold() -> None:
    far = {"sender": "human", "text": "a\0b \ud800", "created_at": "9999-01-01T00:00:00Z"}
    text = str([{"chat_messages": [far]}]).replace("'", '"').replace("\\x00", "\\u0000")
    (chat,) = read(text.encode())
    assert chat.messages[0].text == "ab ?"
    assert chat.messages[0].said_at == NOW


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"hello",
        b"[",
        b"[]",
        b"{}",
        b"[1]",
        b'[{"mapping": {}} {"mapping": {}}]',
        b'[{"mapping": {}}, {"chat_messages": []}]',
        b'{"line": "header"}',
        b"[" * 100_000,
        b"PK\x03\x04 no zip",
        as_zip(CLAUDE, "other.json"),
        as_json(CLAUDE)[:-20],
        "[{}]".encode("utf-16"),
    ],
)
def test_what_is_no_export_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadableExport):
        recognise_export(io.BytesIO(data))


def test_a_zip_that_unfolds_to_too_much_is_refused_before_it_is_whole() -> None:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("conversations.json", b" " * (recognise.MAX_UNFOLDED_BYTES + 1))
    with pytest.raises(UnreadableExport) as refused:
        recognise_export(whole)
    assert refused.value.code == "export_too_large"
