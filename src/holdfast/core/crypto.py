"""Tokens and their hashes, and secrets at rest.

A token (a cookie's value, an API key) has 256 random bits, so one SHA-256 is enough to keep it by: there is nothing to
guess. Passwords are another matter and live in `accounts/passwords.py`.

A secret that we must be able to read again lies in a `Box`: AES-256-GCM, bound to its owner and its purpose, so that a
ciphertext copied into another row does not open there. The envelope names its key, so that keys can be replaced while
old rows are still around. A `Signer` has keys of its own, made from the same secret.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import secrets
from collections.abc import Sequence
from pathlib import Path

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from holdfast.core.config import Settings
from holdfast.core.errors import AppError, Setup

_NONCE_BYTES = 12
_KEY_FILE = "secret.key"


def new_token() -> str:
    """43 characters that are safe in a cookie, a header and an address."""
    return secrets.token_urlsafe(32)


def hash_token(token: str) -> bytes:
    # Headers arrive as latin-1 and may hold anything; a value we never issued must be a miss, not an error.
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def is_same(one: str, other: str) -> bool:
    """Compared in constant time."""
    return hmac.compare_digest(hash_token(one), hash_token(other))


class CannotOpen(AppError):
    """A sealed secret that is not ours, was moved, altered, or sealed under a key we no longer have."""

    code = "secret_unreadable"


class Box:
    """Seals under its first key, opens under any. Make it with `open_box`."""

    def __init__(self, keys: Sequence[bytes]) -> None:
        if not keys:
            raise ValueError("a box without a key would be open")
        self._ciphers = {_key_id(key): AESGCM(key) for key in keys}
        self._current = _key_id(keys[0])

    def seal(self, secret: str, *, owner: str, purpose: str) -> str:
        nonce = os.urandom(_NONCE_BYTES)
        sealed = self._ciphers[self._current].encrypt(nonce, secret.encode(), _bound_to(owner, purpose))
        return f"v1.{self._current}.{base64.urlsafe_b64encode(nonce + sealed).decode()}"

    def open(self, envelope: str, *, owner: str, purpose: str) -> str:
        try:
            version, key_id, content = envelope.split(".")
            raw = base64.urlsafe_b64decode(content)
            if version != "v1":
                raise ValueError(version)
            opened = self._ciphers[key_id].decrypt(raw[:_NONCE_BYTES], raw[_NONCE_BYTES:], _bound_to(owner, purpose))
            return opened.decode()
        except (ValueError, KeyError, InvalidTag):
            raise CannotOpen("A stored secret cannot be read; it has to be entered again.") from None

    def is_current(self, envelope: str) -> bool:
        """False for what should be sealed again, because the first key has changed since."""
        return envelope.startswith(f"v1.{self._current}.")


class Signer:
    """Signs what we must be able to recognise as our own later (Ed25519). Make it with `open_signer`."""

    def __init__(self, secrets_given: Sequence[bytes]) -> None:
        if not secrets_given:
            raise ValueError("a signer without a key would vouch for anything")
        self._keys = [
            Ed25519PrivateKey.from_private_bytes(_derived(one, b"holdfast signatures")) for one in secrets_given
        ]
        self._hash_keys = [_derived(one, b"holdfast keyed hashes") for one in secrets_given]

    @property
    def public_key(self) -> str:
        """For whoever wants to check a signature without asking us: 32 bytes in hexadecimal digits."""
        return self._keys[0].public_key().public_bytes_raw().hex()

    def sign(self, data: bytes) -> bytes:
        return self._keys[0].sign(data)

    def is_signed(self, data: bytes, signature: bytes) -> bool:
        """By any of our keys, so that what was signed before a key was replaced is still known."""
        for key in self._keys:
            try:
                key.public_key().verify(signature, data)
            except InvalidSignature:
                continue
            return True
        return False

    def keyed_hash(self, data: bytes) -> bytes:
        """Tells nobody without our key what was hashed, not even by trying likely texts."""
        return hmac.digest(self._hash_keys[0], data, "sha256")

    def keyed_hashes(self, data: bytes) -> frozenset[bytes]:
        """By each of our keys: what was hashed before a key was replaced is still found."""
        return frozenset(hmac.digest(key, data, "sha256") for key in self._hash_keys)


def open_signer(settings: Settings) -> Signer:
    return Signer(_given_keys(settings))


def open_box(settings: Settings) -> Box:
    """The box of this installation. `secret_key` may hold several keys with commas between: the newest first."""
    return Box([_derived(key, b"holdfast secrets at rest") for key in _given_keys(settings)])


def _given_keys(settings: Settings) -> Sequence[bytes]:
    if settings.secret_key is not None:
        given = [part.strip() for part in settings.secret_key.get_secret_value().split(",")]
        if any(len(part) < 16 for part in given):
            raise Setup(
                "HOLDFAST_SECRET_KEY is too short; each key needs at least 16 characters (openssl rand -hex 32)."
            )
        return [part.encode() for part in given]
    return [line.encode() for line in read_or_make_key(settings.data_dir / _KEY_FILE).split()]


def read_or_make_key(file: Path) -> str:
    """The key file's text. Many processes may start at once: the first to link its file wins, the others read it."""
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        draft = file.with_name(f".{file.name}.{secrets.token_hex(8)}")
        try:
            descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w") as made:
                made.write(new_token() + "\n")
                made.flush()
                os.fsync(made.fileno())
            os.link(draft, file)
        except FileExistsError:
            pass
        finally:
            draft.unlink(missing_ok=True)
    if file.stat().st_mode & 0o077:
        raise Setup(f"{file} holds the key to stored secrets, and others can read it; run: chmod 600 {file}")
    text = file.read_text(encoding="ascii")
    if len(text.strip()) < 16:
        raise Setup(f"{file} holds no key. Restore it from a backup, or delete it and enter stored secrets again.")
    return text


def _derived(given: bytes, purpose: bytes) -> bytes:
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=purpose).derive(given)


def _key_id(key: bytes) -> str:
    return hashlib.sha256(b"id of " + key).hexdigest()[:8]


def _bound_to(owner: str, purpose: str) -> bytes:
    # Lengths come first, so that ("a", "bc") and ("ab", "c") never read alike.
    return b"".join(len(part).to_bytes(4, "big") + part for part in (owner.encode(), purpose.encode()))
