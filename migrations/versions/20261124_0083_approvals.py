"""Calls of tools that wait for their person, and the tools that need not ask any more.

An approval hangs on the answer that waits for it and goes with it. Its row holds what it is bound to: the name, what
the tool said it is (`fingerprint`) and the very arguments. It is spent once, by the turn named in `spent_in`.
A trust holds for one fingerprint; without a chat it holds everywhere.
"""

from plain_sql import run

revision = "0083"
down_revision = "0079"


def upgrade() -> None:
    run("""
    create table tool_approvals (
      id uuid primary key,
      user_id uuid not null references users (id) on delete cascade,
      chat_id uuid not null,
      message_id uuid not null,
      turn_id uuid not null,
      call_id text not null check (char_length(call_id) between 1 and 300),
      name text not null check (char_length(name) between 1 and 200),
      title text not null,
      description text not null,
      origin text not null,
      danger text not null check (danger in ('reads', 'changes', 'dangerous')),
      fingerprint text not null,
      arguments jsonb not null,
      arguments_sha256 bytea not null,
      state text not null default 'pending' check (state in ('pending', 'approved', 'denied', 'withdrawn')),
      reason text check (char_length(reason) <= 2000),
      is_edited boolean not null default false,
      asked_at timestamptz not null default now(),
      expires_at timestamptz not null,
      decided_at timestamptz,
      spent_in uuid,
      constraint tool_approvals_of_owner foreign key (chat_id, user_id)
        references chats (id, user_id) on delete cascade,
      constraint tool_approvals_of_message foreign key (chat_id, message_id)
        references messages (chat_id, id) on delete cascade,
      unique (chat_id, message_id, call_id)
    );
    create index tool_approvals_open on tool_approvals (user_id, chat_id)
      where spent_in is null and state <> 'withdrawn';
    select guard_owned('tool_approvals');

    create table tool_trusts (
      id uuid primary key,
      user_id uuid not null references users (id) on delete cascade,
      chat_id uuid,
      name text not null check (char_length(name) between 1 and 200),
      title text not null,
      origin text not null,
      fingerprint text not null,
      created_at timestamptz not null default now(),
      constraint tool_trusts_of_owner foreign key (chat_id, user_id)
        references chats (id, user_id) on delete cascade,
      unique nulls not distinct (user_id, origin, name, chat_id)
    );
    create index tool_trusts_by_chat on tool_trusts (chat_id) where chat_id is not null;
    select guard_owned('tool_trusts');
    """)


def downgrade() -> None:
    run("""
    drop table tool_trusts;
    drop table tool_approvals;
    """)
