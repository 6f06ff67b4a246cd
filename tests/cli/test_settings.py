from __future__ import annotations

import re
from pathlib import Path

import pytest

from holdfast.cli.settings import masked
from holdfast.core.config import setting_names
from tests.cli.running import environment, holdfast

_SECRET = "hush-hush-very-secret-value"


def test_every_setting_stands_in_the_handbook() -> None:
    handbook = (Path(__file__).parents[2] / "docs" / "operating.md").read_text(encoding="utf-8")
    told = set(re.findall(r"`([A-Z][A-Z0-9_<>]+)`", handbook))
    assert set(setting_names()) - told == set()


@pytest.mark.parametrize(
    "name",
    [
        "HOLDFAST_MODEL_API_KEY",
        "HOLDFAST_PROVIDERS_OPENAI",
        "HOLDFAST_SERVICE_KEY",
        "OPENAI_API_KEY",
        "HOLDFAST_SENTRY_DSN",
    ],
)
def test_secrets_are_masked(name: str) -> None:
    done = holdfast("settings", env=environment(**{name: _SECRET}))
    assert done.returncode == 0
    assert _SECRET not in done.stdout
    assert re.search(rf"^{name} +hu…ue \(27 characters\)$", done.stdout, re.MULTILINE)


def test_a_database_address_is_masked_and_a_proxy_with_a_password_too() -> None:
    env = environment(
        HOLDFAST_DATABASE_URL=f"postgresql://me:{_SECRET}@host/db",
        HOLDFAST_MODEL_BASE_URL=f"http://me:{_SECRET}@host/v1",
    )
    done = holdfast("settings", env=env)
    assert _SECRET not in done.stdout
    assert "http://…@host/v1" in done.stdout


def test_the_names_are_shown_even_when_one_is_wrong() -> None:
    done = holdfast("settings", env=environment(HOLDFAST_PROT="1"))
    assert done.returncode == 1
    assert "HOLDFAST_PORT" in done.stdout
    assert "Did you mean HOLDFAST_PORT?" in done.stderr


def test_a_short_secret_shows_nothing_of_itself() -> None:
    assert masked("hunter2") == "…"
