"""People mark single messages, to find them again. When that was stands with the message, and goes with it.

Null for every message there is, so no row is rewritten, and a process that is still running reads what it read. The
index holds only the rows that are so marked: a list of them costs what it shows.
"""

from plain_sql import run

revision = "0074"
down_revision = "0073"

SQL = """
alter table messages add column bookmarked_at timestamptz;
create index messages_bookmarked on messages (user_id, bookmarked_at desc, id desc) where bookmarked_at is not null;
"""


def upgrade() -> None:
    run(SQL)


def downgrade() -> None:
    run("alter table messages drop column bookmarked_at")
