"""Who may make an account, on every way in: with a password, at a provider, with a bearer token.

`HOLDFAST_REGISTRATION` says it: anybody, whoever has an invite, nobody. Where others than this machine's own people
come by, the first account, which looks after the installation, takes the code that only its operator can read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from holdfast.accounts import store
from holdfast.accounts.codes import as_typed, hash_code, in_groups, setup_code
from holdfast.accounts.types import InviteRequired, NotOfThisDomain, RegistrationClosed, SetupCodeRequired
from holdfast.core.config import Registration, Settings
from holdfast.core.crypto import Signer, is_same, open_signer
from holdfast.core.db import Db

ANYBODY = "*"


@dataclass(frozen=True, slots=True)
class Admission:
    rule: Registration
    is_reachable: bool
    new_plan: str | None
    """Of whoever comes after the first; None: the installation's."""
    signer: Signer = field(repr=False)
    inviters: Sequence[str] = ()
    appointers: Sequence[str] = ()
    """The roles whose invites let people into an organization as members, and as admins."""

    def opens_first(self, code: str | None) -> bool:
        """Whether this makes the first account: anything does where only this machine's own people come by."""
        return not self.is_reachable or is_same(as_typed(code or "") or "", setup_code(self.signer))

    async def require(self, db: Db, rule: Registration, code: str | None = None) -> None:
        """Refused now, before anything costs, whoever would be refused later. Invites are looked at when spent."""
        if not await store.has_accounts(db):
            if not self.opens_first(code):
                raise SetupCodeRequired()
        elif rule == "closed":
            raise RegistrationClosed()
        elif rule == "invite" and as_typed(code or "") is None:
            raise InviteRequired()

    def rule_for(self, domains: Sequence[str], email: str | None) -> Registration:
        """`email`: one that a provider has verified, and `domains` whom the operator lets in by that provider."""
        if not domains:
            return self.rule
        if ANYBODY in domains or (email or "").rpartition("@")[2].lower() in domains:
            return "open"
        raise NotOfThisDomain()

    async def open_account(self, db: Db, new: store.NewAccount, rule: Registration, code: str | None = None) -> None:
        """Made; `EmailTaken` or `IdentityTaken`; or refused, as `require` refuses, and for an invite that is none."""
        door = store.Door(
            rule=rule,
            may_be_first=self.opens_first(code),
            code_hash=hash_code(self.signer, as_typed(code or "") or ""),
            inviters=self.inviters,
            appointers=self.appointers,
            plan=self.new_plan,
        )
        match await store.open_account(db, new, door):
            case "setup_code":
                raise SetupCodeRequired()
            case "invite":
                raise InviteRequired()
            case "closed":
                raise RegistrationClosed()


def first_code(settings: Settings) -> str | None:
    """For the operator's eyes: what the first account takes; None where nothing is asked for."""
    return in_groups(setup_code(open_signer(settings))) if settings.is_reachable else None


def admission_of(settings: Settings) -> Admission:
    # Strangers spend the operator's money: those whom an open door lets in begin with the smallest plan.
    is_open = settings.is_reachable and settings.registration_rule == "open"
    return Admission(
        rule=settings.registration_rule,
        is_reachable=settings.is_reachable,
        new_plan="free" if is_open and settings.default_plan is None else None,
        signer=open_signer(settings),
    )
