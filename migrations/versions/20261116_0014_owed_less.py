"""Turns are owed and indexed with less: no row for what was forgotten, no hurry for vectors, nothing read twice.

What is forgotten while it is in a window left a number behind, and the outbox got a row for it. Turns of one moment
are embedded together. The index of words holds all that a question reads of it. What was delivered long ago is pruned.
"""

from plain_sql import run

revision = "0014"
down_revision = "0013"

# A number whose turn was forgotten while it was in the window is owed to nobody.
EVICT = """
create or replace function memory_evict(of_session memory_sessions, up_to integer, at timestamptz) returns void
language plpgsql volatile as $$
begin
  insert into memory_outbox
         (tenant_id, user_id, session, kind, seq, from_seq, to_seq, name, next_attempt_at, created_at)
  select e.tenant_id, e.user_id, e.session, 'turn', e.seq, e.seq, e.seq + 1, format('turn:%s:%s', e.session, e.seq),
         at, at
    from episodes e
   where e.session = of_session.id and e.seq >= of_session.window_from and e.seq < up_to
     and e.tenant_id = of_session.tenant_id and e.user_id = of_session.user_id
   order by e.seq
  on conflict do nothing;
end $$;
"""

INGEST = """
create or replace function memory_ingest(
  of_tenant text, of_user text, of_session text, of_persona text, new_session text,
  of_role text, of_name text, of_text text, of_said_at timestamptz, of_external text,
  at timestamptz, gap interval, window_size integer, pause interval, kinds text[]
) returns table (session_id text, buffer_size integer, evicted integer, is_repeat boolean)
language plpgsql volatile as $$
declare
  s memory_sessions;
  known integer;
  episode bigint;
  has_ended boolean;
  is_opened boolean;
  new_from integer;
  session_ids jsonb;
begin
  if of_session is null then
    -- Two turns that name no session must not open two: they wait for each other.
    perform pg_advisory_xact_lock(hashtextextended(jsonb_build_array('memory', of_tenant, of_user)::text, 0));
    if of_external is not null then
      select m.session_id into of_session from episodes e join memory_sessions m on m.id = e.session
       where e.tenant_id = of_tenant and e.user_id = of_user and e.external_id = of_external order by e.id limit 1;
    end if;
    if of_session is null then
      select * into s from memory_sessions m
       where m.tenant_id = of_tenant and m.user_id = of_user and m.is_generated and m.closed_at is null
         and m.persona_id is not distinct from of_persona
       order by m.last_at desc limit 1 for no key update;
      if found and of_said_at - greatest(s.last_user_at, s.stretch_at) > gap then
        perform memory_close(of_tenant, of_user, s.id, at, null, kinds);
        s := memory_open(of_tenant, of_user, new_session, of_persona, true, at);
      elsif not found then
        s := memory_open(of_tenant, of_user, new_session, of_persona, true, at);
      end if;
    end if;
  end if;
  if s.id is null then
    s := memory_open(of_tenant, of_user, of_session, of_persona, false, at);
  end if;

  -- Asked with the session locked, as whoever forgets locks it too: what is sent again stays gone.
  if of_external is not null and memory_is_forgotten(
       of_tenant, of_user, case when not s.is_generated then s.session_id end, of_external) then
    delete from memory_sessions m where m.id = s.id and m.next_seq = 0;
    return query select s.session_id, s.next_seq - s.window_from, 0, true;
    return;
  end if;

  insert into episodes (tenant_id, user_id, session, seq, external_id, role, name, text, said_at, stored_at)
  values (of_tenant, of_user, s.id, s.next_seq, of_external, of_role, of_name, of_text, of_said_at, at)
  on conflict (tenant_id, user_id, external_id, session) where external_id is not null do nothing
  returning id into episode;
  if not found then
    select e.seq into known from episodes e
     where e.tenant_id = of_tenant and e.user_id = of_user and e.external_id = of_external and e.session = s.id;
    -- As it was answered the first time, as far as the present stretch tells.
    return query select s.session_id,
      case when known >= s.stretch_from then least(known - s.stretch_from + 1, window_size)
           else s.next_seq - s.window_from end,
      (known - s.stretch_from >= window_size)::integer, true;
    return;
  end if;

  has_ended := s.closed_at is null and of_said_at - greatest(s.last_user_at, s.stretch_at) > gap;
  if has_ended then
    perform memory_owe_summary(s, at);
  end if;
  is_opened := has_ended or s.closed_at is not null or s.next_seq = 0;
  new_from := case when has_ended then s.next_seq else greatest(s.window_from, s.next_seq + 1 - window_size) end;
  if new_from > s.window_from then
    perform memory_evict(s, new_from, at);
  end if;

  perform memory_index(of_tenant, of_user, array[episode], array[of_text]);

  update memory_sessions m
     set next_seq = m.next_seq + 1,
         window_from = new_from,
         stretch = case when is_opened and m.next_seq > 0 then m.stretch + 1 else m.stretch end,
         stretch_from = case when is_opened then m.next_seq else m.stretch_from end,
         stretch_at = case when is_opened then of_said_at else m.stretch_at end,
         opened_at = case when is_opened then at else m.opened_at end,
         closed_at = null,
         first_at = least(m.first_at, of_said_at),
         last_at = greatest(m.last_at, of_said_at),
         last_user_at = case when of_role = 'user' then greatest(m.last_user_at, of_said_at) else m.last_user_at end,
         touched_at = case when is_opened or of_role = 'user' then greatest(m.touched_at, at) else m.touched_at end
   where m.id = s.id;

  session_ids := jsonb_build_object('session', s.id);
  if new_from > s.window_from then
    perform jobs.enqueue_all(kinds, array['{}', session_ids, session_ids], array['all', s.id::text, s.id::text],
                             array[pause, pause, case when has_ended then interval '0' else pause end]);
  else
    perform jobs.enqueue_all(kinds[1:2], array['{}', session_ids], array['all', s.id::text], array[pause, pause]);
  end if;
  return query select s.session_id, s.next_seq + 1 - new_from, new_from - s.window_from, false;
end $$;
"""

PRUNE = """
-- Turns that were folded and delivered long ago, of all owners; how many. The row of a stretch stays as long as its
-- session: it alone knows where an earlier one began, and a forget makes its summary again from there.
create function memory_prune_outbox(before timestamptz, most integer) returns integer
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare pruned integer;
begin
  delete from memory_outbox o
   where o.id in (select d.id from memory_outbox d
                   where d.status = 'delivered' and d.kind = 'turn' and d.folded_at is not null
                     and d.delivered_at < before
                   limit most for update skip locked);
  get diagnostics pruned = row_count;
  return pruned;
end $$;

revoke execute on function memory_prune_outbox(timestamptz, integer) from public;
grant execute on function memory_prune_outbox(timestamptz, integer) to holdfast_app;
"""

INDEXES = """
-- With all a question reads: the rows of a word lie as far apart as the turns that hold it.
drop index episode_terms_by_term;
create index episode_terms_by_term on episode_terms (tenant_id, user_id, term) include (episode_id, tf, length);

-- Not packed: in a young table the packed index has a level less than the key, and would be taken for cheaper.
drop index memory_vectors_by_owner;
alter table memory_vectors drop constraint memory_vectors_pkey;
create index memory_vectors_by_owner on memory_vectors (tenant_id, user_id, kind, embedder, cell)
  with (deduplicate_items = off);
alter table memory_vectors add primary key (kind, item_id, embedder, part);
"""

BEFORE = """
create or replace function memory_evict(of_session memory_sessions, up_to integer, at timestamptz) returns void
language plpgsql volatile as $$
begin
  insert into memory_outbox
         (tenant_id, user_id, session, kind, seq, from_seq, to_seq, name, next_attempt_at, created_at)
  select of_session.tenant_id, of_session.user_id, of_session.id, 'turn', seq, seq, seq + 1,
         format('turn:%s:%s', of_session.id, seq), at, at
    from generate_series(of_session.window_from, up_to - 1) seq
  on conflict do nothing;
end $$;

create or replace function memory_ingest(
  of_tenant text, of_user text, of_session text, of_persona text, new_session text,
  of_role text, of_name text, of_text text, of_said_at timestamptz, of_external text,
  at timestamptz, gap interval, window_size integer, pause interval, kinds text[]
) returns table (session_id text, buffer_size integer, evicted integer, is_repeat boolean)
language plpgsql volatile as $$
declare
  s memory_sessions;
  known integer;
  episode bigint;
  has_ended boolean;
  is_opened boolean;
  new_from integer;
  session_ids jsonb;
begin
  if of_session is null then
    -- Two turns that name no session must not open two: they wait for each other.
    perform pg_advisory_xact_lock(hashtextextended(jsonb_build_array('memory', of_tenant, of_user)::text, 0));
    if of_external is not null then
      select m.session_id into of_session from episodes e join memory_sessions m on m.id = e.session
       where e.tenant_id = of_tenant and e.user_id = of_user and e.external_id = of_external order by e.id limit 1;
    end if;
    if of_session is null then
      select * into s from memory_sessions m
       where m.tenant_id = of_tenant and m.user_id = of_user and m.is_generated and m.closed_at is null
         and m.persona_id is not distinct from of_persona
       order by m.last_at desc limit 1 for no key update;
      if found and of_said_at - greatest(s.last_user_at, s.stretch_at) > gap then
        perform memory_close(of_tenant, of_user, s.id, at, null, kinds);
        s := memory_open(of_tenant, of_user, new_session, of_persona, true, at);
      elsif not found then
        s := memory_open(of_tenant, of_user, new_session, of_persona, true, at);
      end if;
    end if;
  end if;
  if s.id is null then
    s := memory_open(of_tenant, of_user, of_session, of_persona, false, at);
  end if;

  -- Asked with the session locked, as whoever forgets locks it too: what is sent again stays gone.
  if of_external is not null and memory_is_forgotten(
       of_tenant, of_user, case when not s.is_generated then s.session_id end, of_external) then
    delete from memory_sessions m where m.id = s.id and m.next_seq = 0;
    return query select s.session_id, s.next_seq - s.window_from, 0, true;
    return;
  end if;

  insert into episodes (tenant_id, user_id, session, seq, external_id, role, name, text, said_at, stored_at)
  values (of_tenant, of_user, s.id, s.next_seq, of_external, of_role, of_name, of_text, of_said_at, at)
  on conflict (tenant_id, user_id, external_id, session) where external_id is not null do nothing
  returning id into episode;
  if not found then
    select e.seq into known from episodes e
     where e.tenant_id = of_tenant and e.user_id = of_user and e.external_id = of_external and e.session = s.id;
    -- As it was answered the first time, as far as the present stretch tells.
    return query select s.session_id,
      case when known >= s.stretch_from then least(known - s.stretch_from + 1, window_size)
           else s.next_seq - s.window_from end,
      (known - s.stretch_from >= window_size)::integer, true;
    return;
  end if;

  has_ended := s.closed_at is null and of_said_at - greatest(s.last_user_at, s.stretch_at) > gap;
  if has_ended then
    perform memory_owe_summary(s, at);
  end if;
  is_opened := has_ended or s.closed_at is not null or s.next_seq = 0;
  new_from := case when has_ended then s.next_seq else greatest(s.window_from, s.next_seq + 1 - window_size) end;
  if new_from > s.window_from then
    perform memory_evict(s, new_from, at);
  end if;

  perform memory_index(of_tenant, of_user, array[episode], array[of_text]);

  update memory_sessions m
     set next_seq = m.next_seq + 1,
         window_from = new_from,
         stretch = case when is_opened and m.next_seq > 0 then m.stretch + 1 else m.stretch end,
         stretch_from = case when is_opened then m.next_seq else m.stretch_from end,
         stretch_at = case when is_opened then of_said_at else m.stretch_at end,
         opened_at = case when is_opened then at else m.opened_at end,
         closed_at = null,
         first_at = least(m.first_at, of_said_at),
         last_at = greatest(m.last_at, of_said_at),
         last_user_at = case when of_role = 'user' then greatest(m.last_user_at, of_said_at) else m.last_user_at end,
         touched_at = case when is_opened or of_role = 'user' then greatest(m.touched_at, at) else m.touched_at end
   where m.id = s.id;

  session_ids := jsonb_build_object('session', s.id);
  if new_from > s.window_from then
    perform jobs.enqueue_all(kinds, array['{}', session_ids, session_ids], array['all', s.id::text, s.id::text],
                             array[interval '0', pause, case when has_ended then interval '0' else pause end]);
  else
    perform jobs.enqueue_all(kinds[1:2], array['{}', session_ids], array['all', s.id::text],
                             array[interval '0', pause]);
  end if;
  return query select s.session_id, s.next_seq + 1 - new_from, new_from - s.window_from, false;
end $$;

drop function memory_prune_outbox(timestamptz, integer);
drop index episode_terms_by_term;
create index episode_terms_by_term on episode_terms (tenant_id, user_id, term);
drop index memory_vectors_by_owner;
create index memory_vectors_by_owner on memory_vectors (tenant_id, user_id, kind, embedder, cell);
"""


def upgrade() -> None:
    for statements in (EVICT, INGEST, PRUNE, INDEXES):
        run(statements)


def downgrade() -> None:
    run(BEFORE)
