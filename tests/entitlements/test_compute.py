from __future__ import annotations

from dataclasses import asdict, replace
from datetime import UTC, datetime
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.core.errors import Invalid
from holdfast.core.ids import UserId
from holdfast.entitlements.compute import check_limits, compute_entitlements, extract_org_overrides, resolve
from holdfast.entitlements.periods import UsageCalendar
from holdfast.entitlements.plans import FEATURES, PLANS, Plan, would_help
from holdfast.entitlements.types import Granted

GRANTED = Granted(
    UserId(UUID(int=1)), None, {}, None, None, UsageCalendar(ZoneInfo("UTC")), datetime(2026, 11, 16, tzinfo=UTC)
)


def test_each_plan_has_more_of_everything_than_the_one_below() -> None:
    free, pro, business = (asdict(PLANS[plan]) for plan in ("free", "pro", "business"))
    assert [PLANS[plan].chats_per_day for plan in ("free", "pro", "business")] == [20, 200, 1000]
    for feature in FEATURES:
        assert free[feature] < pro[feature] < business[feature]
    assert set(asdict(PLANS["unlimited"]).values()) == {None}
    assert tuple(free) == FEATURES


def test_the_limits_of_an_organization_change_what_they_name_and_nothing_else() -> None:
    limits = {"features": {"chats_per_day": 500}}
    features = compute_entitlements("business", extract_org_overrides(limits))
    assert features == replace(PLANS["business"], chats_per_day=500)


def test_null_lifts_a_limit_and_zero_closes_it() -> None:
    features = compute_entitlements("free", extract_org_overrides({"features": {"seats": None, "personas": 0}}))
    assert (features.seats, features.personas) == (None, 0)


@pytest.mark.parametrize(
    ("own", "of_org", "plan", "source"),
    [
        (None, None, "unlimited", "installation"),
        ("free", None, "free", "user"),
        ("free", "business", "business", "organization"),
        ("business", "free", "free", "organization"),
        (None, "pro", "pro", "organization"),
    ],
)
def test_the_plan_of_the_organization_comes_before_ones_own_and_that_before_the_installations(
    own: Plan | None, of_org: Plan | None, plan: Plan, source: str
) -> None:
    found = resolve(replace(GRANTED, plan=own, org_plan=of_org), "unlimited")
    assert (found.plan, found.source, found.features) == (plan, source, PLANS[plan])


@pytest.mark.parametrize(("org_plan", "chats"), [("business", 7), (None, 9)])
def test_whoevers_plan_holds_has_the_last_word_about_limits(org_plan: str | None, chats: int) -> None:
    given_to_both = replace(
        GRANTED,
        plan="free",
        limits={"features": {"chats_per_day": 9, "personas": 8}},
        org_plan=org_plan,
        org_limits={"features": {"chats_per_day": 7, "seats": 6}},
    )
    features = resolve(given_to_both, "free").features
    assert (features.chats_per_day, features.personas, features.seats) == (chats, 8, 6)


WRONG = [
    ([], "not_an_object"),
    ("500", "not_an_object"),
    ({"chats_per_day": 5}, "unknown_key"),
    ({"features": [1]}, "features_not_an_object"),
    ({"features": {"chats_per_week": 5}}, "unknown_feature"),
    ({"features": {"chats_per_day": "5"}}, "chats_per_day:not_a_whole_number"),
    ({"features": {"chats_per_day": 5.0}}, "chats_per_day:not_a_whole_number"),
    ({"features": {"chats_per_day": True}}, "chats_per_day:not_a_whole_number"),
    ({"features": {"chats_per_day": -1}}, "chats_per_day:negative"),
    ({"features": {"chats_per_day": 10**30}}, "chats_per_day:too_large"),
]


@pytest.mark.parametrize(("limits", "problem"), WRONG)
def test_wrong_limits_are_refused_when_set_and_left_aside_when_read(limits: Any, problem: str) -> None:
    with pytest.raises(Invalid) as refused:
        check_limits(limits)
    assert (refused.value.code, refused.value.details) == ("invalid_limits", [{"problem": problem}])
    assert compute_entitlements("free", extract_org_overrides(limits)) == PLANS["free"]


def test_what_is_right_beside_something_wrong_still_holds_when_read() -> None:
    mixed = {"features": {"chats_per_day": 5, "seats": "many"}, "colour": "red"}
    assert extract_org_overrides(mixed) == {"chats_per_day": 5}


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5) | st.sampled_from(FEATURES), inner),
    max_leaves=8,
)


@given(_JSON | st.fixed_dictionaries({"features": st.dictionaries(st.sampled_from(FEATURES), _JSON)}))
def test_whatever_a_row_holds_it_can_be_read(limits: Any) -> None:
    features = compute_entitlements("free", extract_org_overrides(limits))
    assert all(value is None or (isinstance(value, int) and value >= 0) for value in asdict(features).values())


def test_a_plan_this_code_does_not_know_is_taken_for_the_least() -> None:
    assert resolve(replace(GRANTED, plan="platinum"), "unlimited").plan == "free"


@pytest.mark.parametrize(
    ("plan", "wanted", "helps"),
    [("free", 21, "pro"), ("free", 201, "business"), ("free", 1001, None), ("pro", 201, "business"),
     ("business", 1001, None), ("unlimited", 5, None)],
)  # fmt: skip
def test_the_plan_that_would_help_is_the_smallest_that_holds_it(plan: Plan, wanted: int, helps: str | None) -> None:
    assert would_help(plan, "chats_per_day", wanted) == helps
