"""The last messages of a chat in one look, instead of a step for each."""

from plain_sql import run

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    run("create index messages_in_order on messages (chat_id, seq)")


def downgrade() -> None:
    run("drop index messages_in_order")
