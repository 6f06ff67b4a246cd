"""Invite codes: six characters that are read out and typed in without mistakes.

The alphabet has thirty letters: no 0 and O, no 1, I and L, and no U, which passes for V. That makes 729 million codes,
few enough to be guessed by a machine that may try for ever, so `join` counts the tries.
"""

from __future__ import annotations

import secrets

from holdfast.core.crypto import Signer

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 6


def new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def as_typed(text: str) -> str | None:
    """A code as people write it, in small letters, with blanks or hyphens; None for what cannot be one."""
    code = "".join(character for character in text if not character.isspace() and character != "-").upper()
    is_one = len(code) == LENGTH and set(code) <= set(ALPHABET) and text.isascii()  # "ß" in capitals is "SS"
    return code if is_one else None


def hash_code(signer: Signer, code: str) -> bytes:
    """Keyed: with the table alone, all codes could be tried in a minute."""
    return signer.keyed_hash(b"invite code " + code.encode())
