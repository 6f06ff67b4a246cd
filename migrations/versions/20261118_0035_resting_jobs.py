"""Work for somebody who is suspended rests: it stays in the line, and its turn comes when they are back.

Whose work rests is a table of its own, a handful of rows that `users` itself keeps true. A worker reads it in the
statement that takes jobs anyway.
"""

from plain_sql import run

revision = "0035"
down_revision = "0034"

RESTING = """
create table jobs.resting (owner jsonb primary key);
comment on table jobs.resting is 'owners as jobs name them, while they are suspended';
grant select on jobs.resting to holdfast_worker;

create function jobs.is_resting(of_tenant text, of_user text) returns boolean
language sql stable set search_path = pg_catalog, pg_temp as $$
  select exists (select from jobs.resting
                  where owner = jsonb_build_object('tenant_id', of_tenant, 'user_id', of_user))
$$;
revoke execute on function jobs.is_resting(text, text) from public;

create function note_resting() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  whose constant jsonb := jsonb_build_object('tenant_id', 'default', 'user_id', old.id);
begin
  if tg_op = 'UPDATE' and new.suspended_at is not null then
    insert into jobs.resting (owner) values (whose) on conflict do nothing;
  else
    delete from jobs.resting where owner = whose;
  end if;
  return null;
end $$;
revoke execute on function note_resting() from public;
create trigger users_resting after update of suspended_at or delete on users
  for each row execute function note_resting();

insert into jobs.resting (owner)
select jsonb_build_object('tenant_id', 'default', 'user_id', id) from users where suspended_at is not null;
"""

STATE = """
create or replace function jobs.state() returns table (waiting bigint, oldest_seconds double precision, dead bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select count(*) filter (where status = 'queued'),
         coalesce(extract(epoch from now() - min(execute_after) filter (where status = 'queued')), 0)::double precision,
         count(*) filter (where status = 'failed')
    from jobs.pgqueuer where {due}
$$;
"""

OUTBOX_DUE = """
create or replace function memory_outbox_due(at timestamptz, most integer)
  returns table (tenant_id text, user_id text, session bigint)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  (select m.tenant_id, m.user_id, m.id from memory_sessions m
    where m.folded_to < m.window_from and m.fold_after <= at {session_rests} order by m.fold_after limit most)
  union
  (select o.tenant_id, o.user_id, o.session from memory_outbox o
    where o.status = 'pending' and (o.kind = 'session' or o.folded_at is not null) and o.next_attempt_at <= at
          {row_rests}
    order by o.next_attempt_at limit most);
end;
"""

ACTIVE_OWNERS = """
create or replace function memory_active_owners(since timestamptz, after_tenant text, after_user text, most integer)
  returns table (tenant_id text, user_id text, time_zone text, analysed_to date)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select o.tenant_id, o.user_id, memory_zone(p),
         (select max(d.day) from daily_analyses d where d.tenant_id = o.tenant_id and d.user_id = o.user_id)
    from (select distinct s.tenant_id, s.user_id from session_summaries s where s.ended_at >= since) o
    left join memory_people p on p.tenant_id = o.tenant_id and p.user_id = o.user_id
   where (o.tenant_id, o.user_id) > (after_tenant collate "C", after_user collate "C") {rests}
   order by o.tenant_id, o.user_id
   limit most;
end;
"""


def upgrade() -> None:
    run(RESTING)
    run(
        STATE.format(
            due="""status = 'failed' or execute_after <= now()
     and not exists (select from jobs.resting r where r.owner = headers - 'starts')"""
        )
    )
    run(
        OUTBOX_DUE.format(
            session_rests="and not jobs.is_resting(m.tenant_id, m.user_id)",
            row_rests="and not jobs.is_resting(o.tenant_id, o.user_id)",
        )
    )
    run(ACTIVE_OWNERS.format(rests="and not jobs.is_resting(o.tenant_id, o.user_id)"))


def downgrade() -> None:
    run(ACTIVE_OWNERS.format(rests=""))
    run(OUTBOX_DUE.format(session_rests="", row_rests=""))
    run(STATE.format(due="status = 'failed' or execute_after <= now()"))
    run("""
    drop trigger users_resting on users;
    drop function note_resting();
    drop function jobs.is_resting(text, text);
    drop table jobs.resting;
    """)
