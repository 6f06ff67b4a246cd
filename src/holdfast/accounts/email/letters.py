"""The words of the mails about one's own account. Pure.

No name stands in them: whoever causes a mail to a stranger must not choose its words.
"""

from __future__ import annotations

from holdfast.core.mail import Mail

_NOT_YOU = "If this was not you, you need not do anything: nothing changes unless the link is followed.\n"


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
