from __future__ import annotations

import re
from dataclasses import asdict
from pathlib import Path

import pytest

from holdfast.core.errors import Invalid
from holdfast.entitlements.compute import check_limits
from holdfast.entitlements.plans import COMING, FEATURES, PLANS, Feature

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize(
    ("page", "heading", "features"),
    [("plans.md", "# Plans", set(FEATURES) - COMING), ("coming.md", "## Plans", COMING)],
)
def test_the_page_tells_the_numbers_of_the_table(page: str, heading: str, features: set[Feature]) -> None:
    section = (DOCS / page).read_text(encoding="utf-8").partition(heading)[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \|(.*)\|$", section, re.MULTILINE)
    told = {name: [cell.strip() for cell in cells.split("|")][: len(PLANS)] for name, cells in rows}
    held = {
        feature: ["–" if (number := asdict(plan)[feature]) is None else f"{number:,}" for plan in PLANS.values()]
        for feature in features
    }
    assert told == held


@pytest.mark.parametrize("feature", sorted(COMING))
def test_a_limit_that_nothing_honours_yet_is_refused(feature: str) -> None:
    with pytest.raises(Invalid) as refused:
        check_limits({"features": {"chats_per_day": 5, feature: 3}})
    assert refused.value.details == [{"problem": f"{feature}:limits_nothing_yet"}]
