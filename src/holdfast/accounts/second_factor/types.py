"""What somebody has set as a second factor, what they are asked for and what they show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from holdfast.core.errors import Conflict, Forbidden, Invalid, NotFound
from holdfast.core.ids import PasskeyId, UserId

FRESH_MINUTES = 10
STEP_MINUTES = 10

Way = Literal["code", "passkey", "recovery_code", "password", "provider"]
"""How one shows who one is. `provider`: by signing in there once more."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What somebody shows: one of these."""

    code: str | None = field(default=None, repr=False)
    """Of the authenticator app."""
    recovery_code: str | None = field(default=None, repr=False)
    passkey: Mapping[str, Any] | None = field(default=None, repr=False)
    """What the browser's `navigator.credentials.get` answered, as JSON."""


@dataclass(frozen=True, slots=True)
class Passkey:
    id: PasskeyId
    name: str
    rp_id: str
    """The host name it was made for; at another it cannot be shown."""
    created_at: datetime
    last_used_at: datetime | None


@dataclass(frozen=True, slots=True)
class KnownPasskey:
    """A passkey with what it takes to check it."""

    id: PasskeyId
    credential_id: bytes
    credential: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Factors:
    app_since: datetime | None
    """Since when an authenticator app is asked for."""
    passkeys: Sequence[Passkey]
    recovery_codes_left: int

    @property
    def has_any(self) -> bool:
        return self.app_since is not None or bool(self.passkeys)


@dataclass(frozen=True, slots=True)
class SecondStep:
    """A sign-in that waits for the second factor. The token goes into a cookie and is kept nowhere else."""

    user_id: UserId
    token: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class FactorChallenge:
    """What a second step, or a confirmation, asks for."""

    ways: Sequence[Way]
    expires_at: datetime | None = None
    passkey_options: Mapping[str, Any] | None = None
    """For `navigator.credentials.get`, where a passkey of this host is set."""


class SecondFactorMissing(Forbidden):
    """The account has a second factor, and a sign-in was to be opened without it."""

    code = "second_factor_missing"

    def __init__(self) -> None:
        super().__init__("This account asks for a second factor.")


class WrongSecondFactor(Forbidden):
    """One answer for a wrong code, a spent one, an unknown passkey and a forged one."""

    code = "wrong_second_factor"

    def __init__(self) -> None:
        super().__init__("That code or key is not right, or was used already.")


class NoSecondStep(NotFound):
    code = "no_second_step"

    def __init__(self) -> None:
        super().__init__("No sign-in waits for a second factor here (any more); sign in again.")


class FreshSignInRequired(Forbidden):
    code = "fresh_sign_in_required"

    def __init__(self) -> None:
        super().__init__("This takes somebody who has just shown who they are; confirm it first.")


class AppAlreadySet(Conflict):
    code = "authenticator_already_set"

    def __init__(self) -> None:
        super().__init__("An authenticator app is set already; remove it first.")


class WrongPasskey(Invalid):
    """Somebody who is signed in, and whose browser made a key that is not the one that was asked for."""

    code = "wrong_passkey"

    def __init__(self) -> None:
        super().__init__("The browser made no key that can be used here; begin anew.")


class WrongCode(Invalid):
    """Somebody who is signed in, and typed a code that is not the new app's."""

    code = "wrong_code"

    def __init__(self) -> None:
        super().__init__("That is not the code the app shows now; wait for the next one and try again.")
