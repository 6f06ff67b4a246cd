-- As the migrations have made it; written by `make schema`, compared by a test, and never run.

create table awaited_turns (
  id bigint generated always as identity not null,
  tenant_id text not null,
  user_id text not null,
  session bigint not null,
  external_id text not null,
  facts bigint[] default '{}'::bigint[] not null,  -- that rest on it; one that is gone by then gets no evidence
  loops jsonb default '[]'::jsonb not null,  -- [{"id", "what"}], as in loop_evidence
  constraint awaited_turns_pkey PRIMARY KEY (id),
  constraint awaited_turns_session_external_id_key UNIQUE (session, external_id),
  constraint awaited_turns_session_fkey FOREIGN KEY (session) REFERENCES memory_sessions(id) ON DELETE CASCADE
);
CREATE INDEX awaited_turns_by_owner ON public.awaited_turns USING btree (tenant_id, user_id);
alter table awaited_turns enable row level security;
alter table awaited_turns force row level security;
create policy keeper on awaited_turns
  for all to holdfast_owner
  using (true);
create policy own on awaited_turns
  for all to holdfast_app
  using (((tenant_id = current_setting('app.tenant_id'::text, true)) AND (tenant_id <> ''::text) AND (user_id = current_setting('app.user_id'::text, true)) AND (user_id <> ''::text)));
grant delete, insert, select, update on awaited_turns to holdfast_app;

create table episode_terms (
  tenant_id text not null,
  user_id text not null,
  term text not null,
  episode_id bigint not null,
  tf smallint not null,
  length smallint not null
);
CREATE INDEX episode_terms_by_episode ON public.episode_terms USING btree (episode_id);
CREATE INDEX episode_terms_by_term ON public.episode_terms USING btree (tenant_id, user_id, term) INCLUDE (episode_id, tf, length);
alter table episode_terms enable row level security;
alter table episode_terms force row level security;
create policy keeper on episode_terms
  for all to holdfast_owner
  using (true);
create policy own on episode_terms
  for all to holdfast_app
  using (((tenant_id = current_setting('app.tenant_id'::text, true)) AND (tenant_id <> ''::text) AND (user_id = current_setting('app.user_id'::text, true)) AND (user_id <> ''::text)));
grant delete, insert, select, update on episode_terms to holdfast_app;

create table episodes (
  id bigint generated always as identity not null,
  tenant_id text not null,
  user_id text not null,
  session bigint not null,
  seq integer not null,
  external_id text,
  persona_id text,
  role text not null,
  name text,
  text text not null,
  said_at timestamp with time zone not null,
  stored_at timestamp with time zone default now() not null,
  is_echo boolean default false not null,
  hidden_words text[],  -- words of the text that are not in episode_terms
  constraint episodes_pkey PRIMARY KEY (id),
  constraint episodes_role_check CHECK ((role = ANY (ARRAY['user'::text, 'assistant'::text, 'system'::text, 'tool'::text]))),
  constraint episodes_session_fkey FOREIGN KEY (session) REFERENCES memory_sessions(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX episodes_by_external ON public.episodes USING btree (tenant_id, user_id, external_id, session) WHERE (external_id IS NOT NULL);
CREATE INDEX episodes_by_owner ON public.episodes USING btree (tenant_id, user_id, said_at);
CREATE INDEX episodes_hiding ON public.episodes USING btree (tenant_id, user_id) WHERE (hidden_words IS NOT NULL);
CREATE UNIQUE INDEX episodes_in_session ON public.episodes USING btree (session, seq);
CREATE INDEX episodes_of_personas ON public.episodes USING btree (tenant_id, user_id, persona_id) WHERE (persona_id IS NOT NULL);
alter table episodes enable row level security;
alter table episodes force row level security;
create policy keeper on episodes
  for all to holdfast_owner
  using (true);
create policy own on episodes
  for all to holdfast_app
  using (((tenant_id = current_setting('app.tenant_id'::text, true)) AND (tenant_id <> ''::text) AND (user_id = current_setting('app.user_id'::text, true)) AND (user_id <> ''::text)));
CREATE TRIGGER arrive_awaited AFTER INSERT ON public.episodes REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION arrive_awaited();
CREATE TRIGGER await_vector AFTER INSERT ON public.episodes REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION await_vector('e');
CREATE TRIGGER drop_vector AFTER DELETE ON public.episodes REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION drop_vector('e');
CREATE TRIGGER note_hidden_words BEFORE INSERT OR UPDATE OF text ON public.episodes FOR EACH ROW EXECUTE FUNCTION note_hidden_words();
CREATE TRIGGER reembed_neighbour AFTER DELETE ON public.episodes REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION reembed_neighbour();
CREATE TRIGGER void_what_is_made AFTER DELETE ON public.episodes REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION void_what_is_made();
grant delete, insert, select, update on episodes to holdfast_app;

create table memory_sessions (
  id bigint generated always as identity not null,
  tenant_id text not null,
  user_id text not null,
  session_id text not null,
  persona_id text,
  is_generated boolean default false not null,
  stretch integer default 1 not null,
  stretch_from integer default 0 not null,  -- seq of the first turn since it was last opened
  stretch_at timestamp with time zone,  -- when that turn was said
  next_seq integer default 0 not null,
  window_from integer default 0 not null,
  folded_to integer default 0 not null,
  learned_to integer default 0 not null,
  generation integer default 0 not null,
  rolling_summary text default ''::text not null,
  summary_source text default 'none'::text not null,
  fold_attempts integer default 0 not null,
  fold_after timestamp with time zone default '-infinity'::timestamp with time zone not null,  -- no fold before this: a lease while one is made, a pause after a failure
  first_at timestamp with time zone,
  last_at timestamp with time zone,
  last_user_at timestamp with time zone,
  opened_at timestamp with time zone default now() not null,
  touched_at timestamp with time zone default now() not null,  -- when the person last spoke in it, by our clock
  closed_at timestamp with time zone,
  constraint memory_sessions_pkey PRIMARY KEY (id),
  constraint memory_sessions_tenant_id_user_id_session_id_key UNIQUE (tenant_id, user_id, session_id),
  constraint memory_sessions_check CHECK (((folded_to <= window_from) AND (window_from <= next_seq) AND (learned_to <= next_seq))),
  constraint memory_sessions_summary_source_check CHECK ((summary_source = ANY (ARRAY['none'::text, 'model'::text, 'rules'::text])))
);
CREATE INDEX memory_sessions_open ON public.memory_sessions USING btree (touched_at) WHERE (closed_at IS NULL);
CREATE INDEX memory_sessions_recent ON public.memory_sessions USING btree (tenant_id, user_id, last_at DESC);
CREATE INDEX memory_sessions_to_fold ON public.memory_sessions USING btree (fold_after) WHERE (folded_to < window_from);
alter table memory_sessions enable row level security;
alter table memory_sessions force row level security;
create policy keeper on memory_sessions
  for all to holdfast_owner
  using (true);
create policy own on memory_sessions
  for all to holdfast_app
  using (((tenant_id = current_setting('app.tenant_id'::text, true)) AND (tenant_id <> ''::text) AND (user_id = current_setting('app.user_id'::text, true)) AND (user_id <> ''::text)));
CREATE TRIGGER shadow_forget AFTER UPDATE OF generation ON public.memory_sessions FOR EACH ROW WHEN ((new.generation <> old.generation)) EXECUTE FUNCTION shadow_forget();
grant delete, insert, select, update on memory_sessions to holdfast_app;

create table memory_sizes (
  tenant_id text not null,
  user_id text not null,
  episodes bigint default 0 not null,
  terms bigint default 0 not null,
  constraint memory_sizes_pkey PRIMARY KEY (tenant_id, user_id)
);
alter table memory_sizes enable row level security;
alter table memory_sizes force row level security;
create policy keeper on memory_sizes
  for all to holdfast_owner
  using (true);
create policy own on memory_sizes
  for all to holdfast_app
  using (((tenant_id = current_setting('app.tenant_id'::text, true)) AND (tenant_id <> ''::text) AND (user_id = current_setting('app.user_id'::text, true)) AND (user_id <> ''::text)));
grant delete, insert, select, update on memory_sizes to holdfast_app;

CREATE OR REPLACE FUNCTION public.arrive_awaited()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    begin
      if not exists (select from fresh e join awaited_turns w using (session, external_id)) then
        return null;  -- as good as always
      end if;
      insert into fact_evidence (tenant_id, user_id, fact_id, episode_id)
      select f.tenant_id, f.user_id, f.id, e.id
        from fresh e join awaited_turns w using (session, external_id)
       cross join lateral unnest(w.facts) named (id)
        join facts f on f.id = named.id and f.tenant_id = e.tenant_id and f.user_id = e.user_id
      on conflict do nothing;
      insert into loop_evidence (tenant_id, user_id, loop_id, episode_id, what)
      select l.tenant_id, l.user_id, l.id, e.id, named.what
        from fresh e join awaited_turns w using (session, external_id)
       cross join lateral jsonb_to_recordset(w.loops) named (id bigint, what text)
        join loops l on l.id = named.id and l.tenant_id = e.tenant_id and l.user_id = e.user_id
      on conflict do nothing;
      delete from awaited_turns w using fresh e where w.session = e.session and w.external_id = e.external_id;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.await_vector()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    begin
      insert into memory_unembedded (tenant_id, user_id, kind, item_id)
      select i.tenant_id, i.user_id, tg_argv[0]::"char", i.id from fresh i on conflict do nothing;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.drop_vector()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    begin
      delete from memory_vectors v using gone g where v.kind = tg_argv[0]::"char" and v.item_id = g.id;
      delete from memory_unembedded u using gone g where u.kind = tg_argv[0]::"char" and u.item_id = g.id;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.memory_close(of_tenant text, of_user text, of_session bigint, at timestamp with time zone, idle_before timestamp with time zone, learn text, drain text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
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
  perform jobs.enqueue_all(array[learn, drain], array[session_ids, session_ids], array[s.id::text, s.id::text],
                           array[interval '0', interval '0']);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.memory_idle_sessions(idle_before timestamp with time zone, most integer)
 RETURNS TABLE(tenant_id text, user_id text, session bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT m.tenant_id,
     m.user_id,
     m.id
    FROM memory_sessions m
   WHERE ((m.closed_at IS NULL) AND (m.touched_at < memory_idle_sessions.idle_before))
   ORDER BY m.touched_at
  LIMIT memory_idle_sessions.most;
END;
revoke execute on function memory_idle_sessions(timestamp with time zone,integer) from public;
grant execute on function memory_idle_sessions(timestamp with time zone,integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.memory_index(of_tenant text, of_user text, ids bigint[], texts text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.memory_ingest(of_tenant text, of_user text, of_session text, of_persona text, new_session text, of_role text, of_name text, of_text text, of_said_at timestamp with time zone, of_external text, at timestamp with time zone, gap interval, window_size integer, pause interval, embed text, learn text, drain text)
 RETURNS TABLE(session_id text, buffer_size integer, evicted integer, is_repeat boolean)
 LANGUAGE plpgsql
AS $function$
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
        perform memory_close(of_tenant, of_user, s.id, at, null, learn => learn, drain => drain);
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
    perform jobs.enqueue_all(array[embed, learn, drain], array['{}', session_ids, session_ids], array['all', s.id::text, s.id::text],
                             array[pause, pause, case when has_ended then interval '0' else pause end]);
  else
    perform jobs.enqueue_all(array[embed, learn], array['{}', session_ids], array['all', s.id::text], array[pause, pause]);
  end if;
  return query select s.session_id, s.next_seq + 1 - new_from, new_from - s.window_from, false;
end $function$;

CREATE OR REPLACE FUNCTION public.memory_ingest_many(of_tenant text, of_user text, of_session text, of_persona text, externals text[], roles text[], names text[], texts text[], times timestamp with time zone[], at timestamp with time zone, window_size integer, pause interval, embed text, learn text, drain text)
 RETURNS TABLE(stored integer, embedded integer)
 LANGUAGE plpgsql
AS $function$
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
    perform jobs.enqueue_all(array[embed, learn, drain], array['{}', session_ids, session_ids], array['all', s.id::text, s.id::text],
                             array[interval '0', pause, pause]);
  else
    delete from memory_sessions m where m.id = s.id and m.next_seq = 0;  -- all of it was forgotten before
  end if;

  return query select coalesce(cardinality(new_ids), 0), count(distinct e.id)::integer
    from episodes e join memory_vectors v on v.kind = 'e' and v.item_id = e.id
   where e.session = s.id and e.tenant_id = of_tenant and e.user_id = of_user and s.next_seq > 0
     and (e.external_id = any (externals) or e.external_id is null and e.said_at = any (times));
end $function$;

CREATE OR REPLACE FUNCTION public.memory_open(of_tenant text, of_user text, of_session text, of_persona text, generated boolean, at timestamp with time zone)
 RETURNS memory_sessions
 LANGUAGE plpgsql
AS $function$
declare s memory_sessions;
begin
  loop
    select * into s from memory_sessions m
     where m.tenant_id = of_tenant and m.user_id = of_user and m.session_id = of_session for no key update;
    exit when found;  -- else it is not there yet, or was forgotten while we waited for it
    insert into memory_sessions (tenant_id, user_id, session_id, persona_id, is_generated, opened_at, touched_at)
    values (of_tenant, of_user, of_session, of_persona, generated, at, at) on conflict do nothing;
  end loop;
  if s.persona_id is null and of_persona is not null and not s.is_generated then
    update memory_sessions m set persona_id = of_persona where m.id = s.id returning * into s;
  end if;
  return s;
end $function$;

CREATE OR REPLACE FUNCTION public.note_hidden_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    begin
      new.hidden_words := memory_hidden_words(new.text);
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION public.reembed_neighbour()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    begin
      with next as (select e.tenant_id, e.user_id, e.id from gone g join episodes e
                     on e.session = g.session and e.seq = g.seq + 1),
           dropped as (delete from memory_vectors v using next n where v.kind = 'e' and v.item_id = n.id)
      insert into memory_unembedded (tenant_id, user_id, kind, item_id)
      select n.tenant_id, n.user_id, 'e', n.id from next n on conflict do nothing;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.shadow_forget()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    begin
      update shadow_sessions set rolling_summary = '', summary_source = 'none', summarised_to = 0
       where session = new.id and tenant_id = new.tenant_id and user_id = new.user_id;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.void_what_is_made()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    begin
      update memory_people p set generation = p.generation + 1
        from (select distinct g.tenant_id, g.user_id from gone g) whose
       where p.tenant_id = whose.tenant_id and p.user_id = whose.user_id;
      return null;
    end $function$;
