"""Programs: chats that they hold, people whom they know, and what their keys used.

Each person of a program is an account that hangs on the program's own: nobody signs in to it, it goes with the account
it hangs on, and whatever keeps people apart keeps these apart. What the program calls them is kept as a hash.
"""

from plain_sql import run

revision = "0076"
down_revision = "0074"

BRINGS = """
alter table chats add column is_of_program boolean not null default false;

alter table users
  add column program_of uuid references users(id) on delete cascade,
  add column program_name_hash bytea,
  add constraint users_program_check check (
    (program_of is null) = (program_name_hash is null) and coalesce(octet_length(program_name_hash) = 32, true)),
  add constraint users_of_a_program_sign_in_nowhere check (
    program_of is null or (email is null and password_hash is null and not is_admin));
create unique index users_of_program on users (program_of, program_name_hash) where program_of is not null;

create function person_of_program(new_id uuid, name_hash bytea, at_most integer) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  found_id uuid;
begin
  select u.id into found_id from users u where u.program_of = current_account() and u.program_name_hash = name_hash;
  if found_id is not null then
    return found_id;
  end if;
  perform from users u where u.id = current_account() and u.program_of is null for no key update;
  if not found or (select count(*) from users u where u.program_of = current_account()) >= at_most then
    return null;
  end if;
  insert into users (id, type, program_of, program_name_hash)
  values (new_id, 'program', current_account(), name_hash)
  on conflict (program_of, program_name_hash) where program_of is not null do nothing;
  select u.id into found_id from users u where u.program_of = current_account() and u.program_name_hash = name_hash;
  return found_id;
end $$;
revoke execute on function person_of_program(uuid, bytea, integer) from public;
grant execute on function person_of_program(uuid, bytea, integer) to holdfast_app;

create function people_of_program() returns setof uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.id from users u where u.program_of = current_account() order by u.id
$$;
revoke execute on function people_of_program() from public;
grant execute on function people_of_program() to holdfast_app;

create table key_usage (
  user_id uuid not null references users(id) on delete cascade,
  key_id uuid not null references api_keys(id) on delete cascade,
  day date not null,
  route text not null check (char_length(route) <= 200),
  model text not null default '' check (char_length(model) <= 300),
  status smallint not null,
  requests bigint not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  cost_usd double precision not null,
  ms double precision not null,
  primary key (user_id, key_id, day, route, model, status)
);
create index key_usage_of_key on key_usage (key_id);
create index key_usage_by_day on key_usage (day);
select guard_owned('key_usage');

create function drop_old_key_usage() returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from key_usage where day < current_date - 400
$$;
revoke execute on function drop_old_key_usage() from public;
grant execute on function drop_old_key_usage() to holdfast_app;
"""

# Whoever counts or lists accounts means people who can sign in.
_ACCOUNTS = """
create or replace function delete_own_account()
returns text
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  leaving uuid := current_account();
  theirs uuid;
begin
  perform from installation for update;
  if exists (select from users where id = leaving and is_admin)
     and exists (select from users where id <> leaving{of_people})
     and not exists (select from users where id <> leaving and is_admin and suspended_at is null) then
    return 'last_admin';
  end if;
  select org_id into theirs from org_members where user_id = leaving;
  perform from orgs where id = theirs for update;
  -- From here nobody joins in this name; whoever did while we waited is asked about where they are now.
  perform from users where id = leaving for update;
  if theirs is distinct from (select org_id from org_members where user_id = leaving) then
    raise exception 'the organization changed meanwhile' using errcode = 'serialization_failure';
  end if;
  if theirs is not null then
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
  return 'deleted';
end $$;

create or replace function admin_users(prefix text, of_org uuid, only_id uuid, after_id uuid, at_most integer)
returns table (id uuid, email text, name text, is_admin boolean, suspended_at timestamptz, created_at timestamptz,
               last_seen_at timestamptz, plan text, limits jsonb, org_id uuid, org_name text, org_plan text,
               org_role text)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_admin();
  return query
    select u.id, u.email, u.name, u.is_admin, u.suspended_at, u.created_at,
           greatest((select max(s.last_seen_at) from sign_ins s where s.user_id = u.id),
                    (select max(k.last_used_at) from api_keys k where k.user_id = u.id),
                    (select max(t.created_at) from turns t where t.user_id = u.id)),
           u.plan, u.limits, o.id, o.name, o.plan, m.role
      from users u left join org_members m on m.user_id = u.id left join orgs o on o.id = m.org_id
     where {people}(only_id is null or u.id = only_id) and (after_id is null or u.id > after_id)
       and (of_org is null or m.org_id = of_org)
       and (prefix is null or lower(u.email) ^@ lower(prefix) or lower(u.name) ^@ lower(prefix))
     order by u.id limit at_most;
end $$;

create or replace function list_accounts(after_id uuid, at_most integer)
returns table (id uuid, email text, name text, is_admin boolean, suspended_at timestamptz, created_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_admin();
  return query
    select u.id, u.email, u.name, u.is_admin, u.suspended_at, u.created_at from users u
     where {people}(after_id is null or u.id > after_id) order by u.id limit at_most;
end $$;
"""


def _accounts(*, without_programs: bool) -> str:
    told = _ACCOUNTS.replace("{of_people}", " and program_of is null" if without_programs else "")
    return told.replace("{people}", "u.program_of is null and " if without_programs else "")


TAKES = """
drop function drop_old_key_usage();
drop table key_usage;
drop function people_of_program();
drop function person_of_program(uuid, bytea, integer);
delete from users where program_of is not null;
alter table users drop column program_of, drop column program_name_hash;
alter table chats drop column is_of_program;
"""


def upgrade() -> None:
    run(BRINGS + _accounts(without_programs=True))


def downgrade() -> None:
    run(_accounts(without_programs=False) + TAKES)
