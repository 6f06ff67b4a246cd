"""What a tool asks its person in the middle of a call, as long as the call waits for it.

A row is gone when the call has its answer. `heard_at` is when somebody last said that they wait.
"""

from plain_sql import run

revision = "0089"
down_revision = "0088"


def upgrade() -> None:
    run("""
    create table tool_questions (
      id uuid primary key,
      user_id uuid not null references users (id) on delete cascade,
      chat_id uuid not null,
      turn_id uuid not null,
      call_id text not null check (char_length(call_id) between 1 and 300),
      title text not null,
      origin text not null,
      question jsonb not null,
      action text not null default 'pending' check (action in ('pending', 'accept', 'decline', 'cancel')),
      answer jsonb,
      asked_at timestamptz not null default now(),
      expires_at timestamptz not null,
      heard_at timestamptz not null default now(),
      constraint tool_questions_of_owner foreign key (chat_id, user_id)
        references chats (id, user_id) on delete cascade
    );
    comment on column tool_questions.answer is 'until the call that asked has it';
    create index tool_questions_of_a_person on tool_questions (user_id, asked_at);
    create index tool_questions_by_chat on tool_questions (chat_id);
    select guard_owned('tool_questions');
    """)


def downgrade() -> None:
    run("drop table tool_questions;")
