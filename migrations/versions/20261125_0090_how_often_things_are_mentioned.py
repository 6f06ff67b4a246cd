"""How often a person named what in their messages, and when last: what is offered first when they name something.

References alone (a kind and an id), and no word of anybody's.
"""

from plain_sql import run

revision = "0090"
down_revision = "0089"


def upgrade() -> None:
    run("""
    create table mention_counts (
      user_id uuid not null references users (id) on delete cascade,
      reference text not null check (char_length(reference) between 3 and 300),
      times integer not null check (times > 0),
      last_at timestamptz not null,
      primary key (user_id, reference)
    );
    create index mention_counts_lately on mention_counts (user_id, last_at desc);
    select guard_owned('mention_counts');
    """)


def downgrade() -> None:
    run("drop table mention_counts;")
