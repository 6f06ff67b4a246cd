"""A suspension ends API keys for good, as it ends sign-ins: lifting it must not bring back a key that leaked."""

from plain_sql import run

revision = "0042"
down_revision = "0041"

SUSPENDING = """
create or replace function set_suspended(target uuid, shall_be boolean) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from installation for update;
  perform require_admin();
  if target = current_account() then
    return 'oneself';
  end if;
  update users set suspended_at = case when shall_be then coalesce(suspended_at, now()) end where id = target;
  if not found then
    return 'unknown';
  end if;
  if shall_be then
    -- Lifting a suspension must not bring back browsers that were open before it.
    delete from sign_ins where user_id = target;%s
  end if;
  return 'done';
end $$;
"""
KEYS = """
    update api_keys set revoked_at = now() where user_id = target and revoked_at is null;"""


def upgrade() -> None:
    run(SUSPENDING.replace("%s", KEYS))


def downgrade() -> None:
    run(SUSPENDING.replace("%s", ""))
