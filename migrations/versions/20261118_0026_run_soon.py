"""Have something on the schedule done now: its row is moved, and whichever worker looks next takes it.

A worker is heard by its schedule, of which something is due every ten seconds. Where none is heard, nothing is moved:
it would be done at some other time, by whoever comes.
"""

from plain_sql import run

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    run("""
    create function jobs.run_soon(of_name text, heard_within interval)
    returns table (is_heard boolean, is_known boolean, is_running boolean, last_ran_at timestamptz)
    language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
      with heard as (
        select exists (select from jobs.pgqueuer_schedules s
                        where greatest(s.updated, s.heartbeat) > now() - heard_within
                          and (s.last_run is not null or s.status = 'picked')) as is_heard
      ), moved as (
        update jobs.pgqueuer_schedules s set next_run = now()
          from heard where heard.is_heard and s.entrypoint = of_name
        returning s.status, s.last_run
      )
      select heard.is_heard, count(moved.status) > 0, coalesce(bool_or(moved.status = 'picked'), false),
             max(moved.last_run)
        from heard left join moved on true group by heard.is_heard
    $$;
    revoke execute on function jobs.run_soon(text, interval) from public;
    grant execute on function jobs.run_soon(text, interval) to holdfast_app;
    """)


def downgrade() -> None:
    run("drop function jobs.run_soon(text, interval)")
