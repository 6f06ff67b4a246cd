"""Plan and limits → what somebody may use. Pure: tables in, a table out.

An organization's plan comes before the person's own, and that before the installation's. Limits (`{"features":
{"chats_per_day": 500}}`) are laid over the plan's numbers one by one; where the organization's plan holds, its limits
have the last word, else the person's own have.

Limits are checked when somebody sets them. A row that is older than the rules, or younger than this code, never keeps
anybody out: what cannot be read is left aside, and named in the log.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from holdfast.core.errors import Invalid
from holdfast.core.log import get_logger
from holdfast.entitlements.plans import COMING, FEATURES, PLANS, Feature, Features, Plan
from holdfast.entitlements.types import Entitlement, Granted, PlanSource

Overrides = Mapping[Feature, int | None]
MAX_AMOUNT = 2**53
"""Of anything: beyond it, numbers lose their last digits on the way to a browser."""
log = get_logger()


def compute_entitlements(plan: Plan, *overrides: Overrides) -> Features:
    """The plan's numbers with the given ones laid over them, the last given on top."""
    features = PLANS[plan]
    for given in overrides:
        features = replace(features, **{str(feature): limit for feature, limit in given.items()})
    return features


def extract_org_overrides(limits: Any) -> Overrides:
    """What can be read of a row's limits; never raises."""
    found, faults = _read(limits)
    if faults:
        log.warning("limits_ignored", code=faults[0], count=len(faults))
    return found


def check_limits(limits: Any) -> Mapping[str, Any]:
    """Limits as an admin sets them, to be kept; `Invalid` names what is wrong with them."""
    found, faults = _read(limits)
    faults += [f"{name}:limits_nothing_yet" for name in sorted(COMING & found.keys())]
    if faults:
        raise Invalid(
            "Limits name features and give each a whole number, or null for none.", code="invalid_limits",
            details=[{"problem": fault} for fault in faults[:20]],
        )  # fmt: skip
    return {"features": dict(found)} if found else {}


def resolve(granted: Granted, default_plan: Plan) -> Entitlement:
    plan, source = _effective(granted, default_plan)
    own, of_org = extract_org_overrides(granted.limits), extract_org_overrides(granted.org_limits)
    layers = (own, of_org) if source == "organization" else (of_org, own)
    features = compute_entitlements(plan, *layers)
    return Entitlement(granted.user_id, plan, source, features, granted.calendar, granted.read_at, granted.holds_until)


def _effective(granted: Granted, default_plan: Plan) -> tuple[Plan, PlanSource]:
    if granted.org_plan is not None:
        return _known(granted.org_plan), "organization"
    if granted.plan is not None:
        return _known(granted.plan), "user"
    return default_plan, "installation"


def _known(plan: str) -> Plan:
    if plan in PLANS:
        return cast(Plan, plan)
    log.warning("plan_unknown", code="unknown_plan")
    return "free"  # whoever sold it knows more than this code does; the least is what it can promise


def _read(limits: Any) -> tuple[Overrides, list[str]]:
    if limits is None:
        return {}, []
    if not isinstance(limits, dict):
        return {}, ["not_an_object"]
    faults = ["unknown_key"] * sum(key != "features" for key in limits)
    features = limits.get("features", {})
    if not isinstance(features, dict):
        return {}, [*faults, "features_not_an_object"]
    found: dict[Feature, int | None] = {}
    for name, value in features.items():
        fault = _fault(name, value)
        if fault:
            faults.append(fault)
        else:
            found[cast(Feature, name)] = value
    return found, faults


def _fault(name: Any, value: Any) -> str | None:
    if name not in FEATURES:
        return "unknown_feature"
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int):
        return f"{name}:not_a_whole_number"
    return f"{name}:negative" if value < 0 else f"{name}:too_large" if value > MAX_AMOUNT else None
