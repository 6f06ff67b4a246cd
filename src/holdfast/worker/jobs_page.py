"""Every job → its function, on one page; and the schedule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from holdfast.accounts.email.links import drop_old_links
from holdfast.accounts.key_usage import drop_old_usage
from holdfast.accounts.sign_ins import drop_expired_sign_ins
from holdfast.analytics.prune import prune as prune_events
from holdfast.chats.attachments import ERASE_BLOB, drop_unarrived, erase_blob
from holdfast.chats.jobs import SESSION_CLOSED
from holdfast.chats.recordings import EXPIRE_RECORDING, expire_recording
from holdfast.chats.sessions import close_idle_sessions
from holdfast.core import mail
from holdfast.core.db import account_of
from holdfast.core.ids import ChatId, MessageId, SessionId, TurnId
from holdfast.core.jobs import Job, JobContext, JobFunction, JobKind, Scheduled
from holdfast.core.throttle import drop_old_attempts
from holdfast.documents.index_document import erase_hosted, index_document, take_up_unfinished
from holdfast.documents.jobs import INDEX_DOCUMENT, SYNC_CONNECTOR, TAKE_OVER
from holdfast.documents.sync import bring_packs, sync_connector, take_due_connectors
from holdfast.documents.take_over import take_over_space, take_over_spaces
from holdfast.entitlements.usage import prune as prune_usage
from holdfast.imports.bring import bring_chats
from holdfast.imports.jobs import BRING_CHATS
from holdfast.memory import jobs as memory_jobs
from holdfast.memory.forget.run_pending import forget_in_sinks
from holdfast.memory.intake.sessions import close_idle
from holdfast.memory.learning.learn import learn_session
from holdfast.memory.outbox.drain import drain_outbox, drain_session, refold
from holdfast.memory.outbox.prune import prune_outbox
from holdfast.memory.profile.days import analyse_all
from holdfast.memory.profile.refresh import refresh_profile
from holdfast.memory.quality.measure import measure_quality
from holdfast.memory.recall.vectors.embed import embed, embed_stale
from holdfast.memory.shadow.shadow import follow_with_shadow, run_shadow
from holdfast.memory.summaries.chats import summarise_chat_job
from holdfast.orgs.invites import drop_old_invites
from holdfast.personas.find import learning_by_session
from holdfast.stream.tidy import tidy
from holdfast.tools.forgetting import forget_facts
from holdfast.tools.jobs import FORGET_FACTS
from holdfast.turn.jobs import FEED_MEMORY, MAKE_TITLE, SHADOW_SESSION
from holdfast.turn.memory_feed.feed import feed_memory, feed_session
from holdfast.turn.memory_feed.shadow_session import shadow_session
from holdfast.turn.recovery.end_abandoned import end_silent_streams
from holdfast.turn.title import make_title
from holdfast.wiring import WorkParts
from holdfast.worker.prune import prune_job_log


async def _make_title(job: Job, context: JobContext[WorkParts]) -> None:
    if job.owner:
        chain = context.parts.memory.for_owner(job.owner).chain
        if chain is not None:
            await make_title(
                context.db, chain, account_of(job.owner), ChatId(job.uuid("chat")), MessageId(job.uuid("question"))
            )


async def _feed_memory(job: Job, context: JobContext[WorkParts]) -> None:
    if job.owner:
        user, turn = account_of(job.owner), TurnId(job.uuid("turn"))
        by_session = await learning_by_session(context.db, context.parts.personas, user)
        await feed_memory(context.db, context.parts.remembers, user, turn, by_session=by_session)


async def _shadow_session(job: Job, context: JobContext[WorkParts]) -> None:
    if job.owner:
        user, session, may_wait = (
            account_of(job.owner),
            SessionId(job.uuid("session")),
            job.attempt < SHADOW_SESSION.tries,
        )
        await shadow_session(context.db, context.parts, user, session, may_wait=may_wait)


async def _learn(job: Job, context: JobContext[WorkParts]) -> None:
    await follow_with_shadow(job, context)
    await learn_session(job, context)


async def _embed_stale(context: JobContext[WorkParts]) -> None:
    await embed_stale(context.parts.memory)


async def _feed_session(job: Job, context: JobContext[WorkParts]) -> None:
    if job.owner:
        await feed_session(context.db, context.parts.remembers, account_of(job.owner), SessionId(job.uuid("session")))


async def _close_sessions(context: JobContext[WorkParts]) -> None:
    await close_idle_sessions(context.db)


async def _drop_sign_ins(context: JobContext[WorkParts]) -> None:
    await drop_expired_sign_ins(context.db)
    await drop_old_links(context.db)
    await drop_old_attempts(context.db)


async def _end_silent_streams(context: JobContext[WorkParts]) -> None:
    await end_silent_streams(context.db, context.parts.streams)


async def _drop_chunks(context: JobContext[WorkParts]) -> None:
    await tidy(context.db)


async def _drop_invites_and_mails(context: JobContext[WorkParts]) -> None:
    await drop_old_invites(context.db)
    await mail.drop_old_mails(context.db)


async def _prune_usage(context: JobContext[WorkParts]) -> None:
    await prune_usage(context.db)
    await drop_old_usage(context.db)


async def _prune_events(context: JobContext[WorkParts]) -> None:
    await prune_events(context.db)


JOBS: Mapping[JobKind, JobFunction[WorkParts]] = {
    ERASE_BLOB: erase_blob,
    EXPIRE_RECORDING: expire_recording,
    INDEX_DOCUMENT: index_document,
    TAKE_OVER: take_over_space,
    SYNC_CONNECTOR: sync_connector,
    BRING_CHATS: bring_chats,
    mail.SEND_MAIL: mail.send_mail,
    SESSION_CLOSED: _feed_session,
    MAKE_TITLE: _make_title,
    FEED_MEMORY: _feed_memory,
    SHADOW_SESSION: _shadow_session,
    memory_jobs.EMBED: embed,
    memory_jobs.LEARN: _learn,
    memory_jobs.SHADOW: run_shadow,
    memory_jobs.REFOLD: refold,
    memory_jobs.REFRESH: refresh_profile,
    memory_jobs.SUMMARISE_CHAT: summarise_chat_job,
    memory_jobs.DRAIN: drain_session,
    FORGET_FACTS: forget_facts,
}

SCHEDULE: Sequence[Scheduled[WorkParts]] = (
    Scheduled("close_idle_sessions", "* * * * *", _close_sessions),
    Scheduled("drop_expired_sign_ins", "41 * * * *", _drop_sign_ins),
    Scheduled("drop_invites_and_mails", "27 3 * * *", _drop_invites_and_mails),
    Scheduled("drop_old_chunks", "*/5 * * * *", _drop_chunks),
    Scheduled("end_silent_streams", "*/5 * * * *", _end_silent_streams),
    Scheduled("drop_unarrived_files", "*/15 * * * *", drop_unarrived),
    Scheduled("analyse_days", "11 * * * *", analyse_all),
    Scheduled("close_idle_memory_sessions", "*/5 * * * *", close_idle),
    Scheduled("drain_outbox", "* * * * * */10", drain_outbox),
    Scheduled("embed_stale", "*/3 * * * *", _embed_stale),
    Scheduled("forget_in_sinks", "* * * * *", forget_in_sinks),
    Scheduled("measure_quality", "*/5 * * * *", measure_quality),
    Scheduled("prune_events", "47 3 * * *", _prune_events),
    Scheduled("prune_job_log", "17 3 * * *", prune_job_log),
    Scheduled("prune_memory_outbox", "37 3 * * *", prune_outbox),
    Scheduled("bring_packs", "* * * * *", bring_packs),
    Scheduled("erase_hosted_vectors", "* * * * *", erase_hosted),
    Scheduled("take_due_connectors", "* * * * *", take_due_connectors),
    Scheduled("take_up_unfinished_documents", "*/5 * * * *", take_up_unfinished),
    Scheduled("take_over_spaces", "*/5 * * * *", take_over_spaces),
    Scheduled("prune_usage", "57 3 * * *", _prune_usage),
)
