"""The figures of the whole installation, in numbers that name nobody, for whichever process is asked.

Each comes from an index that holds only what waits, runs or lies dead: of jobs the table itself is no more than that.
"""

from plain_sql import run

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    run("""
    create function installation_figures(lease interval)
    returns table (figure text, label text, number double precision)
    language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
      with queue as (
        select j.entrypoint as kind,
               count(*) filter (where j.status = 'queued' and j.execute_after <= now()) as waiting,
               extract(epoch from now() - min(j.execute_after)
                 filter (where j.status = 'queued' and j.execute_after <= now())) as oldest,
               count(*) filter (where j.status = 'failed') as dead
          from jobs.pgqueuer j where j.status in ('queued', 'failed') group by j.entrypoint
      )
      select 'jobs_waiting', q.kind, q.waiting::double precision from queue q
      union all select 'jobs_oldest_seconds', q.kind, coalesce(q.oldest, 0)::double precision from queue q
      union all select 'jobs_dead', q.kind, q.dead::double precision from queue q
      union all
      select 'streams', t.told,
             (select count(*) from streams s where s.status = 'active'
                 and (s.last_active_at > now() - lease) = (t.told = 'held'))::double precision
        from (values ('held'), ('silent')) t (told)
      union all
      select 'outbox_pending', '', (select count(*) from memory_outbox o where o.status = 'pending')::double precision
      union all
      select 'outbox_oldest_seconds', '', coalesce(extract(epoch from now()
               - (select min(o.created_at) from memory_outbox o where o.status = 'pending')), 0)::double precision
      union all
      select 'outbox_dead', '', (select count(*) from memory_outbox o where o.status = 'dead')::double precision
      union all
      select 'worker_silent_seconds', '', extract(epoch from now() - max(greatest(s.updated, s.heartbeat)))
        from jobs.pgqueuer_schedules s where s.last_run is not null or s.status = 'picked'
    $$;
    revoke execute on function installation_figures(interval) from public;
    grant execute on function installation_figures(interval) to holdfast_app;
    """)


def downgrade() -> None:
    run("drop function installation_figures(interval)")
