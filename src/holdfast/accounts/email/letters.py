"""The words of the mails about one's own account. Pure.

No name stands in them: whoever causes a mail to a stranger must not choose its words.
"""

from __future__ import annotations

from holdfast.core.mail import Mail

_NOT_YOU = "If this was not you, you need not do anything: nothing changes unless the link is followed.\n"


def verify_mail(to: str, link: str) -> Mail:
    return Mail(
        kind="verify",
        to=to,
        subject="Confirm your address for Holdfast",
        text=(
            "An account was made with this address.\n\n"
            f"To confirm that it is yours, open this link within three days, signed in to the account:\n\n{link}\n\n"
            "If this was not you, you need not do anything: the address counts for nothing until it is confirmed. "
            "To have the account, choose a new password for it.\n"
        ),
    )


def change_mail(to: str, link: str) -> Mail:
    return Mail(
        kind="change",
        to=to,
        subject="Use this address for Holdfast",
        text=(
            "Somebody wants to use this address for their account.\n\n"
            f"To do so, open this link within a day, signed in to the account:\n\n{link}\n\n" + _NOT_YOU
        ),
    )


def not_changed_mail(to: str, forgot: str) -> Mail:
    """To an address that has an account: the same kind, so that nobody learns by how many there are."""
    return Mail(
        kind="change",
        to=to,
        subject="This address has an account already",
        text=(
            "Somebody who is signed in to another account wanted to use this address for it. An account has it "
            "already, and nothing was changed.\n\n"
            "If this was you, sign in with this address. Whoever does not know the password of that account chooses a "
            f"new one here:\n\n{forgot}\n\nIf this was not you, you need not do anything.\n"
        ),
    )


def changed_mail(to: str, undo: str) -> Mail:
    return Mail(
        kind="changed",
        to=to,
        subject="Your account has another address now",
        text=(
            "The account that had this address has another one now: somebody who was signed in asked for it, and "
            "followed a link that was sent there.\n\n"
            "If this was you, you need not do anything. If not, open this link within seven days. It brings this "
            f"address back, and ends whatever else opens the account:\n\n{undo}\n"
        ),
    )


def reset_mail(to: str, link: str) -> Mail:
    return Mail(
        kind="reset",
        to=to,
        subject="Choose a new password for Holdfast",
        text=(
            "Somebody asked for a new password for the account with this address.\n\n"
            f"To choose one, open this link within the next hour. It works once:\n\n{link}\n\n" + _NOT_YOU
        ),
    )


def no_password_mail(to: str, login: str) -> Mail:
    return Mail(
        kind="reset",
        to=to,
        subject="Your account has no password",
        text=(
            "Somebody asked for a new password for the account with this address. It has none: you sign in at a "
            f"provider, with the button on this page:\n\n{login}\n\n"
            "If this was not you, you need not do anything.\n"
        ),
    )


def password_set_mail(to: str, forgot: str) -> Mail:
    return Mail(
        kind="password_set",
        to=to,
        subject="Your password was changed",
        text=(
            "A new password was chosen for the account with this address, and every browser was signed out.\n\n"
            f"If this was not you, choose another one now, and tell whoever runs this place:\n\n{forgot}\n"
        ),
    )


def linked_mail(to: str, *, label: str, settings: str) -> Mail:
    """`label`: the provider's, as the operator names it."""
    return Mail(
        kind="linked",
        to=to,
        subject="Another way to sign in to your account",
        text=(
            f"From now on, signing in at {label} opens the account with this address: somebody who was signed in to it "
            "asked for that.\n\n"
            f"If this was not you, choose a new password and take it away again, on this page:\n\n{settings}\n"
        ),
    )
