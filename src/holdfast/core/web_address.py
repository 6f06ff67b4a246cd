"""Whether a text is an address of the web, told before anybody goes there: one rule for every door that takes one.

A host is a name that a name server could know, or a number. Where it leads, only the guard knows (`guard`).
"""

from __future__ import annotations

import re
from ipaddress import IPv6Address

import httpx2

from holdfast.core.errors import Invalid

BAD_ADDRESS = "An address begins with https:// and holds no password."
_LABEL = r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
_NAME = re.compile(rf"{_LABEL}(?:\.{_LABEL}){{0,126}}\.?")
_MAX_NAME = 254
_MAX_PORT = 65_535


def web_address(text: str) -> httpx2.URL:
    """`Invalid` where it is none."""
    try:
        address = httpx2.URL(text)
        if _is_plain(address):
            return address
    except (httpx2.InvalidURL, ValueError, TypeError):
        pass
    raise Invalid(BAD_ADDRESS, code="bad_address")


def _is_plain(address: httpx2.URL) -> bool:
    is_port = address.port is None or 0 < address.port <= _MAX_PORT
    if address.scheme not in ("http", "https") or address.userinfo or not is_port:
        return False
    host = address.raw_host.decode("ascii").lower()
    return _is_number(host) if ":" in host else len(host) <= _MAX_NAME and _NAME.fullmatch(host) is not None


def _is_number(host: str) -> bool:
    try:
        IPv6Address(host)
    except ValueError:
        return False
    return True
