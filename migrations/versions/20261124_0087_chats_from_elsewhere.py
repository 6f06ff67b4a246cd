"""Conversations from elsewhere: the files they came in, and which of them were brought.

`brought_chats` outlives its chat: what was deleted or forgotten here does not come back when the same file is brought
again.
"""

from plain_sql import run

revision = "0087"
down_revision = "0084"


def upgrade() -> None:
    run("""
    create table chat_imports (
      id uuid primary key,
      user_id uuid not null references users (id) on delete cascade,
      origin text not null check (origin in ('chatgpt', 'claude', 'open-webui', 'mem0')),
      filename text not null check (char_length(filename) between 1 and 255),
      blob_id uuid not null,
      status text not null default 'pending' check (status in ('pending', 'running', 'ready', 'failed')),
      error text check (char_length(error) between 1 and 100),
      chats integer not null check (chats >= 0),
      done integer not null default 0 check (done >= 0),
      new_chats integer not null default 0,
      new_messages integer not null default 0,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index chat_imports_by_user on chat_imports (user_id, created_at desc, id desc);
    create unique index chat_imports_one_at_once on chat_imports (user_id) where status in ('pending', 'running');
    select guard_owned('chat_imports');

    create table brought_chats (
      user_id uuid not null references users (id) on delete cascade,
      chat_id uuid not null,
      messages integer not null default 0 check (messages >= 0),
      primary key (user_id, chat_id)
    );
    select guard_owned('brought_chats');
    """)


def downgrade() -> None:
    run("""
    drop table brought_chats;
    drop table chat_imports;
    """)
