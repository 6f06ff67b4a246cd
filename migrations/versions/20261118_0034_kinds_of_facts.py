"""Which kinds a fact is of, so that a request finds what it needs without a word in common.

Kinds are made where vectors are. What was learned before waits for its vector once more, and is read by its words until
then.
"""

from plain_sql import run

revision = "0034"
down_revision = "0033"


def upgrade() -> None:
    run("""
    alter table facts add column kinds jsonb check (jsonb_typeof(kinds) = 'object');
    comment on column facts.kinds is 'kind: how much it is of it, at most 1; null: not read yet';

    insert into memory_unembedded (tenant_id, user_id, kind, item_id)
    select tenant_id, user_id, 'f', id from facts where retired_at is null on conflict do nothing;
    """)


def downgrade() -> None:
    run("alter table facts drop column kinds")
