"""The jobs that a turn makes are named one by one: which is which no longer hangs on their place in a list.

`memory_ingest`, `memory_ingest_many` and `memory_close` took the kinds of their jobs as an array, and took it apart by
place; whoever changed the order of a list in Python would have changed what is done. They take `embed`, `learn` and
`drain` now. The functions with the array stay for processes that still run the code before, and ask the new ones.
"""

from plain_sql import run

revision = "0044"
down_revision = "0043"

CLOSE = """
-- True: it was open and is closed now. With `idle_before`, only if the person has not spoken since.
create or replace function memory_close(
  of_tenant text, of_user text, of_session bigint, at timestamptz, idle_before timestamptz, %LEARN_DRAIN%
) returns boolean language plpgsql volatile as $$
declare
  s memory_sessions;
  session_ids jsonb;
begin
  select * into s from memory_sessions m
   where m.id = of_session and m.tenant_id = of_tenant and m.user_id = of_user and m.closed_at is null
     and (idle_before is null or m.touched_at < idle_before)
     for no key update;
  if not found then
    return false;
  end if;
  perform memory_evict(s, s.next_seq, at);
  perform memory_owe_summary(s, at);
  update memory_sessions set window_from = next_seq, closed_at = at where id = s.id;
  session_ids := jsonb_build_object('session', s.id);
  perform jobs.enqueue_all(%learn_drain%, array[session_ids, session_ids], array[s.id::text, s.id::text],
                           array[interval '0', interval '0']);
  return true;
end $$;
"""

INGEST = """
-- One turn, in one round trip.
create or replace function memory_ingest(
  of_tenant text, of_user text, of_session text, of_persona text, new_session text,
  of_role text, of_name text, of_text text, of_said_at timestamptz, of_external text,
  at timestamptz, gap interval, window_size integer, pause interval, %ALL%
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
        perform memory_close(of_tenant, of_user, s.id, at, null, %closing%);
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
    perform jobs.enqueue_all(%all%, array['{}', session_ids, session_ids], array['all', s.id::text, s.id::text],
                             array[pause, pause, case when has_ended then interval '0' else pause end]);
  else
    perform jobs.enqueue_all(%embed_learn%, array['{}', session_ids], array['all', s.id::text], array[pause, pause]);
  end if;
  return query select s.session_id, s.next_seq + 1 - new_from, new_from - s.window_from, false;
end $$;
"""

MANY = """
-- A whole transcript, in the order given. A message with an external id is the same message wherever it comes again;
-- one without is the same if role, name, text and time are: the nth of its like is new when fewer than n are there.
create or replace function memory_ingest_many(
  of_tenant text, of_user text, of_session text, of_persona text,
  externals text[], roles text[], names text[], texts text[], times timestamptz[],
  at timestamptz, window_size integer, pause interval, %ALL%
) returns table (stored integer, embedded integer) language plpgsql volatile as $$
declare
  s memory_sessions := memory_open(of_tenant, of_user, of_session, of_persona, false, at);
  is_opened boolean;
  new_from integer;
  new_ids bigint[];
  new_texts text[];
  session_ids jsonb;
  opened_with timestamptz;
  earliest timestamptz;
  latest timestamptz;
  latest_user timestamptz;
begin
  with given as (
    select g.*, case when g.external_id is null then
             sha256(convert_to(jsonb_build_array(g.role, g.name, g.text, g.said_at)::text, 'UTF8')) end as likeness
      from unnest(externals, roles, names, texts, times)
           with ordinality g (external_id, role, name, text, said_at, place)
  ), numbered as (
    select g.*, row_number() over (partition by g.external_id, g.likeness order by g.place) as nth from given g
  ), held as (
    select sha256(convert_to(jsonb_build_array(e.role, e.name, e.text, e.said_at)::text, 'UTF8')) as likeness,
           count(*) as times
      from episodes e
     where e.session = s.id and e.tenant_id = of_tenant and e.user_id = of_user and e.external_id is null
       and s.next_seq > 0
     group by 1
  ), added as (
    insert into episodes (tenant_id, user_id, session, seq, external_id, role, name, text, said_at, stored_at)
    select of_tenant, of_user, s.id, s.next_seq + row_number() over (order by n.place) - 1,
           n.external_id, n.role, n.name, n.text, n.said_at, at
      from numbered n left join held h on h.likeness = n.likeness
     where case when n.external_id is null then n.nth > coalesce(h.times, 0)
                else n.nth = 1 and not memory_is_forgotten(of_tenant, of_user, of_session, n.external_id)
                 and not exists (
                  select from episodes e where e.tenant_id = of_tenant and e.user_id = of_user
                     and e.external_id = n.external_id
                     -- One that came without a session's name is the same message when its transcript names one.
                     and (e.session = s.id or exists (select from memory_sessions o
                                                       where o.id = e.session and o.is_generated))) end
    returning id, seq, role, text, said_at
  )
  select array_agg(a.id order by a.seq), array_agg(a.text order by a.seq), min(a.said_at), max(a.said_at),
         max(a.said_at) filter (where a.role = 'user'), (array_agg(a.said_at order by a.seq))[1]
    into new_ids, new_texts, earliest, latest, latest_user, opened_with from added a;

  if new_ids is not null then
    perform memory_index(of_tenant, of_user, new_ids, new_texts);
    is_opened := s.closed_at is not null or s.next_seq = 0;
    new_from := greatest(s.window_from, s.next_seq + cardinality(new_ids) - window_size);
    perform memory_evict(s, new_from, at);
    update memory_sessions m
       set next_seq = m.next_seq + cardinality(new_ids),
           window_from = new_from,
           stretch = case when is_opened and m.next_seq > 0 then m.stretch + 1 else m.stretch end,
           stretch_from = case when is_opened then m.next_seq else m.stretch_from end,
           stretch_at = case when is_opened then opened_with else m.stretch_at end,
           opened_at = case when is_opened then at else m.opened_at end,
           closed_at = null,
           first_at = least(m.first_at, earliest),
           last_at = greatest(m.last_at, latest),
           last_user_at = greatest(m.last_user_at, latest_user),
           touched_at = greatest(m.touched_at, at)
     where m.id = s.id;
    session_ids := jsonb_build_object('session', s.id);
    perform jobs.enqueue_all(%all%, array['{}', session_ids, session_ids], array['all', s.id::text, s.id::text],
                             array[interval '0', pause, pause]);
  else
    delete from memory_sessions m where m.id = s.id and m.next_seq = 0;  -- all of it was forgotten before
  end if;

  return query select coalesce(cardinality(new_ids), 0), count(distinct e.id)::integer
    from episodes e join memory_vectors v on v.kind = 'e' and v.item_id = e.id
   where e.session = s.id and e.tenant_id = of_tenant and e.user_id = of_user and s.next_seq > 0
     and (e.external_id = any (externals) or e.external_id is null and e.said_at = any (times));
end $$;
"""

BY_NAME = {
    "%ALL%": "embed text, learn text, drain text",
    "%all%": "array[embed, learn, drain]",
    "%embed_learn%": "array[embed, learn]",
    "%closing%": "learn => learn, drain => drain",
    "%LEARN_DRAIN%": "learn text, drain text",
    "%learn_drain%": "array[learn, drain]",
}
BY_PLACE = {
    "%ALL%": "kinds text[]",
    "%all%": "kinds",
    "%embed_learn%": "kinds[1:2]",
    "%closing%": "kinds",
    "%LEARN_DRAIN%": "kinds text[]",
    "%learn_drain%": "kinds[2:3]",
}

FOR_THE_CODE_BEFORE = """
create or replace function memory_close(
  of_tenant text, of_user text, of_session bigint, at timestamptz, idle_before timestamptz, kinds text[]
) returns boolean language sql volatile as $$
  select memory_close(of_tenant, of_user, of_session, at, idle_before, learn => kinds[2], drain => kinds[3])
$$;

create or replace function memory_ingest(
  of_tenant text, of_user text, of_session text, of_persona text, new_session text,
  of_role text, of_name text, of_text text, of_said_at timestamptz, of_external text,
  at timestamptz, gap interval, window_size integer, pause interval, kinds text[]
) returns table (session_id text, buffer_size integer, evicted integer, is_repeat boolean)
language sql volatile as $$
  select * from memory_ingest(
    of_tenant, of_user, of_session, of_persona, new_session, of_role, of_name, of_text, of_said_at, of_external,
    at, gap, window_size, pause, embed => kinds[1], learn => kinds[2], drain => kinds[3])
$$;

create or replace function memory_ingest_many(
  of_tenant text, of_user text, of_session text, of_persona text,
  externals text[], roles text[], names text[], texts text[], times timestamptz[],
  at timestamptz, window_size integer, pause interval, kinds text[]
) returns table (stored integer, embedded integer) language sql volatile as $$
  select * from memory_ingest_many(
    of_tenant, of_user, of_session, of_persona, externals, roles, names, texts, times,
    at, window_size, pause, embed => kinds[1], learn => kinds[2], drain => kinds[3])
$$;
"""

DROP = """
drop function memory_ingest(
  text, text, text, text, text, text, text, text, timestamptz, text, timestamptz, interval, integer, interval,
  text, text, text);
drop function memory_ingest_many(
  text, text, text, text, text[], text[], text[], text[], timestamptz[], timestamptz, integer, interval,
  text, text, text);
drop function memory_close(text, text, bigint, timestamptz, timestamptz, text, text);
"""


def upgrade() -> None:
    _write(BY_NAME)
    run(FOR_THE_CODE_BEFORE)


def downgrade() -> None:
    _write(BY_PLACE)
    run(DROP)


def _write(kinds: dict[str, str]) -> None:
    for sql in (CLOSE, INGEST, MANY):
        for name, told in kinds.items():
            sql = sql.replace(name, told)
        run(sql)
