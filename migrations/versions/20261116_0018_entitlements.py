"""Plans, what of them is used, and what happened: counters, research slots, events.

A plan and its limits are columns that the app cannot write: an admin sets them, or the installation's own work, through
a definer function. A person's time zone says when their day ends; `quota_held_date` stands until `quota_held_until`,
so that moving midnight hands out no second day.

Whoever's rights change is told to every process when the change commits (`entitlements_changed`), by the tables
themselves: a process that dies right after its commit, or a statement written by hand, leaves nobody with old rights.

Events are written and read by definer functions only. They hold codes and numbers, and outlive the person they are
about without a name.
"""

from plain_sql import run

revision = "0018"
down_revision = "0017"

TABLES = """
alter table users
  add column plan text check (plan in ('free', 'pro', 'business', 'unlimited')),
  add column limits jsonb not null default '{}' check (jsonb_typeof(limits) = 'object'),
  add column quota_zone text check (char_length(quota_zone) <= 64),
  add column quota_held_date date,
  add column quota_held_from timestamptz,
  add column quota_held_until timestamptz,
  add check (num_nulls(quota_held_date, quota_held_from, quota_held_until) in (0, 3));
grant update (quota_zone, quota_held_date, quota_held_from, quota_held_until) on users to holdfast_app;

create table usage_counters (
  user_id uuid not null references users (id) on delete cascade,
  feature text not null check (char_length(feature) <= 60),
  period text not null check (period ~ '^[0-9]{4}-[0-9]{2}(-[0-9]{2})?$'),
  used bigint not null check (used >= 0),
  primary key (user_id, feature, period)
);
create index usage_counters_by_age on usage_counters (period);

-- `bucket_until`: when the bucket would be full again after this slot was taken from it.
create table research_slots (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  taken_at timestamptz not null default clock_timestamp(),
  leased_until timestamptz not null,
  released_at timestamptz,
  bucket_until timestamptz not null,
  counted_in text not null
);
create index research_slots_of_user on research_slots (user_id, bucket_until);
create index research_slots_by_age on research_slots (leased_until);

select guard_owned('usage_counters'), guard_owned('research_slots');

-- In which day a turn was counted, for giving it back; null: it was not, or was given back.
alter table turns add column counted_in text;

create table analytics_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  user_id uuid references users (id) on delete set null,
  name text not null check (char_length(name) <= 60),
  feature text check (char_length(feature) <= 60),
  detail jsonb not null default '{}'
);
create index analytics_events_by_age on analytics_events (at);
create index analytics_events_of_user on analytics_events (user_id) where user_id is not null;
select guard_closed('analytics_events');
"""

TELLING = """
create function tell_entitlements(people uuid[]) returns void language plpgsql as $$
declare first integer;
begin
  -- A notification holds 8000 bytes, an id 37.
  for first in 1 .. coalesce(array_length(people, 1), 0) by 200 loop
    perform pg_notify('entitlements_changed', array_to_string(people[first : first + 199], ','));
  end loop;
end $$;

create function tell_about_user() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform tell_entitlements(array[new.id]);
  return null;
end $$;
create trigger users_entitled after update of plan, limits, quota_zone, quota_held_date, quota_held_until on users
  for each row
  when ((old.plan, old.limits, old.quota_zone, old.quota_held_date, old.quota_held_until)
        is distinct from (new.plan, new.limits, new.quota_zone, new.quota_held_date, new.quota_held_until))
  execute function tell_about_user();

create function tell_about_org() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform tell_entitlements((select array_agg(m.user_id) from org_members m where m.org_id = new.id));
  return null;
end $$;
create trigger orgs_entitled after update of plan, limits on orgs
  for each row when ((old.plan, old.limits) is distinct from (new.plan, new.limits))
  execute function tell_about_org();

create function tell_about_members() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform tell_entitlements((select array_agg(c.user_id) from changed c));
  return null;
end $$;
create trigger org_members_came after insert on org_members referencing new table as changed
  for each statement execute function tell_about_members();
create trigger org_members_left after delete on org_members referencing old table as changed
  for each statement execute function tell_about_members();
create trigger org_members_moved after update on org_members referencing new table as changed
  for each statement execute function tell_about_members();

revoke execute on function tell_entitlements(uuid[]), tell_about_user(), tell_about_org(), tell_about_members()
  from public;
"""

READING = """
-- What a few people may use, for whoever computes it: asked before reading as anybody, and for all members at once.
create function plans_of(people uuid[])
returns table (user_id uuid, plan text, limits jsonb, org_plan text, org_limits jsonb, quota_zone text,
               quota_held_date date, quota_held_from timestamptz, quota_held_until timestamptz, read_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select u.id, u.plan, u.limits, o.plan, o.limits, u.quota_zone, u.quota_held_date, u.quota_held_from,
         u.quota_held_until, statement_timestamp()
    from users u left join org_members m on m.user_id = u.id left join orgs o on o.id = m.org_id
   where u.id = any (people);
end;

create function usage_of(person uuid, features text[], periods text[]) returns table (feature text, used bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select c.feature, c.used
    from unnest(features, periods) as w (feature, period)
    join usage_counters c on c.user_id = person and c.feature = w.feature and c.period = w.period;
end;

create function change_user_plan(target uuid, new_plan text, new_limits jsonb) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_admin_or_nobody();
  update users u set plan = new_plan, limits = new_limits where u.id = target;
  return found;
end $$;
"""

TIDYING = """
-- Only what nobody can count in any more: a late or doubled run takes away nothing that is needed.
create function prune_usage(most integer) returns integer
language sql volatile security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  with old as (
    select c.user_id, c.feature, c.period from usage_counters c
     where (char_length(c.period) = 10 and c.period < to_char(now() - interval '40 days', 'YYYY-MM-DD'))
        or (char_length(c.period) = 7 and c.period < to_char(now() - interval '400 days', 'YYYY-MM'))
     limit most
  ), gone as (
    delete from usage_counters c using old
     where (c.user_id, c.feature, c.period) = (old.user_id, old.feature, old.period) returning 1)
  select count(*)::integer from gone;
end;

create function prune_research_slots(most integer) returns integer
language sql volatile security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  with gone as (
    delete from research_slots s where s.id in (
      select o.id from research_slots o
       where greatest(o.leased_until, o.bucket_until) < now() - interval '1 day' limit most)
    returning 1)
  select count(*)::integer from gone;
end;

create function note_events(ats timestamptz[], people uuid[], names text[], features text[], details jsonb[])
returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  insert into analytics_events (at, user_id, name, feature, detail)
  select e.at, u.id, e.name, e.feature, e.detail
    from unnest(ats, people, names, features, details) with ordinality as e (at, person, name, feature, detail, n)
    left join users u on u.id = e.person
   order by e.n;
end;

create function drop_old_events(older interval, most integer) returns integer
language sql volatile security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  with gone as (
    delete from analytics_events e where e.id in (
      select o.id from analytics_events o where o.at < now() - greatest(older, interval '1 day')
       order by o.at limit most)
    returning 1)
  select count(*)::integer from gone;
end;
"""

FUNCTIONS = """
  plans_of(uuid[]), usage_of(uuid, text[], text[]), change_user_plan(uuid, text, jsonb), prune_usage(integer),
  prune_research_slots(integer), note_events(timestamptz[], uuid[], text[], text[], jsonb[]),
  drop_old_events(interval, integer)
"""


def upgrade() -> None:
    run(TABLES + TELLING + READING + TIDYING)
    run(f"revoke execute on function {FUNCTIONS} from public")
    run(f"grant execute on function {FUNCTIONS} to holdfast_app")


def downgrade() -> None:
    run(f"drop function {FUNCTIONS}")
    run("""
    drop trigger users_entitled on users;
    drop trigger orgs_entitled on orgs;
    drop trigger org_members_came on org_members;
    drop trigger org_members_left on org_members;
    drop trigger org_members_moved on org_members;
    drop function tell_about_user(), tell_about_org(), tell_about_members(), tell_entitlements(uuid[]);
    drop table analytics_events, research_slots, usage_counters;
    alter table turns drop column counted_in;
    alter table users drop column plan, drop column limits, drop column quota_zone, drop column quota_held_date,
      drop column quota_held_from, drop column quota_held_until;
    """)
