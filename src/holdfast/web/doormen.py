"""Who is asking is known before what they say is read.

FastAPI reads a body first and asks its dependencies afterwards. So a doorman stands in the list here, and `StrictRoute`
has him look before the first byte of the body is taken; when FastAPI asks him again, he remembers, unless the body was
so long on its way that rights may have ended meanwhile.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, TypeVar, cast

from fastapi.dependencies.models import Dependant
from starlette.requests import Request
from starlette.types import Scope

T = TypeVar("T")
DoorCheck = Callable[[Request], Awaitable[T]]
Doorman = TypeVar("Doorman", bound=Callable[..., Any])

REMEMBERED_SECONDS = 2.0
_LOOKED_AT = "holdfast.looked_at"
_CHECKS: dict[Callable[..., Any], DoorCheck[Any]] = {}


def before_the_body(check: DoorCheck[Any]) -> Callable[[Doorman], Doorman]:
    """For a dependency that refuses: this is how it looks at a request."""

    def listed(doorman: Doorman) -> Doorman:
        _CHECKS[doorman] = check
        return doorman

    return listed


def checks_of(dependant: Dependant) -> Iterator[DoorCheck[Any]]:
    for inner in dependant.dependencies:
        if inner.call in _CHECKS:
            yield _CHECKS[inner.call]
        yield from checks_of(inner)


async def once(request: Request, check: DoorCheck[T]) -> T:
    looked_at: dict[DoorCheck[Any], tuple[float, Any]] = request.scope.setdefault(_LOOKED_AT, {})
    now = time.monotonic()
    at, remembered = looked_at.get(check, (float("-inf"), None))
    if now - at <= REMEMBERED_SECONDS:
        return cast(T, remembered)
    found = await check(request)
    looked_at[check] = now, found  # as of when it was asked, however long the answer took
    return found


def is_known(scope: Scope) -> bool:
    """Whether a doorman has let this request in."""
    return bool(scope.get(_LOOKED_AT))
