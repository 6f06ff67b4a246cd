"""List the settings: every name, and what is set. Secrets are masked."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterator, Mapping

from pydantic import BaseModel, SecretStr

from holdfast.core.config import Settings, load_settings, setting_names
from holdfast.core.errors import Setup


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--set", action="store_true", help="only those that have a value")


def run(arguments: argparse.Namespace) -> int:
    """The names are shown even when one of them is wrong: that is when people ask for them."""
    try:
        values = present_values(load_settings(), os.environ)
    except Setup:
        _show(dict.fromkeys(setting_names(), ""))
        raise
    _show({**({} if arguments.set else dict.fromkeys(setting_names(), "")), **values})
    return 0


def _show(values: Mapping[str, str]) -> None:
    for name in sorted(values):
        print(f"{name:<44} {values[name]}".rstrip())


def present_values(settings: Settings, environ: Mapping[str, str]) -> dict[str, str]:
    """What holds now, from wherever it came. Names of vendors are shown as they stand in the environment."""
    vendors = {name: environ[name] for name in setting_names() if name in environ and not name.startswith("HOLDFAST_")}
    as_secret = re.compile("KEY|TOKEN")
    shown = {name: masked(text) if as_secret.search(name) else text for name, text in vendors.items()}
    return {**dict(_walk(settings, "HOLDFAST_")), **shown}


def _walk(part: BaseModel, before: str) -> Iterator[tuple[str, str]]:
    for field in type(part).model_fields:
        value, name = getattr(part, field), before + field.upper()
        if isinstance(value, BaseModel):
            yield from _walk(value, f"{name}_")
        elif isinstance(value, dict):
            for chosen, inner in value.items():
                yield from _walk(inner, f"{name}__{chosen.upper()}__")
        elif isinstance(value, SecretStr):
            yield name, masked(value.get_secret_value())
        elif value not in (None, ()):
            yield name, _without_password(",".join(value) if isinstance(value, tuple) else str(value))


def masked(secret: str) -> str:
    """Enough to tell two apart, too little to use."""
    return f"{secret[:2]}…{secret[-2:]} ({len(secret)} characters)" if len(secret) >= 16 else "…"


def _without_password(text: str) -> str:
    return re.sub(r"://[^@/]*@", "://…@", text)
