"""Which file writes which table. Whoever else must, calls that file's room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

OWNERS: Mapping[str, Sequence[str]] = {
    "accounts/connected/store.py": ("oauth_codes", "oauth_programs", "oauth_tokens"),
    "accounts/email/store.py": ("one_time_links",),
    "accounts/key_usage_store.py": ("key_usage",),
    "accounts/calendar_feeds_store.py": ("calendar_feeds",),
    "accounts/identities_store.py": ("identities", "oidc_attempts"),
    "accounts/invites_store.py": ("installation_invites",),
    "accounts/keys_store.py": ("api_keys", "key_events", "key_spend", "key_windows"),
    "accounts/mcp_sessions_store.py": ("mcp_sessions",),
    "accounts/sign_ins_store.py": ("sign_ins",),
    "accounts/store.py": ("installation", "users"),
    "accounts/second_factor/store.py": ("passkeys", "recovery_codes", "second_steps", "totp_secrets"),
    "admin/store.py": ("admin_events", "told_figures"),
    "analytics/store.py": ("active_days", "analytics_events", "daily_figures"),
    "chats/attachments_store.py": ("blobs",),
    "chats/brought_store.py": ("brought_chats",),
    "chats/folders_store.py": ("chat_folders",),
    "chats/messages_store.py": ("feedback", "message_words", "messages", "tool_documents"),
    "chats/sessions_store.py": ("sessions",),
    "chats/store.py": ("chats", "deleted_chats"),
    "core/jobs.py": (
        "jobs.pgqueuer", "jobs.pgqueuer_log", "jobs.pgqueuer_schedules", "jobs.pgqueuer_statistics", "jobs.resting",
    ),
    "core/mail.py": ("mails",),
    "core/migrate.py": ("alembic_version",),
    "core/throttle.py": ("throttle_counts",),
    "tools/mcp/sign_in_store.py": ("mcp_accounts", "mcp_sign_ins"),
    "tools/mcp/store.py": ("mcp_servers",),
    "documents/connector_store.py": ("connector_items", "connectors"),
    "documents/pages_store.py": ("document_pages",),
    "documents/store.py": ("documents",),
    "documents/usage_store.py": ("context_usage",),
    "documents/versions_store.py": ("document_versions",),
    "entitlements/store.py": ("research_slots", "usage_counters"),
    "imports/store.py": ("chat_imports",),
    "knowledge/hosted_store.py": ("hosted_vectors",),
    "knowledge/spaces_store.py": ("knowledge_spaces",),
    "knowledge/store.py": ("passage_terms", "passages"),
    "knowledge/vectors_store.py": ("knowledge_cells", "passage_vectors"),
    "memory/forget/store.py": ("forget_errands", "forget_marks", "forget_receipts"),
    "memory/intake/sessions_store.py": ("memory_sessions",),
    "memory/intake/store.py": ("awaited_turns", "episode_terms", "episodes", "memory_sizes"),
    "memory/learning/facts/store.py": ("fact_evidence", "fact_grounds", "facts"),
    "memory/learning/naming/store.py": ("edges", "entities", "entity_mentions"),
    "memory/learning/store.py": ("memory_quality", "recalled_shingles"),
    "memory/loops/store.py": ("loop_evidence", "loops"),
    "memory/outbox/store.py": ("memory_outbox",),
    "memory/people/store.py": ("memory_people",),
    "memory/profile/store.py": ("daily_analyses", "user_model_items"),
    "memory/recall/vectors/store.py": (
        "carried_vectors", "memory_cells", "memory_embedded", "memory_embedders", "memory_unembedded", "memory_vectors",
    ),
    "memory/shadow/store.py": ("shadow_curations", "shadow_sessions"),
    "memory/summaries/store.py": ("chat_summaries", "session_summaries"),
    "orgs/store.py": ("org_events", "org_invites", "org_members", "orgs"),
    "personas/store.py": ("persona_overlays", "persona_versions", "personas"),
    "stream/store.py": ("partial_documents", "processes", "stream_chunks", "streams"),
    "tools/question_store.py": ("tool_questions",),
    "tools/store.py": ("tool_approvals", "tool_trusts"),
    "turn/context/envelope/store.py": ("envelopes",),
    "turn/context/opening/store.py": ("session_openings",),
    "turn/glassbox/owned/store.py": ("pack_texts",),
    "turn/settings/store.py": ("prompt_settings",),
    "turn/glassbox/trace_store.py": ("prompt_texts", "traces"),
    "turn/mentions/store.py": ("mention_counts",),
    "turn/store.py": ("turns",),
}  # fmt: skip
"""Every table of the database. Some are written by functions of the schema alone, which that file calls."""

_BEGINS = "a turn begins in one statement: a round trip is the unit of cost there, and it is stored whole or not at all"
_ENDS = "a turn ends in one statement, for the same reason"

ALSO: Mapping[tuple[str, str], str] = {
    ("turn/begin_store.py", "chats"): f"{_BEGINS}; so is the chat that it begins with, which it holds",
    ("turn/begin_store.py", "sessions"): f"{_BEGINS}; one that it finds over is closed before",
    ("turn/store.py", "chats"): _BEGINS,
    ("turn/store.py", "messages"): _BEGINS,
    ("turn/store.py", "sessions"): _BEGINS,
    ("turn/store.py", "streams"): _BEGINS,
    ("turn/store.py", "usage_counters"): _BEGINS,
    ("turn/store.py", "prompt_texts"): _ENDS,
    ("turn/store.py", "traces"): _ENDS,
    ("turn/store.py", "stream_chunks"): _ENDS,
    ("turn/store.py", "carried_vectors"): f"{_ENDS}: the vector travels with the question it was made of",
    ("entitlements/store.py", "users"): "the columns `quota_…` are this room's, in a row that is locked for them alone",
    ("memory/recall/vectors/store.py", "facts"): "a fact's kinds are kept with the vector that they were read from",
    (
        "memory/forget/store.py",
        "carried_vectors",
    ): "all of an owner's, whatever they are of: in no transaction but a forget's",
    ("core/dead_jobs.py", "jobs.pgqueuer"): "core has one file a subject: dead jobs are retried and dropped there",
    ("core/dead_jobs.py", "jobs.pgqueuer_log"): "the same",
    ("worker/queue.py", "jobs.pgqueuer"): "the queue itself: taken, held and acknowledged by the worker",
    ("worker/queue.py", "jobs.pgqueuer_log"): "the same",
    ("worker/take.py", "jobs.pgqueuer"): "the same",
    ("worker/take.py", "jobs.pgqueuer_log"): "the same",
    ("worker/schedule.py", "jobs.pgqueuer_schedules"): "the same, for what is done again and again",
    ("worker/prune.py", "jobs.pgqueuer_log"): "the same",
    ("worker/prune.py", "jobs.pgqueuer_statistics"): "the same",
}
"""Second writers, with the reason. A new one needs a better reason than these."""

ANY: Mapping[str, str] = {
    "memory/restore.py": "inserts for the store that calls it, which names its own table",
    "memory/forget/store.py": "everything of an owner goes: every table of the catalogue, also one added tomorrow",
    "memory/recall/vectors/store.py": "three of its own, one after another",
}
"""Where a statement names its table in a variable, with the reason."""


def room_of(table: str) -> str:
    return next(file.split("/")[0] for file, tables in OWNERS.items() if table in tables)
