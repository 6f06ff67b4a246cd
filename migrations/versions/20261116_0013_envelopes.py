"""What is known of the incident a chat is about, and the settings by which such chats are routed.

An envelope hangs on its chat, and on nothing besides. The settings are the installation's: the app may ask which hold
now; the versions before, who made them and a new one only through functions that ask for an admin first.
"""

from plain_sql import run

revision = "0013"
down_revision = "0012"

FUNCTIONS = "prompt_settings_now(), list_prompt_settings(bigint, integer), change_prompt_settings(bigint, jsonb)"


def upgrade() -> None:
    run("""
    create table envelopes (
      chat_id uuid not null references chats (id) on delete cascade,
      user_id uuid not null,
      envelope jsonb not null check (octet_length(envelope::text) <= 20000),
      through_id uuid,
      updated_at timestamptz not null default now(),
      primary key (chat_id, user_id)
    );
    comment on column envelopes.through_id is 'the last message that is in it; on another branch it is made anew';
    create index envelopes_by_user on envelopes (user_id);
    select guard_owned('envelopes');

    -- Versions are only ever added. Nobody's data: whoever made one is forgotten with their account.
    create table prompt_settings (
      version bigint primary key check (version > 0),
      settings jsonb not null check (octet_length(settings::text) <= 500000),
      changed_by uuid references users (id) on delete set null,
      changed_at timestamptz not null default now()
    );
    create index prompt_settings_by_user on prompt_settings (changed_by) where changed_by is not null;
    select guard_closed('prompt_settings');

    create function prompt_settings_now() returns table (version bigint, settings jsonb)
      language sql stable security definer set search_path = pg_catalog, public, pg_temp
    begin atomic
      select s.version, s.settings from prompt_settings s order by s.version desc limit 1;
    end;

    create function list_prompt_settings(before_version bigint, at_most integer)
      returns table (version bigint, settings jsonb, changed_by uuid, changed_at timestamptz)
      language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    begin
      perform require_admin();
      return query
        select s.version, s.settings, s.changed_by, s.changed_at from prompt_settings s
         where before_version is null or s.version < before_version order by s.version desc limit at_most;
    end $$;

    -- The lock of the installation's row puts two admins in order: the second sees that its version is stale.
    create function change_prompt_settings(based_on bigint, new_settings jsonb) returns bigint
      language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
    begin
      perform from installation for update;
      perform require_admin();
      if based_on <> coalesce((select max(s.version) from prompt_settings s), 0) then
        return null;
      end if;
      insert into prompt_settings (version, settings, changed_by)
      values (based_on + 1, new_settings, current_account());
      return based_on + 1;
    end $$;
    """)
    run(f"revoke execute on function {FUNCTIONS} from public")
    run(f"grant execute on function {FUNCTIONS} to holdfast_app")


def downgrade() -> None:
    run(f"drop function {FUNCTIONS}")
    run("drop table prompt_settings, envelopes")
