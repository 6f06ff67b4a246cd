-- As the migrations have made it; written by `make schema`, compared by a test, and never run.

create table connector_items (
  connector_id uuid not null,
  space_id integer not null,
  key text not null,
  mark text not null,  -- changes with the content; one that has not changed is not fetched again
  document_id uuid,
  error_code text,
  error_message text,
  constraint connector_items_pkey PRIMARY KEY (connector_id, key),
  constraint connector_items_key_check CHECK (((char_length(key) >= 1) AND (char_length(key) <= 2000))),
  constraint connector_items_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id) ON DELETE SET NULL,
  constraint connector_items_of_connector FOREIGN KEY (connector_id, space_id) REFERENCES connectors(id, space_id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX connector_items_by_document ON public.connector_items USING btree (document_id) WHERE (document_id IS NOT NULL);
alter table connector_items enable row level security;
alter table connector_items force row level security;
create policy keeper on connector_items
  for all to holdfast_owner
  using (true);
create policy written on connector_items
  for all to holdfast_app
  using ((space_id = ANY (ARRAY( SELECT knowledge_spaces.id
   FROM knowledge_spaces
  WHERE ((num_nonnulls(knowledge_spaces.user_id, knowledge_spaces.org_id) = 1) OR ( SELECT is_house_admin() AS is_house_admin))))));
grant delete, insert, select, update on connector_items to holdfast_app;

create table connectors (
  id uuid not null,
  space_id integer not null,
  kind text not null,
  address text not null,
  name text not null,
  every_minutes integer not null,
  is_paused boolean default false not null,
  status text default 'waiting'::text not null,
  error_code text,
  error_message text,
  mark text,  -- what was there when all of it had been brought
  synced_at timestamp with time zone,
  next_at timestamp with time zone default now() not null,
  created_by uuid,
  created_at timestamp with time zone default now() not null,
  constraint connectors_pkey PRIMARY KEY (id),
  constraint connectors_in_space UNIQUE (id, space_id),
  constraint connectors_once UNIQUE (space_id, kind, address),
  constraint connectors_address_check CHECK (((char_length(address) >= 1) AND (char_length(address) <= 2000))),
  constraint connectors_every_minutes_check CHECK (((every_minutes >= 1) AND (every_minutes <= 10080))),
  constraint connectors_kind_check CHECK ((kind = ANY (ARRAY['pack'::text, 'folder'::text, 'git'::text, 'feed'::text, 'page'::text, 'sitemap'::text]))),
  constraint connectors_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
  constraint connectors_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'syncing'::text, 'ok'::text, 'failed'::text]))),
  constraint connectors_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint connectors_space_id_fkey FOREIGN KEY (space_id) REFERENCES knowledge_spaces(id) ON DELETE CASCADE
);
CREATE INDEX connectors_by_maker ON public.connectors USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX connectors_due ON public.connectors USING btree (next_at) WHERE (NOT is_paused);
alter table connectors enable row level security;
alter table connectors force row level security;
create policy keeper on connectors
  for all to holdfast_owner
  using (true);
create policy written on connectors
  for all to holdfast_app
  using ((space_id = ANY (ARRAY( SELECT knowledge_spaces.id
   FROM knowledge_spaces
  WHERE ((num_nonnulls(knowledge_spaces.user_id, knowledge_spaces.org_id) = 1) OR ( SELECT is_house_admin() AS is_house_admin))))));
grant delete, insert, select, update on connectors to holdfast_app;

create table context_usage (
  chat_id uuid not null,
  message_id uuid not null,
  passage_id bigint not null,  -- as it was then; of a document that was read anew it leads nowhere
  user_id uuid not null,
  document_id uuid not null,
  is_cited boolean not null,
  at timestamp with time zone default now() not null,
  constraint context_usage_pkey PRIMARY KEY (chat_id, message_id, passage_id),
  constraint context_usage_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id) ON DELETE CASCADE,
  constraint context_usage_in_message FOREIGN KEY (chat_id, message_id) REFERENCES messages(chat_id, id) ON DELETE CASCADE,
  constraint context_usage_of_owner FOREIGN KEY (chat_id, user_id) REFERENCES chats(id, user_id) ON DELETE CASCADE
);
CREATE INDEX context_usage_by_document ON public.context_usage USING btree (document_id, user_id, at DESC, message_id DESC);
CREATE INDEX context_usage_by_user ON public.context_usage USING btree (user_id, at DESC);
alter table context_usage enable row level security;
alter table context_usage force row level security;
create policy keeper on context_usage
  for all to holdfast_owner
  using (true);
create policy own on context_usage
  for all to holdfast_app
  using ((user_id = current_account()));
grant delete, insert, select, update on context_usage to holdfast_app;

create table document_pages (
  document_id uuid not null,
  version integer not null,
  page integer not null,
  space_id integer not null,
  text text not null,
  is_picture boolean default false not null,  -- its letters are in a picture that is still to be looked at
  constraint document_pages_pkey PRIMARY KEY (document_id, version, page),
  constraint document_pages_document_id_version_fkey FOREIGN KEY (document_id, version) REFERENCES document_versions(document_id, number) ON DELETE CASCADE,
  constraint document_pages_of_document FOREIGN KEY (document_id, space_id) REFERENCES documents(id, space_id) ON UPDATE CASCADE ON DELETE CASCADE
);
alter table document_pages enable row level security;
alter table document_pages force row level security;
create policy keeper on document_pages
  for all to holdfast_owner
  using (true);
create policy seen on document_pages
  for select to holdfast_app
  using ((space_id = ANY (ARRAY( SELECT knowledge_spaces.id
   FROM knowledge_spaces))));
create policy written on document_pages
  for all to holdfast_app
  using ((space_id = ANY (ARRAY( SELECT knowledge_spaces.id
   FROM knowledge_spaces
  WHERE ((num_nonnulls(knowledge_spaces.user_id, knowledge_spaces.org_id) = 1) OR ( SELECT is_house_admin() AS is_house_admin))))));
grant delete, insert, select, update on document_pages to holdfast_app;

create table document_versions (
  document_id uuid not null,
  number integer not null,
  space_id integer not null,
  blob_id uuid not null,
  owner_id uuid not null,  -- in whose folder the bytes lie: a person, an organization, nobody
  filename text not null,
  media_type text not null,
  bytes bigint not null,
  sha256 text not null,
  extraction text,
  pages integer,
  passages integer,
  created_by uuid,
  created_at timestamp with time zone default now() not null,
  is_cut boolean default false not null,
  source text,
  read_for integer,  -- the reading of the document that its pages are of
  constraint document_versions_pkey PRIMARY KEY (document_id, number),
  constraint document_versions_bytes_check CHECK ((bytes >= 0)),
  constraint document_versions_filename_check CHECK (((char_length(filename) >= 1) AND (char_length(filename) <= 255))),
  constraint document_versions_number_check CHECK ((number > 0)),
  constraint document_versions_source_check CHECK ((char_length(source) <= 2000)),
  constraint document_versions_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint document_versions_of_document FOREIGN KEY (document_id, space_id) REFERENCES documents(id, space_id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX document_versions_by_blob ON public.document_versions USING btree (blob_id);
CREATE INDEX document_versions_by_content ON public.document_versions USING btree (space_id, sha256);
CREATE INDEX document_versions_by_maker ON public.document_versions USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX document_versions_by_source ON public.document_versions USING btree (space_id, source) WHERE (source IS NOT NULL);
alter table document_versions enable row level security;
alter table document_versions force row level security;
create policy keeper on document_versions
  for all to holdfast_owner
  using (true);
create policy seen on document_versions
  for select to holdfast_app
  using ((space_id = ANY (ARRAY( SELECT knowledge_spaces.id
   FROM knowledge_spaces))));
create policy written on document_versions
  for all to holdfast_app
  using ((space_id = ANY (ARRAY( SELECT knowledge_spaces.id
   FROM knowledge_spaces
  WHERE ((num_nonnulls(knowledge_spaces.user_id, knowledge_spaces.org_id) = 1) OR ( SELECT is_house_admin() AS is_house_admin))))));
CREATE TRIGGER erase_version_bytes AFTER DELETE ON public.document_versions FOR EACH ROW EXECUTE FUNCTION erase_version_bytes();
grant delete, insert, select, update on document_versions to holdfast_app;

create table documents (
  id uuid not null,
  space_id integer not null,
  title text not null,
  folder text,
  status text not null,
  progress real default 0 not null,
  error_code text,
  error_message text,
  version integer default 1 not null,
  reading integer default 1 not null,  -- how often it was begun to be read; passages of the live one are found
  live_version integer,
  live_reading integer,
  created_by uuid,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint documents_pkey PRIMARY KEY (id),
  constraint documents_in_space UNIQUE (id, space_id),
  constraint documents_folder_check CHECK (((char_length(folder) >= 1) AND (char_length(folder) <= 100))),
  constraint documents_progress_check CHECK (((progress >= (0)::double precision) AND (progress <= (1)::double precision))),
  constraint documents_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'processing'::text, 'ready'::text, 'failed'::text, 'cancelled'::text]))),
  constraint documents_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 300))),
  constraint documents_version_check CHECK ((version > 0)),
  constraint documents_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint documents_space_id_fkey FOREIGN KEY (space_id) REFERENCES knowledge_spaces(id) ON DELETE CASCADE
);
CREATE INDEX documents_by_maker ON public.documents USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX documents_listed ON public.documents USING btree (space_id, updated_at DESC, id DESC);
CREATE INDEX documents_unfinished ON public.documents USING btree (updated_at) WHERE (status = ANY (ARRAY['pending'::text, 'processing'::text]));
alter table documents enable row level security;
alter table documents force row level security;
create policy keeper on documents
  for all to holdfast_owner
  using (true);
create policy seen on documents
  for select to holdfast_app
  using ((space_id = ANY (ARRAY( SELECT knowledge_spaces.id
   FROM knowledge_spaces))));
create policy written on documents
  for all to holdfast_app
  using ((space_id = ANY (ARRAY( SELECT knowledge_spaces.id
   FROM knowledge_spaces
  WHERE ((num_nonnulls(knowledge_spaces.user_id, knowledge_spaces.org_id) = 1) OR ( SELECT is_house_admin() AS is_house_admin))))));
CREATE TRIGGER what_tools_told_goes_along AFTER DELETE ON public.documents FOR EACH ROW EXECUTE FUNCTION blank_tool_documents();
grant delete, insert, select, update on documents to holdfast_app;

CREATE OR REPLACE FUNCTION public.blank_tool_documents()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    begin
      with told as (
        update messages m set parts = without_documents(m.parts, array[old.id::text])
          from tool_documents t
         where t.document_id = old.id and m.chat_id = t.chat_id and m.id = t.message_id
        returning m.chat_id, m.id, m.turn_id
      ), approved as (
        update tool_approvals a set arguments = '{}' from told
         where a.chat_id = told.chat_id and a.message_id = told.id and a.name = 'addResource' and a.state <> 'pending'
      ), emptied as (
        update streams s set has_chunks = false from told
         where s.turn_id = told.turn_id and s.status <> 'active'
        returning s.id
      )
      delete from stream_chunks c using emptied where c.stream_id = emptied.id;
      delete from tool_documents where document_id = old.id;
      return null;
    end $function$;
revoke execute on function blank_tool_documents() from public;

CREATE OR REPLACE FUNCTION public.erase_version_bytes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare job bigint;
    begin
      if exists (select from document_versions v where v.blob_id = old.blob_id) then
        return null;  -- a version that was restored has the bytes of the one it was
      end if;
      insert into jobs.pgqueuer (priority, entrypoint, payload, status)
      values (0, 'erase_blob',
              convert_to(jsonb_build_object('user_id', old.owner_id, 'blob_id', old.blob_id)::text, 'UTF8'), 'queued')
      returning id into job;
      insert into jobs.pgqueuer_log (job_id, status, entrypoint, priority) values (job, 'queued', 'erase_blob', 0);
      return null;
    end $function$;
revoke execute on function erase_version_bytes() from public;

CREATE OR REPLACE FUNCTION public.known_packs()
 RETURNS TABLE(namespace text, mark text, rests boolean, acting_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
      select c.address, c.mark, c.is_paused or c.next_at > now(), a.id
        from some_house_admin() as a (id) left join connectors c on c.kind = 'pack'
    $function$;
revoke execute on function known_packs() from public;
grant execute on function known_packs() to holdfast_app;

CREATE OR REPLACE FUNCTION public.note_context_usage(of_chat uuid, of_message uuid, passages bigint[], documents_told uuid[], cited boolean[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with there as (
    select d.id from documents d where d.id = any (documents_told) order by d.id for key share skip locked
  )
  insert into context_usage as u (chat_id, message_id, passage_id, user_id, document_id, is_cited)
  select of_chat, of_message, t.passage_id, current_account(), t.document_id, t.is_cited
    from unnest(passages, documents_told, cited) as t (passage_id, document_id, is_cited)
    join there on there.id = t.document_id
   where exists (select from messages m
                  where m.chat_id = of_chat and m.id = of_message and m.user_id = current_account())
   order by t.passage_id
  on conflict (chat_id, message_id, passage_id) do update set is_cited = u.is_cited or excluded.is_cited
$function$;
revoke execute on function note_context_usage(uuid,uuid,bigint[],uuid[],boolean[]) from public;
grant execute on function note_context_usage(uuid,uuid,bigint[],uuid[],boolean[]) to holdfast_app;

CREATE OR REPLACE FUNCTION public.take_due_connectors(most integer)
 RETURNS TABLE(connector_id uuid, acting_id uuid)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
      with due as (
        select c.id from connectors c
         where not c.is_paused and c.next_at <= now() and c.kind <> 'pack'
         order by c.id limit most for update skip locked
      )
      update connectors c set next_at = now() + make_interval(mins => c.every_minutes)
        from due, knowledge_spaces s
       where c.id = due.id and s.id = c.space_id
      returning c.id, coalesce(
          s.user_id,
          (select m.user_id from org_members m where m.org_id = s.org_id and m.user_id = c.created_by),
          (select m.user_id from org_members m where m.org_id = s.org_id and m.role = 'owner'
            order by m.user_id limit 1),
          (select u.id from users u where u.id = c.created_by and u.is_admin and u.suspended_at is null),
          some_house_admin())
    $function$;
revoke execute on function take_due_connectors(integer) from public;
grant execute on function take_due_connectors(integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.unfinished_documents(silent interval, most integer)
 RETURNS TABLE(document_id uuid, acting_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
      select d.id, coalesce(
          s.user_id,
          (select m.user_id from org_members m where m.org_id = s.org_id and m.role = 'owner'
            order by m.user_id limit 1),
          (select u.id from users u where u.is_admin and u.suspended_at is null order by u.id limit 1))
        from documents d join knowledge_spaces s on s.id = d.space_id
       where d.status in ('pending', 'processing') and d.updated_at < now() - silent
       order by d.updated_at limit most
    $function$;
revoke execute on function unfinished_documents(interval,integer) from public;
grant execute on function unfinished_documents(interval,integer) to holdfast_app;
