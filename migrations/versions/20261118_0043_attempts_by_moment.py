"""Attempts are kept by their moments, so that the window moves with the clock. Two counts of steps that follow each
other gave one more than allowed whenever a step ended, and told the refused to come back when it ends.
"""

from plain_sql import run

revision = "0043"
down_revision = "0042"

BY_MOMENT = """
-- Nothing that was tried is forgotten: it counts as if it had been tried just now.
alter table throttle_counts add column moments timestamptz[];
update throttle_counts set moments = array_fill(clock_timestamp(), array[tried + tried_before]);
alter table throttle_counts alter column moments set not null,
  drop column step, drop column tried, drop column tried_before;

-- Counts one try. Zero, or the seconds to wait, and then nothing was counted.
create or replace function count_attempt(of_key text, times integer, seconds integer) returns integer
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  at timestamptz := clock_timestamp();
  since timestamptz := at - make_interval(secs => seconds);
begin
  insert into throttle_counts as t (key, moments, expires_at)
  values (of_key, array[at], at + make_interval(secs => seconds))
  on conflict (key) do update set
    moments = array(select m from unnest(t.moments) m where m > since) || at,
    expires_at = excluded.expires_at
  where (select count(*) from unnest(t.moments) m where m > since) < times;
  if found then
    return 0;
  end if;
  return greatest(1, ceil(extract(epoch from (
    select m from throttle_counts t, unnest(t.moments) m
     where t.key = of_key order by m desc offset times - 1 limit 1) - since)))::integer;
end $$
"""

BY_STEP = """
delete from throttle_counts;
alter table throttle_counts drop column moments, add column step bigint not null,
  add column tried integer not null, add column tried_before integer not null;

create or replace function count_attempt(of_key text, times integer, seconds integer) returns integer
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
end $$
"""


def upgrade() -> None:
    run(BY_MOMENT)


def downgrade() -> None:
    run(BY_STEP)
