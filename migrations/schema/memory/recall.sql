-- As the migrations have made it; written by `make schema`, compared by a test, and never run.

create table carried_vectors (
  tenant_id text not null,
  user_id text not null,
  chat_id uuid not null,
  message_id uuid not null,
  digest bytea not null,
  embedder text not null,
  vector bytea not null,  -- numbers of 32 bits, little end first: never searched, only handed on
  made_at timestamp with time zone default now() not null,
  tokens bytea,  -- vectors of its word pieces, packed, where the embedder makes them
  constraint carried_vectors_pkey PRIMARY KEY (chat_id, message_id),
  constraint carried_vectors_chat_id_message_id_fkey FOREIGN KEY (chat_id, message_id) REFERENCES messages(chat_id, id) ON DELETE CASCADE
);
CREATE INDEX carried_vectors_by_age ON public.carried_vectors USING btree (made_at);
CREATE INDEX carried_vectors_by_owner ON public.carried_vectors USING btree (tenant_id, user_id, digest);
alter table carried_vectors enable row level security;
alter table carried_vectors force row level security;
create policy keeper on carried_vectors
  for all to holdfast_owner
  using (true);
create policy own on carried_vectors
  for all to holdfast_app
  using (((tenant_id = current_setting('app.tenant_id'::text, true)) AND (tenant_id <> ''::text) AND (user_id = current_setting('app.user_id'::text, true)) AND (user_id <> ''::text)));
grant delete, insert, select, update on carried_vectors to holdfast_app;

create table memory_cells (
  tenant_id text not null,
  user_id text not null,
  embedder smallint not null,
  cell smallint not null,
  centre halfvec not null,
  constraint memory_cells_pkey PRIMARY KEY (tenant_id, user_id, embedder, cell),
  constraint memory_cells_embedder_fkey FOREIGN KEY (embedder) REFERENCES memory_embedders(id)
);
alter table memory_cells enable row level security;
alter table memory_cells force row level security;
create policy keeper on memory_cells
  for all to holdfast_owner
  using (true);
create policy own on memory_cells
  for all to holdfast_app
  using (((tenant_id = current_setting('app.tenant_id'::text, true)) AND (tenant_id <> ''::text) AND (user_id = current_setting('app.user_id'::text, true)) AND (user_id <> ''::text)));
grant delete, insert, select, update on memory_cells to holdfast_app;

create table memory_embedded (
  tenant_id text not null,
  user_id text not null,
  embedder smallint not null,
  is_whole boolean not null,
  celled_at bigint default 0 not null,
  has_tokens boolean default false not null,  -- no turn lacks the vectors of its word pieces that could have them
  constraint memory_embedded_pkey PRIMARY KEY (tenant_id, user_id, embedder),
  constraint memory_embedded_embedder_fkey FOREIGN KEY (embedder) REFERENCES memory_embedders(id)
);
alter table memory_embedded enable row level security;
alter table memory_embedded force row level security;
create policy keeper on memory_embedded
  for all to holdfast_owner
  using (true);
create policy own on memory_embedded
  for all to holdfast_app
  using (((tenant_id = current_setting('app.tenant_id'::text, true)) AND (tenant_id <> ''::text) AND (user_id = current_setting('app.user_id'::text, true)) AND (user_id <> ''::text)));
grant delete, insert, select, update on memory_embedded to holdfast_app;

create table memory_embedders (
  id smallint generated always as identity not null,
  name text not null,
  dimensions integer not null,
  constraint memory_embedders_pkey PRIMARY KEY (id),
  constraint memory_embedders_name_key UNIQUE (name)
);
alter table memory_embedders enable row level security;
alter table memory_embedders force row level security;
create policy keeper on memory_embedders
  for all to holdfast_owner
  using (true);
create policy known on memory_embedders
  for select to holdfast_app
  using (true);
grant select on memory_embedders to holdfast_app;

create table memory_unembedded (
  tenant_id text not null,
  user_id text not null,
  kind "char" not null,
  item_id bigint not null,
  constraint memory_unembedded_pkey PRIMARY KEY (kind, item_id),
  constraint memory_unembedded_kind_check CHECK ((kind = ANY (ARRAY['e'::"char", 'f'::"char", 'l'::"char"])))
);
CREATE INDEX memory_unembedded_by_owner ON public.memory_unembedded USING btree (tenant_id, user_id);
alter table memory_unembedded enable row level security;
alter table memory_unembedded force row level security;
create policy keeper on memory_unembedded
  for all to holdfast_owner
  using (true);
create policy own on memory_unembedded
  for all to holdfast_app
  using (((tenant_id = current_setting('app.tenant_id'::text, true)) AND (tenant_id <> ''::text) AND (user_id = current_setting('app.user_id'::text, true)) AND (user_id <> ''::text)));
grant delete, insert, select, update on memory_unembedded to holdfast_app;

create table memory_vectors (
  tenant_id text not null,
  user_id text not null,
  kind "char" not null,
  item_id bigint not null,
  part smallint default 0 not null,
  embedder smallint not null,
  cell smallint default 0 not null,
  vector halfvec not null,
  made_of bytea,  -- digest of all that went into it; null: made before this was kept
  tokens bytea,  -- vectors of its word pieces, packed, of turns whose embedder makes them
  constraint memory_vectors_pkey PRIMARY KEY (kind, item_id, embedder, part),
  constraint memory_vectors_kind_check CHECK ((kind = ANY (ARRAY['e'::"char", 'f'::"char", 'l'::"char"]))),
  constraint memory_vectors_embedder_fkey FOREIGN KEY (embedder) REFERENCES memory_embedders(id)
);
CREATE INDEX memory_vectors_by_owner ON public.memory_vectors USING btree (tenant_id, user_id, kind, embedder, cell) WITH (deduplicate_items=off);
CREATE INDEX memory_vectors_by_text ON public.memory_vectors USING btree (tenant_id, user_id, made_of) WHERE (made_of IS NOT NULL);
alter table memory_vectors enable row level security;
alter table memory_vectors force row level security;
create policy keeper on memory_vectors
  for all to holdfast_owner
  using (true);
create policy own on memory_vectors
  for all to holdfast_app
  using (((tenant_id = current_setting('app.tenant_id'::text, true)) AND (tenant_id <> ''::text) AND (user_id = current_setting('app.user_id'::text, true)) AND (user_id <> ''::text)));
grant delete, insert, select, update on memory_vectors to holdfast_app;

CREATE OR REPLACE FUNCTION public.drop_carried_vectors(older_than interval)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 WITH gone AS (
          DELETE FROM carried_vectors c
           WHERE ((c.chat_id, c.message_id) IN ( SELECT o.chat_id,
                     o.message_id
                    FROM carried_vectors o
                   WHERE (o.made_at < (now() - drop_carried_vectors.older_than))
                  FOR UPDATE OF o SKIP LOCKED))
           RETURNING 1 AS "?column?"
         )
  SELECT count(*) AS count
    FROM gone;
END;
revoke execute on function drop_carried_vectors(interval) from public;
grant execute on function drop_carried_vectors(interval) to holdfast_app;

CREATE OR REPLACE FUNCTION public.memory_embedder(called text, length integer)
 RETURNS smallint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with known as (
    select e.id from memory_embedders e where e.name = called and e.dimensions = length
  ), made as (
    insert into memory_embedders (name, dimensions) select called, length where not exists (select from known)
    on conflict (name) do update set dimensions = excluded.dimensions
    returning id
  )
  select id from known union all select id from made
$function$;
revoke execute on function memory_embedder(text,integer) from public;
grant execute on function memory_embedder(text,integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.owners_to_embed(present smallint, most integer)
 RETURNS TABLE(tenant_id text, user_id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
( SELECT DISTINCT e.tenant_id,
     e.user_id
    FROM memory_embedded e
   WHERE ((e.embedder <> owners_to_embed.present) OR (NOT e.is_whole) OR (NOT e.has_tokens))
  LIMIT owners_to_embed.most)
 UNION
 ( SELECT DISTINCT u.tenant_id,
     u.user_id
    FROM memory_unembedded u
  LIMIT owners_to_embed.most);
END;
revoke execute on function owners_to_embed(smallint,integer) from public;
grant execute on function owners_to_embed(smallint,integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.pending_embeddings()
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT count(*) AS count
    FROM memory_unembedded;
END;
revoke execute on function pending_embeddings() from public;
grant execute on function pending_embeddings() to holdfast_app;
