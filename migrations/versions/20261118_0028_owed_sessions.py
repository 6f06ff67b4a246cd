"""Which closed sessions the memory has not been given yet, so that the next one waits for them before it is briefed."""

from plain_sql import run

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    run("""
    alter table sessions add column is_owed boolean not null default false;
    comment on column sessions.is_owed is 'closed, and not handed to the memory yet';
    create index sessions_owed on sessions (user_id, persona_id, last_user_message_at) where is_owed;
    """)


def downgrade() -> None:
    run("alter table sessions drop column is_owed;")
