"""How often something was tried, where there is no Redis to count it: a restart forgets nothing, and several processes
count together. A key is the hash of whose attempts they are; no address stands here.
"""

from plain_sql import run

revision = "0041"
down_revision = "0040"

COUNTS = """
create table throttle_counts (
  key text primary key check (char_length(key) <= 120),
  step bigint not null,
  tried integer not null,
  tried_before integer not null,
  expires_at timestamptz not null
);
create index throttle_counts_by_age on throttle_counts (expires_at);
select guard_closed('throttle_counts');

-- Counts one try in a window that slides: of the step before, as much counts as of it still lies in the window.
-- Zero, or the seconds to wait, and then nothing was counted.
create function count_attempt(of_key text, times integer, seconds integer) returns integer
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  at double precision := extract(epoch from clock_timestamp());
  this bigint := floor(at / seconds);
  left_of_before double precision := 1 - (at / seconds - floor(at / seconds));
begin
  insert into throttle_counts as t (key, step, tried, tried_before, expires_at)
  values (of_key, this, 1, 0, clock_timestamp() + make_interval(secs => 2 * seconds))
  on conflict (key) do update set
    step = this,
    tried = case when t.step = this then t.tried else 0 end + 1,
    tried_before = case t.step when this then t.tried_before when this - 1 then t.tried else 0 end,
    expires_at = excluded.expires_at
  where case t.step when this then t.tried + floor(t.tried_before * left_of_before)
                    when this - 1 then floor(t.tried * left_of_before)
                    else 0 end < times;
  return case when found then 0 else greatest(1, ceil(seconds * left_of_before))::integer end;
end $$;

create function forget_attempts(of_key text) returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from throttle_counts where key = of_key
$$;

create function drop_old_attempts(at_most integer) returns integer
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  with gone as (
    delete from throttle_counts where key in (
      select t.key from throttle_counts t where t.expires_at < now() limit at_most)
    returning 1)
  select count(*)::integer from gone
$$;
"""

FUNCTIONS = "count_attempt(text, integer, integer), forget_attempts(text), drop_old_attempts(integer)"


def upgrade() -> None:
    run(COUNTS)
    run(f"revoke execute on function {FUNCTIONS} from public")
    run(f"grant execute on function {FUNCTIONS} to holdfast_app")


def downgrade() -> None:
    run(f"drop function {FUNCTIONS}")
    run("drop table throttle_counts")
