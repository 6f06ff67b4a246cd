"""Mails: written with their cause, sent after it, at least once, and recognisably one."""

from __future__ import annotations

import asyncio
import datetime
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from uuid import UUID

import asyncpg
import pytest
import structlog
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from holdfast.accounts import store as accounts
from holdfast.core.config import Settings
from holdfast.core.crypto import Box
from holdfast.core.db import Db
from holdfast.core.ids import MailId, UserId, new_id
from holdfast.core.mail import (
    SEND_MAIL,
    KeepingMailer,
    Mail,
    Mailer,
    MailRefused,
    Outbox,
    Undelivered,
    drop_old_mails,
    list_mails,
    post_mail,
    send_mail,
)
from holdfast.core.migrate import Addresses
from holdfast.core.smtp import SmtpMailer, open_mailer
from holdfast.worker.pace import WorkerPace
from holdfast.worker.run import Duties, run_worker
from tests.accounts.admitted import admitted
from tests.loopback.smtp_server import PASSWORD, USER, SmtpServer
from tests.waiting import HANGS_SECONDS, until

pytestmark = pytest.mark.anyio

QUICK = WorkerPace(poll_seconds=0.1, steady_seconds=0.1, restart_seconds=0.1)
HASTY = replace(SEND_MAIL, first_pause_seconds=0.05, longest_pause_seconds=0.2)
MAIL = Mail("invite", "dan@example.org", "Ada invites you — come", "Here is the code ABC234.\n.\nA dot alone.\n")


@dataclass(frozen=True, slots=True)
class Parts:
    outbox: Outbox


def settings(port: int, **mail: Any) -> Settings:
    given = {"smtp_host": "127.0.0.1", "smtp_port": port, "smtp_tls": "none", **mail}
    return Settings.model_validate({"mail": given, "public_url": "https://holdfast.example"})


def outbox_by(mailer: Mailer) -> Outbox:
    return Outbox(Box([b"k" * 32]), mailer)


async def ada(db: Db) -> UserId:
    user = UserId(new_id())
    await admitted(db, accounts.NewAccount(id=user, email=f"{user}@example.org", name="Ada"))
    return user


async def post(db: Db, outbox: Outbox, user: UserId, mail: Mail = MAIL) -> UUID:
    async with db.as_user(user) as tx:
        return await post_mail(tx, outbox, user, mail)


@asynccontextmanager
async def worker(addresses: Addresses, db: Db, outbox: Outbox) -> AsyncIterator[None]:
    stop = asyncio.Event()
    life = asyncio.create_task(
        run_worker(addresses.worker, db, Duties(Parts(outbox), {HASTY: send_mail}), stop=stop, pace=QUICK)
    )
    try:
        yield
    finally:
        stop.set()
        await asyncio.wait_for(life, HANGS_SECONDS)


@pytest.fixture
def state(as_owner: asyncpg.Connection) -> Callable[[UUID], Awaitable[str]]:
    async def read(mail: UUID) -> str:
        return str(await as_owner.fetchval("select state from mails where id = $1", mail))

    return read


async def test_a_mail_arrives_as_it_was_written_and_its_words_are_kept_no_longer(
    addresses: Addresses, db: Db, as_owner: asyncpg.Connection, state: Callable[[UUID], Awaitable[str]]
) -> None:
    async with SmtpServer(needs_password=True) as server:
        mailer = open_mailer(settings(server.port, smtp_user=USER, smtp_password=PASSWORD))
        outbox, user = outbox_by(mailer), await ada(db)
        mail = await post(db, outbox, user)
        assert await state(mail) == "waiting"
        async with worker(addresses, db, outbox):
            await until(lambda: _is(state(mail), "sent"))
        (taken,) = server.mails
    assert (taken.sender, taken.recipients) == ("holdfast@holdfast.example", ["dan@example.org"])
    assert (taken.message["To"], taken.message["Subject"]) == (MAIL.to, MAIL.subject)
    assert taken.message["Message-ID"] == f"<{mail}@holdfast.example>"
    assert taken.message.get_content_type() == "text/plain"
    assert taken.text.replace("\r\n", "\n") == MAIL.text
    assert taken.was_signed_in
    assert await as_owner.fetchval("select sealed from mails where id = $1", mail) is None


async def _is(now: Awaitable[str], wanted: str) -> bool:
    return await now == wanted


async def test_a_mail_waits_for_a_server_that_is_down_and_goes_once_it_is_back(
    addresses: Addresses, db: Db, as_owner: asyncpg.Connection, state: Callable[[UUID], Awaitable[str]]
) -> None:
    async with SmtpServer() as gone:
        port = gone.port
    outbox, user = outbox_by(SmtpMailer(settings(port))), await ada(db)
    mail = await post(db, outbox, user)

    async def has_tried() -> bool:
        return bool(await as_owner.fetchval("select tries >= 2 from mails where id = $1", mail))

    async with worker(addresses, db, outbox):
        await until(has_tried)
        assert await state(mail) == "waiting"
        async with SmtpServer(port=port) as back:
            await until(lambda: _is(state(mail), "sent"))
            assert len(back.mails) == 1


async def test_a_restart_of_the_worker_loses_no_mail(
    addresses: Addresses, db: Db, state: Callable[[UUID], Awaitable[str]]
) -> None:
    async with SmtpServer() as server:
        outbox, user = outbox_by(SmtpMailer(settings(server.port))), await ada(db)
        server.refusals.extend([("MAIL", "421 shutting down")] * 2)
        first, second = await post(db, outbox, user), await post(db, outbox, user)
        async with worker(addresses, db, outbox):
            await until(lambda: _are(server, 1))
        async with worker(addresses, db, outbox):
            for mail in (first, second):
                await until(lambda mail=mail: _is(state(mail), "sent"))  # type: ignore[misc]
        assert len(server.mails) == 2


async def _are(server: SmtpServer, visits: int) -> bool:
    return server.visits >= visits


@pytest.mark.parametrize(
    "refusals",
    [
        [("RCPT", "450 box is busy")],
        [("RCPT", "451 greylisted"), ("RCPT", "451 greylisted")],
        [("MAIL", "421 try later")],
        [("DATA", "452 no room")],
        [("EHLO", "500 what"), ("HELO", "500 what")],
    ],
)
async def test_not_now_is_asked_again(
    addresses: Addresses, db: Db, state: Callable[[UUID], Awaitable[str]], refusals: list[tuple[str, str]]
) -> None:
    async with SmtpServer() as server:
        server.refusals.extend(refusals)
        outbox, user = outbox_by(SmtpMailer(settings(server.port))), await ada(db)
        mail = await post(db, outbox, user)
        async with worker(addresses, db, outbox):
            await until(lambda: _is(state(mail), "sent"))
        assert len(server.mails) == 1


@pytest.mark.parametrize("refusal", [("RCPT", "550 no such box"), ("DATA", "554 looks like spam")])
async def test_never_is_not_asked_again(
    addresses: Addresses,
    db: Db,
    as_owner: asyncpg.Connection,
    state: Callable[[UUID], Awaitable[str]],
    refusal: tuple[str, str],
) -> None:
    async with SmtpServer() as server:
        server.refusals.append(refusal)
        outbox, user = outbox_by(SmtpMailer(settings(server.port))), await ada(db)
        mail = await post(db, outbox, user)
        async with worker(addresses, db, outbox):
            await until(lambda: _is(state(mail), "failed"))
        assert (server.visits, server.mails) == (1, [])
    assert await as_owner.fetchval("select sealed from mails where id = $1", mail) is None
    assert await as_owner.fetchval("select count(*) from jobs.pgqueuer") == 0


async def test_a_mail_that_went_out_without_being_noted_goes_again_under_the_same_name(
    addresses: Addresses, db: Db, state: Callable[[UUID], Awaitable[str]]
) -> None:
    class Forgetful(SmtpMailer):
        """Loses its answer the first time, as a process does that dies right after sending."""

        times = 0

        async def send(self, mail_id: MailId, mail: Mail) -> None:
            await super().send(mail_id, mail)
            self.times += 1
            if self.times == 1:
                raise Undelivered("lost")

    async with SmtpServer() as server:
        outbox, user = outbox_by(Forgetful(settings(server.port))), await ada(db)
        mail = await post(db, outbox, user)
        async with worker(addresses, db, outbox):
            await until(lambda: _is(state(mail), "sent"))
        assert [one.message["Message-ID"] for one in server.mails] == [f"<{mail}@holdfast.example>"] * 2


async def test_what_was_not_committed_is_not_sent(
    addresses: Addresses, db: Db, as_owner: asyncpg.Connection, state: Callable[[UUID], Awaitable[str]]
) -> None:
    async with SmtpServer() as server:
        outbox, user = outbox_by(SmtpMailer(settings(server.port))), await ada(db)
        with pytest.raises(ZeroDivisionError):
            await _post_and_fail(db, outbox, user)
        later = await post(db, outbox, user)
        async with worker(addresses, db, outbox):
            await until(lambda: _is(state(later), "sent"))
        assert server.visits == 1
    assert await as_owner.fetchval("select count(*) from mails") == 1


async def _post_and_fail(db: Db, outbox: Outbox, user: UserId) -> None:
    async with db.as_user(user) as tx:
        await post_mail(tx, outbox, user, MAIL)
        raise ZeroDivisionError


async def test_a_mail_nobody_takes_ends_as_a_dead_letter(
    addresses: Addresses, db: Db, as_owner: asyncpg.Connection
) -> None:
    async with SmtpServer(needs_password=True) as server:
        mailer = SmtpMailer(settings(server.port, smtp_user=USER, smtp_password="wrong password"))
        outbox, user = outbox_by(mailer), await ada(db)
        mail = await post(db, outbox, user)

        async def is_dead() -> bool:
            return bool(await as_owner.fetchval("select exists (select from jobs.pgqueuer where status = 'failed')"))

        async with worker(addresses, db, outbox):
            await until(is_dead, seconds=30)
        assert server.mails == []
    row = await as_owner.fetchrow("select state, tries, sealed is null as is_gone from mails where id = $1", mail)
    assert row is not None
    assert tuple(row) == ("waiting", SEND_MAIL.tries, False), "an operator may put the password right and try again"


async def test_a_server_whose_certificate_nobody_vouches_for_gets_nothing(tmp_path: Path) -> None:
    async with SmtpServer(tls=_self_signed(tmp_path)) as server:
        with pytest.raises(Undelivered):
            await SmtpMailer(settings(server.port, smtp_tls="starttls")).send(MailId(new_id()), MAIL)
        assert server.mails == []
    async with SmtpServer() as plain:  # one that offers no encryption, where it was asked for
        with pytest.raises(Undelivered):
            await SmtpMailer(settings(plain.port, smtp_tls="starttls")).send(MailId(new_id()), MAIL)
        assert plain.mails == []


def _self_signed(folder: Path) -> ssl.SSLContext:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.now(datetime.UTC)
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    made = made.serial_number(x509.random_serial_number()).not_valid_before(now)
    signed = made.not_valid_after(now + datetime.timedelta(days=1)).sign(key, hashes.SHA256())
    pem = folder / "server.pem"
    pem.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        + signed.public_bytes(serialization.Encoding.PEM)
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pem)
    return context


@pytest.mark.parametrize("goodbye", ["421 closing", "250 ok", "500 what"])
async def test_a_mail_that_was_taken_is_sent_however_the_server_says_goodbye(goodbye: str) -> None:
    async with SmtpServer() as server:
        server.refusals.append(("QUIT", goodbye))
        await SmtpMailer(settings(server.port)).send(MailId(new_id()), MAIL)
        assert len(server.mails) == 1


async def test_an_address_this_server_cannot_write_to_is_not_tried_for_hours() -> None:
    """Letters beyond ASCII need a server that offers them; asked again, it still does not."""
    async with SmtpServer() as server:
        server.refusals.append(("EHLO", "250 loopback"))
        with pytest.raises(MailRefused):
            await SmtpMailer(settings(server.port)).send(MailId(new_id()), replace(MAIL, to="jörg@example.org"))
        assert server.mails == []
        await SmtpMailer(settings(server.port)).send(MailId(new_id()), replace(MAIL, to="jörg@example.org"))
        assert len(server.mails) == 1


async def test_no_line_of_a_name_becomes_a_header() -> None:
    async with SmtpServer() as server:
        evil = replace(MAIL, subject="Hello\r\nBcc: all@example.org")
        with pytest.raises(ValueError, match=r"linefeed|newline|header"):
            await SmtpMailer(settings(server.port)).send(MailId(new_id()), evil)
        assert server.visits == 0


async def test_without_a_server_a_mail_is_kept_for_the_admin_and_the_log_says_so_without_its_words(
    addresses: Addresses, db: Db, state: Callable[[UUID], Awaitable[str]]
) -> None:
    root, user = await ada(db), await ada(db)
    outbox = outbox_by(open_mailer(Settings()))
    assert isinstance(outbox.mailer, KeepingMailer)
    mail = await post(db, outbox, user)
    with structlog.testing.capture_logs() as lines:
        async with worker(addresses, db, outbox):
            await until(lambda: _is(state(mail), "kept"))
    told = [line for line in lines if line["event"] == "mail_kept"]
    assert [(line["mail_id"], line["kind"]) for line in told] == [(mail, "invite")]
    assert not any(word in str(lines) for word in ("dan@", "ABC234"))
    (entry,) = await list_mails(db, outbox, root, before=None, limit=10)
    assert (entry.id, entry.state, entry.mail) == (mail, "kept", MAIL)
    assert not any(word in repr(entry) for word in ("dan@", "ABC234"))
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await list_mails(db, outbox, user, before=None, limit=10)


async def test_an_admin_does_not_read_mails_that_are_on_their_way_or_sent(db: Db) -> None:
    root, user = await ada(db), await ada(db)
    outbox = outbox_by(SmtpMailer(settings(1)))
    mails = [await post(db, outbox, user) for _ in range(3)]
    first = await list_mails(db, outbox, root, before=None, limit=2)
    rest = await list_mails(db, outbox, root, before=first[-1].id, limit=2)
    assert [entry.id for entry in (*first, *rest)] == mails[::-1]
    assert {(entry.state, entry.mail) for entry in (*first, *rest)} == {("waiting", None)}


async def test_mails_are_dropped_after_a_month(db: Db, as_owner: asyncpg.Connection) -> None:
    user, outbox = await ada(db), outbox_by(KeepingMailer())
    old, recent = await post(db, outbox, user), await post(db, outbox, user)
    await as_owner.execute("update mails set created_at = now() - interval '31 days' where id = $1", old)
    await drop_old_mails(db)
    assert [row["id"] for row in await as_owner.fetch("select id from mails")] == [recent]
