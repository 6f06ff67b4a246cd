from __future__ import annotations

import re
from dataclasses import asdict
from pathlib import Path

from holdfast.entitlements.plans import FEATURES, PLANS

PAGE = Path(__file__).parents[2] / "docs" / "plans.md"


def test_the_page_tells_the_numbers_of_the_table() -> None:
    rows = re.findall(r"^\| `(\w+)` \|(.*)\|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    told = {name: [cell.strip() for cell in cells.split("|")][: len(PLANS)] for name, cells in rows}
    held = {
        feature: ["–" if (number := asdict(plan)[feature]) is None else f"{number:,}" for plan in PLANS.values()]
        for feature in FEATURES
    }
    assert told == held
