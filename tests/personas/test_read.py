"""A pack becomes a persona, or is told what is wrong with it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from holdfast.cli.checks.machine import personas
from holdfast.core.config import Settings
from holdfast.core.errors import NotFound, Setup
from holdfast.core.migrate import Addresses
from holdfast.personas.read import read_packs
from holdfast.wiring import open_parts
from tests.personas.packs import KERNEL, LEAST, profile, write_pack


def refusal(folder: Path) -> str:
    with pytest.raises(Setup) as told:
        read_packs(folder)
    return told.value.message


def test_an_unknown_persona_is_not_found() -> None:
    with pytest.raises(NotFound):
        read_packs().get("../../etc/passwd")


def test_a_pack_of_the_operators_joins_the_bundled_ones(tmp_path: Path) -> None:
    packs = read_packs(write_pack(tmp_path))
    assert packs.get("gardener").settings.name == "Gardener"
    assert packs.get("gardener").kernel == KERNEL
    assert packs.get(None).id == "assistant"
    assert len([*packs]) == len([*read_packs()]) + 1


def test_a_pack_of_the_same_id_takes_the_bundled_ones_place_whole(tmp_path: Path) -> None:
    packs = read_packs(write_pack(tmp_path, name="sophie"))
    assert packs.get("sophie").settings.name == "Gardener"
    assert packs.get("sophie").settings.history.scope == "chat", "nothing of the bundled pack is left"
    assert len([*packs]) == len([*read_packs()])


def test_one_named_assistant_is_what_new_chats_start_with(tmp_path: Path) -> None:
    assert read_packs(write_pack(tmp_path, name="assistant")).get(None).settings.name == "Gardener"


@pytest.mark.parametrize("name", [".git", "__pycache__"])
def test_hidden_folders_and_loose_files_are_passed_over(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    (tmp_path / "README.md").write_text("Our packs.")
    assert len([*read_packs(write_pack(tmp_path))]) == len([*read_packs()]) + 1


WRONG_FIELDS = {
    "a field is missing": ("name = 'A'", "description is missing"),
    "a field nobody knows": (LEAST + "favourite = 'rose'", "there is no field favourite"),
    "a misspelt field": (
        LEAST + "[history]\nmesages = 3",
        "there is no field history.mesages; did you mean messages?",
    ),
    "a field in the wrong place": (
        LEAST + "temperature = 0.5",
        "there is no field temperature; did you mean answering.temperature?",
    ),
    "a misspelt field of a profile": (
        LEAST + profile() + "txt = 'x'",
        "there is no field profiles[1].txt; did you mean text?",
    ),
    "an empty name": ("name = ''\ndescription = 'B'", "name is empty"),
    "a name of spaces": ("name = '  '\ndescription = 'B'", "name holds nothing but white space"),
    "a long name": (f"name = '{'a' * 201}'\ndescription = 'B'", "name has more than 200 characters"),
    "control characters": ('name = "A\\u0000"\ndescription = "B"', "name holds control characters"),
    "text for a number": (LEAST + "[history]\nmessages = '8'", "history.messages must be a whole number"),
    "a fraction for a whole number": (LEAST + "[history]\nmessages = 8.5", "history.messages must be a whole number"),
    "truth for a number": (LEAST + "[history]\nmessages = true", "history.messages must be a whole number"),
    "text for a fraction": (LEAST + "session_gap_minutes = 'five'", "session_gap_minutes must be a number"),
    "a number for text": ("name = 1\ndescription = 'B'", "name must be text in quotes"),
    "text for truth": (LEAST + "is_perpetual = 'yes'", "is_perpetual must be true or false"),
    "text for a list": (LEAST + "blocks = 'ops'", "blocks must be a list in square brackets"),
    "text for a table": (LEAST + "history = 'chat'", "history must be a table of its own"),
    "too small": (LEAST + "[history]\nmessages = -1", "history.messages must be greater than or equal to 0"),
    "too large": (LEAST + "[history]\nmessages = 201", "history.messages must be less than or equal to 200"),
    "no gap at all": (LEAST + "session_gap_minutes = 0", "session_gap_minutes must be greater than 0"),
    "no number": (LEAST + "[answering]\ntemperature = nan", "answering.temperature must be"),
    "an endless gap": (LEAST + "session_gap_minutes = inf", "session_gap_minutes must be"),
    "an unknown choice": (LEAST + "[history]\nscope = 'all'", "history.scope must be 'session' or 'chat'"),
    "an unknown block": (LEAST + "blocks = ['ops', 'mood']", "blocks[2] must be 'posture', 'overlay', 'bridge'"),
    "a block twice": (LEAST + "blocks = ['ops', 'ops']", "blocks names ops twice"),
    "a tool twice": (LEAST + "tools = ['clock', 'clock']", "tools names clock twice"),
    "all tools and others": (LEAST + "tools = ['*', 'clock']", "tools names * and others besides"),
    "an odd namespace": (LEAST + "[knowledge]\nnamespaces = ['overlay:x:y']", "knowledge.namespaces[1] must be small"),
    "an odd composer kind": (LEAST + "composer_kinds = ['V/TO']", "composer_kinds[1] must be small letters"),
    "a librarian without its block": (
        LEAST + "blocks = ['ops']\n[memory]\nrecall = 'librarian'",
        "the librarian needs the block recall",
    ),
    "reports without an envelope": (
        LEAST + "blocks = ['ops']\n[routing]\ncan_reports = true",
        "can_reports needs the block envelope",
    ),
    "two profiles of one id": (
        LEAST + profile() + profile(name="Trees", namespace="trees"),
        "two profiles have the same id",
    ),
    "two profiles of one name": (
        LEAST + profile() + profile(id="trees", name="beds ", namespace="trees"),
        "two profiles have the same name",
    ),
    "two profiles of one namespace": (
        LEAST + profile() + profile(id="trees", name="Trees"),
        "two profiles have the same namespace",
    ),
    "a profile's namespace for all": (
        LEAST + "[knowledge]\nnamespaces = ['beds']\n" + profile(),
        "beds is a profile's own namespace",
    ),
    "a profile without words": (LEAST + profile(text=""), "profiles[1].text is empty"),
    "no TOML": ("name = ", "is not TOML"),
    "a kernel that is not there": (LEAST + "kernel = 'none.md'", "kernel: "),
    "a kernel that is a folder": (LEAST + "kernel = '.'", "is not a file"),
    "a kernel elsewhere": (LEAST + "kernel = '../secret.md'", "lies outside of the pack's folder"),
    "a kernel by its address": (LEAST + "kernel = '/etc/hostname'", "lies outside of the pack's folder"),
}


@pytest.mark.parametrize(("settings", "said"), WRONG_FIELDS.values(), ids=WRONG_FIELDS.keys())
def test_a_wrong_pack_is_told_by_file_and_field(tmp_path: Path, settings: str, said: str) -> None:
    (tmp_path / "packs").mkdir()
    (tmp_path / "packs" / "secret.md").write_text("Not for prompts.")
    message = refusal(write_pack(tmp_path / "packs", settings))
    assert str(tmp_path / "packs" / "gardener" / "persona.toml") in message
    assert said in message
    assert message.endswith(".")


WRONG_KERNELS = {
    "empty": (b"", "is empty"),
    "white": (b" \n\t\n", "is empty"),
    "not UTF-8": ("Ein Gärtner".encode("latin-1"), "is not UTF-8 text"),
    "with a byte order mark": (b"\xef\xbb\xbfYou are", "begins with a byte order mark"),
    "UTF-16": ("You are".encode("utf-16"), "is not UTF-8 text"),
    "binary": (b"You\0are", "holds NUL characters"),
    "huge": (b"word " * 500_000, "is larger than 2 MB"),
    "over half of the budget": (b"word " * 12_001, "the kernel is 12"),
}


@pytest.mark.parametrize(("kernel", "said"), WRONG_KERNELS.values(), ids=WRONG_KERNELS.keys())
def test_a_wrong_kernel_is_told(tmp_path: Path, kernel: bytes, said: str) -> None:
    message = refusal(write_pack(tmp_path, kernel=kernel))
    assert said in message
    assert "persona.toml: " in message


def test_a_kernel_must_leave_half_of_the_budget_with_its_longest_profile(tmp_path: Path) -> None:
    settings = LEAST + "[answering]\nprompt_tokens = 500\n" + profile(text="beds " * 260)
    message = refusal(write_pack(tmp_path, settings))
    assert "the kernel with the profile beds is" in message
    assert "at most half of answering.prompt_tokens fits, 250." in message


def test_settings_with_a_byte_order_mark_or_in_another_alphabet_are_told(tmp_path: Path) -> None:
    file = write_pack(tmp_path) / "gardener" / "persona.toml"
    file.write_bytes(b"\xef\xbb\xbf" + LEAST.encode())
    assert f"{file} begins with a byte order mark" in refusal(tmp_path)
    file.write_bytes(LEAST.replace("beds", "Gärten").encode("latin-1"))
    assert f"{file} is not UTF-8 text" in refusal(tmp_path)


def test_windows_line_ends_are_read_as_line_ends(tmp_path: Path) -> None:
    packs = read_packs(write_pack(tmp_path, kernel=b"You are\r\na gardener.\r\n"))
    assert packs.get("gardener").kernel == "You are\na gardener."


def test_a_link_may_lead_about_in_the_pack_but_not_out_of_it(tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("Not for prompts.")
    pack = write_pack(tmp_path / "packs") / "gardener"
    (pack / "really.md").write_text("You are linked.")
    (pack / "kernel.md").unlink()
    (pack / "kernel.md").symlink_to("really.md")
    assert read_packs(tmp_path / "packs").get("gardener").kernel == "You are linked."
    (pack / "kernel.md").unlink()
    (pack / "kernel.md").symlink_to("../../secret.md")
    assert "lies outside" in refusal(tmp_path / "packs")


def test_a_link_to_itself_and_a_pipe_are_no_kernels(tmp_path: Path) -> None:
    kernel = write_pack(tmp_path) / "gardener" / "kernel.md"
    kernel.unlink()
    kernel.symlink_to("kernel.md")
    assert str(kernel) in refusal(tmp_path)
    kernel.unlink()
    os.mkfifo(kernel)
    assert "is not a file" in refusal(tmp_path)


def test_a_folder_without_settings_is_no_pack(tmp_path: Path) -> None:
    (tmp_path / "gardener").mkdir()
    assert refusal(tmp_path) == f"{tmp_path / 'gardener' / 'persona.toml'} does not exist."


@pytest.mark.parametrize("name", ["My Gardener", "Gärtner", "a" * 65, "GARDENER"])
def test_a_folder_that_cannot_be_an_id_is_told(tmp_path: Path, name: str) -> None:
    assert "the folder's name is the persona's id" in refusal(write_pack(tmp_path, name=name))


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    assert "cannot be read" in refusal(tmp_path / "none")


def test_a_folder_without_the_default_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Setup, match="assistant"):
        read_packs(bundled=write_pack(tmp_path))


def test_the_doctor_names_the_personas_or_what_is_wrong_with_them(tmp_path: Path) -> None:
    folder = write_pack(tmp_path / "packs")
    found = personas(Settings(data_dir=tmp_path, personas_dir=folder))
    assert found.state == "good"
    assert "gardener" in found.says
    (folder / "gardener" / "kernel.md").unlink()
    found = personas(Settings(data_dir=tmp_path, personas_dir=folder))
    assert found.state == "bad"
    assert "kernel.md does not exist" in found.says


@pytest.mark.anyio
async def test_a_broken_pack_keeps_the_server_from_starting(addresses: Addresses, tmp_path: Path) -> None:
    folder = write_pack(tmp_path / "packs", LEAST + "blocks = ['mood']")
    settings = Settings(data_dir=tmp_path / "data", personas_dir=folder)
    with pytest.raises(Setup, match=r"gardener/persona\.toml: blocks\[1\] must be"):
        async with open_parts(settings, addresses):
            pass
