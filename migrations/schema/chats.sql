-- As the migrations have made it; written by `make schema`, compared by a test, and never run.

create table blobs (
  id uuid not null,
  user_id uuid not null,
  filename text not null,
  media_type text not null,
  bytes bigint not null,
  sha256 text,
  created_at timestamp with time zone default now() not null,
  arrived_at timestamp with time zone,
  constraint blobs_pkey PRIMARY KEY (id),
  constraint blobs_bytes_check CHECK ((bytes >= 0)),
  constraint blobs_check CHECK (((arrived_at IS NULL) = (sha256 IS NULL))),
  constraint blobs_filename_check CHECK (((char_length(filename) >= 1) AND (char_length(filename) <= 255))),
  constraint blobs_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX blobs_by_user ON public.blobs USING btree (user_id, created_at DESC);
CREATE INDEX blobs_unarrived ON public.blobs USING btree (created_at) WHERE (arrived_at IS NULL);
alter table blobs enable row level security;
alter table blobs force row level security;
create policy keeper on blobs
  for all to holdfast_owner
  using (true);
create policy own on blobs
  for all to holdfast_app
  using ((user_id = current_account()));
CREATE TRIGGER erase_blob_bytes AFTER DELETE ON public.blobs FOR EACH ROW EXECUTE FUNCTION erase_blob_bytes();
grant delete, insert, select, update on blobs to holdfast_app;

create table brought_chats (
  user_id uuid not null,
  chat_id uuid not null,
  messages integer default 0 not null,
  constraint brought_chats_pkey PRIMARY KEY (user_id, chat_id),
  constraint brought_chats_messages_check CHECK ((messages >= 0)),
  constraint brought_chats_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
alter table brought_chats enable row level security;
alter table brought_chats force row level security;
create policy keeper on brought_chats
  for all to holdfast_owner
  using (true);
create policy own on brought_chats
  for all to holdfast_app
  using ((user_id = current_account()));
grant delete, insert, select, update on brought_chats to holdfast_app;

create table chat_folders (
  user_id uuid not null,
  name text not null,
  created_at timestamp with time zone default now() not null,
  constraint chat_folders_pkey PRIMARY KEY (user_id, name),
  constraint chat_folders_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
  constraint chat_folders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
alter table chat_folders enable row level security;
alter table chat_folders force row level security;
create policy keeper on chat_folders
  for all to holdfast_owner
  using (true);
create policy own on chat_folders
  for all to holdfast_app
  using ((user_id = current_account()));
grant delete, insert, select, update on chat_folders to holdfast_app;

create table chats (
  id uuid not null,
  user_id uuid not null,
  persona_id text not null,
  title text not null,
  titled_by text default 'words'::text not null,
  visibility text default 'private'::text not null,
  head_id uuid,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  pinned_at timestamp with time zone,
  archived_at timestamp with time zone,
  folder text,
  memory text default 'on'::text not null,
  snapshot_head_id uuid,
  snapshot_title text,
  shared_at timestamp with time zone,
  is_of_program boolean default false not null,
  constraint chats_pkey PRIMARY KEY (id),
  constraint chats_of_owner UNIQUE (id, user_id),
  constraint chats_folder_check CHECK (((char_length(folder) >= 1) AND (char_length(folder) <= 60))),
  constraint chats_memory_check CHECK ((memory = ANY (ARRAY['on'::text, 'paused'::text, 'temporary'::text]))),
  constraint chats_titled_by_check CHECK ((titled_by = ANY (ARRAY['words'::text, 'model'::text, 'person'::text]))),
  constraint chats_visibility_check CHECK ((visibility = ANY (ARRAY['private'::text, 'public'::text]))),
  constraint chats_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX chats_archived ON public.chats USING btree (user_id, updated_at DESC, id DESC) WHERE (archived_at IS NOT NULL);
CREATE INDEX chats_by_user ON public.chats USING btree (user_id, updated_at DESC, id DESC);
CREATE INDEX chats_in_folders ON public.chats USING btree (user_id, folder, updated_at DESC, id DESC) WHERE (folder IS NOT NULL);
CREATE INDEX chats_pinned ON public.chats USING btree (user_id, updated_at DESC, id DESC) WHERE (pinned_at IS NOT NULL);
CREATE INDEX chats_shared ON public.chats USING btree (user_id, updated_at DESC, id DESC) WHERE ((visibility = 'public'::text) OR (snapshot_head_id IS NOT NULL));
alter table chats enable row level security;
alter table chats force row level security;
create policy keeper on chats
  for all to holdfast_owner
  using (true);
create policy own on chats
  for all to holdfast_app
  using ((user_id = current_account()));
grant delete, insert, select, update on chats to holdfast_app;

create table deleted_chats (
  user_id uuid not null,
  chat_id uuid not null,
  deleted_at timestamp with time zone default now() not null,
  constraint deleted_chats_pkey PRIMARY KEY (user_id, chat_id),
  constraint deleted_chats_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
alter table deleted_chats enable row level security;
alter table deleted_chats force row level security;
create policy keeper on deleted_chats
  for all to holdfast_owner
  using (true);
create policy own on deleted_chats
  for all to holdfast_app
  using ((user_id = current_account()));
grant delete, insert, select, update on deleted_chats to holdfast_app;

create table feedback (
  chat_id uuid not null,
  message_id uuid not null,
  user_id uuid not null,
  rating text not null,
  comment text,
  created_at timestamp with time zone default now() not null,
  constraint feedback_pkey PRIMARY KEY (chat_id, message_id, user_id),
  constraint feedback_rating_check CHECK ((rating = ANY (ARRAY['up'::text, 'down'::text]))),
  constraint feedback_chat_id_message_id_fkey FOREIGN KEY (chat_id, message_id) REFERENCES messages(chat_id, id) ON DELETE CASCADE,
  constraint feedback_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
alter table feedback enable row level security;
alter table feedback force row level security;
create policy keeper on feedback
  for all to holdfast_owner
  using (true);
create policy own on feedback
  for all to holdfast_app
  using ((user_id = current_account()));
grant delete, insert, select, update on feedback to holdfast_app;

create table message_words (
  chat_id uuid not null,
  message_id uuid not null,
  user_id uuid not null,
  said_at timestamp with time zone not null,
  words tsvector not null,
  constraint message_words_pkey PRIMARY KEY (chat_id, message_id),
  constraint message_words_chat_id_message_id_fkey FOREIGN KEY (chat_id, message_id) REFERENCES messages(chat_id, id) ON DELETE CASCADE
);
CREATE INDEX message_words_by_id ON public.message_words USING btree (user_id, message_id);
CREATE INDEX message_words_found ON public.message_words USING gin (words) WITH (fastupdate=off);
alter table message_words enable row level security;
alter table message_words force row level security;
create policy keeper on message_words
  for all to holdfast_owner
  using (true);
create policy own on message_words
  for all to holdfast_app
  using ((user_id = current_account()));
grant delete, insert, select, update on message_words to holdfast_app;

create table messages (
  chat_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  seq bigint generated always as identity not null,
  parent_id uuid,
  session_id uuid,
  turn_id uuid not null,
  role text not null,
  parts jsonb not null,
  status text not null,
  model text,
  tokens integer not null,
  created_at timestamp with time zone default now() not null,
  ended_because text,
  bookmarked_at timestamp with time zone,
  constraint messages_pkey PRIMARY KEY (chat_id, id),
  constraint messages_ended_because_check CHECK ((ended_because = ANY (ARRAY['stopped'::text, 'failed'::text, 'lost'::text]))),
  constraint messages_role_check CHECK ((role = ANY (ARRAY['user'::text, 'assistant'::text]))),
  constraint messages_status_check CHECK ((status = ANY (ARRAY['complete'::text, 'partial'::text, 'error'::text]))),
  constraint messages_of_owner FOREIGN KEY (chat_id, user_id) REFERENCES chats(id, user_id) ON DELETE CASCADE
);
CREATE INDEX messages_bookmarked ON public.messages USING btree (user_id, bookmarked_at DESC, id DESC) WHERE (bookmarked_at IS NOT NULL);
CREATE INDEX messages_by_user ON public.messages USING btree (user_id, session_id);
CREATE INDEX messages_in_order ON public.messages USING btree (chat_id, seq);
CREATE INDEX messages_siblings ON public.messages USING btree (chat_id, parent_id, seq);
alter table messages enable row level security;
alter table messages force row level security;
create policy keeper on messages
  for all to holdfast_owner
  using (true);
create policy own on messages
  for all to holdfast_app
  using ((user_id = current_account()));
CREATE TRIGGER keep_message_words AFTER INSERT OR UPDATE OF parts ON public.messages FOR EACH ROW EXECUTE FUNCTION keep_message_words();
CREATE TRIGGER tools_told_of_documents AFTER INSERT OR UPDATE OF parts ON public.messages FOR EACH ROW WHEN ((new.parts @? '$[*]."resultProviderMetadata"."holdfast"."documents"[*]'::jsonpath)) EXECUTE FUNCTION keep_tool_documents();
grant delete, insert, select, update on messages to holdfast_app;

create table sessions (
  id uuid not null,
  user_id uuid not null,
  chat_id uuid not null,
  persona_id text not null,
  started_at timestamp with time zone default now() not null,
  last_user_message_at timestamp with time zone default now() not null,
  closes_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  is_owed boolean default false not null,  -- closed, and not handed to the memory yet
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_of_owner FOREIGN KEY (chat_id, user_id) REFERENCES chats(id, user_id) ON DELETE CASCADE
);
CREATE INDEX sessions_by_chat ON public.sessions USING btree (chat_id);
CREATE INDEX sessions_by_user ON public.sessions USING btree (user_id);
CREATE INDEX sessions_due ON public.sessions USING btree (closes_at) WHERE (closed_at IS NULL);
CREATE UNIQUE INDEX sessions_open ON public.sessions USING btree (chat_id, persona_id) WHERE (closed_at IS NULL);
CREATE INDEX sessions_owed ON public.sessions USING btree (user_id, persona_id, last_user_message_at) WHERE is_owed;
alter table sessions enable row level security;
alter table sessions force row level security;
create policy keeper on sessions
  for all to holdfast_owner
  using (true);
create policy own on sessions
  for all to holdfast_app
  using ((user_id = current_account()));
grant delete, insert, select, update on sessions to holdfast_app;

create table tool_documents (
  document_id uuid not null,
  chat_id uuid not null,
  message_id uuid not null,
  constraint tool_documents_pkey PRIMARY KEY (document_id, chat_id, message_id),
  constraint tool_documents_in_message FOREIGN KEY (chat_id, message_id) REFERENCES messages(chat_id, id) ON DELETE CASCADE
);
CREATE INDEX tool_documents_by_message ON public.tool_documents USING btree (chat_id, message_id);
alter table tool_documents enable row level security;
alter table tool_documents force row level security;
create policy keeper on tool_documents
  for all to holdfast_owner
  using (true);

CREATE OR REPLACE FUNCTION public.chat_owner(chat uuid)
 RETURNS TABLE(user_id uuid, is_public boolean, is_snapshot boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT c.user_id,
     (c.visibility = 'public'::text),
     ((c.visibility <> 'public'::text) AND (c.snapshot_head_id IS NOT NULL))
    FROM chats c
   WHERE (c.id = chat_owner.chat);
END;
revoke execute on function chat_owner(uuid) from public;
grant execute on function chat_owner(uuid) to holdfast_app;

CREATE OR REPLACE FUNCTION public.drop_unarrived_blobs(older interval)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with gone as (
    delete from blobs where id in (
      select b.id from blobs b where b.arrived_at is null and b.created_at < now() - older for update skip locked)
    returning 1)
  select count(*)::integer from gone
$function$;
revoke execute on function drop_unarrived_blobs(interval) from public;
grant execute on function drop_unarrived_blobs(interval) to holdfast_worker;

CREATE OR REPLACE FUNCTION public.due_sessions(most integer)
 RETURNS TABLE(session_id uuid, user_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT s.id,
     s.user_id
    FROM sessions s
   WHERE ((s.closed_at IS NULL) AND (s.closes_at < now()))
   ORDER BY s.closes_at
  LIMIT due_sessions.most;
END;
revoke execute on function due_sessions(integer) from public;
grant execute on function due_sessions(integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.erase_blob_bytes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare job bigint;
    begin
      insert into jobs.pgqueuer (priority, entrypoint, payload, status)
      values (0, 'erase_blob',
              convert_to(jsonb_build_object('user_id', old.user_id, 'blob_id', old.id)::text, 'UTF8'), 'queued')
      returning id into job;
      insert into jobs.pgqueuer_log (job_id, status, entrypoint, priority) values (job, 'queued', 'erase_blob', 0);
      return null;
    end $function$;
revoke execute on function erase_blob_bytes() from public;

CREATE OR REPLACE FUNCTION public.find_messages(query text, before_at timestamp with time zone, before_id uuid, most integer)
 RETURNS TABLE(chat_id uuid, message_id uuid, said_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select w.chat_id, w.message_id, w.said_at
    from message_words w
   where w.user_id = current_account() and w.words @@ message_query(current_account(), query)
     and (before_at is null or (w.said_at, w.message_id) < (before_at, before_id))
   order by w.said_at desc, w.message_id desc
   limit most
$function$;
revoke execute on function find_messages(text,timestamp with time zone,uuid,integer) from public;
grant execute on function find_messages(text,timestamp with time zone,uuid,integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.keep_message_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into message_words (chat_id, message_id, user_id, said_at, words)
  values (new.chat_id, new.id, new.user_id, new.created_at, message_words_of(new.user_id, message_text(new.parts)))
  on conflict (chat_id, message_id) do update set words = excluded.words;
  return null;
end $function$;
revoke execute on function keep_message_words() from public;

CREATE OR REPLACE FUNCTION public.keep_tool_documents()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      told text[] := array(
        select distinct named #>> '{}'
          from jsonb_path_query(new.parts, '$[*].resultProviderMetadata.holdfast.documents[*]') as named
         where named #>> '{}' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$');
      there text[] := array(
        select d.id::text from documents d where d.id = any (told::uuid[]) for key share skip locked);
    begin
      insert into tool_documents (document_id, chat_id, message_id)
      select id::uuid, new.chat_id, new.id from unnest(there) as id
      on conflict do nothing;
      if not told <@ there then  -- deleted while the answer was being written
        update messages
           set parts = without_documents(parts, array(select unnest(told) except select unnest(there)))
         where chat_id = new.chat_id and id = new.id;
      end if;
      return null;
    end $function$;
revoke execute on function keep_tool_documents() from public;

CREATE OR REPLACE FUNCTION public.kept_bytes(of_user uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
      select coalesce((select sum(b.bytes) from blobs b where b.user_id = of_user), 0)::bigint
           + coalesce((select sum(d.bytes) from (
                         select distinct v.blob_id, v.bytes from document_versions v
                           join knowledge_spaces s on s.id = v.space_id where s.user_id = of_user) d), 0)::bigint
    $function$;
revoke execute on function kept_bytes(uuid) from public;
grant execute on function kept_bytes(uuid) to holdfast_app;
