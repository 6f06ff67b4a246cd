"""A browser that has signed in to an account before.

Strangers who guess from many places use up what an account may be tried; whoever brings the mark that a good sign-in
left in this browser is counted apart from them, and so cannot be kept out. The mark opens nothing by itself.
"""

from __future__ import annotations

from holdfast.core.crypto import Signer, is_same, new_token

_TOKEN_LENGTH = 43


def new_device(signer: Signer, email: str) -> str:
    mark = new_token()
    return f"{mark}.{_proof(signer, mark, email)}"


def find_device(signer: Signer, brought: str | None, email: str) -> str | None:
    """Its mark, when it is ours and of this account; None for any other browser."""
    mark, _, proof = (brought or "").partition(".")
    is_ours = len(mark) == _TOKEN_LENGTH and is_same(proof, _proof(signer, mark, email))
    return mark if is_ours else None


def _proof(signer: Signer, mark: str, email: str) -> str:
    return signer.keyed_hash(f"device {mark} {email.lower()}".encode("utf-8", "surrogatepass")).hex()
