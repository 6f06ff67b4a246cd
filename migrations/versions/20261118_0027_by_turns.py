"""Whoever has more of a kind of work waiting stands further back with the next: people are served by turns.

A job's priority is where it stands: a thousand for each step that its kind of work may be nearer or further, less one
for each job of the same kind that its asker has waiting already. One person's thousand jobs and another's thousand are
then taken by turns, and somebody's only one before both.
"""

from plain_sql import run

revision = "0027"
down_revision = "0026"

PLACE = """
create index pgqueuer_by_owner on jobs.pgqueuer (entrypoint, headers) where status = 'queued';

create function jobs.place(of_kind text, of_priority integer) returns integer
language sql stable set search_path = pg_catalog, pg_temp as $$
  select of_priority * 1000 - (
    select count(*) from (
      select from jobs.pgqueuer where entrypoint = of_kind and headers = jobs.asker() and status = 'queued' limit 999
    ) waiting)::integer
$$;
revoke execute on function jobs.place(text, integer) from public;
"""

ENQUEUE = """
create or replace function jobs.enqueue(
  of_kind text, of_ids jsonb, of_key text, of_delay interval, of_priority integer
) returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with fresh as (
    select nextval('jobs.pgqueuer_id_seq') as id,
           encode(sha256(convert_to(jsonb_build_array(of_kind, jobs.asker(), of_key)::text, 'UTF8')), 'hex') as key
  ), queued as (
    insert into jobs.pgqueuer as job (id, priority, entrypoint, payload, headers, execute_after, dedupe_key, status)
    select fresh.id, {priority}, of_kind, convert_to(of_ids::text, 'UTF8'), jobs.asker(),
           now() + of_delay, case when of_key is not null then fresh.key end, 'queued'
      from fresh
    on conflict (dedupe_key) where status = 'queued' and dedupe_key is not null do update
       set priority = greatest(job.priority, excluded.priority),
           -- Somebody needs it sooner; but a job that pauses after a failure keeps its pause.
           execute_after = case when job.attempts = 0 then least(job.execute_after, excluded.execute_after)
                                else job.execute_after end
    returning job.id, job.priority
  ), logged as (
    insert into jobs.pgqueuer_log (job_id, status, entrypoint, priority)
    select queued.id, 'queued', of_kind, queued.priority from queued join fresh using (id)
  )
  select queued.id = fresh.id from queued, fresh
$$;
"""

ENQUEUE_ALL = """
create or replace function jobs.enqueue_all(of_kinds text[], of_ids jsonb[], of_keys text[], of_delays interval[])
returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  with wanted as (
    select nextval('jobs.pgqueuer_id_seq') as id, w.kind, w.ids, w.delay, {priority} as priority,
           encode(sha256(convert_to(jsonb_build_array(w.kind, jobs.asker(), w.key)::text, 'UTF8')), 'hex') as key
      from unnest(of_kinds, of_ids, of_keys, of_delays) w (kind, ids, key, delay)
  ), queued as (
    insert into jobs.pgqueuer as job (id, priority, entrypoint, payload, headers, execute_after, dedupe_key, status)
    select w.id, w.priority, w.kind, convert_to(w.ids::text, 'UTF8'), jobs.asker(), now() + w.delay, w.key, 'queued'
      from wanted w
    on conflict (dedupe_key) where status = 'queued' and dedupe_key is not null do update
       set execute_after = case when job.attempts = 0 then least(job.execute_after, excluded.execute_after)
                                else job.execute_after end{raised}
    returning job.id
  )
  insert into jobs.pgqueuer_log (job_id, status, entrypoint, priority)
  select w.id, 'queued', w.kind, w.priority from queued join wanted w using (id);
end $$;
"""


def upgrade() -> None:
    run(PLACE)
    run(ENQUEUE.format(priority="jobs.place(of_kind, of_priority)"))
    run(
        ENQUEUE_ALL.format(
            priority="jobs.place(w.kind, 0)",
            raised=",\n           priority = greatest(job.priority, excluded.priority)",
        )
    )


def downgrade() -> None:
    run(ENQUEUE.format(priority="of_priority"))
    run(ENQUEUE_ALL.format(priority="0", raised=""))
    run("drop function jobs.place(text, integer); drop index jobs.pgqueuer_by_owner;")
