"""Nobody waits in a ring. Whoever sweeps passes over what another holds, and finds it the next time; streams are taken
in the order of their ids; and whoever drops a person's jobs leaves those that are ending this moment to their end.

Two transactions that take the same two rows in different orders wait for each other, until Postgres undoes one of them.
"""

from plain_sql import run

revision = "0049"
down_revision = "0048"

_DEFINER = "language sql volatile security definer set search_path = pg_catalog, public, pg_temp"

# In each pair the body as it is now, and as it was.
BEAT = """
create or replace function beat(process uuid, held uuid[], chunk_streams uuid[], seqs integer[], datas bytea[])
returns table (stream_id uuid, is_ours boolean, must_stop boolean) {definer}
begin atomic
  with ours as (
    update streams s set last_active_at = now()
     where {which}
    returning s.id, s.user_id, s.stop_requested_at
  ), kept as (
    insert into stream_chunks (stream_id, seq, user_id, data)
    select c.stream_id, c.seq, o.user_id, c.data
      from unnest(chunk_streams, seqs, datas) c (stream_id, seq, data) join ours o on o.id = c.stream_id
    on conflict do nothing
  )
  select h.id, o.id is not null,
         coalesce(o.stop_requested_at is not null or u.suspended_at is not null, false)
    from unnest(held) h (id) left join ours o on o.id = h.id left join users u on u.id = o.user_id;
end;
"""
AS_FOUND = "s.id = any (held) and s.status = 'active' and s.process_id = process"
IN_ORDER = """s.id in (
       select h.id from streams h where h.id = any (held) and h.status = 'active' and h.process_id = process
        order by h.id for no key update)"""

SWEEPS = """
create or replace function drop_old_chunks(older interval, most integer) returns integer {definer}
begin atomic
  with old as (
    update streams set has_chunks = false
     where id in (select s.id from streams s where s.ended_at < now() - older and s.has_chunks
                   order by s.ended_at limit most{passing_over})
    returning id
  ), gone as (
    delete from stream_chunks c using old where c.stream_id = old.id returning 1
  )
  select count(*)::integer from gone;
end;

create or replace function drop_old_partials(older interval, most integer) returns integer {definer}
begin atomic
  with gone as (
    delete from partial_documents p
     where (p.user_id, p.document_id) in (
             select o.user_id, o.document_id from partial_documents o where o.saved_at < now() - older
              order by o.saved_at limit most{passing_over})
       and p.saved_at < now() - older
    returning 1
  )
  select count(*)::integer from gone;
end;

create or replace function drop_carried_vectors(older_than interval) returns bigint {definer}
begin atomic
  with gone as (
    delete from carried_vectors c
     where (c.chat_id, c.message_id) in (
             select o.chat_id, o.message_id from carried_vectors o where o.made_at < now() - older_than{passing_over})
    returning 1
  )
  select count(*) from gone;
end;

create or replace function drop_old_mails(older interval, most integer) returns integer {definer} as $$
  with gone as (
    delete from mails m where m.id in (
      select o.id from mails o where o.created_at < now() - greatest(older, interval '1 day')
       order by o.created_at limit most{passing_over})
    returning 1)
  select count(*)::integer from gone
$$;

create or replace function drop_unarrived_blobs(older interval) returns integer {definer} as $$
  with gone as (
    delete from blobs where id in (
      select b.id from blobs b where b.arrived_at is null and b.created_at < now() - older{passing_over})
    returning 1)
  select count(*)::integer from gone
$$;

create or replace function drop_old_events(older interval, most integer) returns integer {definer}
begin atomic
  with gone as (
    delete from analytics_events e where e.id in (
      select o.id from analytics_events o where o.at < now() - greatest(older, interval '1 day')
       order by o.at limit most{passing_over})
    returning 1
  )
  select count(*)::integer from gone;
end;

create or replace function prune_usage(most integer) returns integer {definer}
begin atomic
  with old as (
    select c.user_id, c.feature, c.period from usage_counters c
     where (char_length(c.period) = 10 and c.period < to_char(now() - interval '40 days', 'YYYY-MM-DD'))
        or (char_length(c.period) = 7 and c.period < to_char(now() - interval '400 days', 'YYYY-MM'))
     limit most{passing_over}
  ), gone as (
    delete from usage_counters c using old
     where c.user_id = old.user_id and c.feature = old.feature and c.period = old.period returning 1
  )
  select count(*)::integer from gone;
end;

create or replace function prune_research_slots(most integer) returns integer {definer}
begin atomic
  with gone as (
    delete from research_slots s where s.id in (
      select o.id from research_slots o
       where greatest(o.leased_until, o.bucket_until) < now() - interval '1 day' limit most{passing_over})
    returning 1
  )
  select count(*)::integer from gone;
end;

create or replace function memory_drop_dead_letters(ids bigint[]) returns setof bigint {definer}
begin atomic
  delete from memory_outbox o where o.id in (
    select d.id from memory_outbox d where d.status = 'dead' and (ids is null or d.id = any (ids)){passing_over})
  returning o.id;
end;

create or replace function memory_retry_dead_letters(ids bigint[], at timestamptz) returns setof bigint {definer}
begin atomic
  update memory_outbox o set status = 'pending', attempts = 0, next_attempt_at = at, last_error = null
   where o.id in (
     select d.id from memory_outbox d where d.status = 'dead' and (ids is null or d.id = any (ids)){passing_over})
  returning o.id;
end;

create or replace function jobs.drop_mine() returns integer
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with gone as (
    delete from jobs.pgqueuer where id in (
      select j.id from jobs.pgqueuer j where j.headers @> jobs.asker(){passing_over})
    returning id, entrypoint, priority
  ), logged as (
    insert into jobs.pgqueuer_log (job_id, status, entrypoint, priority)
    select id, 'deleted', entrypoint, priority from gone
  )
  select count(*)::integer from gone
$$;

create or replace function memory_note_told(
  p_tenant text, p_user text, p_shingles bigint[], p_older_than interval, p_keep integer) returns void
language plpgsql volatile set search_path = pg_catalog, public, pg_temp as $$
begin
  perform set_config('app.tenant_id', p_tenant, true), set_config('app.user_id', p_user, true);
  insert into recalled_shingles (tenant_id, user_id, shingles) values (p_tenant, p_user, p_shingles);
  delete from recalled_shingles where ctid in (
    select s.ctid from recalled_shingles s
     where s.tenant_id = p_tenant and s.user_id = p_user
       and s.recalled_at < greatest(now() - p_older_than, (
         select r.recalled_at from recalled_shingles r
          where r.tenant_id = p_tenant and r.user_id = p_user order by r.recalled_at desc offset p_keep - 1 limit 1))
    {passing_over});
end $$;
"""

# Known ones are read: the row is everybody's, and whoever wrote it would hold back all who embed.
EMBEDDER = """
create or replace function memory_embedder(called text, length integer) returns smallint {definer} as $$
  with known as (
    select e.id from memory_embedders e where e.name = called and e.dimensions = length
  ), made as (
    insert into memory_embedders (name, dimensions) select called, length where not exists (select from known)
    on conflict (name) do update set dimensions = excluded.dimensions
    returning id
  )
  select id from known union all select id from made
$$;
"""
EMBEDDER_BEFORE = """
create or replace function memory_embedder(called text, length integer) returns smallint {definer} as $$
  insert into memory_embedders (name, dimensions) values (called, length)
  on conflict (name) do update set dimensions = excluded.dimensions
  returning id
$$;
"""


def upgrade() -> None:
    run(BEAT.format(definer=_DEFINER, which=IN_ORDER))
    run(SWEEPS.format(definer=_DEFINER, passing_over=" for update skip locked"))
    run(EMBEDDER.format(definer=_DEFINER))


def downgrade() -> None:
    run(BEAT.format(definer=_DEFINER, which=AS_FOUND))
    run(SWEEPS.format(definer=_DEFINER, passing_over=""))
    run(EMBEDDER_BEFORE.format(definer=_DEFINER))
