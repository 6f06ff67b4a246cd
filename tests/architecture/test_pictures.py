"""The pictures of the documentation: each page of the client has one by day and one by night, and none lies about."""

from __future__ import annotations

import re

from tests.architecture.test_house import ROOT
from tests.browser.test_settings import ALL

IMAGES = ROOT / "docs" / "images"
PAGES = ROOT / "docs" / "pages.md"
TAKEN = re.compile(r"photograph\(\s*\w+,\s*f?\"([^\"]+)\"")
VALUE = re.compile(r"\{[^}]*\}")
SHOWN = re.compile(r"images/([\w-]+)\.png")


def kept() -> set[str]:
    return {file.stem for file in IMAGES.glob("*.png")}


def test_what_the_page_of_pages_shows_is_there_by_day_and_by_night() -> None:
    for row in PAGES.read_text(encoding="utf-8").splitlines():
        shown = SHOWN.findall(row)
        if shown and "by night" in row:
            assert shown == [shown[0], f"{shown[0]}-dark"], row
    assert set(SHOWN.findall(PAGES.read_text(encoding="utf-8"))) - kept() == set()


def test_every_picture_is_shown_somewhere() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    shown = {name for page in pages for name in SHOWN.findall(page.read_text(encoding="utf-8"))}
    assert kept() - shown == set()


def test_every_picture_is_taken_by_a_test_so_that_it_can_be_taken_anew() -> None:
    tests = "\n".join(file.read_text(encoding="utf-8") for file in (ROOT / "tests" / "browser").glob("*.py"))
    patterns = [re.compile("[a-z-]+".join(map(re.escape, VALUE.split(name)))) for name in TAKEN.findall(tests)]
    by_address = {address.replace("/", "-") for address in ALL}
    names = {name.removesuffix("-dark") for name in kept()} - by_address
    assert {name for name in names if not any(pattern.fullmatch(name) for pattern in patterns)} == set()
