"""Codes that people carry by hand: of invites, and the one that makes the first account.

The alphabet has thirty letters: no 0 and O, no 1, I and L, and no U, which passes for V. Ten of them make 49 bits:
whoever may try a thousand an hour has to try for longer than there are people. Codes of six, as they were made before,
hold until they expire; there are 729 million of them, so wrong ones are counted over everybody.
"""

from __future__ import annotations

import secrets

from holdfast.core.crypto import Signer

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 10
SHORT_LENGTH = 6
_GROUP = 5


def new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def as_typed(text: str) -> str | None:
    """A code as people write it, in small letters, with blanks or hyphens; None for what cannot be one."""
    code = "".join(character for character in text if not character.isspace() and character != "-").upper()
    # "ß" in capitals is "SS", so what is not ASCII is looked at as it was written.
    is_one = len(code) in (LENGTH, SHORT_LENGTH) and set(code) <= set(ALPHABET) and text.isascii()
    return code if is_one else None


def in_groups(code: str) -> str:
    """As it is read out and typed."""
    return "-".join(code[start : start + _GROUP] for start in range(0, len(code), _GROUP))


def is_short(code: str) -> bool:
    return len(code) == SHORT_LENGTH


def hash_code(signer: Signer, code: str) -> bytes:
    """Keyed: with the table alone, all short codes could be tried in a minute."""
    return signer.keyed_hash(b"invite code " + code.encode())


def setup_code(signer: Signer) -> str:
    """The code of the first account. Made of the installation's key, so that it is the same in every process and after
    every restart, and stands nowhere; it is worth nothing once that account is made."""
    number = int.from_bytes(signer.keyed_hash(b"setup code"), "big")
    letters = []
    for _ in range(LENGTH):
        number, rest = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[rest])
    return "".join(letters)
