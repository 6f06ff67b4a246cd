"""Why an answer that is not whole ended before its time: its person stopped it, its model failed, its server went down.

Answers from before say nothing of it, and code that still runs writes nothing.
"""

from plain_sql import run

revision = "0054"
down_revision = "0053"


def upgrade() -> None:
    run(
        """
        alter table messages add column ended_because text;
        alter table messages add constraint messages_ended_because_check
          check (ended_because in ('stopped', 'failed', 'lost')) not valid;
        alter table messages validate constraint messages_ended_because_check;
        """
    )


def downgrade() -> None:
    run("alter table messages drop column ended_because")
