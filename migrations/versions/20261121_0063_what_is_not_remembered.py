"""What is not remembered: a chat whose memory rests, a temporary chat, and a person whose memory rests altogether.

Whether a turn is remembered is written down with it, when it begins: what was said while the memory rested stays out of
it for good, whoever feeds the session later and whatever is chosen by then.
"""

from plain_sql import run

revision = "0063"
down_revision = "0062"


def upgrade() -> None:
    run("""
    alter table chats add column memory text not null default 'on'
      constraint chats_memory_check check (memory in ('on', 'paused', 'temporary'));
    alter table turns add column is_remembered boolean not null default true;
    alter table users add column is_memory_paused boolean not null default false;
    grant update (is_memory_paused) on users to holdfast_app;
    """)


def downgrade() -> None:
    run("""
    alter table users drop column is_memory_paused;
    alter table turns drop column is_remembered;
    alter table chats drop column memory;
    """)
