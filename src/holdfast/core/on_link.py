"""Which public addresses lie on this machine's own networks: a printer at home has a public IPv6 address too.

The kernel's table says which networks are reached without a gateway. It is read anew every few seconds, because
machines move. Very wide ones are left out: they are how a tunnel says "everything".
"""

from __future__ import annotations

import socket
import struct
import time
from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address
from pathlib import Path

_ROUTES_V4, _ROUTES_V6 = Path("/proc/net/route"), Path("/proc/net/ipv6_route")
_READ_AGAIN_SECONDS = 10.0
_UP = 0x1
_WIDEST_V4, _WIDEST_V6 = 16, 48

OwnNetwork = IPv4Network | IPv6Network


class OnLink:
    def __init__(self, routes_v4: Path = _ROUTES_V4, routes_v6: Path = _ROUTES_V6) -> None:
        self._files = routes_v4, routes_v6
        self._read_at = float("-inf")
        self._networks: Sequence[OwnNetwork] = ()

    def holds(self, address: str) -> bool:
        now = time.monotonic()
        if now - self._read_at > _READ_AGAIN_SECONDS:
            self._networks, self._read_at = (*_v4(_text(self._files[0])), *_v6(_text(self._files[1]))), now
        parsed = ip_address(address)
        return any(parsed in network for network in self._networks)


def _text(file: Path) -> str:
    """Nothing where there is no such table, as on other systems than Linux."""
    try:
        return file.read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError):
        return ""


def _v4(table: str) -> Sequence[IPv4Network]:
    found = []
    for fields in (line.split() for line in table.splitlines()[1:]):
        if len(fields) < 8 or int(fields[2], 16) or not int(fields[3], 16) & _UP:
            continue
        network, mask = (socket.inet_ntoa(struct.pack("=I", int(fields[place], 16))) for place in (1, 7))
        found.append(IPv4Network(f"{network}/{mask}", strict=False))
    return [one for one in found if one.prefixlen >= _WIDEST_V4]


def _v6(table: str) -> Sequence[IPv6Network]:
    found = []
    for fields in (line.split() for line in table.splitlines()):
        if len(fields) < 10 or int(fields[4], 16) or not int(fields[8], 16) & _UP:
            continue
        found.append(IPv6Network((IPv6Address(int(fields[0], 16)), int(fields[1], 16)), strict=False))
    return [one for one in found if one.prefixlen >= _WIDEST_V6]
