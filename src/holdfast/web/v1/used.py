"""What a request used, noted while it is served; the door writes it down when it has ended."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request
from starlette.types import Scope

from holdfast.accounts.types import Caller, KeyWindows
from holdfast.core.ids import KeyId, UserId
from holdfast.web.v1.heard import HeardEnd

_USED = "holdfast.used"
_KEY = "holdfast.key"
_WINDOWS = "holdfast.key_windows"


@dataclass(slots=True)
class UsedByRequest:
    model: str = ""
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float = 0.0
    detail: str = ""
    """What was asked for at an address that takes many things: a name of ours, never a word of the caller's."""
    status: int | None = None
    """Where the answer's own tells of nothing but the way it came."""


def used_of(scope: Scope) -> UsedByRequest:
    used: UsedByRequest = scope.setdefault(_USED, UsedByRequest())
    return used


def note_key(scope: Scope, caller: Caller | None) -> None:
    if caller is not None and caller.key_id is not None:
        scope[_KEY] = (caller.user_id, caller.key_id)


def key_of(scope: Scope) -> tuple[UserId, KeyId] | None:
    """The key that this request was made with, and as whom it acts; None: no key, or none that is accepted."""
    key: tuple[UserId, KeyId] | None = scope.get(_KEY)
    return key


def note_windows(scope: Scope, windows: KeyWindows | None) -> None:
    scope[_WINDOWS] = windows


def windows_of(scope: Scope) -> KeyWindows | None:
    """How often the key may still be used; None: as often as it likes, or nobody looked."""
    windows: KeyWindows | None = scope.get(_WINDOWS)
    return windows


def note_used(request: Request, *, model: str | None = None, usage: HeardEnd | None = None) -> None:
    used = used_of(request.scope)
    if model is not None:
        used.model = model
    if usage is not None:
        used.input_tokens, used.output_tokens = usage.input_tokens, usage.output_tokens
        used.cost_usd = usage.cost_usd or 0.0
