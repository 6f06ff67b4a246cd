"""What admins see of the installation, and what they did to it.

Every function here asks for an admin by itself, and tells numbers, names, dates and codes: of what people say or keep,
and of what a job is about, there is nothing to ask for.

Events are written by the tables themselves: whoever changes a plan, a limit, a seat count, a suspension, an admin or
the prompt settings leaves one, whatever code did it. Without an actor it was the installation's own work (billing), or
somebody at the database.
"""

from plain_sql import run

revision = "0020"
down_revision = "0019"

EVENTS = """
-- Codes and numbers. Rows are only ever added; they outlive whom they name, without the name.
create table admin_events (
  id uuid primary key default gen_random_uuid(),
  seq bigint generated always as identity unique,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid references users (id) on delete set null,
  what text not null check (char_length(what) <= 40),
  target_id uuid references users (id) on delete set null,
  org_id uuid references orgs (id) on delete set null,
  detail jsonb not null default '{}'
);
create index admin_events_by_actor on admin_events (actor_id) where actor_id is not null;
create index admin_events_about on admin_events (target_id) where target_id is not null;
create index admin_events_of_org on admin_events (org_id) where org_id is not null;
select guard_closed('admin_events');

create function note_admin_event(of_what text, of_user uuid, of_org uuid, of_detail jsonb) returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  -- An asker whose account is gone by now (their own deletion) is nobody.
  insert into admin_events (actor_id, what, target_id, org_id, detail)
  values ((select u.id from users u where u.id = current_account()), of_what, of_user, of_org, of_detail)
$$;

create function note_user_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if (old.suspended_at is null) <> (new.suspended_at is null) then
    perform note_admin_event(case when new.suspended_at is null then 'user.unsuspended' else 'user.suspended' end,
                             new.id, null, '{}');
  end if;
  if old.is_admin <> new.is_admin then
    perform note_admin_event(case when new.is_admin then 'admin.appointed' else 'admin.dismissed' end,
                             new.id, null, '{}');
  end if;
  if old.plan is distinct from new.plan then
    perform note_admin_event('user.plan_changed', new.id, null, jsonb_build_object('from', old.plan, 'to', new.plan));
  end if;
  if old.limits <> new.limits then
    perform note_admin_event('user.limits_changed', new.id, null,
                             jsonb_build_object('from', old.limits, 'to', new.limits));
  end if;
  return null;
end $$;
create trigger users_noted after update of suspended_at, is_admin, plan, limits on users
  for each row execute function note_user_change();

create function note_org_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
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
end $$;
create trigger orgs_noted after update of plan, limits, seat_count on orgs
  for each row execute function note_org_change();

create function note_prompt_settings() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform note_admin_event('prompt_settings.changed', null, null, jsonb_build_object('version', new.version));
  return null;
end $$;
create trigger prompt_settings_noted after insert on prompt_settings
  for each row execute function note_prompt_settings();

create function list_admin_events(before_id uuid, at_most integer)
returns table (id uuid, at timestamptz, actor_id uuid, actor_name text, what text, target_id uuid, target_name text,
               org_id uuid, org_name text, detail jsonb)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_admin();
  return query
    select e.id, e.at, a.id, a.name, e.what, t.id, t.name, o.id, o.name, e.detail
      from admin_events e
      left join users a on a.id = e.actor_id left join users t on t.id = e.target_id
      left join orgs o on o.id = e.org_id
     where before_id is null or e.seq < (select b.seq from admin_events b where b.id = before_id)
     order by e.seq desc limit at_most;
end $$;
"""

PEOPLE = """
create index users_by_email_prefix on users (lower(email) text_pattern_ops);
create index users_by_name_prefix on users (lower(name) text_pattern_ops);
create index orgs_by_name_prefix on orgs (lower(name) text_pattern_ops);

-- Seen: by a browser, by a key, or by a turn that began, whichever was last. `only_id`: this one and no other.
create function admin_users(prefix text, of_org uuid, only_id uuid, after_id uuid, at_most integer)
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
     where (only_id is null or u.id = only_id) and (after_id is null or u.id > after_id)
       and (of_org is null or m.org_id = of_org)
       and (prefix is null or lower(u.email) ^@ lower(prefix) or lower(u.name) ^@ lower(prefix))
     order by u.id limit at_most;
end $$;

create function admin_orgs(prefix text, only_id uuid, after_id uuid, at_most integer)
returns table (id uuid, name text, plan text, limits jsonb, seat_count integer, pending_removal integer,
               members bigint, created_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_admin();
  return query
    select o.id, o.name, o.plan, o.limits, o.seat_count, o.pending_removal,
           (select count(*) from org_members m where m.org_id = o.id), o.created_at
      from orgs o
     where (only_id is null or o.id = only_id) and (after_id is null or o.id > after_id)
       and (prefix is null or lower(o.name) ^@ lower(prefix))
     order by o.id limit at_most;
end $$;

-- The first of those who used most, each with the total of all and how many they are.
create function admin_usage(of_feature text, of_period text, at_most integer)
returns table (user_id uuid, name text, email text, used bigint, total bigint, people bigint)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_admin();
  return query
    select u.id, u.name, u.email, c.used, (sum(c.used) over ())::bigint, count(*) over ()
      from usage_counters c join users u on u.id = c.user_id
     where c.feature = of_feature and c.period = of_period and c.used > 0
     order by c.used desc, u.id limit at_most;
end $$;

create function admin_storage(at_most integer)
returns table (user_id uuid, name text, email text, used bigint, total bigint, people bigint)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_admin();
  return query
    select u.id, u.name, u.email, b.used, (sum(b.used) over ())::bigint, count(*) over ()
      from (select f.user_id as owner, sum(f.bytes)::bigint as used from blobs f group by f.user_id) b
      join users u on u.id = b.owner
     order by b.used desc, u.id limit at_most;
end $$;
"""

WORK = """
create function admin_jobs()
returns table (kind text, waiting bigint, later bigint, running bigint, dead bigint, oldest_seconds double precision)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_admin();
  return query
    select j.entrypoint,
           count(*) filter (where j.status = 'queued' and j.execute_after <= now()),
           count(*) filter (where j.status = 'queued' and j.execute_after > now()),
           count(*) filter (where j.status = 'picked'),
           count(*) filter (where j.status = 'failed'),
           coalesce(extract(epoch from now() - min(j.execute_after)
             filter (where j.status = 'queued' and j.execute_after <= now())), 0)::double precision
      from jobs.pgqueuer j group by j.entrypoint order by j.entrypoint;
end $$;

create function admin_running_jobs(at_most integer)
returns table (id bigint, kind text, attempt integer, since timestamptz, heard_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_admin();
  return query
    select j.id, j.entrypoint, j.attempts + 1, j.updated, j.heartbeat from jobs.pgqueuer j
     where j.status = 'picked' order by j.updated, j.id limit at_most;
end $$;

create function admin_schedules()
returns table (name text, cron text, last_run timestamptz, next_run timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_admin();
  return query
    select s.entrypoint, s.expression, s.last_run, s.next_run from jobs.pgqueuer_schedules s order by s.entrypoint;
end $$;

-- Of a job: the error's type and the place in the code; of a delivery: a class or a code. Never what it was about.
create function admin_dead_letters(at_most integer)
returns table (source text, id bigint, kind text, failure text, tries integer, created_at timestamptz,
               died_at timestamptz, total bigint)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_admin();
  return query
    select d.source, d.id, d.kind, d.failure, d.tries, d.created_at, d.died_at, count(*) over ()
      from (
        select 'job'::text as source, j.id, j.entrypoint as kind,
               coalesce((select l.traceback ->> 'exception_message' from jobs.pgqueuer_log l
                          where l.job_id = j.id and l.status = 'failed' order by l.id desc limit 1), 'unknown')
                 as failure,
               j.attempts + 1 as tries, j.created as created_at, j.updated as died_at
          from jobs.pgqueuer j where j.status = 'failed'
        union all
        select 'memory', o.id, o.kind, coalesce(o.last_error, 'unknown'), o.attempts, o.created_at, o.next_attempt_at
          from memory_outbox o where o.status = 'dead'
      ) d
     order by d.died_at desc, d.source, d.id desc limit at_most;
end $$;

-- done, unknown, or already_queued: the same work waits already.
create function retry_dead_letter(of_source text, of_id bigint) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare of_kind text;
begin
  perform require_admin();
  if of_source = 'job' then
    update jobs.pgqueuer j
       set status = 'queued', attempts = 0, execute_after = now(), updated = now(), queue_manager_id = null
     where j.id = of_id and j.status = 'failed' returning j.entrypoint into of_kind;
    insert into jobs.pgqueuer_log (job_id, status, entrypoint, priority)
    select j.id, 'queued', j.entrypoint, j.priority from jobs.pgqueuer j where j.id = of_id and of_kind is not null;
  else
    update memory_outbox o set status = 'pending', attempts = 0, next_attempt_at = now(), last_error = null
     where o.id = of_id and o.status = 'dead' returning o.kind into of_kind;
  end if;
  if of_kind is null then
    return 'unknown';
  end if;
  perform note_admin_event('dead_letter.retried', null, null,
                           jsonb_build_object('source', of_source, 'id', of_id, 'kind', of_kind));
  return 'done';
exception when unique_violation then
  return 'already_queued';
end $$;

create function drop_dead_letter(of_source text, of_id bigint) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare of_kind text;
begin
  perform require_admin();
  if of_source = 'job' then
    with gone as (
      delete from jobs.pgqueuer j where j.id = of_id and j.status = 'failed' returning j.id, j.entrypoint, j.priority
    ), logged as (
      insert into jobs.pgqueuer_log (job_id, status, entrypoint, priority)
      select g.id, 'deleted', g.entrypoint, g.priority from gone g
    )
    select g.entrypoint into of_kind from gone g;
  else
    delete from memory_outbox o where o.id = of_id and o.status = 'dead' returning o.kind into of_kind;
  end if;
  if of_kind is null then
    return 'unknown';
  end if;
  perform note_admin_event('dead_letter.dropped', null, null,
                           jsonb_build_object('source', of_source, 'id', of_id, 'kind', of_kind));
  return 'done';
end $$;

-- A worker is heard by its schedule, of which something is due every ten seconds.
create function admin_figures()
returns table (server_version text, revision text, database_bytes bigint, connections bigint, most_connections integer,
               open_streams bigint, web_processes bigint, worker_heard_at timestamptz, mails_waiting bigint,
               mails_oldest_seconds double precision, mails_failed bigint, asked_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_admin();
  return query
    select current_setting('server_version'), (select v.version_num::text from alembic_version v),
           pg_database_size(current_database()),
           (select count(*) from pg_stat_activity a where a.datname = current_database()),
           current_setting('max_connections')::integer,
           (select count(*) from streams s where s.status = 'active'),
           (select count(*) from processes p where p.seen_at > now() - interval '15 seconds'),
           (select max(greatest(s.updated, s.heartbeat)) from jobs.pgqueuer_schedules s
             where s.last_run is not null or s.status = 'picked'),
           count(*) filter (where m.state = 'waiting'),
           coalesce(extract(epoch from now() - min(m.created_at) filter (where m.state = 'waiting')), 0)
             ::double precision,
           count(*) filter (where m.state = 'failed'), now()
      from mails m;
end $$;
"""

FUNCTIONS = """
  list_admin_events(uuid, integer), admin_users(text, uuid, uuid, uuid, integer), admin_orgs(text, uuid, uuid, integer),
  admin_usage(text, text, integer), admin_storage(integer), admin_jobs(), admin_running_jobs(integer),
  admin_schedules(), admin_dead_letters(integer), retry_dead_letter(text, bigint), drop_dead_letter(text, bigint),
  admin_figures()
"""
INNER = "note_user_change(), note_org_change(), note_prompt_settings(), note_admin_event(text, uuid, uuid, jsonb)"


def upgrade() -> None:
    run(EVENTS + PEOPLE + WORK)
    run(f"revoke execute on function {FUNCTIONS}, {INNER} from public")
    run(f"grant execute on function {FUNCTIONS} to holdfast_app")


def downgrade() -> None:
    run(f"drop function {FUNCTIONS}")
    run("""
    drop trigger users_noted on users;
    drop trigger orgs_noted on orgs;
    drop trigger prompt_settings_noted on prompt_settings;
    drop index users_by_email_prefix, users_by_name_prefix, orgs_by_name_prefix;
    """)
    run(f"drop function {INNER}")
    run("drop table admin_events")
