"""Which network a request comes from; forwarding headers count only from the operator's own proxies."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.types import Scope

from holdfast.core.throttle import IpNetwork, true_peer


def peer_of(scope: Scope, trusted: Sequence[IpNetwork]) -> str:
    forwarded = b",".join(value for name, value in scope["headers"] if name == b"x-forwarded-for").decode("latin-1")
    client = scope.get("client")
    return true_peer(client[0] if client else "", forwarded, trusted)
