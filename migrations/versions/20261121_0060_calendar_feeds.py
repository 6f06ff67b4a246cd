"""An address by which a calendar reads what somebody has to do, kept as the hash of its secret.

One a person. Whoever is suspended has none that answers, and the same one again afterwards; it goes with the account.
"""

from plain_sql import run

revision = "0060"
down_revision = "0059"


def upgrade() -> None:
    run("""
    create table calendar_feeds (
      user_id uuid primary key references users (id) on delete cascade,
      token_hash bytea not null unique,
      created_at timestamptz not null default now(),
      last_read_at timestamptz
    );
    select guard_owned('calendar_feeds');

    -- Whose it is, and that it was read. Told only to whoever has the address.
    create function read_calendar_feed(hash bytea) returns uuid
    language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
      update calendar_feeds f set last_read_at = now()
        from users u where u.id = f.user_id and u.suspended_at is null and f.token_hash = hash
      returning f.user_id
    $$;
    revoke execute on function read_calendar_feed(bytea) from public;
    grant execute on function read_calendar_feed(bytea) to holdfast_app;
    """)


def downgrade() -> None:
    run("drop function read_calendar_feed(bytea); drop table calendar_feeds;")
