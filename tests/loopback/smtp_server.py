"""A mail server on loopback that speaks enough of the real wire to take mails, and refuses when it is told to.

`async with SmtpServer() as server: … server.port … server.mails[0].message["Subject"]`
"""

from __future__ import annotations

import asyncio
import base64
import ssl
from collections import deque
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from types import TracebackType

USER, PASSWORD = "mailer", "the mail server's own secret"


@dataclass(frozen=True, slots=True)
class Taken:
    """A mail as it came in."""

    sender: str
    recipients: list[str]
    raw: bytes
    was_encrypted: bool
    was_signed_in: bool

    @property
    def message(self) -> EmailMessage:
        parsed = message_from_bytes(self.raw, policy=policy.default)
        assert isinstance(parsed, EmailMessage)
        return parsed

    @property
    def text(self) -> str:
        return str(self.message.get_content())


@dataclass(slots=True)
class _Visit:
    sender: str = ""
    recipients: list[str] = field(default_factory=list)
    is_signed_in: bool = False
    is_encrypted: bool = False


class SmtpServer:
    def __init__(self, *, port: int = 0, needs_password: bool = False, tls: ssl.SSLContext | None = None) -> None:
        self.port = port
        self.mails: list[Taken] = []
        self.refusals: deque[tuple[str, str]] = deque()
        """A verb and what it is answered with, the next time it comes: `("RCPT", "550 no such box")`."""
        self.visits = 0
        self._needs_password = needs_password
        self._tls = tls
        self._server: asyncio.Server | None = None

    async def __aenter__(self) -> SmtpServer:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server is not None
        self._server.close()
        await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.visits += 1
        visit = _Visit()
        try:
            await _say(writer, "220 loopback ready")
            while line := (await reader.readline()).decode("latin-1").rstrip("\r\n"):
                verb, _, rest = line.partition(" ")
                if self.refusals and self.refusals[0][0] == verb.upper():
                    await _say(writer, self.refusals.popleft()[1])
                elif verb.upper() == "QUIT":
                    await _say(writer, "221 bye")
                    break
                else:
                    await self._answer(verb.upper(), rest, visit, reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError, ssl.SSLError):
            pass  # they hung up
        finally:
            writer.close()

    async def _answer(
        self, verb: str, rest: str, visit: _Visit, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        match verb:
            case "EHLO" | "HELO":
                offers = ["loopback", "8BITMIME", "SMTPUTF8", "AUTH PLAIN"]
                offers += ["STARTTLS"] if self._tls and not visit.is_encrypted else []
                await _say(writer, *(f"250-{one}" for one in offers[:-1]), f"250 {offers[-1]}")
            case "STARTTLS" if self._tls:
                await _say(writer, "220 go on")
                await writer.start_tls(self._tls)
                visit.is_encrypted = True
            case "AUTH":
                given = base64.b64decode(rest.partition(" ")[2]).split(b"\0")[1:]
                visit.is_signed_in = given == [USER.encode(), PASSWORD.encode()]
                await _say(writer, "235 welcome" if visit.is_signed_in else "535 wrong user or password")
            case "MAIL" if self._needs_password and not visit.is_signed_in:
                await _say(writer, "530 sign in first")
            case "MAIL":
                visit.sender, visit.recipients = _address(rest), []
                await _say(writer, "250 ok")
            case "RCPT":
                visit.recipients.append(_address(rest))
                await _say(writer, "250 ok")
            case "DATA":
                await _say(writer, "354 end with a dot")
                raw = (await reader.readuntil(b"\r\n.\r\n"))[:-3].replace(b"\r\n..", b"\r\n.")
                self.mails.append(Taken(visit.sender, visit.recipients, raw, visit.is_encrypted, visit.is_signed_in))
                await _say(writer, "250 taken")
            case "RSET" | "NOOP":
                await _say(writer, "250 ok")
            case _:
                await _say(writer, "502 unknown here")


async def _say(writer: asyncio.StreamWriter, *lines: str) -> None:
    writer.write("".join(f"{line}\r\n" for line in lines).encode())
    await writer.drain()


def _address(rest: str) -> str:
    return rest[rest.index("<") + 1 : rest.index(">")]
