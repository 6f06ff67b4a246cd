"""One note of whether a turn counts: `counted_in`. The older one was read by nobody, and said something else.

It is not dropped yet: servers of the release before still write it while an installation is updated.
"""

from plain_sql import run

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    run("""
    comment on column turns.counted_in is 'the period of usage_counters it counts in; null: it does not, or no more';
    comment on column turns.is_counted is 'not written and not read since 0024; dropped with the next release';
    """)


def downgrade() -> None:
    run("""
    comment on column turns.counted_in is null;
    comment on column turns.is_counted is null;
    """)
