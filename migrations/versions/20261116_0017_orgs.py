"""Organizations, their members, invites and history; and the mails that carry invites.

A person is in one organization at a time: the primary key of `org_members` is the person. What a role may do stands in
one table in the code and is checked there, under the lock of the organization's row. What must hold whatever the code
does stands here: an organization has members and an owner, nobody joins beyond the seats, an invite is not used more
often than it says. So the app's role cannot insert a member, count a use, or set seats and plans by itself.

A role that is null came from elsewhere with old data, and reads as `member`, the least.

An invite's code is nowhere: its keyed hash finds it, its sealed text is for those who may show it again.
"""

from plain_sql import run

revision = "0017"
down_revision = "0016"

TABLES = """
create table orgs (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 100),
  plan text check (plan in ('free', 'pro', 'business', 'unlimited')),
  limits jsonb not null default '{}' check (jsonb_typeof(limits) = 'object'),
  seat_count integer not null check (seat_count between 1 and 10000),
  pending_removal integer check (pending_removal > 0),
  created_at timestamptz not null default now()
);

create table org_members (
  user_id uuid primary key references users (id) on delete cascade,
  org_id uuid not null references orgs (id) on delete cascade,
  role text check (role in ('owner', 'admin', 'member')),
  joined_at timestamptz not null default now()
);
create index org_members_of_org on org_members (org_id, joined_at, user_id);

create table org_invites (
  id uuid primary key,
  org_id uuid not null references orgs (id) on delete cascade,
  code_hash bytea not null unique check (octet_length(code_hash) = 32),
  sealed_code text not null,
  role text not null check (role in ('admin', 'member')),
  email text check (char_length(email) <= 254),
  max_uses integer not null check (max_uses between 1 and 1000),
  uses integer not null default 0 check (uses between 0 and max_uses),
  invited_by uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index org_invites_of_org on org_invites (org_id, created_at);
create index org_invites_of_user on org_invites (invited_by);
create index org_invites_by_age on org_invites (expires_at);

-- Who did what, in the order it happened. Codes and numbers; of words only the organization's own names.
create table org_events (
  id uuid primary key default gen_random_uuid(),
  seq bigint generated always as identity,
  org_id uuid not null references orgs (id) on delete cascade,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid references users (id) on delete set null,
  what text not null check (char_length(what) <= 40),
  target_id uuid references users (id) on delete set null,
  detail jsonb not null default '{}'
);
create index org_events_of_org on org_events (org_id, seq);
create index org_events_by_actor on org_events (actor_id) where actor_id is not null;
create index org_events_about on org_events (target_id) where target_id is not null;

-- Address, subject and words are sealed together; they go when the mail has gone.
create table mails (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (char_length(kind) <= 40),
  sealed text,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'kept', 'failed')),
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index mails_by_age on mails (created_at);
create index mails_of_user on mails (user_id);
"""

GUARDS = """
create function current_org() returns uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.org_id from org_members m where m.user_id = current_account()
$$;
revoke execute on function current_org() from public;
grant execute on function current_org() to holdfast_app;

select guard_closed('orgs'), guard_closed('org_members'), guard_closed('org_invites'), guard_closed('org_events');
create policy own on orgs to holdfast_app
  using (id = (select current_org())) with check (id = (select current_org()));
create policy own on org_members to holdfast_app
  using (org_id = (select current_org())) with check (org_id = (select current_org()));
create policy own on org_invites to holdfast_app
  using (org_id = (select current_org())) with check (org_id = (select current_org()));
-- History is written in one's own name, and read through a function, by owners.
create policy own on org_events for insert to holdfast_app
  with check (org_id = (select current_org()) and actor_id = current_account());
grant select, update (name), delete on orgs to holdfast_app;
grant select, update (role), delete on org_members to holdfast_app;
grant select, insert, update (revoked_at, email) on org_invites to holdfast_app;
grant insert on org_events to holdfast_app;

select guard_owned('mails');
"""

INVARIANTS = """
create function org_keeps_an_owner() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.role = 'owner' and (tg_op = 'DELETE' or new.role is distinct from 'owner' or new.org_id <> old.org_id) then
    -- Those who take away the last two owners at once meet at this lock, and the second sees what the first did.
    perform from orgs where id = old.org_id for update;
    if exists (select from org_members where org_id = old.org_id)
       and not exists (select from org_members where org_id = old.org_id and role = 'owner') then
      raise exception 'an organization with members has an owner'
        using errcode = 'check_violation', constraint = 'org_keeps_an_owner';
    end if;
  end if;
  return null;
end $$;
create constraint trigger org_keeps_an_owner after update or delete on org_members
  deferrable initially immediate for each row execute function org_keeps_an_owner();

create function org_seat_was_freed() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update orgs o
     set pending_removal = nullif(greatest(
           (select count(*) from org_members m where m.org_id = o.id) - o.seat_count, 0), 0)
   where o.id = old.org_id and o.pending_removal is not null;
  -- Founded in the moment in which its founder's account goes, or emptied by hand: nobody would find it any more.
  delete from orgs o where o.id = old.org_id and not exists (select from org_members m where m.org_id = o.id);
  return null;
end $$;
create trigger org_seat_was_freed after delete on org_members
  for each row execute function org_seat_was_freed();
revoke execute on function org_keeps_an_owner(), org_seat_was_freed() from public;
"""

COMING_IN = """
create function create_org(new_id uuid, new_name text, new_seats integer) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into orgs (id, name, seat_count) values (new_id, new_name, new_seats);
  -- Whoever is in one already violates the primary key, and nothing of this has happened.
  insert into org_members (user_id, org_id, role) values (current_account(), new_id, 'owner');
  insert into org_events (org_id, actor_id, what, detail)
  values (new_id, current_account(), 'org.created', jsonb_build_object('name', new_name));
end $$;

-- An invite that can be used now. `inviters` and `appointers` are the roles that may invite members and admins; whoever
-- gave it must still have one of them.
create function usable_invite(of_code bytea, inviters text[], appointers text[]) returns setof org_invites
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.* from org_invites i
    join org_members m on m.user_id = i.invited_by and m.org_id = i.org_id
    join users u on u.id = i.invited_by and u.suspended_at is null
   where i.code_hash = of_code and i.revoked_at is null and i.expires_at > clock_timestamp() and i.uses < i.max_uses
     and coalesce(m.role, 'member') = any (case i.role when 'admin' then appointers else inviters end)
$$;

create function look_at_invite(of_code bytea, inviters text[], appointers text[])
returns table (org_name text, invited_by text, role text, expires_at timestamptz, has_seats boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.name, u.name, i.role, i.expires_at,
         (select count(*) from org_members m where m.org_id = o.id) < o.seat_count
    from usable_invite(of_code, inviters, appointers) i
    join orgs o on o.id = i.org_id join users u on u.id = i.invited_by
$$;

create function accept_invite(of_code bytea, inviters text[], appointers text[]) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  asker uuid := current_account();
  theirs uuid;
  invite org_invites;
begin
  select i.org_id into theirs from org_invites i where i.code_hash = of_code;
  if theirs is null or asker is null then
    return 'unknown';
  end if;
  -- Whatever changes who belongs to the organization waits here for its turn, and sees what those before it did.
  perform from orgs o where o.id = theirs for update;
  if exists (select from org_members m where m.user_id = asker and m.org_id = theirs) then
    -- Accepted before, and the answer was lost; the code may be used up by now.
    return 'member';
  end if;
  select * into invite from usable_invite(of_code, inviters, appointers);
  if invite.id is null then
    return 'unknown';
  end if;
  if exists (select from org_members m where m.user_id = asker) then
    return 'elsewhere';
  end if;
  if (select count(*) from org_members m where m.org_id = theirs)
     >= (select o.seat_count from orgs o where o.id = theirs) then
    return 'full';
  end if;
  insert into org_members (user_id, org_id, role) values (asker, theirs, invite.role)
    on conflict (user_id) do nothing;
  if not found then
    return 'elsewhere';
  end if;
  -- Whom it was sent to is known well enough now.
  update org_invites i set uses = i.uses + 1, email = null where i.id = invite.id;
  insert into org_events (org_id, actor_id, what, target_id, detail)
  values (theirs, asker, 'member.joined', asker, jsonb_build_object('invite', invite.id, 'role', invite.role));
  return 'joined';
end $$;
"""

LOOKING = """
-- The fellow members of whoever asks: names and addresses are in rows that only their owners see.
create function list_org_members(after_joined timestamptz, after_user uuid, at_most integer)
returns table (user_id uuid, name text, email text, role text, joined_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.user_id, u.name, u.email, m.role, m.joined_at
    from org_members m join users u on u.id = m.user_id
   where m.org_id = current_org() and (after_user is null or (m.joined_at, m.user_id) > (after_joined, after_user))
   order by m.joined_at, m.user_id limit at_most
$$;

create function find_org_member(of_user uuid)
returns table (user_id uuid, name text, email text, role text, joined_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.user_id, u.name, u.email, m.role, m.joined_at
    from org_members m join users u on u.id = m.user_id
   where m.org_id = current_org() and m.user_id = of_user
$$;

create function list_org_events(before_id uuid, at_most integer)
returns table (id uuid, at timestamptz, actor_id uuid, actor_name text, what text, target_id uuid, target_name text,
               detail jsonb)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select e.id, e.at, a.id, a.name, e.what, t.id, t.name, e.detail
    from org_events e left join users a on a.id = e.actor_id left join users t on t.id = e.target_id
   where e.org_id = (select m.org_id from org_members m where m.user_id = current_account() and m.role = 'owner')
     and (before_id is null
          or e.seq < (select b.seq from org_events b where b.id = before_id and b.org_id = e.org_id))
   order by e.seq desc limit at_most
$$;
"""

FROM_OUTSIDE = """
-- Seats and plans come from admins and from the installation's own work (billing), which nobody in particular asks for.
create function require_admin_or_nobody() returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_account() is not null then
    perform require_admin();
  elsif coalesce(current_setting('app.user_id', true), '') <> '' then
    raise exception 'only an admin may do this' using errcode = 'insufficient_privilege';
  end if;
end $$;

create function change_org_seats(of_org uuid, shall_be integer)
returns table (seats integer, used integer, too_many integer)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  before orgs;
  present integer;
begin
  perform require_admin_or_nobody();
  select * into before from orgs o where o.id = of_org for update;
  if before.id is null then
    return;
  end if;
  select count(*) into present from org_members m where m.org_id = of_org;
  update orgs o set seat_count = shall_be, pending_removal = nullif(greatest(present - shall_be, 0), 0)
   where o.id = of_org;
  if before.seat_count <> shall_be then
    insert into org_events (org_id, actor_id, what, detail)
    values (of_org, current_account(), 'org.seats_changed',
            jsonb_build_object('from', before.seat_count, 'to', shall_be,
                               'pendingRemoval', greatest(present - shall_be, 0)));
  end if;
  return query select shall_be, present, nullif(greatest(present - shall_be, 0), 0);
end $$;

-- The members, whose rights have changed with it; null where there is no such organization.
create function change_org_plan(of_org uuid, new_plan text, new_limits jsonb) returns uuid[]
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare before orgs;
begin
  perform require_admin_or_nobody();
  select * into before from orgs o where o.id = of_org for update;
  if before.id is null then
    return null;
  end if;
  update orgs o set plan = new_plan, limits = new_limits where o.id = of_org;
  if before.plan is distinct from new_plan then
    insert into org_events (org_id, actor_id, what, detail)
    values (of_org, current_account(), 'org.plan_changed', jsonb_build_object('from', before.plan, 'to', new_plan));
  end if;
  if before.limits <> new_limits then
    insert into org_events (org_id, actor_id, what, detail)
    values (of_org, current_account(), 'org.limits_changed',
            jsonb_build_object('from', before.limits, 'to', new_limits));
  end if;
  return (select coalesce(array_agg(m.user_id), '{}') from org_members m where m.org_id = of_org);
end $$;

-- Whom an invite was sent to goes when it has run out; the invite itself, for its number of uses, later.
create function drop_old_invites(older interval, most integer) returns integer
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update org_invites i set email = null where i.email is not null and i.expires_at < now();
  with gone as (
    delete from org_invites i where i.id in (
      select o.id from org_invites o where o.expires_at < now() - greatest(older, interval '1 day')
       order by o.expires_at limit most)
    returning 1)
  select count(*)::integer from gone
$$;

create function list_mails(before_id uuid, at_most integer)
returns table (id uuid, user_id uuid, kind text, state text, tries integer, created_at timestamptz,
               ended_at timestamptz, sealed text)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_admin();
  return query
    select m.id, m.user_id, m.kind, m.state, m.tries, m.created_at, m.ended_at, m.sealed from mails m
     where before_id is null or m.id < before_id order by m.id desc limit at_most;
end $$;

create function drop_old_mails(older interval, most integer) returns integer
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  with gone as (
    delete from mails m where m.id in (
      select o.id from mails o where o.created_at < now() - greatest(older, interval '1 day')
       order by o.created_at limit most)
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
  update installation set admin_claimed_at = null where not exists (select from users);
  return 'deleted';
end $$;
"""

LEAVING_BEFORE = """
create or replace function delete_own_account() returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare leaving uuid := current_account();
begin
  perform from installation for update;
  if exists (select from users where id = leaving and is_admin)
     and exists (select from users where id <> leaving)
     and not exists (select from users where id <> leaving and is_admin and suspended_at is null) then
    return 'last_admin';
  end if;
  delete from users where id = leaving;
  if not found then
    return 'unknown';
  end if;
  update installation set admin_claimed_at = null where not exists (select from users);
  return 'deleted';
end $$;
"""

FUNCTIONS = """
  create_org(uuid, text, integer), look_at_invite(bytea, text[], text[]), accept_invite(bytea, text[], text[]),
  list_org_members(timestamptz, uuid, integer), find_org_member(uuid), list_org_events(uuid, integer),
  change_org_seats(uuid, integer), change_org_plan(uuid, text, jsonb), drop_old_invites(interval, integer),
  list_mails(uuid, integer), drop_old_mails(interval, integer)
"""
INNER = "usable_invite(bytea, text[], text[]), require_admin_or_nobody()"


def upgrade() -> None:
    run(TABLES + GUARDS + INVARIANTS + COMING_IN + LOOKING + FROM_OUTSIDE + LEAVING)
    run(f"revoke execute on function {FUNCTIONS}, {INNER} from public")
    run(f"grant execute on function {FUNCTIONS} to holdfast_app")


def downgrade() -> None:
    run(LEAVING_BEFORE)
    run(f"drop function {FUNCTIONS}")
    run(f"drop function {INNER}")
    run("drop table mails, org_events, org_invites, org_members, orgs")
    run("drop function org_keeps_an_owner(), org_seat_was_freed(), current_org()")
