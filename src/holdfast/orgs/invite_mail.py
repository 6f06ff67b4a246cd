"""The words of an invitation by e-mail. Pure.

Names are other people's words, and mail programs make links of whatever looks like an address. In the mail there is
one address: ours.
"""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime

from holdfast.core.mail import Mail

_MAX_NAME_CHARACTERS = 60
# Signs that make an address of words, and the dots between letters, the wide ones of other scripts among them.
_MAKES_A_LINK = re.compile(r"[:/\\@<>()\[\]]+|(?<=\S)[.\u2024\u3002\uff0e\uff61](?=\S)")


def invite_mail(to: str, *, org_name: str, invited_by: str, link: str, code: str, expires_at: datetime) -> Mail:
    org = tamed(org_name) or "an organization"
    inviter = tamed(invited_by) or "Somebody"
    until = f"{expires_at:%d %B %Y, %H:%M} UTC"
    return Mail(
        kind="invite",
        to=to,
        subject=f"{inviter} invites you to {org}",
        text=(
            f"{inviter} invites you to the organization “{org}” on Holdfast.\n\n"
            f"To join, open this address and sign in:\n\n{link}\n\n"
            f"Or enter the code {code} there. It works once, until {until}.\n\n"
            "If you do not know why you got this mail, you need not do anything.\n"
        ),
    )


def tamed(name: str) -> str:
    """A name that stands on one line, shows what it holds, and that no mail program makes a link of."""
    shown = "".join(" " if unicodedata.category(one)[0] in "CZ" else one for one in name)
    return " ".join(_MAKES_A_LINK.sub(" ", shown).split())[:_MAX_NAME_CHARACTERS].strip()
