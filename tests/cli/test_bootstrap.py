"""The first things a newcomer's machine may lack, each with its sentence; and the locks it installs from."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """As much of a checkout as the first seconds need, in a folder with spaces."""
    folder = tmp_path / "a path with spaces"
    folder.mkdir()
    shutil.copy(ROOT / "Makefile", folder)
    shutil.copytree(ROOT / "scripts", folder / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A PATH with what a minimal system has, and no Python."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("sh", "make", "dirname", "readlink", "awk", "env"):
        found = shutil.which(name)
        assert found
        (folder / name).symlink_to(found)
    return folder


def _python(folder: Path, name: str, *, version: str, lacks: str = "nothing") -> None:
    """A stand-in that says this version and fails to import what it lacks."""
    fits = "0" if version.startswith(("3.11", "3.12", "3.13")) else "1"
    script = folder / name
    script.write_text(
        "#!/bin/sh\n"
        'case "$2" in\n'
        f"*{lacks}*) exit 1;;\n"
        f"*platform*) echo {version};;\n"
        f"*print*) echo {version.rsplit('.', 1)[0]};;\n"
        f"*version_info*) exit {fits};;\n"
        f"*scripts/setup) echo {name} it is;;\n"
        "esac\n"
    )
    script.chmod(0o755)


def _make(checkout: Path, path: Path, *words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    env = {"PATH": str(path), "HOME": os.environ["HOME"], **settings}
    make = shutil.which("make")
    assert make
    return subprocess.run([make, *words], cwd=checkout, env=env, capture_output=True, text=True, timeout=30)


def _sentence(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode != 0
    lines = [line for line in done.stderr.splitlines() if not line.startswith("make")]
    assert len(lines) == 1, done.stderr
    return lines[0]


def test_make_alone_lists_every_target(checkout: Path, bare: Path) -> None:
    done = _make(checkout, bare)
    assert done.returncode == 0, done
    for target in ("up", "setup", "test", "test-clients", "check", "fix", "faults", "bench", "lock", "clean"):
        assert re.search(rf"^  make {target} +\S", done.stdout, re.MULTILINE)


def test_no_python_is_one_sentence(checkout: Path, bare: Path) -> None:
    assert "There is no Python here; install 3.11" in _sentence(_make(checkout, bare, "up"))


@pytest.mark.parametrize("version", ["3.8.18", "3.10.2", "3.14.0"])
def test_a_python_that_does_not_fit_is_named(checkout: Path, bare: Path, version: str) -> None:
    _python(bare, "python3", version=version)
    said = _sentence(_make(checkout, bare, "up"))
    assert f"Python {version} is here, but Holdfast needs 3.11, 3.12 or 3.13" in said


def test_a_python_without_venv_says_what_to_install(checkout: Path, bare: Path) -> None:
    _python(bare, "python3.12", version="3.12.3", lacks="ensurepip")
    said = _sentence(_make(checkout, bare, "up"))
    assert "cannot make virtual environments" in said
    assert "apt install python3.12-venv" in said


def test_a_whole_python_is_preferred_to_a_newer_one_that_lacks_venv(checkout: Path, bare: Path) -> None:
    _python(bare, "python3.13", version="3.13.0", lacks="ensurepip")
    (bare / "python3").symlink_to(sys.executable)
    done = subprocess.run(
        [str(checkout / "scripts" / "bootstrap"), "nonsense"], env={"PATH": str(bare)}, capture_output=True, text=True
    )
    assert done.stderr == "holdfast: scripts/bootstrap takes up, check, test, clients, conformance or npm.\n"


@pytest.mark.parametrize(
    ("built", "taken"),
    [
        ({"python3.13": "nothing", "python3": "nothing"}, "python3.13"),
        ({"python3.13": "enable-optimizations", "python3": "nothing"}, "python3"),
        ({"python3.13": "enable-optimizations", "python3": "enable-optimizations"}, "python3.13"),
        ({"python3.13": "ensurepip", "python3": "enable-optimizations"}, "python3"),
    ],
    ids=["the newest", "one that is optimized", "the newest where none is", "a slow one to one that is not whole"],
)
def test_of_several_pythons_one_is_preferred(checkout: Path, bare: Path, built: dict[str, str], taken: str) -> None:
    for name, lacks in built.items():
        _python(bare, name, version="3.13.1" if name == "python3.13" else "3.11.2", lacks=lacks)
    bootstrap = str(checkout / "scripts" / "bootstrap")
    done = subprocess.run([bootstrap, "up"], env={"PATH": f"/nowhere:{bare}"}, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == (f"{taken} it is\n", "")


def test_a_python_further_down_the_path_is_preferred_where_it_is_optimized(checkout: Path, bare: Path) -> None:
    shims = bare.parent / "shims"
    shims.mkdir()
    _python(shims, "python3.12", version="3.12.1", lacks="enable-optimizations")
    _python(bare, "python3.12", version="3.12.3")
    (bare / "python3.12").write_text((bare / "python3.12").read_text().replace("python3.12 it is", "the other it is"))
    bootstrap = str(checkout / "scripts" / "bootstrap")
    done = subprocess.run([bootstrap, "up"], env={"PATH": f"{shims}:{bare}"}, capture_output=True, text=True)
    assert done.stdout == "the other it is\n"


def test_a_chosen_python_must_run_and_fit(checkout: Path, bare: Path) -> None:
    assert "which does not run" in _sentence(_make(checkout, bare, "up", PYTHON="/nowhere/python"))
    _python(bare, "old", version="3.9.1")
    assert "which is Python 3.9.1" in _sentence(_make(checkout, bare, "up", PYTHON=str(bare / "old")))


LOCKS = (
    *("requirements.lock", "requirements-graph.lock", "requirements-dev.lock", "scripts/node.lock"),
    "src/holdfast/models/local-models.txt",
    *(
        file.relative_to(ROOT).as_posix()
        for file in sorted((ROOT / "clients" / "official").glob("*/requirements.lock"))
    ),
)


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_has_a_hash_for_everything_and_names_no_host(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert "://" not in text
    assert "--index-url" not in text
    for pin in re.findall(r"^[a-zA-Z0-9][^\n]*", text, re.MULTILINE):
        assert re.match(r"[\w.\[\]-]+==[^ ]+", pin), pin
        assert pin.endswith("\\"), f"{pin} has no hash"


def test_the_development_lock_holds_the_run_time_one_in_the_same_versions() -> None:
    run_time, development = (set(_pins(ROOT / name)) for name in LOCKS[:2])
    assert run_time - development == set()


def test_the_lock_holds_what_the_project_asks_for() -> None:
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    names = {re.split(r"[\[<>=~! ]", need)[0].lower().replace("_", "-") for need in asked}
    assert names - {pin.split("==")[0] for pin in _pins(ROOT / "requirements.lock")} == set()


def test_the_clients_lock_names_no_host_and_every_platform() -> None:
    packages = json.loads((ROOT / "client" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert [name for name, entry in packages.items() if "resolved" in entry] == []
    optional = {name for entry in packages.values() for name in entry.get("optionalDependencies", {})}
    assert {name for name in optional if f"node_modules/{name}" not in packages} == set(), "run make lock"


def test_the_locks_of_official_clients_name_no_host_and_a_hash_for_everything() -> None:
    locks = sorted((ROOT / "clients" / "official").glob("*/package-lock.json"))
    assert len(locks) == 3
    for lock in locks:
        packages = json.loads(lock.read_text(encoding="utf-8"))["packages"]
        assert [name for name, entry in packages.items() if "resolved" in entry] == []
        assert [name for name, entry in packages.items() if name and "integrity" not in entry] == []


def _pins(lock: Path) -> list[str]:
    return [
        pin.split(" ")[0] for pin in re.findall(r"^[a-zA-Z0-9][^\n]*", lock.read_text(encoding="utf-8"), re.MULTILINE)
    ]
