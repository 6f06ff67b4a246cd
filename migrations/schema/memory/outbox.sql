-- As the migrations have made it; written by `make schema`, compared by a test, and never run.

create table memory_outbox (
  id bigint generated always as identity not null,
  tenant_id text not null,
  user_id text not null,
  session bigint not null,
  kind text not null,
  seq integer not null,  -- of a turn its number in the session, of a session the number of its stretch
  from_seq integer not null,
  to_seq integer not null,  -- the turns meant are from_seq and those after it, to_seq not among them
  name text not null,
  status text default 'pending'::text not null,
  attempts integer default 0 not null,
  next_attempt_at timestamp with time zone default now() not null,
  last_error text,
  folded_at timestamp with time zone,
  delivered_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint memory_outbox_pkey PRIMARY KEY (id),
  constraint memory_outbox_session_kind_seq_key UNIQUE (session, kind, seq),
  constraint memory_outbox_kind_check CHECK ((kind = ANY (ARRAY['turn'::text, 'session'::text]))),
  constraint memory_outbox_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'dead'::text]))),
  constraint memory_outbox_session_fkey FOREIGN KEY (session) REFERENCES memory_sessions(id) ON DELETE CASCADE
);
CREATE INDEX memory_outbox_by_owner ON public.memory_outbox USING btree (tenant_id, user_id);
CREATE INDEX memory_outbox_dead ON public.memory_outbox USING btree (id) WHERE (status = 'dead'::text);
CREATE INDEX memory_outbox_due ON public.memory_outbox USING btree (next_attempt_at) WHERE ((status = 'pending'::text) AND ((kind = 'session'::text) OR (folded_at IS NOT NULL)));
CREATE INDEX memory_outbox_pending ON public.memory_outbox USING btree (created_at) WHERE (status = 'pending'::text);
alter table memory_outbox enable row level security;
alter table memory_outbox force row level security;
create policy keeper on memory_outbox
  for all to holdfast_owner
  using (true);
create policy own on memory_outbox
  for all to holdfast_app
  using (((tenant_id = current_setting('app.tenant_id'::text, true)) AND (tenant_id <> ''::text) AND (user_id = current_setting('app.user_id'::text, true)) AND (user_id <> ''::text)));
grant delete, insert, select, update on memory_outbox to holdfast_app;

CREATE OR REPLACE FUNCTION public.memory_dead_letters(most integer)
 RETURNS TABLE(id bigint, kind text, session bigint, attempts integer, last_error text, created_at timestamp with time zone, last_attempt_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT o.id,
     o.kind,
     o.session,
     o.attempts,
     o.last_error,
     o.created_at,
     o.next_attempt_at
    FROM memory_outbox o
   WHERE (o.status = 'dead'::text)
   ORDER BY o.id DESC
  LIMIT memory_dead_letters.most;
END;
revoke execute on function memory_dead_letters(integer) from public;
grant execute on function memory_dead_letters(integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.memory_drop_dead_letters(ids bigint[])
 RETURNS SETOF bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 DELETE FROM memory_outbox o
   WHERE (o.id IN ( SELECT d.id
            FROM memory_outbox d
           WHERE ((d.status = 'dead'::text) AND ((memory_drop_dead_letters.ids IS NULL) OR (d.id = ANY (memory_drop_dead_letters.ids))))
          FOR UPDATE OF d SKIP LOCKED))
   RETURNING o.id;
END;
revoke execute on function memory_drop_dead_letters(bigint[]) from public;
grant execute on function memory_drop_dead_letters(bigint[]) to holdfast_app;

CREATE OR REPLACE FUNCTION public.memory_evict(of_session memory_sessions, up_to integer, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.memory_outbox_due(at timestamp with time zone, most integer)
 RETURNS TABLE(tenant_id text, user_id text, session bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
( SELECT m.tenant_id,
     m.user_id,
     m.id
    FROM memory_sessions m
   WHERE ((m.folded_to < m.window_from) AND (m.fold_after <= memory_outbox_due.at) AND (NOT jobs.is_resting(m.tenant_id, m.user_id)))
   ORDER BY m.fold_after
  LIMIT memory_outbox_due.most)
 UNION
 ( SELECT o.tenant_id,
     o.user_id,
     o.session
    FROM memory_outbox o
   WHERE ((o.status = 'pending'::text) AND ((o.kind = 'session'::text) OR (o.folded_at IS NOT NULL)) AND (o.next_attempt_at <= memory_outbox_due.at) AND (NOT jobs.is_resting(o.tenant_id, o.user_id)))
   ORDER BY o.next_attempt_at
  LIMIT memory_outbox_due.most);
END;
revoke execute on function memory_outbox_due(timestamp with time zone,integer) from public;
grant execute on function memory_outbox_due(timestamp with time zone,integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.memory_outbox_state(at timestamp with time zone)
 RETURNS TABLE(pending bigint, folded bigint, delivered bigint, dead_lettered bigint, oldest_pending_seconds double precision, pending_embeddings bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT count(*) FILTER (WHERE (o.status = 'pending'::text)) AS count,
     count(*) FILTER (WHERE (o.folded_at IS NOT NULL)) AS count,
     count(*) FILTER (WHERE (o.status = 'delivered'::text)) AS count,
     count(*) FILTER (WHERE (o.status = 'dead'::text)) AS count,
     (COALESCE(EXTRACT(epoch FROM (memory_outbox_state.at - min(o.created_at) FILTER (WHERE (o.status = 'pending'::text)))), (0)::numeric))::double precision AS "coalesce",
     ( SELECT count(*) AS count
            FROM memory_unembedded) AS count
    FROM memory_outbox o;
END;
revoke execute on function memory_outbox_state(timestamp with time zone) from public;
grant execute on function memory_outbox_state(timestamp with time zone) to holdfast_app;

CREATE OR REPLACE FUNCTION public.memory_owe_summary(of_session memory_sessions, at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into memory_outbox
         (tenant_id, user_id, session, kind, seq, from_seq, to_seq, name, next_attempt_at, created_at)
  select of_session.tenant_id, of_session.user_id, of_session.id, 'session', of_session.stretch,
         of_session.stretch_from, of_session.next_seq,
         format('session:%s:%s', of_session.id, of_session.stretch), at, at
   where of_session.next_seq > of_session.stretch_from
  on conflict do nothing
$function$;

CREATE OR REPLACE FUNCTION public.memory_prune_outbox(before timestamp with time zone, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare pruned integer;
begin
  delete from memory_outbox o
   where o.id in (select d.id from memory_outbox d
                   where d.status = 'delivered' and d.kind = 'turn' and d.folded_at is not null
                     and d.delivered_at < before
                   limit most for update skip locked);
  get diagnostics pruned = row_count;
  return pruned;
end $function$;
revoke execute on function memory_prune_outbox(timestamp with time zone,integer) from public;
grant execute on function memory_prune_outbox(timestamp with time zone,integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.memory_retry_dead_letters(ids bigint[], at timestamp with time zone)
 RETURNS SETOF bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 UPDATE memory_outbox o SET status = 'pending'::text, attempts = 0, next_attempt_at = memory_retry_dead_letters.at, last_error = NULL::text
   WHERE (o.id IN ( SELECT d.id
            FROM memory_outbox d
           WHERE ((d.status = 'dead'::text) AND ((memory_retry_dead_letters.ids IS NULL) OR (d.id = ANY (memory_retry_dead_letters.ids))))
          FOR UPDATE OF d SKIP LOCKED))
   RETURNING o.id;
END;
revoke execute on function memory_retry_dead_letters(bigint[],timestamp with time zone) from public;
grant execute on function memory_retry_dead_letters(bigint[],timestamp with time zone) to holdfast_app;
