"""What was said: sessions, episodes, their words and vectors, and the outbox.

Every turn is one row of `episodes`, verbatim, and stays there until it is forgotten. Where a turn stands is told by
its number in the session alone: from `window_from` on it is in the window, from `folded_to` on it is evicted, before
that it is folded into the rolling summary. A turn can therefore never be in two places, or in none.

Every question also says whose rows it means, in its own words and in those of the policy. On a table without statistics
Postgres takes that for as good as a unique key, and of two indexes that look alike it takes the one made last: the
owner's index is therefore made first and the narrowest last. Otherwise the plans made in the first minute of an
installation read all the owner's rows for each turn.

`episode_terms` is the posting table of full-text recall (BM25): row-level security switches GIN off, a btree stays.
"""

from plain_sql import run

revision = "0006"
down_revision = "0005"

INTAKE = """
-- As `jobs.enqueue`, several kinds in one statement: a turn makes two or three jobs necessary, and each statement costs
-- as much as the turn itself.
create function jobs.enqueue_all(of_kinds text[], of_ids jsonb[], of_keys text[], of_delays interval[]) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  with wanted as (
    select nextval('jobs.pgqueuer_id_seq') as id, w.kind, w.ids, w.delay,
           encode(sha256(convert_to(jsonb_build_array(w.kind, jobs.asker(), w.key)::text, 'UTF8')), 'hex') as key
      from unnest(of_kinds, of_ids, of_keys, of_delays) w (kind, ids, key, delay)
  ), queued as (
    insert into jobs.pgqueuer as job (id, priority, entrypoint, payload, headers, execute_after, dedupe_key, status)
    select w.id, 0, w.kind, convert_to(w.ids::text, 'UTF8'), jobs.asker(), now() + w.delay, w.key, 'queued'
      from wanted w
    on conflict (dedupe_key) where status = 'queued' and dedupe_key is not null do update
       set execute_after = case when job.attempts = 0 then least(job.execute_after, excluded.execute_after)
                                else job.execute_after end
    returning job.id
  )
  insert into jobs.pgqueuer_log (job_id, status, entrypoint, priority)
  select w.id, 'queued', w.kind, 0 from queued join wanted w using (id);
end $$;
revoke execute on function jobs.enqueue_all(text[], jsonb[], text[], interval[]) from public;
grant execute on function jobs.enqueue_all(text[], jsonb[], text[], interval[]) to holdfast_app;

-- The words of these episodes, as full-text recall looks for them. Names of speakers and roles are left out: a term
-- that stands in every second turn finds nothing and costs most.
create function memory_index(of_tenant text, of_user text, ids bigint[], texts text[]) returns void
language plpgsql volatile as $$
begin
  with counted as (
    select e.id, w.lexeme, coalesce(array_length(w.positions, 1), 1) as tf
      from unnest(ids, texts) e (id, text) cross join lateral unnest(to_tsvector('english', e.text)) w
  ), sized as (
    select id, sum(tf)::integer as length from counted group by id
  ), summed as (
    insert into memory_sizes as m (tenant_id, user_id, episodes, terms)
    select of_tenant, of_user, cardinality(ids), coalesce(sum(length), 0) from sized
    on conflict (tenant_id, user_id) do update
       set episodes = m.episodes + excluded.episodes, terms = m.terms + excluded.terms
  )
  insert into episode_terms (tenant_id, user_id, term, episode_id, tf, length)
  select of_tenant, of_user, c.lexeme, c.id, least(c.tf, 32767), least(s.length, 32767)
    from counted c join sized s using (id);
end $$;

-- What falls out of the window is in the outbox first. The caller holds the session's row and moves `window_from`.
create function memory_evict(of_session memory_sessions, up_to integer, at timestamptz) returns void
language plpgsql volatile as $$
begin
  insert into memory_outbox
         (tenant_id, user_id, session, kind, seq, from_seq, to_seq, name, next_attempt_at, created_at)
  select of_session.tenant_id, of_session.user_id, of_session.id, 'turn', seq, seq, seq + 1,
         format('turn:%s:%s', of_session.id, seq), at, at
    from generate_series(of_session.window_from, up_to - 1) seq
  on conflict do nothing;
end $$;

-- A stretch has ended: its summary is owed.
create function memory_owe_summary(of_session memory_sessions, at timestamptz) returns void
language sql volatile as $$
  insert into memory_outbox
         (tenant_id, user_id, session, kind, seq, from_seq, to_seq, name, next_attempt_at, created_at)
  select of_session.tenant_id, of_session.user_id, of_session.id, 'session', of_session.stretch,
         of_session.stretch_from, of_session.next_seq,
         format('session:%s:%s', of_session.id, of_session.stretch), at, at
   where of_session.next_seq > of_session.stretch_from
  on conflict do nothing
$$;

-- The session's row, locked: made if there is none. Whoever writes to the same session waits here.
create function memory_open(
  of_tenant text, of_user text, of_session text, of_persona text, generated boolean, at timestamptz
) returns memory_sessions language plpgsql volatile as $$
declare s memory_sessions;
begin
  loop
    select * into s from memory_sessions m
     where m.tenant_id = of_tenant and m.user_id = of_user and m.session_id = of_session for no key update;
    exit when found;  -- else it is not there yet, or was forgotten while we waited for it
    insert into memory_sessions (tenant_id, user_id, session_id, persona_id, is_generated, opened_at, touched_at)
    values (of_tenant, of_user, of_session, of_persona, generated, at, at) on conflict do nothing;
  end loop;
  return s;
end $$;

-- True: it was open and is closed now. With `idle_before`, only if the person has not spoken since.
create function memory_close(
  of_tenant text, of_user text, of_session bigint, at timestamptz, idle_before timestamptz, kinds text[]
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
  perform jobs.enqueue_all(kinds[2:3], array[session_ids, session_ids], array[s.id::text, s.id::text],
                           array[interval '0', interval '0']);
  return true;
end $$;

-- One turn, in one round trip. `kinds`: the jobs that embed, learn and drain.
create function memory_ingest(
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

-- A whole transcript, in the order given. A message with an external id is the same message wherever it comes again;
-- one without is the same if role, name, text and time are: the nth of its like is new when fewer than n are there.
create function memory_ingest_many(
  of_tenant text, of_user text, of_session text, of_persona text,
  externals text[], roles text[], names text[], texts text[], times timestamptz[],
  at timestamptz, window_size integer, pause interval, kinds text[]
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
    perform jobs.enqueue_all(kinds, array['{}', session_ids, session_ids], array['all', s.id::text, s.id::text],
                             array[interval '0', pause, pause]);
  else
    delete from memory_sessions m where m.id = s.id and m.next_seq = 0;  -- all of it was forgotten before
  end if;

  return query select coalesce(cardinality(new_ids), 0), count(distinct e.id)::integer
    from episodes e join memory_vectors v on v.kind = 'e' and v.item_id = e.id
   where e.session = s.id and e.tenant_id = of_tenant and e.user_id = of_user and s.next_seq > 0
     and (e.external_id = any (externals) or e.external_id is null and e.said_at = any (times));
end $$;

-- For the loop that closes what nobody came back to; each is then closed as its owner.
create function memory_idle_sessions(idle_before timestamptz, most integer)
  returns table (tenant_id text, user_id text, session bigint)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select m.tenant_id, m.user_id, m.id from memory_sessions m
   where m.closed_at is null and m.touched_at < idle_before order by m.touched_at limit most;
end;
"""

OUTBOX = """
-- Sessions of all owners that have something to fold or to deliver now; each is then drained as its owner.
create function memory_outbox_due(at timestamptz, most integer)
  returns table (tenant_id text, user_id text, session bigint)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  (select m.tenant_id, m.user_id, m.id from memory_sessions m
    where m.folded_to < m.window_from and m.fold_after <= at order by m.fold_after limit most)
  union
  (select o.tenant_id, o.user_id, o.session from memory_outbox o
    where o.status = 'pending' and (o.kind = 'session' or o.folded_at is not null) and o.next_attempt_at <= at
    order by o.next_attempt_at limit most);
end;

-- How the outbox is doing, in numbers that name nobody.
create function memory_outbox_state(at timestamptz)
  returns table (pending bigint, folded bigint, delivered bigint, dead_lettered bigint,
                 oldest_pending_seconds double precision, pending_embeddings bigint)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select count(*) filter (where o.status = 'pending'), count(*) filter (where o.folded_at is not null),
         count(*) filter (where o.status = 'delivered'), count(*) filter (where o.status = 'dead'),
         coalesce(extract(epoch from at - min(o.created_at) filter (where o.status = 'pending')), 0)::double precision,
         (select count(*) from memory_unembedded)
    from memory_outbox o;
end;

-- What will not be tried again by itself: what kind, how often it was tried and why it stopped. No word of anybody.
create function memory_dead_letters(most integer)
  returns table (id bigint, kind text, session bigint, attempts integer, last_error text, created_at timestamptz,
                 last_attempt_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select o.id, o.kind, o.session, o.attempts, o.last_error, o.created_at, o.next_attempt_at from memory_outbox o
   where o.status = 'dead' order by o.id desc limit most;
end;

-- `ids` null: all of them.
create function memory_retry_dead_letters(ids bigint[], at timestamptz) returns setof bigint
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  update memory_outbox o set status = 'pending', attempts = 0, next_attempt_at = at, last_error = null
   where o.status = 'dead' and (ids is null or o.id = any (ids)) returning o.id;
end;

create function memory_drop_dead_letters(ids bigint[]) returns setof bigint
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  delete from memory_outbox o where o.status = 'dead' and (ids is null or o.id = any (ids)) returning o.id;
end;

revoke execute on function memory_idle_sessions(timestamptz, integer), memory_outbox_due(timestamptz, integer),
  memory_outbox_state(timestamptz), memory_dead_letters(integer), memory_retry_dead_letters(bigint[], timestamptz),
  memory_drop_dead_letters(bigint[]) from public;
grant execute on function memory_idle_sessions(timestamptz, integer), memory_outbox_due(timestamptz, integer),
  memory_outbox_state(timestamptz), memory_dead_letters(integer), memory_retry_dead_letters(bigint[], timestamptz),
  memory_drop_dead_letters(bigint[]) to holdfast_app;
"""

WAYS_OUT = """
drop function memory_idle_sessions, memory_outbox_due, memory_outbox_state, memory_dead_letters,
  memory_retry_dead_letters, memory_drop_dead_letters, memory_ingest_many, memory_ingest, memory_close, memory_open,
  memory_owe_summary, memory_evict, memory_index,
  jobs.enqueue_all;
"""


def upgrade() -> None:
    run("""
    create table memory_sessions (
      id bigint generated always as identity,
      tenant_id text collate "C" not null,
      user_id text collate "C" not null,
      session_id text collate "C" not null,
      persona_id text,
      is_generated boolean not null default false,
      stretch integer not null default 1,
      stretch_from integer not null default 0,
      stretch_at timestamptz,
      next_seq integer not null default 0,
      window_from integer not null default 0,
      folded_to integer not null default 0,
      learned_to integer not null default 0,
      generation integer not null default 0,
      rolling_summary text not null default '',
      summary_source text not null default 'none' check (summary_source in ('none', 'model', 'rules')),
      fold_attempts integer not null default 0,
      fold_after timestamptz not null default '-infinity',
      first_at timestamptz,
      last_at timestamptz,
      last_user_at timestamptz,
      opened_at timestamptz not null default now(),
      touched_at timestamptz not null default now(),
      closed_at timestamptz,
      check (folded_to <= window_from and window_from <= next_seq and learned_to <= next_seq)
    );
    comment on column memory_sessions.stretch_from is 'seq of the first turn since it was last opened';
    comment on column memory_sessions.stretch_at is 'when that turn was said';
    comment on column memory_sessions.touched_at is 'when the person last spoke in it, by our clock';
    comment on column memory_sessions.fold_after is
      'no fold before this: a lease while one is made, a pause after a failure';
    create index memory_sessions_recent on memory_sessions (tenant_id, user_id, last_at desc);
    create index memory_sessions_open on memory_sessions (touched_at) where closed_at is null;
    create index memory_sessions_to_fold on memory_sessions (fold_after) where folded_to < window_from;
    alter table memory_sessions add unique (tenant_id, user_id, session_id);
    alter table memory_sessions add primary key (id);

    create table episodes (
      id bigint generated always as identity,
      tenant_id text collate "C" not null,
      user_id text collate "C" not null,
      session bigint not null references memory_sessions (id) on delete cascade,
      seq integer not null,
      external_id text collate "C",
      persona_id text,
      role text not null check (role in ('user', 'assistant', 'system', 'tool')),
      name text,
      text text not null,
      said_at timestamptz not null,
      stored_at timestamptz not null default now(),
      is_echo boolean not null default false
    );
    create index episodes_by_owner on episodes (tenant_id, user_id, said_at);
    -- The owner first: a turn that comes without a session is looked for in all of them.
    create unique index episodes_by_external on episodes (tenant_id, user_id, external_id, session)
     where external_id is not null;
    create unique index episodes_in_session on episodes (session, seq);
    alter table episodes add primary key (id);

    create table episode_terms (
      tenant_id text collate "C" not null,
      user_id text collate "C" not null,
      term text collate "C" not null,
      episode_id bigint not null,
      tf smallint not null,
      length smallint not null
    );
    create index episode_terms_by_term on episode_terms (tenant_id, user_id, term);
    create index episode_terms_by_episode on episode_terms (episode_id);

    create table memory_sizes (
      tenant_id text collate "C" not null,
      user_id text collate "C" not null,
      episodes bigint not null default 0,
      terms bigint not null default 0,
      primary key (tenant_id, user_id)
    );

    create table memory_embedders (
      id smallint generated always as identity primary key,
      name text not null unique,
      dimensions integer not null
    );
    -- Names of models, nobody's data: everybody may read them, and only `memory_embedder` adds one.
    select guard_closed('memory_embedders');
    create policy known on memory_embedders for select to holdfast_app using (true);
    grant select on memory_embedders to holdfast_app;

    create table memory_vectors (
      tenant_id text collate "C" not null,
      user_id text collate "C" not null,
      kind "char" not null check (kind in ('e', 'f', 'l')),
      item_id bigint not null,
      part smallint not null default 0,
      embedder smallint not null references memory_embedders (id),
      cell smallint not null default 0,
      vector halfvec not null,
      primary key (kind, item_id, embedder, part)
    );
    create index memory_vectors_by_owner on memory_vectors (tenant_id, user_id, kind, embedder, cell);

    -- Which embedder's vectors of an owner are whole and may answer, and on how many of them the cells were made.
    create table memory_embedded (
      tenant_id text collate "C" not null,
      user_id text collate "C" not null,
      embedder smallint not null references memory_embedders (id),
      is_whole boolean not null,
      celled_at bigint not null default 0,
      primary key (tenant_id, user_id, embedder)
    );

    -- Above a few thousand vectors of one owner only the cells nearest to a question are read.
    create table memory_cells (
      tenant_id text collate "C" not null,
      user_id text collate "C" not null,
      embedder smallint not null references memory_embedders (id),
      cell smallint not null,
      centre halfvec not null,
      primary key (tenant_id, user_id, embedder, cell)
    );

    -- What waits for a vector: ids only. Filled by the triggers below, so that nobody who writes can leave it out.
    create table memory_unembedded (
      tenant_id text collate "C" not null,
      user_id text collate "C" not null,
      kind "char" not null check (kind in ('e', 'f', 'l')),
      item_id bigint not null,
      primary key (kind, item_id)
    );
    create index memory_unembedded_by_owner on memory_unembedded (tenant_id, user_id);

    create table memory_outbox (
      id bigint generated always as identity,
      tenant_id text collate "C" not null,
      user_id text collate "C" not null,
      session bigint not null references memory_sessions (id) on delete cascade,
      kind text not null check (kind in ('turn', 'session')),
      seq integer not null,
      from_seq integer not null,
      to_seq integer not null,
      name text not null,
      status text not null default 'pending' check (status in ('pending', 'delivered', 'dead')),
      attempts integer not null default 0,
      next_attempt_at timestamptz not null default now(),
      last_error text,
      folded_at timestamptz,
      delivered_at timestamptz,
      created_at timestamptz not null default now()
    );
    create index memory_outbox_by_owner on memory_outbox (tenant_id, user_id);
    comment on column memory_outbox.seq is
      'of a turn its number in the session, of a session the number of its stretch';
    comment on column memory_outbox.to_seq is 'the turns meant are from_seq and those after it, to_seq not among them';
    create index memory_outbox_due on memory_outbox (next_attempt_at)
     where status = 'pending' and (kind = 'session' or folded_at is not null);
    create index memory_outbox_pending on memory_outbox (created_at) where status = 'pending';
    create index memory_outbox_dead on memory_outbox (id) where status = 'dead';
    alter table memory_outbox add unique (session, kind, seq);
    alter table memory_outbox add primary key (id);

    select guard_pair(owned) from unnest(array['memory_sessions', 'episodes', 'episode_terms', 'memory_sizes',
      'memory_vectors', 'memory_embedded', 'memory_cells', 'memory_unembedded', 'memory_outbox']::regclass[]) owned;

    -- A vector follows its item: awaited when the item is new or reworded, gone when the item is gone. The trigger's
    -- argument is the item's kind.
    create function await_vector() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
    begin
      insert into memory_unembedded (tenant_id, user_id, kind, item_id)
      select i.tenant_id, i.user_id, tg_argv[0]::"char", i.id from fresh i on conflict do nothing;
      return null;
    end $$;

    create function await_vector_again() returns trigger
      language plpgsql set search_path = pg_catalog, public, pg_temp as $$
    begin
      insert into memory_unembedded (tenant_id, user_id, kind, item_id)
      select i.tenant_id, i.user_id, tg_argv[0]::"char", i.id from fresh i join stale o using (id)
       where i.text is distinct from o.text
      on conflict do nothing;
      return null;
    end $$;

    create function drop_vector() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
    begin
      delete from memory_vectors v using gone g where v.kind = tg_argv[0]::"char" and v.item_id = g.id;
      delete from memory_unembedded u using gone g where u.kind = tg_argv[0]::"char" and u.item_id = g.id;
      return null;
    end $$;

    -- The vector of a turn holds a share of the turn before it: what is forgotten must not live on in its neighbour.
    create function reembed_neighbour() returns trigger
      language plpgsql set search_path = pg_catalog, public, pg_temp as $$
    begin
      with next as (select e.tenant_id, e.user_id, e.id from gone g join episodes e
                     on e.session = g.session and e.seq = g.seq + 1),
           dropped as (delete from memory_vectors v using next n where v.kind = 'e' and v.item_id = n.id)
      insert into memory_unembedded (tenant_id, user_id, kind, item_id)
      select n.tenant_id, n.user_id, 'e', n.id from next n on conflict do nothing;
      return null;
    end $$;

    create trigger await_vector after insert on episodes
      referencing new table as fresh for each statement execute function await_vector('e');
    create trigger drop_vector after delete on episodes
      referencing old table as gone for each statement execute function drop_vector('e');
    create trigger reembed_neighbour after delete on episodes
      referencing old table as gone for each statement execute function reembed_neighbour();

    create function memory_embedder(called text, length integer) returns smallint
      language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
      insert into memory_embedders (name, dimensions) values (called, length)
      on conflict (name) do update set dimensions = excluded.dimensions
      returning id
    $$;

    create function pending_embeddings() returns bigint
      language sql stable security definer set search_path = pg_catalog, public, pg_temp
    begin atomic
      select count(*) from memory_unembedded;
    end;

    -- Owners whose vectors come from another embedder than the present one, or who wait although no job is under way.
    create function owners_to_embed(present smallint, most integer) returns table (tenant_id text, user_id text)
      language sql stable security definer set search_path = pg_catalog, public, pg_temp
    begin atomic
      (select distinct e.tenant_id, e.user_id from memory_embedded e
        where e.embedder <> present or not e.is_whole limit most)
      union
      (select distinct u.tenant_id, u.user_id from memory_unembedded u limit most);
    end;

    revoke execute on function memory_embedder(text, integer), pending_embeddings(),
      owners_to_embed(smallint, integer) from public;
    grant execute on function memory_embedder(text, integer), pending_embeddings(),
      owners_to_embed(smallint, integer) to holdfast_app;
    """)
    run(INTAKE + OUTBOX)


def downgrade() -> None:
    run(WAYS_OUT)
    run("""
    drop function memory_embedder(text, integer), pending_embeddings(), owners_to_embed(smallint, integer);
    drop table memory_outbox, memory_unembedded, memory_cells, memory_embedded, memory_vectors, memory_embedders,
      memory_sizes, episode_terms, episodes, memory_sessions;
    drop function await_vector(), await_vector_again(), drop_vector(), reembed_neighbour();
    """)
