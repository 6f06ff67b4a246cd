from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from holdfast import __version__
from holdfast.cli.main import COMMANDS, main, refuse
from tests.cli.running import environment, holdfast


def test_every_command_is_listed_and_has_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    listed = capsys.readouterr().out
    for name in COMMANDS:
        assert name in listed
        with pytest.raises(SystemExit) as left:
            main([name, "--help"])
        assert left.value.code == 0
        assert capsys.readouterr().out.startswith(f"usage: holdfast {name}")


def test_an_unknown_command_is_named_and_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["upp"]) == 2
    assert "there is no command upp" in capsys.readouterr().err


def test_the_version_is_told_in_a_blink() -> None:
    holdfast("version", env=environment())
    before = os.times()
    done = holdfast("version", env=environment())
    after = os.times()
    assert done.stdout.startswith(f"Holdfast {__version__}")
    worked = after.children_user + after.children_system - before.children_user - before.children_system
    assert worked < 1.0, "seconds of a processor; 0.15 are usual"


def test_a_misspelt_setting_is_one_sentence_and_not_a_traceback() -> None:
    done = holdfast("up", env=environment(HOLDFAST_PROT="1"))
    assert done.returncode == 1
    assert done.stderr == (
        "holdfast: HOLDFAST_PROT is set in the environment, but there is no such setting. Did you mean HOLDFAST_PORT?\n"
    )


def test_what_nobody_foresaw_is_kept_in_a_file_and_not_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert refuse(RuntimeError("a person's words")) == 70
    said = capsys.readouterr().err
    assert "RuntimeError" in said
    assert "a person's words" not in said
    file = Path(said.split("the details are in ")[1].split(";")[0])
    assert "a person's words" in file.read_text()
    assert file.stat().st_mode & 0o077 == 0
    file.unlink()


def test_a_full_disk_is_told_even_when_it_is_the_cause_of_something_else(capsys: pytest.CaptureFixture[str]) -> None:
    error = RuntimeError("could not")
    error.__cause__ = OSError(28, "No space left on device")
    assert refuse(error) == 1
    assert "The disk is full" in capsys.readouterr().err


def test_a_reader_who_leaves_early_is_no_fault() -> None:
    shell = f"'{sys.executable}' -m holdfast.cli.main settings | head -1"
    done = subprocess.run(["sh", "-c", shell], env=environment(), cwd="/", capture_output=True, text=True, timeout=30)
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""
