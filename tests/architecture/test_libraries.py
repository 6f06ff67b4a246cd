"""What is known of a library is known of a version: whoever changes the lock looks again."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping

from tests.architecture.test_house import ROOT

ROW = re.compile(r"^\| ([\w.@/-]+) \| (\d[\w.]*) \| .+ \|$", re.MULTILINE)
LOCKED = re.compile(r"^([a-z0-9][a-z0-9._-]*)==([^\s;\\]+)", re.MULTILINE)
CARRIED = {"h11", "httptools", "starlette", "dompurify"}
"""Others bring these, and strangers' bytes reach them."""


def locked() -> Mapping[str, set[str]]:
    found: dict[str, set[str]] = {}
    for name, version in LOCKED.findall((ROOT / "requirements.lock").read_text(encoding="utf-8")):
        found.setdefault(name, set()).add(version)
    client = json.loads((ROOT / "client" / "package-lock.json").read_text(encoding="utf-8"))
    for path, package in client["packages"].items():
        if path:
            found.setdefault(path.rpartition("node_modules/")[2], set()).add(package["version"])
    return found


def asked_for() -> set[str]:
    """By ourselves; fonts are no code."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    client = json.loads((ROOT / "client" / "package.json").read_text(encoding="utf-8"))
    python = {re.split(r"[^\w.-]", line)[0].lower() for line in project["dependencies"]}
    return python | {name for name in client["dependencies"] if not name.startswith("@fontsource")}


def test_the_page_speaks_of_the_versions_that_are_locked() -> None:
    told = dict(ROW.findall((ROOT / "docs" / "libraries.md").read_text(encoding="utf-8")))
    assert sorted((asked_for() | CARRIED) - told.keys()) == [], "look at what is known of it: docs/libraries.md"
    versions = locked()
    behind = {name: version for name, version in told.items() if version not in versions.get(name, set())}
    assert behind == {}, "look at what is known of the new version, and write it into docs/libraries.md"
