"""Wherever all keys of somebody end, the address of their calendar ends too.

It is a credential like them. Whoever had registered another's address kept it when the owner chose a new password, and
read what the owner had to do from then on; and it came back with the end of a suspension, which ends keys for good.
"""

from plain_sql import run

revision = "0062"
down_revision = "0061"

ENDS = """
create or replace function end_keys_of(whose uuid) returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update api_keys set revoked_at = now() where id in (
    select k.id from api_keys k where (k.user_id = whose or k.made_by = whose) and k.revoked_at is null
     order by k.id for no key update){and_feed}
$$;
"""


def upgrade() -> None:
    run(ENDS.format(and_feed=";\n  delete from calendar_feeds where user_id = whose"))


def downgrade() -> None:
    run(ENDS.format(and_feed=""))
