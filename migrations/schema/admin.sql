-- As the migrations have made it; written by `make schema`, compared by a test, and never run.

create table admin_events (
  id uuid default gen_random_uuid() not null,
  seq bigint generated always as identity not null,
  at timestamp with time zone default clock_timestamp() not null,
  actor_id uuid,
  what text not null,
  target_id uuid,
  org_id uuid,
  detail jsonb default '{}'::jsonb not null,
  constraint admin_events_pkey PRIMARY KEY (id),
  constraint admin_events_seq_key UNIQUE (seq),
  constraint admin_events_what_check CHECK ((char_length(what) <= 40)),
  constraint admin_events_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint admin_events_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id) ON DELETE SET NULL,
  constraint admin_events_target_id_fkey FOREIGN KEY (target_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX admin_events_about ON public.admin_events USING btree (target_id) WHERE (target_id IS NOT NULL);
CREATE INDEX admin_events_by_actor ON public.admin_events USING btree (actor_id) WHERE (actor_id IS NOT NULL);
CREATE INDEX admin_events_of_org ON public.admin_events USING btree (org_id) WHERE (org_id IS NOT NULL);
alter table admin_events enable row level security;
alter table admin_events force row level security;
create policy keeper on admin_events
  for all to holdfast_owner
  using (true);

create table told_figures (
  process_id uuid not null,
  told_at timestamp with time zone default now() not null,
  samples jsonb not null,
  constraint told_figures_pkey PRIMARY KEY (process_id)
);
alter table told_figures enable row level security;
alter table told_figures force row level security;
create policy keeper on told_figures
  for all to holdfast_owner
  using (true);

CREATE OR REPLACE FUNCTION public.admin_active_people(since date)
 RETURNS TABLE(day date, people bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform require_admin();
  return query
    select a.day, count(*) from active_days a where a.day >= since group by a.day
    union all
    select null, count(distinct a.user_id) from active_days a where a.day >= since;
end $function$;
revoke execute on function admin_active_people(date) from public;
grant execute on function admin_active_people(date) to holdfast_app;

CREATE OR REPLACE FUNCTION public.admin_daily_figures(since date)
 RETURNS SETOF daily_figures
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform require_admin();
  return query select * from daily_figures d where d.day >= since order by d.day, d.model;
end $function$;
revoke execute on function admin_daily_figures(date) from public;
grant execute on function admin_daily_figures(date) to holdfast_app;

CREATE OR REPLACE FUNCTION public.admin_dead_letters(at_most integer)
 RETURNS TABLE(source text, id bigint, kind text, failure text, tries integer, created_at timestamp with time zone, died_at timestamp with time zone, total bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
end $function$;
revoke execute on function admin_dead_letters(integer) from public;
grant execute on function admin_dead_letters(integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.admin_figures()
 RETURNS TABLE(server_version text, revision text, database_bytes bigint, connections bigint, most_connections integer, open_streams bigint, web_processes bigint, worker_heard_at timestamp with time zone, mails_waiting bigint, mails_oldest_seconds double precision, mails_failed bigint, asked_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
end $function$;
revoke execute on function admin_figures() from public;
grant execute on function admin_figures() to holdfast_app;

CREATE OR REPLACE FUNCTION public.admin_jobs()
 RETURNS TABLE(kind text, waiting bigint, later bigint, running bigint, dead bigint, oldest_seconds double precision)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
end $function$;
revoke execute on function admin_jobs() from public;
grant execute on function admin_jobs() to holdfast_app;

CREATE OR REPLACE FUNCTION public.admin_orgs(prefix text, only_id uuid, after_id uuid, at_most integer)
 RETURNS TABLE(id uuid, name text, plan text, limits jsonb, seat_count integer, pending_removal integer, members bigint, created_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform require_admin();
  return query
    select o.id, o.name, o.plan, o.limits, o.seat_count, o.pending_removal,
           (select count(*) from org_members m where m.org_id = o.id), o.created_at
      from orgs o
     where (only_id is null or o.id = only_id) and (after_id is null or o.id > after_id)
       and (prefix is null or lower(o.name) ^@ lower(prefix))
     order by o.id limit at_most;
end $function$;
revoke execute on function admin_orgs(text,uuid,uuid,integer) from public;
grant execute on function admin_orgs(text,uuid,uuid,integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.admin_running_jobs(at_most integer)
 RETURNS TABLE(id bigint, kind text, attempt integer, since timestamp with time zone, heard_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform require_admin();
  return query
    select j.id, j.entrypoint, j.attempts + 1, j.updated, j.heartbeat from jobs.pgqueuer j
     where j.status = 'picked' order by j.updated, j.id limit at_most;
end $function$;
revoke execute on function admin_running_jobs(integer) from public;
grant execute on function admin_running_jobs(integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.admin_schedules()
 RETURNS TABLE(name text, cron text, last_run timestamp with time zone, next_run timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform require_admin();
  return query
    select s.entrypoint, s.expression, s.last_run, s.next_run from jobs.pgqueuer_schedules s order by s.entrypoint;
end $function$;
revoke execute on function admin_schedules() from public;
grant execute on function admin_schedules() to holdfast_app;

CREATE OR REPLACE FUNCTION public.admin_storage(at_most integer)
 RETURNS TABLE(user_id uuid, name text, email text, used bigint, total bigint, people bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform require_admin();
  return query
    select u.id, u.name, u.email, b.used, (sum(b.used) over ())::bigint, count(*) over ()
      from (select f.user_id as owner, sum(f.bytes)::bigint as used from blobs f group by f.user_id) b
      join users u on u.id = b.owner
     order by b.used desc, u.id limit at_most;
end $function$;
revoke execute on function admin_storage(integer) from public;
grant execute on function admin_storage(integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.admin_usage(of_feature text, of_period text, at_most integer)
 RETURNS TABLE(user_id uuid, name text, email text, used bigint, total bigint, people bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform require_admin();
  return query
    select u.id, u.name, u.email, c.used, (sum(c.used) over ())::bigint, count(*) over ()
      from usage_counters c join users u on u.id = c.user_id
     where c.feature = of_feature and c.period = of_period and c.used > 0
     order by c.used desc, u.id limit at_most;
end $function$;
revoke execute on function admin_usage(text,text,integer) from public;
grant execute on function admin_usage(text,text,integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.admin_users(prefix text, of_org uuid, only_id uuid, after_id uuid, at_most integer)
 RETURNS TABLE(id uuid, email text, name text, is_admin boolean, suspended_at timestamp with time zone, created_at timestamp with time zone, last_seen_at timestamp with time zone, plan text, limits jsonb, org_id uuid, org_name text, org_plan text, org_role text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform require_admin();
  return query
    select u.id, u.email, u.name, u.is_admin, u.suspended_at, u.created_at,
           greatest((select max(s.last_seen_at) from sign_ins s where s.user_id = u.id),
                    (select max(k.last_used_at) from api_keys k where k.user_id = u.id),
                    (select max(t.created_at) from turns t where t.user_id = u.id)),
           u.plan, u.limits, o.id, o.name, o.plan, m.role
      from users u left join org_members m on m.user_id = u.id left join orgs o on o.id = m.org_id
     where u.program_of is null and (only_id is null or u.id = only_id) and (after_id is null or u.id > after_id)
       and (of_org is null or m.org_id = of_org)
       and (prefix is null or lower(u.email) ^@ lower(prefix) or lower(u.name) ^@ lower(prefix))
     order by u.id limit at_most;
end $function$;
revoke execute on function admin_users(text,uuid,uuid,uuid,integer) from public;
grant execute on function admin_users(text,uuid,uuid,uuid,integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.figures_told(told_within interval)
 RETURNS TABLE(process_id uuid, samples jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
      select f.process_id, f.samples from told_figures f where f.told_at > now() - told_within order by f.process_id
    $function$;
revoke execute on function figures_told(interval) from public;
grant execute on function figures_told(interval) to holdfast_app;

CREATE OR REPLACE FUNCTION public.list_admin_events(before_id uuid, at_most integer)
 RETURNS TABLE(id uuid, at timestamp with time zone, actor_id uuid, actor_name text, what text, target_id uuid, target_name text, org_id uuid, org_name text, detail jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform require_admin();
  return query
    select e.id, e.at, a.id, a.name, e.what, t.id, t.name, o.id, o.name, e.detail
      from admin_events e
      left join users a on a.id = e.actor_id left join users t on t.id = e.target_id
      left join orgs o on o.id = e.org_id
     where before_id is null or e.seq < (select b.seq from admin_events b where b.id = before_id)
     order by e.seq desc limit at_most;
end $function$;
revoke execute on function list_admin_events(uuid,integer) from public;
grant execute on function list_admin_events(uuid,integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.note_admin_event(of_what text, of_user uuid, of_org uuid, of_detail jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  -- An asker whose account is gone by now (their own deletion) is nobody.
  insert into admin_events (actor_id, what, target_id, org_id, detail)
  values ((select u.id from users u where u.id = current_account()), of_what, of_user, of_org, of_detail)
$function$;
revoke execute on function note_admin_event(text,uuid,uuid,jsonb) from public;

CREATE OR REPLACE FUNCTION public.tell_figures(of_process uuid, of_samples jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
      delete from told_figures where told_at < now() - interval '1 hour';
      insert into told_figures (process_id, samples) values (of_process, of_samples)
      on conflict (process_id) do update set told_at = now(), samples = excluded.samples;
    $function$;
revoke execute on function tell_figures(uuid,jsonb) from public;
grant execute on function tell_figures(uuid,jsonb) to holdfast_app;
