-- As the migrations have made it; written by `make schema`, compared by a test, and never run.

create table org_events (
  id uuid default gen_random_uuid() not null,
  seq bigint generated always as identity not null,
  org_id uuid not null,
  at timestamp with time zone default clock_timestamp() not null,
  actor_id uuid,
  what text not null,
  target_id uuid,
  detail jsonb default '{}'::jsonb not null,
  constraint org_events_pkey PRIMARY KEY (id),
  constraint org_events_what_check CHECK ((char_length(what) <= 40)),
  constraint org_events_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint org_events_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id) ON DELETE CASCADE,
  constraint org_events_target_id_fkey FOREIGN KEY (target_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX org_events_about ON public.org_events USING btree (target_id) WHERE (target_id IS NOT NULL);
CREATE INDEX org_events_by_actor ON public.org_events USING btree (actor_id) WHERE (actor_id IS NOT NULL);
CREATE INDEX org_events_of_org ON public.org_events USING btree (org_id, seq);
alter table org_events enable row level security;
alter table org_events force row level security;
create policy keeper on org_events
  for all to holdfast_owner
  using (true);
create policy own on org_events
  for insert to holdfast_app
  with check (((org_id = ( SELECT current_org() AS current_org)) AND (actor_id = current_account())));
grant insert on org_events to holdfast_app;

create table org_invites (
  id uuid not null,
  org_id uuid not null,
  code_hash bytea not null,
  sealed_code text not null,
  role text not null,
  email text,
  max_uses integer not null,
  uses integer default 0 not null,
  invited_by uuid not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  registered integer default 0 not null,
  constraint org_invites_pkey PRIMARY KEY (id),
  constraint org_invites_code_hash_key UNIQUE (code_hash),
  constraint org_invites_check CHECK (((uses >= 0) AND (uses <= max_uses))),
  constraint org_invites_code_hash_check CHECK ((octet_length(code_hash) = 32)),
  constraint org_invites_email_check CHECK ((char_length(email) <= 254)),
  constraint org_invites_max_uses_check CHECK (((max_uses >= 1) AND (max_uses <= 1000))),
  constraint org_invites_registered_check CHECK ((registered >= 0)),
  constraint org_invites_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'member'::text]))),
  constraint org_invites_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id) ON DELETE CASCADE,
  constraint org_invites_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id) ON DELETE CASCADE
);
CREATE INDEX org_invites_by_age ON public.org_invites USING btree (expires_at);
CREATE INDEX org_invites_of_org ON public.org_invites USING btree (org_id, created_at);
CREATE INDEX org_invites_of_user ON public.org_invites USING btree (invited_by);
alter table org_invites enable row level security;
alter table org_invites force row level security;
create policy keeper on org_invites
  for all to holdfast_owner
  using (true);
create policy own on org_invites
  for all to holdfast_app
  using ((org_id = ( SELECT current_org() AS current_org)));
grant insert, select, update (email, revoked_at) on org_invites to holdfast_app;

create table org_members (
  user_id uuid not null,
  org_id uuid not null,
  role text,
  joined_at timestamp with time zone default now() not null,
  constraint org_members_pkey PRIMARY KEY (user_id),
  constraint org_members_once UNIQUE (user_id, org_id),
  constraint org_members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text]))),
  constraint org_members_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id) ON DELETE CASCADE,
  constraint org_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX org_members_of_org ON public.org_members USING btree (org_id, joined_at, user_id);
alter table org_members enable row level security;
alter table org_members force row level security;
create policy keeper on org_members
  for all to holdfast_owner
  using (true);
create policy own on org_members
  for all to holdfast_app
  using ((org_id = ( SELECT current_org() AS current_org)));
CREATE CONSTRAINT TRIGGER org_keeps_an_owner AFTER DELETE OR UPDATE ON public.org_members DEFERRABLE INITIALLY IMMEDIATE FOR EACH ROW EXECUTE FUNCTION org_keeps_an_owner();
CREATE TRIGGER org_members_came AFTER INSERT ON public.org_members REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_about_members();
CREATE TRIGGER org_members_hold_account BEFORE DELETE ON public.org_members FOR EACH ROW EXECUTE FUNCTION hold_account();
CREATE TRIGGER org_members_left AFTER DELETE ON public.org_members REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_about_members();
CREATE TRIGGER org_members_moved AFTER UPDATE ON public.org_members REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_about_members();
CREATE TRIGGER org_seat_was_freed AFTER DELETE ON public.org_members FOR EACH ROW EXECUTE FUNCTION org_seat_was_freed();
grant delete, select, update (role) on org_members to holdfast_app;

create table orgs (
  id uuid not null,
  name text not null,
  plan text,
  limits jsonb default '{}'::jsonb not null,
  seat_count integer not null,
  pending_removal integer,
  created_at timestamp with time zone default now() not null,
  second_factor_since timestamp with time zone,
  second_factor_days integer default 0 not null,
  constraint orgs_pkey PRIMARY KEY (id),
  constraint orgs_limits_check CHECK ((jsonb_typeof(limits) = 'object'::text)),
  constraint orgs_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint orgs_pending_removal_check CHECK ((pending_removal > 0)),
  constraint orgs_plan_check CHECK ((plan = ANY (ARRAY['free'::text, 'pro'::text, 'business'::text, 'unlimited'::text]))),
  constraint orgs_seat_count_check CHECK (((seat_count >= 1) AND (seat_count <= 10000))),
  constraint orgs_second_factor_days_check CHECK (((second_factor_days >= 0) AND (second_factor_days <= 30)))
);
CREATE INDEX orgs_by_name_prefix ON public.orgs USING btree (lower(name) text_pattern_ops);
alter table orgs enable row level security;
alter table orgs force row level security;
create policy keeper on orgs
  for all to holdfast_owner
  using (true);
create policy own on orgs
  for all to holdfast_app
  using ((id = ( SELECT current_org() AS current_org)));
CREATE TRIGGER orgs_entitled AFTER UPDATE OF plan, limits ON public.orgs FOR EACH ROW WHEN (((old.plan IS DISTINCT FROM new.plan) OR (old.limits IS DISTINCT FROM new.limits))) EXECUTE FUNCTION tell_about_org();
CREATE TRIGGER orgs_entitled_by_factor AFTER UPDATE OF second_factor_since, second_factor_days ON public.orgs FOR EACH ROW WHEN (((old.second_factor_since IS DISTINCT FROM new.second_factor_since) OR (old.second_factor_days <> new.second_factor_days))) EXECUTE FUNCTION tell_about_org();
CREATE TRIGGER orgs_noted AFTER UPDATE OF plan, limits, seat_count ON public.orgs FOR EACH ROW EXECUTE FUNCTION note_org_change();
grant delete, select, update (name, second_factor_since, second_factor_days) on orgs to holdfast_app;

CREATE OR REPLACE FUNCTION public.accept_invite(of_code bytea, inviters text[], appointers text[])
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
end $function$;
revoke execute on function accept_invite(bytea,text[],text[]) from public;
grant execute on function accept_invite(bytea,text[],text[]) to holdfast_app;

CREATE OR REPLACE FUNCTION public.appoint_org_owner(of_org uuid, of_user uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  before text;
  is_suspended boolean;
begin
  perform require_admin();
  perform from orgs o where o.id = of_org for update;
  if not found then
    return 'unknown_organization';
  end if;
  -- A suspension that comes meanwhile waits, and is known to whoever looks next.
  select coalesce(m.role, 'member'), u.suspended_at is not null into before, is_suspended
    from org_members m join users u on u.id = m.user_id
   where m.org_id = of_org and m.user_id = of_user for update of m for share of u;
  if before is null then
    return 'unknown_member';
  end if;
  if is_suspended then
    return 'suspended';
  end if;
  if before = 'owner' then
    return 'appointed';  -- asked again, after the answer was lost
  end if;
  if has_acting_owner(of_org) then
    return 'has_owner';
  end if;
  update org_members m set role = 'owner' where m.org_id = of_org and m.user_id = of_user;
  insert into org_events (org_id, actor_id, what, target_id, detail)
  values (of_org, current_account(), 'member.role_changed', of_user, jsonb_build_object('from', before, 'to', 'owner'));
  perform note_admin_event('org.owner_appointed', of_user, of_org, jsonb_build_object('from', before));
  return 'appointed';
end $function$;
revoke execute on function appoint_org_owner(uuid,uuid) from public;
grant execute on function appoint_org_owner(uuid,uuid) to holdfast_app;

CREATE OR REPLACE FUNCTION public.change_org_plan(of_org uuid, new_plan text, new_limits jsonb)
 RETURNS uuid[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
end $function$;
revoke execute on function change_org_plan(uuid,text,jsonb) from public;
grant execute on function change_org_plan(uuid,text,jsonb) to holdfast_app;

CREATE OR REPLACE FUNCTION public.change_org_seats(of_org uuid, shall_be integer)
 RETURNS TABLE(seats integer, used integer, too_many integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
end $function$;
revoke execute on function change_org_seats(uuid,integer) from public;
grant execute on function change_org_seats(uuid,integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.create_org(new_id uuid, new_name text, new_seats integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into orgs (id, name, seat_count) values (new_id, new_name, new_seats);
  -- Whoever is in one already violates the primary key, and nothing of this has happened.
  insert into org_members (user_id, org_id, role) values (current_account(), new_id, 'owner');
  insert into org_events (org_id, actor_id, what, detail)
  values (new_id, current_account(), 'org.created', jsonb_build_object('name', new_name));
end $function$;
revoke execute on function create_org(uuid,text,integer) from public;
grant execute on function create_org(uuid,text,integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.current_org()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select m.org_id from org_members m where m.user_id = current_account()
$function$;
revoke execute on function current_org() from public;
grant execute on function current_org() to holdfast_app;

CREATE OR REPLACE FUNCTION public.drop_old_invites(older interval, most integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  update org_invites set email = null where id in (
    select i.id from org_invites i where i.email is not null and i.expires_at < now() for update skip locked);
  delete from installation_invites where id in (
    select i.id from installation_invites i where i.expires_at < now() - greatest(older, interval '1 day')
       for update skip locked);
  with gone as (
    delete from org_invites i where i.id in (
      select o.id from org_invites o where o.expires_at < now() - greatest(older, interval '1 day')
       order by o.expires_at limit most for update skip locked)
    returning 1)
  select count(*)::integer from gone
$function$;
revoke execute on function drop_old_invites(interval,integer) from public;
grant execute on function drop_old_invites(interval,integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.find_org_member(of_user uuid)
 RETURNS TABLE(user_id uuid, name text, email text, role text, joined_at timestamp with time zone, email_verified boolean, has_second_factor boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select m.user_id, u.name, u.email, m.role, m.joined_at, u.email_verified, u.has_second_factor
    from org_members m join users u on u.id = m.user_id
   where m.org_id = current_org() and m.user_id = of_user
$function$;
revoke execute on function find_org_member(uuid) from public;
grant execute on function find_org_member(uuid) to holdfast_app;

CREATE OR REPLACE FUNCTION public.has_acting_owner(of_org uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select exists (select from org_members m join users u on u.id = m.user_id
                  where m.org_id = of_org and m.role = 'owner' and u.suspended_at is null)
$function$;
revoke execute on function has_acting_owner(uuid) from public;

CREATE OR REPLACE FUNCTION public.hold_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform from users where id = old.user_id for no key update;
  return old;
end $function$;
revoke execute on function hold_account() from public;

CREATE OR REPLACE FUNCTION public.is_kept_out(of_user uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select exists (
    select from org_members m join orgs o on o.id = m.org_id join users u on u.id = m.user_id
     where m.user_id = of_user and o.second_factor_since is not null and not u.has_second_factor
       and second_factor_deadline(o.second_factor_since, o.second_factor_days, m.joined_at) <= clock_timestamp())
$function$;
revoke execute on function is_kept_out(uuid) from public;

CREATE OR REPLACE FUNCTION public.list_org_events(before_id uuid, at_most integer)
 RETURNS TABLE(id uuid, at timestamp with time zone, actor_id uuid, actor_name text, what text, target_id uuid, target_name text, detail jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select e.id, e.at, a.id, a.name, e.what, t.id, t.name, e.detail
    from org_events e left join users a on a.id = e.actor_id left join users t on t.id = e.target_id
   where e.org_id = (select m.org_id from org_members m where m.user_id = current_account() and m.role = 'owner')
     and (before_id is null
          or e.seq < (select b.seq from org_events b where b.id = before_id and b.org_id = e.org_id))
   order by e.seq desc limit at_most
$function$;
revoke execute on function list_org_events(uuid,integer) from public;
grant execute on function list_org_events(uuid,integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.list_org_members(after_joined timestamp with time zone, after_user uuid, at_most integer)
 RETURNS TABLE(user_id uuid, name text, email text, role text, joined_at timestamp with time zone, email_verified boolean, has_second_factor boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select m.user_id, u.name, u.email, m.role, m.joined_at, u.email_verified, u.has_second_factor
    from org_members m join users u on u.id = m.user_id
   where m.org_id = current_org() and (after_user is null or (m.joined_at, m.user_id) > (after_joined, after_user))
   order by m.joined_at, m.user_id limit at_most
$function$;
revoke execute on function list_org_members(timestamp with time zone,uuid,integer) from public;
grant execute on function list_org_members(timestamp with time zone,uuid,integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.look_at_invite(of_code bytea, inviters text[], appointers text[])
 RETURNS TABLE(org_name text, invited_by text, role text, expires_at timestamp with time zone, has_seats boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select o.name, u.name, i.role, i.expires_at,
         (select count(*) from org_members m where m.org_id = o.id) < o.seat_count
    from usable_invite(of_code, inviters, appointers) i
    join orgs o on o.id = i.org_id join users u on u.id = i.invited_by
$function$;
revoke execute on function look_at_invite(bytea,text[],text[]) from public;
grant execute on function look_at_invite(bytea,text[],text[]) to holdfast_app;

CREATE OR REPLACE FUNCTION public.note_org_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if old.plan is distinct from new.plan then
    perform note_admin_event('org.plan_changed', null, new.id, jsonb_build_object('from', old.plan, 'to', new.plan));
  end if;
  if old.limits <> new.limits then
    perform note_admin_event('org.limits_changed', null, new.id,
                             jsonb_build_object('from', old.limits, 'to', new.limits));
  end if;
  if old.seat_count <> new.seat_count then
    perform note_admin_event('org.seats_changed', null, new.id,
                             jsonb_build_object('from', old.seat_count, 'to', new.seat_count));
  end if;
  return null;
end $function$;
revoke execute on function note_org_change() from public;

CREATE OR REPLACE FUNCTION public.org_keeps_an_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
end $function$;
revoke execute on function org_keeps_an_owner() from public;

CREATE OR REPLACE FUNCTION public.org_seat_was_freed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  update orgs o
     set pending_removal = nullif(greatest(
           (select count(*) from org_members m where m.org_id = o.id) - o.seat_count, 0), 0)
   where o.id = old.org_id and o.pending_removal is not null;
  -- Founded in the moment in which its founder's account goes, or emptied by hand: nobody would find it any more.
  delete from orgs o where o.id = old.org_id and not exists (select from org_members m where m.org_id = o.id);
  return null;
end $function$;
revoke execute on function org_seat_was_freed() from public;

CREATE OR REPLACE FUNCTION public.orgs_asking_second_factor(of_orgs uuid[])
 RETURNS TABLE(id uuid, since timestamp with time zone, grace_days integer, without bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform require_admin();
  return query
    select o.id, o.second_factor_since, o.second_factor_days,
           (select count(*) from org_members m join users u on u.id = m.user_id
             where m.org_id = o.id and not u.has_second_factor)
      from orgs o where o.id = any (of_orgs) and o.second_factor_since is not null;
end $function$;
revoke execute on function orgs_asking_second_factor(uuid[]) from public;
grant execute on function orgs_asking_second_factor(uuid[]) to holdfast_app;

CREATE OR REPLACE FUNCTION public.orgs_without_owner(of_orgs uuid[])
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform require_admin();
  return query select o.id from orgs o where o.id = any (of_orgs) and not has_acting_owner(o.id);
end $function$;
revoke execute on function orgs_without_owner(uuid[]) from public;
grant execute on function orgs_without_owner(uuid[]) to holdfast_app;

CREATE OR REPLACE FUNCTION public.plans_of(people uuid[])
 RETURNS TABLE(user_id uuid, plan text, limits jsonb, org_plan text, org_limits jsonb, quota_zone text, quota_held_date date, quota_held_from timestamp with time zone, quota_held_until timestamp with time zone, read_at timestamp with time zone, holds_until timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT u.id,
     u.plan,
     u.limits,
         CASE
             WHEN (NOT k.is_out) THEN o.plan
             ELSE NULL::text
         END AS "case",
         CASE
             WHEN (NOT k.is_out) THEN o.limits
             ELSE NULL::jsonb
         END AS "case",
     u.quota_zone,
     u.quota_held_date,
     u.quota_held_from,
     u.quota_held_until,
     statement_timestamp() AS statement_timestamp,
         CASE
             WHEN (NOT k.is_out) THEN k.until
             ELSE NULL::timestamp with time zone
         END AS "case"
    FROM ((((users u
      LEFT JOIN org_members m ON ((m.user_id = u.id)))
      LEFT JOIN orgs o ON ((o.id = m.org_id)))
      CROSS JOIN LATERAL ( SELECT
                 CASE
                     WHEN ((o.second_factor_since IS NOT NULL) AND (NOT u.has_second_factor)) THEN second_factor_deadline(o.second_factor_since, o.second_factor_days, m.joined_at)
                     ELSE NULL::timestamp with time zone
                 END AS "case") d(until))
      CROSS JOIN LATERAL ( SELECT d.until,
             COALESCE((d.until <= statement_timestamp()), false) AS "coalesce") k(until, is_out))
   WHERE (u.id = ANY (plans_of.people));
END;
revoke execute on function plans_of(uuid[]) from public;
grant execute on function plans_of(uuid[]) to holdfast_app;

CREATE OR REPLACE FUNCTION public.see_invite(of_code bytea, inviters text[], appointers text[])
 RETURNS TABLE(org_name text, invited_by text, role text, expires_at timestamp with time zone, has_seats boolean, asks_second_factor boolean, grace_days integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select o.name, u.name, i.role, i.expires_at,
         (select count(*) from org_members m where m.org_id = o.id) < o.seat_count,
         o.second_factor_since is not null, o.second_factor_days
    from usable_invite(of_code, inviters, appointers) i
    join orgs o on o.id = i.org_id join users u on u.id = i.invited_by
$function$;
revoke execute on function see_invite(bytea,text[],text[]) from public;
grant execute on function see_invite(bytea,text[],text[]) to holdfast_app;

CREATE OR REPLACE FUNCTION public.spaces_behind(present text, most integer)
 RETURNS TABLE(space_id integer, acting_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
      select s.id, coalesce(
          s.user_id,
          (select m.user_id from org_members m where m.org_id = s.org_id and m.role = 'owner'
            order by m.user_id limit 1),
          (select u.id from users u where u.is_admin and u.suspended_at is null order by u.id limit 1))
        from knowledge_spaces s
       where s.passages > 0 and s.embedders <> array[present] order by s.id limit most
    $function$;
revoke execute on function spaces_behind(text,integer) from public;
grant execute on function spaces_behind(text,integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.tell_about_members()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform tell_entitlements((select array_agg(c.user_id) from changed c));
  return null;
end $function$;
revoke execute on function tell_about_members() from public;

CREATE OR REPLACE FUNCTION public.tell_about_org()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform tell_entitlements((select array_agg(m.user_id) from org_members m where m.org_id = new.id));
  return null;
end $function$;
revoke execute on function tell_about_org() from public;

CREATE OR REPLACE FUNCTION public.usable_invite(of_code bytea, inviters text[], appointers text[])
 RETURNS SETOF org_invites
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select i.* from org_invites i
    join org_members m on m.user_id = i.invited_by and m.org_id = i.org_id
    join users u on u.id = i.invited_by and u.suspended_at is null
   where i.code_hash = of_code and i.revoked_at is null and i.expires_at > clock_timestamp() and i.uses < i.max_uses
     and coalesce(m.role, 'member') = any (case i.role when 'admin' then appointers else inviters end)
     and not is_kept_out(i.invited_by)
$function$;
revoke execute on function usable_invite(bytea,text[],text[]) from public;

CREATE OR REPLACE FUNCTION public.usable_org()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select m.org_id from org_members m where m.user_id = current_account() and not is_kept_out(m.user_id)
$function$;
revoke execute on function usable_org() from public;
grant execute on function usable_org() to holdfast_app;
