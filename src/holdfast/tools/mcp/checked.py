"""What people enter of a server, checked and brought into one form. Nothing in it is a template: a placeholder that
another program would fill in from its environment is refused, and not sent."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit, urlunsplit

from holdfast.core.errors import Invalid
from holdfast.core.web_address import BAD_ADDRESS, web_address
from holdfast.tools.mcp.types import McpInvalid

MAX_HEADERS = 20
MAX_VALUE = 4_000
_TOKEN = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,99}")
_PLACEHOLDER = re.compile(r"\$\{[^}]{0,200}\}|\{\{[^}]{0,200}\}\}")
_OURS = frozenset(
    {
        *("host", "content-length", "content-type", "transfer-encoding", "connection", "upgrade", "te", "trailer"),
        *("accept", "accept-encoding", "origin", "referer", "cookie", "expect", "keep-alive", "last-event-id"),
    }
)
_OUR_PREFIXES = ("mcp-", "proxy-", "sec-")
_LOADS_CODE = frozenset({"LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT"})
"""The launcher itself would load them."""


def checked_address(text: str) -> tuple[str, str]:
    """The address, and what follows `?` in it, which may be a key."""
    text = text.strip()
    _must_be_filled(text, "address")
    try:
        web_address(text)
        parts = urlsplit(text)
    except (Invalid, ValueError):
        raise _bad_address() from None
    if "@" in parts.netloc or not text.isprintable() or "\\" in text or " " in text:
        raise _bad_address()
    return urlunsplit((parts.scheme, parts.netloc, parts.path or "/", "", "")), parts.query


def _bad_address() -> McpInvalid:
    return McpInvalid(BAD_ADDRESS, code="bad_address")


def checked_headers(headers: Mapping[str, str]) -> Mapping[str, str]:
    if len(headers) > MAX_HEADERS:
        raise McpInvalid(f"At most {MAX_HEADERS} headers can be sent.", code="bad_header")
    seen: dict[str, str] = {}
    for name, value in headers.items():
        low = name.lower()
        if not _TOKEN.fullmatch(name) or low in _OURS or low.startswith(_OUR_PREFIXES) or low in seen:
            raise McpInvalid(f"The header {name[:100]!r} cannot be set here.", code="bad_header")
        if len(value) > MAX_VALUE or not value.isascii() or not value.isprintable() or value != value.strip():
            raise McpInvalid(f"The value of the header {name} cannot be sent.", code="bad_header")
        _must_be_filled(value, f"header {name}")
        seen[low] = name
    return headers


def checked_environment(given: Mapping[str, str]) -> Mapping[str, str]:
    for name, value in given.items():
        if not _VARIABLE.fullmatch(name) or name in _LOADS_CODE or len(value) > MAX_VALUE or "\x00" in value:
            raise McpInvalid(f"The variable {name[:100]!r} cannot be set.", code="bad_environment")
        _must_be_filled(value, f"variable {name}")
    return given


def checked_command(program: str, arguments: Sequence[str]) -> tuple[str, Sequence[str]]:
    for one in (program, *arguments):
        if "\x00" in one or len(one) > MAX_VALUE:
            raise McpInvalid("The command holds what cannot be started.", code="bad_command")
        _must_be_filled(one, "command")
    if not program.strip():
        raise McpInvalid("The command is empty.", code="bad_command")
    return program.strip(), arguments


def slug_of(name: str) -> str:
    """In the names of tools: lower case letters, digits and single dashes."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:20].strip("-") or "server"


def free_slug(name: str, taken: set[str]) -> str:
    wanted = slug_of(name)
    return next(one for one in (wanted, *(f"{wanted}-{n}" for n in range(2, 1000))) if one not in taken)


def _must_be_filled(text: str, what: str) -> None:
    if found := _PLACEHOLDER.search(text):
        said = f"The {what} holds the placeholder {found[0][:40]}; put in its place what it stands for."
        raise McpInvalid(said, code="placeholder")
