"""A sign-in that waits for the second factor, told to the browser: by its cookie, and as what is asked for."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from fastapi import Request
from starlette.responses import JSONResponse, Response

from holdfast.accounts.second_factor.second_steps import look_at_step
from holdfast.accounts.second_factor.types import STEP_MINUTES, FactorChallenge, SecondStep, Way
from holdfast.web.deps import STEP_COOKIE, accounts_of, set_cookie, settings_of, site_of
from holdfast.web.shapes import WireModel


class StepShape(WireModel):
    ways: list[Way]
    """What may be shown: the code of an authenticator app, a passkey, a recovery code."""
    expires_at: datetime | None
    passkey_options: dict[str, Any] | None
    """For `navigator.credentials.get`, where a passkey can be shown."""


def step_shape(asked: FactorChallenge) -> StepShape:
    options = dict(asked.passkey_options) if asked.passkey_options else None
    return StepShape(ways=list(asked.ways), expires_at=asked.expires_at, passkey_options=options)


async def ask_second_factor(request: Request, step: SecondStep) -> Response:
    asked = await look_at_step(accounts_of(request), step.token, site=site_of(request))
    answer = JSONResponse(step_shape(asked).model_dump(mode="json", by_alias=True), 202)
    set_step_cookie(answer, request, step)
    return answer


def set_step_cookie(answer: Response, request: Request, step: SecondStep) -> None:
    set_cookie(answer, settings_of(request), STEP_COOKIE, step.token, seconds=STEP_MINUTES * 60)
