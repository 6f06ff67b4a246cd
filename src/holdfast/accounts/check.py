"""What people type, checked and brought into one form before anything else sees it."""

from __future__ import annotations

import re
import unicodedata

from holdfast.core.errors import Invalid

MAX_EMAIL = 254
MAX_NAME = 100
MIN_PASSWORD = 8
MAX_PASSWORD_BYTES = 1024
MAX_RETURN_TO = 1000

_LABEL = r"[^\W_](?:[\w-]{0,61}[^\W_])?"
_EMAIL = re.compile(rf'[^\s@<>()\[\]\\,;:"]{{1,64}}@{_LABEL}(?:\.{_LABEL}){{0,20}}')
# Characters that turn the writing direction around make one name look like another.
_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def is_plain(text: str) -> bool:
    """No NUL, control character or lone surrogate: those break a database, a log line or a terminal."""
    return not any(unicodedata.category(character) in ("Cc", "Cs") for character in text)


def checked_email(text: str) -> str:
    """As it is kept. Upper and lower case are kept too, but compared alike (`lower(email)` in the schema)."""
    email = unicodedata.normalize("NFC", text.strip())
    hidden = any(unicodedata.category(character)[0] in "CZ" for character in email)
    if len(email) > MAX_EMAIL or hidden or not _EMAIL.fullmatch(email):
        raise Invalid("That is not an e-mail address.", code="invalid_email")
    return email


def checked_name(text: str) -> str:
    name = unicodedata.normalize("NFC", text.strip())
    if len(name) > MAX_NAME:
        raise Invalid(f"A name has at most {MAX_NAME} characters.", code="invalid_name")
    if not is_plain(name) or not _BIDI.isdisjoint(name):
        raise Invalid("The name holds characters that cannot be shown.", code="invalid_name")
    return name


def checked_password(password: str, email: str | None) -> str:
    """A password that may be set. Length is the only rule worth having, besides the one guess everybody makes."""
    if len(password) < MIN_PASSWORD:
        raise Invalid(f"A password needs at least {MIN_PASSWORD} characters.", code="password_too_short")
    if not fits_hashing(password):
        raise Invalid(f"A password has at most {MAX_PASSWORD_BYTES} bytes.", code="password_too_long")
    if email is not None and password.strip().casefold() == email.casefold():
        raise Invalid("The password must differ from the e-mail.", code="password_is_email")
    return password


def fits_hashing(password: str) -> bool:
    """Whether it may reach argon2 at all: a megabyte of password would be hashed faithfully."""
    return len(password.encode("utf-8", "surrogatepass")) <= MAX_PASSWORD_BYTES and not any(
        "\ud800" <= character <= "\udfff" for character in password
    )


def checked_return_to(path: str | None) -> str:
    """A path of our own to go on to after signing in. Browsers read `//x` and `/\\x` as another site's address."""
    if path is None:
        return "/"
    is_own = path.startswith("/") and not path.startswith("//") and "\\" not in path and is_plain(path)
    if not is_own or len(path) > MAX_RETURN_TO:
        raise Invalid("The return address must be a path of this site.", code="invalid_return_to")
    return path
