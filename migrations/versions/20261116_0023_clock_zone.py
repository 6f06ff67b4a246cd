"""Where somebody's clock stands, as their device tells it: it counts before what they said about where they live.

Days are counted by one zone wherever the memory counts them; `memory_zone` says which.
"""

from plain_sql import run

revision = "0023"
down_revision = "0022"

ACTIVE_OWNERS = """
create or replace function memory_active_owners(since timestamptz, after_tenant text, after_user text, most integer)
  returns table (tenant_id text, user_id text, time_zone text, analysed_to date)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select o.tenant_id, o.user_id, {zone},
         (select max(d.day) from daily_analyses d where d.tenant_id = o.tenant_id and d.user_id = o.user_id)
    from (select distinct s.tenant_id, s.user_id from session_summaries s where s.ended_at >= since) o
    left join memory_people p on p.tenant_id = o.tenant_id and p.user_id = o.user_id
   where (o.tenant_id, o.user_id) > (after_tenant collate "C", after_user collate "C")
   order by o.tenant_id, o.user_id
   limit most;
end;
"""


def upgrade() -> None:
    run("""
    alter table memory_people add column clock_zone text check (char_length(clock_zone) <= 64);
    comment on column memory_people.clock_zone is 'IANA name, told with what was said last; time_zone is what they say';

    create function memory_zone(person memory_people) returns text language sql immutable
      return coalesce(person.clock_zone, person.time_zone);
    """)
    run(ACTIVE_OWNERS.format(zone="memory_zone(p)"))


def downgrade() -> None:
    run(ACTIVE_OWNERS.format(zone="p.time_zone"))
    run("""
    drop function memory_zone;
    alter table memory_people drop column clock_zone;
    """)
