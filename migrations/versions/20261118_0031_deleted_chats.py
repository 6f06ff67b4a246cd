"""Which chats somebody deleted, so that a page that still shows one does not make it anew."""

from plain_sql import run

revision = "0031"
down_revision = "0030"


def upgrade() -> None:
    run("""
    -- The id alone: what the chat was is gone. Owner first: two people may have chosen the same.
    create table deleted_chats (
      user_id uuid not null references users (id) on delete cascade,
      chat_id uuid not null,
      deleted_at timestamptz not null default now(),
      primary key (user_id, chat_id)
    );
    select guard_owned('deleted_chats');
    """)


def downgrade() -> None:
    run("drop table deleted_chats;")
