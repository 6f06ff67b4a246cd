from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.core.errors import NotFound, Setup
from holdfast.personas.read import read_packs


def pack(folder: Path, text: str, name: str = "assistant") -> Path:
    (folder / name).mkdir()
    (folder / name / "persona.toml").write_text(text)
    (folder / name / "kernel.md").write_text("You are kind.")
    return folder


def test_the_bundled_packs_are_whole_and_the_assistant_is_the_default() -> None:
    packs = read_packs()
    assert packs.get(None).id == "assistant"
    assert packs.get("sophie").settings.history.scope == "session"
    assert packs.get("sophie").settings.answering.max_output_tokens == 350
    assert all(persona.kernel for persona in packs)


def test_an_unknown_persona_is_not_found() -> None:
    with pytest.raises(NotFound):
        read_packs().get("../../etc/passwd")


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("name = 'A'", "description"),
        ("name = 'A'\ndescription = 'B'\nfavourite = 'C'", "favourite"),
        ("name = 'A'\ndescription = 'B'\n[history]\nmessages = -1", "history.messages"),
        ("name = ", "not TOML"),
        ("name = 'A'\ndescription = 'B'\nkernel = 'none.md'", "kernel cannot be read"),
    ],
)
def test_a_wrong_pack_is_told_by_file_and_field(tmp_path: Path, text: str, named: str) -> None:
    with pytest.raises(Setup, match=named) as told:
        read_packs(pack(tmp_path, text))
    assert "persona.toml" in told.value.message


def test_a_folder_without_the_default_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Setup, match="assistant"):
        read_packs(pack(tmp_path, "name = 'A'\ndescription = 'B'", name="other"))
