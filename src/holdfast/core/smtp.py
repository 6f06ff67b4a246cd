"""Mail by SMTP: the standard library's client, in a thread, with a deadline."""

from __future__ import annotations

import asyncio
import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email.message import EmailMessage
from email.utils import formatdate
from urllib.parse import urlsplit

from holdfast.core.config import Settings
from holdfast.core.ids import MailId
from holdfast.core.mail import KeepingMailer, Mail, Mailer, MailRefused, Undelivered

_SECONDS = 20.0


class _CannotWrite(Exception):
    """The address has letters that this server does not take, today or tomorrow."""


class SmtpMailer:
    can_send = True

    def __init__(self, settings: Settings) -> None:
        mail = settings.mail
        assert mail.smtp_host is not None
        self._host, self._port, self._tls = mail.smtp_host, mail.smtp_port, mail.smtp_tls
        self._user = mail.smtp_user
        self._password = mail.smtp_password.get_secret_value() if mail.smtp_password else ""
        self._domain = (urlsplit(settings.public_url).hostname if settings.public_url else None) or "localhost"
        self._sender = mail.from_address or f"holdfast@{self._domain}"

    async def send(self, mail_id: MailId, mail: Mail) -> None:
        message = self._message(mail_id, mail)
        try:
            await asyncio.to_thread(self._hand_over, message, mail.to)
        except smtplib.SMTPRecipientsRefused as error:
            raise _verdict(next(iter(error.recipients.values()))[0]) from None
        except smtplib.SMTPDataError as error:
            raise _verdict(error.smtp_code) from None
        except _CannotWrite:
            raise MailRefused("no_smtputf8") from None
        except (smtplib.SMTPException, OSError) as error:
            # The server is away, or does not like us: its operator's or ours to put right, and the mail waits.
            raise Undelivered(type(error).__name__) from None

    def _message(self, mail_id: MailId, mail: Mail) -> EmailMessage:
        message = EmailMessage()
        # A mail that goes out twice, because we died between sending and noting it, is recognisably one.
        message["Message-ID"] = f"<{mail_id}@{self._domain}>"
        message["Date"] = formatdate()
        message["From"], message["To"], message["Subject"] = self._sender, mail.to, mail.subject
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(mail.text)
        return message

    async def knock(self) -> None:
        """Whether the server is there and lets us in; `smtplib`'s errors and `OSError` where not."""
        await asyncio.to_thread(self._look_in)

    def _look_in(self) -> None:
        with self._signed_in():
            pass

    def _hand_over(self, message: EmailMessage, to: str) -> None:
        with self._signed_in() as client:
            if not to.isascii():
                client.ehlo_or_helo_if_needed()
                if not client.has_extn("smtputf8"):
                    raise _CannotWrite
            client.send_message(message, to_addrs=[to])

    @contextmanager
    def _signed_in(self) -> Iterator[smtplib.SMTP]:
        context = ssl.create_default_context()
        if self._tls == "tls":
            client: smtplib.SMTP = smtplib.SMTP_SSL(self._host, self._port, timeout=_SECONDS, context=context)
        else:
            client = smtplib.SMTP(self._host, self._port, timeout=_SECONDS)
        try:
            if self._tls == "starttls":
                client.starttls(context=context)
            if self._user:
                client.login(self._user, self._password)
            yield client
            with suppress(smtplib.SMTPException, OSError):
                client.quit()  # the mail was taken: a goodbye that goes wrong must not send it again
        finally:
            client.close()


def open_mailer(settings: Settings) -> Mailer:
    return SmtpMailer(settings) if settings.mail.smtp_host else KeepingMailer()


def _verdict(code: int) -> MailRefused | Undelivered:
    """What the server says of this very mail: 5xx is for ever."""
    return MailRefused(f"smtp_{code}") if code >= 500 else Undelivered(f"smtp_{code}")
