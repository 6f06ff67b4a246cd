-- As the migrations have made it; written by `make schema`, compared by a test, and never run.

create table partial_documents (
  user_id uuid not null,
  document_id uuid not null,
  content text not null,
  saved_at timestamp with time zone not null,
  constraint partial_documents_pkey PRIMARY KEY (user_id, document_id),
  constraint partial_documents_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX partial_documents_old ON public.partial_documents USING btree (saved_at);
alter table partial_documents enable row level security;
alter table partial_documents force row level security;
create policy keeper on partial_documents
  for all to holdfast_owner
  using (true);
create policy own on partial_documents
  for all to holdfast_app
  using ((user_id = current_account()));
grant delete, insert, select, update on partial_documents to holdfast_app;

create table processes (
  id uuid not null,
  seen_at timestamp with time zone default now() not null,
  constraint processes_pkey PRIMARY KEY (id)
);
alter table processes enable row level security;
alter table processes force row level security;
create policy keeper on processes
  for all to holdfast_owner
  using (true);

create table stream_chunks (
  stream_id uuid not null,
  seq integer not null,
  user_id uuid not null,
  data bytea not null,
  constraint stream_chunks_pkey PRIMARY KEY (stream_id, seq),
  constraint stream_chunks_stream_id_fkey FOREIGN KEY (stream_id) REFERENCES streams(id) ON DELETE CASCADE
);
alter table stream_chunks enable row level security;
alter table stream_chunks force row level security;
create policy keeper on stream_chunks
  for all to holdfast_owner
  using (true);
create policy own on stream_chunks
  for all to holdfast_app
  using ((user_id = current_account()));
grant delete, insert, select, update on stream_chunks to holdfast_app;

create table streams (
  id uuid not null,
  user_id uuid not null,
  chat_id uuid not null,
  turn_id uuid not null,
  status text default 'active'::text not null,
  process_id uuid not null,
  last_active_at timestamp with time zone default now() not null,
  stop_requested_at timestamp with time zone,
  message_id uuid,
  metadata jsonb default '{}'::jsonb not null,
  has_chunks boolean default true not null,
  created_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  restarts smallint default 0 not null,
  constraint streams_pkey PRIMARY KEY (id),
  constraint streams_check CHECK (((message_id IS NULL) OR (status = 'completed'::text))),
  constraint streams_check1 CHECK (((status = 'active'::text) = (ended_at IS NULL))),
  constraint streams_completion_names_its_message CHECK (((status <> 'completed'::text) OR (message_id IS NOT NULL))),
  constraint streams_restarts_check CHECK (((restarts >= 0) AND (restarts <= 2))),
  constraint streams_status_check CHECK ((status = ANY (ARRAY['active'::text, 'completed'::text, 'errored'::text, 'interrupted'::text]))),
  constraint streams_of_owner FOREIGN KEY (chat_id, user_id) REFERENCES chats(id, user_id) ON DELETE CASCADE,
  constraint streams_turn_id_fkey FOREIGN KEY (turn_id) REFERENCES turns(id) ON DELETE CASCADE
);
CREATE INDEX streams_active ON public.streams USING btree (last_active_at) WHERE (status = 'active'::text);
CREATE INDEX streams_by_turn ON public.streams USING btree (turn_id);
CREATE INDEX streams_ended ON public.streams USING btree (ended_at) WHERE ((ended_at IS NOT NULL) AND has_chunks);
CREATE UNIQUE INDEX streams_one_active ON public.streams USING btree (chat_id) WHERE (status = 'active'::text);
CREATE INDEX streams_replayable ON public.streams USING btree (chat_id, ended_at) WHERE ((ended_at IS NOT NULL) AND has_chunks);
alter table streams enable row level security;
alter table streams force row level security;
create policy keeper on streams
  for all to holdfast_owner
  using (true);
create policy own on streams
  for all to holdfast_app
  using ((user_id = current_account()));
CREATE TRIGGER streams_begin_active BEFORE INSERT ON public.streams FOR EACH ROW WHEN ((new.status <> 'active'::text)) EXECUTE FUNCTION streams_begin_active();
CREATE TRIGGER streams_end_once BEFORE UPDATE ON public.streams FOR EACH ROW WHEN ((old.status <> 'active'::text)) EXECUTE FUNCTION streams_end_once();
CREATE TRIGGER streams_keep_their_place BEFORE UPDATE OF id, user_id, chat_id, turn_id, created_at ON public.streams FOR EACH ROW WHEN ((((((old.id IS DISTINCT FROM new.id) OR (old.user_id IS DISTINCT FROM new.user_id)) OR (old.chat_id IS DISTINCT FROM new.chat_id)) OR (old.turn_id IS DISTINCT FROM new.turn_id)) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION streams_keep_their_place();
grant delete, insert, select, update on streams to holdfast_app;

CREATE OR REPLACE FUNCTION public.abandoned_streams(silent interval, most integer)
 RETURNS TABLE(stream_id uuid, user_id uuid, process_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT s.id,
     s.user_id,
     s.process_id
    FROM streams s
   WHERE ((s.status = 'active'::text) AND ((s.last_active_at < (now() - abandoned_streams.silent)) OR (s.process_id = '00000000-0000-0000-0000-000000000000'::uuid)))
   ORDER BY s.last_active_at
  LIMIT abandoned_streams.most;
END;
revoke execute on function abandoned_streams(interval,integer) from public;
grant execute on function abandoned_streams(interval,integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.beat(process uuid, held uuid[], chunk_streams uuid[], seqs integer[], datas bytea[])
 RETURNS TABLE(stream_id uuid, is_ours boolean, must_stop boolean)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 WITH ours AS (
          UPDATE streams s SET last_active_at = now()
           WHERE (s.id IN ( SELECT h_1.id
                    FROM streams h_1
                   WHERE ((h_1.id = ANY (beat.held)) AND (h_1.status = 'active'::text) AND (h_1.process_id = beat.process))
                   ORDER BY h_1.id
                  FOR NO KEY UPDATE OF h_1))
           RETURNING s.id,
             s.user_id,
             s.stop_requested_at
         ), kept AS (
          INSERT INTO stream_chunks (stream_id, seq, user_id, data)  SELECT c.stream_id,
                     c.seq,
                     o_1.user_id,
                     c.data
                    FROM (UNNEST(beat.chunk_streams, beat.seqs, beat.datas) c(stream_id, seq, data)
                      JOIN ours o_1 ON ((o_1.id = c.stream_id))) ON CONFLICT DO NOTHING
         )
  SELECT h.id,
     (o.id IS NOT NULL),
     COALESCE(((o.stop_requested_at IS NOT NULL) OR (u.suspended_at IS NOT NULL)), false) AS "coalesce"
    FROM ((unnest(beat.held) h(id)
      LEFT JOIN ours o ON ((o.id = h.id)))
      LEFT JOIN users u ON ((u.id = o.user_id)));
END;
revoke execute on function beat(uuid,uuid[],uuid[],integer[],bytea[]) from public;
grant execute on function beat(uuid,uuid[],uuid[],integer[],bytea[]) to holdfast_app;

CREATE OR REPLACE FUNCTION public.drop_old_chunks(older interval, most integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 WITH old AS (
          UPDATE streams SET has_chunks = false
           WHERE (streams.id IN ( SELECT s.id
                    FROM streams s
                   WHERE ((s.ended_at < (now() - drop_old_chunks.older)) AND s.has_chunks)
                   ORDER BY s.ended_at
                  LIMIT drop_old_chunks.most
                  FOR UPDATE OF s SKIP LOCKED))
           RETURNING streams.id
         ), gone AS (
          DELETE FROM stream_chunks c
            USING old
           WHERE (c.stream_id = old.id)
           RETURNING 1 AS "?column?"
         )
  SELECT (count(*))::integer AS count
    FROM gone;
END;
revoke execute on function drop_old_chunks(interval,integer) from public;
grant execute on function drop_old_chunks(interval,integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.drop_old_partials(older interval, most integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 WITH gone AS (
          DELETE FROM partial_documents p
           WHERE (((p.user_id, p.document_id) IN ( SELECT o.user_id,
                     o.document_id
                    FROM partial_documents o
                   WHERE (o.saved_at < (now() - drop_old_partials.older))
                   ORDER BY o.saved_at
                  LIMIT drop_old_partials.most
                  FOR UPDATE OF o SKIP LOCKED)) AND (p.saved_at < (now() - drop_old_partials.older)))
           RETURNING 1 AS "?column?"
         )
  SELECT (count(*))::integer AS count
    FROM gone;
END;
revoke execute on function drop_old_partials(interval,integer) from public;
grant execute on function drop_old_partials(interval,integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.others_live(process uuid, lately interval)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM processes p
           WHERE ((p.id <> others_live.process) AND (p.seen_at > (now() - others_live.lately))))) AS "exists";
END;
revoke execute on function others_live(uuid,interval) from public;
grant execute on function others_live(uuid,interval) to holdfast_app;

CREATE OR REPLACE FUNCTION public.process_leaves(process uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 DELETE FROM processes p
   WHERE (p.id = process_leaves.process);
END;
revoke execute on function process_leaves(uuid) from public;
grant execute on function process_leaves(uuid) to holdfast_app;

CREATE OR REPLACE FUNCTION public.process_lives(process uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 INSERT INTO processes AS p (id)
   VALUES (process_lives.process) ON CONFLICT(id) DO UPDATE SET seen_at = now();
 DELETE FROM processes p
   WHERE (p.seen_at < (now() - '01:00:00'::interval));
END;
revoke execute on function process_lives(uuid) from public;
grant execute on function process_lives(uuid) to holdfast_app;

CREATE OR REPLACE FUNCTION public.release_stream(process uuid, released uuid)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 WITH let_go AS (
          UPDATE streams s SET process_id = '00000000-0000-0000-0000-000000000000'::uuid
           WHERE ((s.id = release_stream.released) AND (s.status = 'active'::text) AND (s.process_id = release_stream.process))
           RETURNING s.id
         ), told AS (
          SELECT pg_notify('holdfast_released'::text, (l.id)::text) AS pg_notify
            FROM let_go l
         )
  SELECT (count(*) > 0)
    FROM told;
END;
revoke execute on function release_stream(uuid,uuid) from public;
grant execute on function release_stream(uuid,uuid) to holdfast_app;

CREATE OR REPLACE FUNCTION public.streams_begin_active()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      raise exception 'a stream begins active' using errcode = 'check_violation';
    end $function$;

CREATE OR REPLACE FUNCTION public.streams_end_once()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      old.has_chunks := old.has_chunks and new.has_chunks;  -- they may go, and never come back
      if new is distinct from old then
        raise exception 'an ended stream never changes again' using errcode = 'check_violation';
      end if;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION public.streams_keep_their_place()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      raise exception 'a stream stays with its turn' using errcode = 'check_violation';
    end $function$;
