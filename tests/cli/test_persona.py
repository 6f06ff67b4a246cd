"""A persona as a folder, out of its zip and back."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.cli.main import main
from holdfast.personas.bundle import unpack
from holdfast.personas.read import read_pack
from tests.personas.packs import KERNEL, LEAST, profile, write_pack


def test_a_folder_becomes_a_zip_and_the_zip_the_same_persona_in_a_folder(tmp_path: Path) -> None:
    folder = write_pack(tmp_path / "packs", LEAST + profile()) / "gardener"
    zipped = tmp_path / "gardener.zip"
    assert main(["persona", "pack", str(folder), str(zipped)]) == 0
    assert unpack(zipped.read_bytes()).kernel == KERNEL
    assert main(["persona", "unpack", str(zipped), str(tmp_path / "out")]) == 0
    before, after = read_pack(folder), read_pack(tmp_path / "out" / "gardener")
    assert (after.settings, after.kernel) == (before.settings, before.kernel)


def test_nothing_that_is_there_is_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    packs, zipped = write_pack(tmp_path / "packs"), tmp_path / "gardener.zip"
    assert main(["persona", "pack", str(packs / "gardener"), str(zipped)]) == 0
    assert main(["persona", "pack", str(packs / "gardener"), str(zipped)]) == 1
    assert main(["persona", "unpack", str(zipped), str(packs)]) == 1
    assert "File exists" in capsys.readouterr().out


def test_what_is_no_pack_is_refused_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "no.zip").write_bytes(b"no zip")
    assert main(["persona", "unpack", str(tmp_path / "no.zip")]) == 1
    wrong = write_pack(tmp_path / "packs", LEAST + "colour = 'red'\n") / "gardener"
    assert main(["persona", "pack", str(wrong), str(tmp_path / "a.zip")]) == 1
    assert "colour" in capsys.readouterr().err
    assert not (tmp_path / "a.zip").exists()
    assert main(["persona", "unpack", str(tmp_path / "nowhere.zip")]) == 1
