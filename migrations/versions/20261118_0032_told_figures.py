"""What a worker counts is told here every few seconds, so that `/metrics` of a server has it too: no port of its own.

Names of ours and numbers, nobody's. A worker that is silent is not told of any more.
"""

from plain_sql import run

revision = "0032"
down_revision = "0031"


def upgrade() -> None:
    run("""
    create table told_figures (
      process_id uuid primary key,
      told_at timestamptz not null default now(),
      samples jsonb not null
    );
    select guard_closed('told_figures');

    create function tell_figures(of_process uuid, of_samples jsonb) returns void
    language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
      delete from told_figures where told_at < now() - interval '1 hour';
      insert into told_figures (process_id, samples) values (of_process, of_samples)
      on conflict (process_id) do update set told_at = now(), samples = excluded.samples;
    $$;

    create function figures_told(told_within interval) returns table (process_id uuid, samples jsonb)
    language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
      select f.process_id, f.samples from told_figures f where f.told_at > now() - told_within order by f.process_id
    $$;

    revoke execute on function tell_figures(uuid, jsonb), figures_told(interval) from public;
    grant execute on function tell_figures(uuid, jsonb), figures_told(interval) to holdfast_app;
    """)


def downgrade() -> None:
    run("drop function tell_figures(uuid, jsonb), figures_told(interval); drop table told_figures;")
