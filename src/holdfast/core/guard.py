"""Connections to public addresses only; everything else is the inside of somebody's network.

The table is written out instead of asking `ipaddress.is_global`, whose answers changed between Python versions and
which calls several transition addresses global although they lead to an IPv4 address of the sender's choice.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Collection, Iterable, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Network, ip_address

import httpcore2

from holdfast.core.errors import Forbidden, Setup
from holdfast.core.network import Network
from holdfast.core.on_link import OnLink
from holdfast.core.resolve import Resolve

_MAX_ADDRESSES_TRIED = 4

_INSIDE_V4 = tuple(
    IPv4Network(network)
    for network in (
        "0.0.0.0/8",  # this host
        "10.0.0.0/8",
        "100.64.0.0/10",  # carrier networks; Alibaba's metadata service
        "127.0.0.0/8",
        "168.63.129.16/32",  # Azure's inner services, on a public-looking address
        "169.254.0.0/16",  # link-local; most clouds' metadata services
        "172.16.0.0/12",
        "192.0.0.0/24",  # protocol assignments; Oracle's metadata service
        "192.0.2.0/24",  # documentation
        "192.88.99.0/24",  # 6to4 relays
        "192.168.0.0/16",
        "198.18.0.0/15",  # benchmarks
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, broadcast
    )
)

# Outside 2000::/3 there is nothing public: loopback, mapped (::ffff:0:0/96) and compatible IPv4, NAT64 (64:ff9b::),
# unique-local with AWS's metadata service, link-local and multicast all fall away by this one line.
_PUBLIC_V6 = IPv6Network("2000::/3")
_INSIDE_V6 = tuple(
    IPv6Network(network)
    for network in (
        "2001::/23",  # Teredo, ORCHID, benchmarks: protocol assignments
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4 carries an IPv4 address of the sender's choice
        "3fff::/20",
    )
)


def is_public(address: str) -> bool:
    """Whether a numeric address (as a resolver returns it) lies on the public internet. Anything unclear does not."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    if isinstance(parsed, IPv4Address):
        return not any(parsed in network for network in _INSIDE_V4)
    if parsed.scope_id is not None:
        return False
    return parsed in _PUBLIC_V6 and not any(parsed in network for network in _INSIDE_V6)


def is_own(address: str) -> bool:
    """Whether this machine itself has the address: what it serves beside us is the inside of somebody's network too.
    Nothing is sent to find out."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect((address, 9))
        except OSError:
            return False
        return bool(asked.getsockname()[0] == address)


class AddressRefused(Forbidden):
    code = "address_refused"


class GuardedNetwork(httpcore2.AsyncNetworkBackend):
    """Makes connections for the client, to public addresses only (and to the operator's exceptions)."""

    def __init__(self, allowed: Collection[tuple[str, int]], resolve: Resolve, on_link: OnLink | None = None) -> None:
        self._allowed = allowed
        self._resolve = resolve
        self._network = Network()
        self._on_link = on_link or OnLink()

    def allows(self, host: str, port: int) -> bool:
        """Whether the operator made an exception of it."""
        return (_plain(host), port) in self._allowed

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        failure: Exception = httpcore2.ConnectError("no address")
        for address in await self._checked(host, port, timeout):
            try:
                return await self._network.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                failure = error
        raise failure

    async def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None
    ) -> httpcore2.AsyncNetworkStream:
        raise refused()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def _checked(self, host: str, port: int, timeout: float | None) -> Sequence[str]:
        try:
            async with asyncio.timeout(timeout):
                addresses = await self._resolve(host, port)
        except TimeoutError:
            raise httpcore2.ConnectTimeout("the name was not resolved in time") from None
        except OSError:
            raise httpcore2.ConnectError("the name is unknown") from None
        # One inside address among public ones is how a name is made to change between check and use.
        if not self.allows(host, port) and not all(map(self._is_outside, addresses)):
            raise refused()
        return addresses[:_MAX_ADDRESSES_TRIED]

    def _is_outside(self, address: str) -> bool:
        return is_public(address) and not is_own(address) and not self._on_link.holds(address)


def refused() -> AddressRefused:
    return AddressRefused(
        "That address is not on the public internet; an operator can allow it with HOLDFAST_ALLOW_OUTBOUND."
    )


def host_and_port(entry: str) -> tuple[str, int]:
    """An operator's exception, `host:port` or `[address]:port`, as it is compared."""
    host, _, port = entry.strip().rpartition(":")
    if not host or not port.isascii() or not port.isdigit():
        raise Setup(f"The setting allow_outbound holds {entry!r}; each entry must read host:port.")
    return _plain(host), int(port)


def _plain(host: str) -> str:
    return host.strip("[]").rstrip(".").lower()
