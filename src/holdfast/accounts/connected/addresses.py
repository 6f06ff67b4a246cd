"""Where a program may be answered. Whatever it registers is compared letter by letter; only the port of this very
machine is free, because nobody knows it beforehand (RFC 8252)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from holdfast.accounts.connected.types import OAuthRefused

MAX_ADDRESS = 500
MAX_ADDRESSES = 10
_LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]{1,50}")
_OF_BROWSERS = frozenset(
    {"http", "javascript", "data", "file", "filesystem", "blob", "about", "vbscript", "view-source", "ftp", "ws", "wss",
     "mailto", "tel", "sms", "intent", "chrome", "chrome-extension", "edge", "moz-extension", "resource", "jar"}
)  # fmt: skip
"""What a browser does itself, or hands to something that is no program waiting for an answer."""


def check_address(address: str) -> None:
    """`https`, plain `http` to this very machine, or a program's own scheme."""
    if (
        not 1 <= len(address) <= MAX_ADDRESS
        or not address.isascii()
        or re.search(r"[\x00-\x20\x7f\\<>\"{}|^`#]", address)
    ):
        raise _bad(address)
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise _bad(address) from None
    if not host or parts.username is not None or parts.password is not None or not _SCHEME.fullmatch(parts.scheme):
        raise _bad(address)
    is_here = parts.scheme == "http" and host in _LOOPBACK
    if not is_here and parts.scheme in _OF_BROWSERS:
        raise _bad(address)


def is_registered(address: str, registered: Sequence[str]) -> bool:
    return address in registered or any(
        _without_port(one) == _without_port(address) for one in registered if _is_here(one)
    )


def where_to(address: str) -> str:
    """As a person reads it."""
    parts = urlsplit(address)
    if _is_here(address):
        return parts.hostname or ""
    return parts.netloc if parts.scheme == "https" else f"{parts.scheme}:"


def with_answer(address: str, answer: dict[str, str | None]) -> str:
    """What the program is told, behind what its address says already."""
    parts = urlsplit(address)
    told = [*parse_qsl(parts.query, keep_blank_values=True), *((k, v) for k, v in answer.items() if v is not None)]
    return urlunsplit(parts._replace(query=urlencode(told)))


def _is_here(address: str) -> bool:
    parts = urlsplit(address)
    return parts.scheme == "http" and parts.hostname in _LOOPBACK


def _without_port(address: str) -> tuple[str, str | None, str, str] | None:
    try:
        check_address(address)
    except OAuthRefused:
        return None
    parts = urlsplit(address)
    return parts.scheme, parts.hostname, parts.path, parts.query


def _bad(address: str) -> OAuthRefused:
    told = "An address to answer at is https, http to this very machine, or a program's own scheme; without a fragment."
    return OAuthRefused("invalid_redirect_uri", told)
