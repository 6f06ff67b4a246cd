"""What `holdfast doctor --public` refuses to call ready for strangers."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from holdfast.cli.checks.public import public
from holdfast.core.config import Settings

ROOT = Path(__file__).parents[2]
READY: dict[str, Any] = {
    "public_url": "https://hold.example.org",
    "trusted_proxies": ("10.0.0.1",),
    "registration": "invite",
    "default_plan": "free",
    "mail": {"smtp_host": "mail.example.org"},
    "database_url": "postgresql://keeper:p@db/hold",
    "app_database_url": "postgresql://holdfast_app:p@db/hold",
    "worker_database_url": "postgresql://holdfast_worker:p@db/hold",
    "redis_url": "redis://:secret@cache/0",
    "service_key": "k" * 32,
}


def states(**changed: Any) -> dict[str, str]:
    found: dict[str, str] = {one.part: one.state for one in public(Settings.model_validate({**READY, **changed}))}
    found.pop("user")  # whoever runs the tests
    return found


def test_an_installation_that_did_everything_is_ready() -> None:
    assert set(states().values()) == {"good"}


@pytest.mark.parametrize(
    ("part", "changed"),
    [
        ("address", {"public_url": "http://hold.example.org"}),
        ("address", {"public_url": None}),
        ("secrets", {"service_key": "short"}),
        ("secrets", {"operator_token": "short"}),
        ("registration", {"registration": "open"}),
        ("plan", {"default_plan": None}),
        ("plan", {"default_plan": "unlimited"}),
        ("mail", {"mail": {"smtp_host": "mail.example.org", "smtp_tls": "none"}}),
        ("logins", {"app_database_url": None}),
        ("Redis login", {"redis_url": "redis://cache/0"}),
        ("debug", {"features": {"context_debug": True}}),
    ],
)
def test_what_is_left_undone_is_named(part: str, changed: dict[str, Any]) -> None:
    found = states(**changed)
    assert found[part] == "bad"
    assert [one for one, state in found.items() if state == "bad"] == [part]


def test_every_test_that_the_security_page_names_is_there() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)`", (ROOT / "docs" / "security.md").read_text(encoding="utf-8"))
    assert len(named) > 10
    assert [one for one in named if not (ROOT / one).is_file()] == []
