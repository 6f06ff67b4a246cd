"""Who may make an account.

Whether registration is open, by invite or closed is the operator's setting, and which of the two an account needs is
decided here, under the lock of the installation's row: of thirty who come at once with an invite for one, one is let
in. The claim of the first admin is made once: an installation that everybody has left does not make the next visitor
its admin.

`register_account` stays for the code that is still running; nothing calls it after this release.
"""

from plain_sql import run

revision = "0040"
down_revision = "0039"

TABLES = """
-- A code that lets people make an account, given by an admin, or by the operator at the command line.
create table installation_invites (
  id uuid primary key,
  code_hash bytea not null unique check (octet_length(code_hash) = 32),
  note text not null default '' check (char_length(note) <= 100),
  max_uses integer not null check (max_uses between 1 and 1000),
  uses integer not null default 0 check (uses between 0 and max_uses),
  made_by uuid references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index installation_invites_by_maker on installation_invites (made_by) where made_by is not null;
select guard_closed('installation_invites');

-- How many accounts an organization's invite has let in. Joining is a step of its own, and counts for itself.
alter table org_invites add column registered integer not null default 0 check (registered >= 0);
"""

COMING_IN = """
-- True: it was one that may be used now, and one of its uses is spent.
create function spend_invite(of_code bytea, inviters text[], appointers text[]) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update installation_invites i set uses = i.uses + 1
   where i.code_hash = of_code and i.revoked_at is null and i.expires_at > clock_timestamp() and i.uses < i.max_uses
     and (i.made_by is null
          or exists (select from users u where u.id = i.made_by and u.is_admin and u.suspended_at is null));
  if found then
    return true;
  end if;
  update org_invites o set registered = o.registered + 1
   where o.id in (select i.id from usable_invite(of_code, inviters, appointers) i) and o.registered < o.max_uses;
  return found;
end $$;

-- `first` or `made`; or why not: `setup_code`, `invite`, `closed`.
create function open_account(
  new_id uuid, new_email text, new_email_verified boolean, new_name text, new_picture text, new_password_hash text,
  new_issuer text, new_subject text, new_plan text,
  rule text, may_be_first boolean, of_code bytea, inviters text[], appointers text[]
) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare is_first boolean;
begin
  select admin_claimed_at is null into is_first from installation for update;
  if is_first and not may_be_first then
    return 'setup_code';
  elsif not is_first and rule = 'invite' and not spend_invite(of_code, inviters, appointers) then
    return 'invite';
  elsif not is_first and rule not in ('open', 'invite') then
    return 'closed';
  end if;
  insert into users (id, email, email_verified, name, picture, password_hash, is_admin, plan)
  values (new_id, new_email, new_email_verified, new_name, new_picture, new_password_hash, is_first,
          case when not is_first then new_plan end);
  if new_issuer is not null then
    insert into identities (issuer, subject, user_id) values (new_issuer, new_subject, new_id);
  end if;
  if is_first then
    update installation set admin_claimed_at = now();
  end if;
  return case when is_first then 'first' else 'made' end;
end $$;
"""

INVITES = """
create function make_installation_invite(
  new_id uuid, new_hash bytea, new_note text, new_uses integer, days integer, at_most integer
) returns timestamptz
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare until timestamptz := now() + make_interval(days => days);
begin
  perform from installation for update;
  perform require_admin();
  if (select count(*) from installation_invites i
       where i.revoked_at is null and i.expires_at > now() and i.uses < i.max_uses) >= at_most then
    return null;
  end if;
  insert into installation_invites (id, code_hash, note, max_uses, made_by, expires_at)
  values (new_id, new_hash, new_note, new_uses, current_account(), until);
  perform note_admin_event('invite.made', null, null, jsonb_build_object('uses', new_uses));
  return until;
end $$;

create function list_installation_invites()
returns table (id uuid, note text, max_uses integer, uses integer, made_by uuid, made_by_name text,
               created_at timestamptz, expires_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_admin();
  return query
    select i.id, i.note, i.max_uses, i.uses, i.made_by, u.name, i.created_at, i.expires_at
      from installation_invites i left join users u on u.id = i.made_by
     where i.revoked_at is null and i.expires_at > now() and i.uses < i.max_uses
     order by i.created_at desc, i.id;
end $$;

create function revoke_installation_invite(of_id uuid) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_admin();
  update installation_invites i set revoked_at = now()
   where i.id = of_id and i.revoked_at is null and i.expires_at > now();
  if found then
    perform note_admin_event('invite.revoked', null, null, '{}');
  end if;
  return found;
end $$;

create or replace function drop_old_invites(older interval, most integer) returns integer
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update org_invites i set email = null where i.email is not null and i.expires_at < now();
  delete from installation_invites i where i.expires_at < now() - greatest(older, interval '1 day');
  with gone as (
    delete from org_invites i where i.id in (
      select o.id from org_invites o where o.expires_at < now() - greatest(older, interval '1 day')
       order by o.expires_at limit most)
    returning 1)
  select count(*)::integer from gone
$$;
"""

DROP_OLD_BEFORE = """
create or replace function drop_old_invites(older interval, most integer) returns integer
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update org_invites i set email = null where i.email is not null and i.expires_at < now();
  with gone as (
    delete from org_invites i where i.id in (
      select o.id from org_invites o where o.expires_at < now() - greatest(older, interval '1 day')
       order by o.expires_at limit most)
    returning 1)
  select count(*)::integer from gone
$$;
"""

LEAVING = """
create or replace function delete_own_account() returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  leaving uuid := current_account();
  theirs uuid;
begin
  perform from installation for update;
  if exists (select from users where id = leaving and is_admin)
     and exists (select from users where id <> leaving)
     and not exists (select from users where id <> leaving and is_admin and suspended_at is null) then
    return 'last_admin';
  end if;
  select org_id into theirs from org_members where user_id = leaving;
  if theirs is not null then
    perform from orgs where id = theirs for update;
    if not exists (select from org_members where org_id = theirs and user_id = leaving) then
      raise exception 'the organization changed meanwhile' using errcode = 'serialization_failure';
    end if;
    if not exists (select from org_members where org_id = theirs and user_id <> leaving) then
      delete from orgs where id = theirs;
    elsif exists (select from org_members where org_id = theirs and user_id = leaving and role = 'owner')
          and not exists (select from org_members where org_id = theirs and user_id <> leaving and role = 'owner') then
      return 'sole_owner';
    else
      insert into org_events (org_id, what, detail) values (theirs, 'member.left', '{"accountDeleted": true}');
    end if;
  end if;
  delete from users where id = leaving;
  if not found then
    return 'unknown';
  end if;
  %s
  return 'deleted';
end $$;
"""
REOPENED_BEFORE = "update installation set admin_claimed_at = null where not exists (select from users);"

FUNCTIONS = """
  open_account(uuid, text, boolean, text, text, text, text, text, text, text, boolean, bytea, text[], text[]),
  make_installation_invite(uuid, bytea, text, integer, integer, integer), list_installation_invites(),
  revoke_installation_invite(uuid)
"""
INNER = "spend_invite(bytea, text[], text[])"


def upgrade() -> None:
    run(TABLES + COMING_IN + INVITES + LEAVING.replace("%s\n  ", ""))
    run(f"revoke execute on function {FUNCTIONS}, {INNER} from public")
    run(f"grant execute on function {FUNCTIONS} to holdfast_app")


def downgrade() -> None:
    run(LEAVING.replace("%s", REOPENED_BEFORE) + DROP_OLD_BEFORE)
    run(f"drop function {FUNCTIONS}, {INNER}")
    run("alter table org_invites drop column registered")
    run("drop table installation_invites")
