"""Codes by the clock: RFC 6238 as every authenticator app has it (SHA-1, six digits, thirty seconds). Pure."""

from __future__ import annotations

import base64
import hmac
import os
from collections.abc import Iterator
from urllib.parse import quote, urlencode

STEP_SECONDS = 30
DIGITS = 6
_SECRET_BYTES = 20
_STEPS_ASIDE = 1
"""Clocks differ, and typing takes time: the step before and the one after count as well."""


def new_secret() -> str:
    """As an app takes it when it is typed in."""
    return base64.b32encode(os.urandom(_SECRET_BYTES)).decode()


def code_at(secret: str, step: int) -> str:
    digest = hmac.digest(base64.b32decode(secret), step.to_bytes(8, "big"), "sha1")
    offset = digest[-1] & 0x0F
    number = int.from_bytes(digest[offset : offset + 4], "big") & 0x7FFF_FFFF
    return f"{number % 10**DIGITS:0{DIGITS}}"


def matching_step(secret: str, typed: str, now: float) -> int | None:
    """The step whose code this is; None for a code of no time near now."""
    code = "".join(typed.split())
    if len(code) != DIGITS or not (code.isascii() and code.isdigit()):
        return None
    found = [step for step in _steps(now) if hmac.compare_digest(code_at(secret, step), code)]
    return max(found, default=None)


def _steps(now: float) -> Iterator[int]:
    present = int(now // STEP_SECONDS)
    yield from range(max(present - _STEPS_ASIDE, 0), present + _STEPS_ASIDE + 1)


def uri(secret: str, *, account: str, issuer: str) -> str:
    """What the QR code says to the app."""
    label = f"{quote(issuer, safe='')}:{quote(account, safe='@')}"
    return f"otpauth://totp/{label}?{urlencode({'secret': secret, 'issuer': issuer}, quote_via=quote)}"
