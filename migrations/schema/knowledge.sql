-- As the migrations have made it; written by `make schema`, compared by a test, and never run.

create table hosted_vectors (
  passage_id bigint not null,
  hosted_in text not null,
  namespace text not null,
  is_gone boolean default false not null,
  constraint hosted_vectors_pkey PRIMARY KEY (passage_id),
  constraint hosted_vectors_hosted_in_check CHECK ((hosted_in = ANY (ARRAY['people'::text, 'general'::text]))),
  constraint hosted_vectors_namespace_check CHECK ((char_length(namespace) <= 200))
);
CREATE INDEX hosted_vectors_gone ON public.hosted_vectors USING btree (passage_id) WHERE is_gone;
alter table hosted_vectors enable row level security;
alter table hosted_vectors force row level security;
create policy keeper on hosted_vectors
  for all to holdfast_owner
  using (true);

create table knowledge_cells (
  space_id integer not null,
  embedder text not null,
  cell smallint not null,
  centre halfvec not null,
  constraint knowledge_cells_pkey PRIMARY KEY (space_id, embedder, cell),
  constraint knowledge_cells_space_id_fkey FOREIGN KEY (space_id) REFERENCES knowledge_spaces(id) ON DELETE CASCADE
);
alter table knowledge_cells enable row level security;
alter table knowledge_cells force row level security;
create policy keeper on knowledge_cells
  for all to holdfast_owner
  using (true);
create policy seen on knowledge_cells
  for select to holdfast_app
  using ((space_id = ANY (ARRAY( SELECT knowledge_spaces.id
   FROM knowledge_spaces))));
create policy written on knowledge_cells
  for all to holdfast_app
  using ((space_id = ANY (ARRAY( SELECT knowledge_spaces.id
   FROM knowledge_spaces
  WHERE ((num_nonnulls(knowledge_spaces.user_id, knowledge_spaces.org_id) = 1) OR ( SELECT is_house_admin() AS is_house_admin))))));
grant delete, insert, select, update on knowledge_cells to holdfast_app;

create table knowledge_spaces (
  id integer generated always as identity not null,
  kind text not null,
  namespace text not null,
  user_id uuid,
  org_id uuid,
  chat_id uuid,
  passages bigint default 0 not null,
  terms bigint default 0 not null,
  languages text[] default '{}'::text[] not null,
  created_at timestamp with time zone default now() not null,
  embedders text[] default '{}'::text[] not null,  -- models, each with its version; more than one while one takes over
  celled_at bigint default 0 not null,  -- how many passages there were when its cells were made
  constraint knowledge_spaces_pkey PRIMARY KEY (id),
  constraint knowledge_spaces_kind_namespace_key UNIQUE (kind, namespace),
  constraint knowledge_spaces_at_most_one_owner CHECK ((num_nonnulls(user_id, org_id) <= 1)),
  constraint knowledge_spaces_kind_check CHECK ((kind = ANY (ARRAY['user'::text, 'org'::text, 'persona'::text, 'overlay'::text, 'system'::text, 'company'::text, 'chat'::text]))),
  constraint knowledge_spaces_namespace_check CHECK (((char_length(namespace) >= 1) AND (char_length(namespace) <= 200))),
  constraint knowledge_spaces_of_chat FOREIGN KEY (chat_id, user_id) REFERENCES chats(id, user_id) ON DELETE CASCADE,
  constraint knowledge_spaces_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id) ON DELETE CASCADE,
  constraint knowledge_spaces_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX knowledge_spaces_by_chat ON public.knowledge_spaces USING btree (chat_id) WHERE (chat_id IS NOT NULL);
CREATE INDEX knowledge_spaces_by_org ON public.knowledge_spaces USING btree (org_id) WHERE (org_id IS NOT NULL);
CREATE INDEX knowledge_spaces_by_user ON public.knowledge_spaces USING btree (user_id) WHERE (user_id IS NOT NULL);
alter table knowledge_spaces enable row level security;
alter table knowledge_spaces force row level security;
create policy house_read on knowledge_spaces
  for select to holdfast_app
  using (((num_nonnulls(user_id, org_id) = 0) AND (current_account() IS NOT NULL)));
create policy house_written on knowledge_spaces
  for all to holdfast_app
  using (((num_nonnulls(user_id, org_id) = 0) AND ( SELECT is_house_admin() AS is_house_admin)));
create policy keeper on knowledge_spaces
  for all to holdfast_owner
  using (true);
create policy own on knowledge_spaces
  for all to holdfast_app
  using (((user_id = current_account()) OR (org_id = ( SELECT usable_org() AS usable_org))));
grant delete, insert, select, update on knowledge_spaces to holdfast_app;

create table passage_terms (
  space_id integer not null,
  term text not null,
  passage_id bigint not null,
  tf smallint not null,
  length smallint not null,
  constraint passage_terms_of_passage FOREIGN KEY (passage_id, space_id) REFERENCES passages(id, space_id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX passage_terms_by_passage ON public.passage_terms USING btree (passage_id, space_id);
CREATE INDEX passage_terms_posted ON public.passage_terms USING btree (space_id, term) INCLUDE (passage_id, tf, length);
alter table passage_terms enable row level security;
alter table passage_terms force row level security;
create policy keeper on passage_terms
  for all to holdfast_owner
  using (true);
create policy seen on passage_terms
  for select to holdfast_app
  using ((space_id = ANY (ARRAY( SELECT knowledge_spaces.id
   FROM knowledge_spaces))));
create policy written on passage_terms
  for all to holdfast_app
  using ((space_id = ANY (ARRAY( SELECT knowledge_spaces.id
   FROM knowledge_spaces
  WHERE ((num_nonnulls(knowledge_spaces.user_id, knowledge_spaces.org_id) = 1) OR ( SELECT is_house_admin() AS is_house_admin))))));
grant delete, insert, select, update on passage_terms to holdfast_app;

create table passage_vectors (
  passage_id bigint not null,
  space_id integer not null,
  embedder text not null,
  cell smallint default 0 not null,
  vector halfvec not null,
  constraint passage_vectors_pkey PRIMARY KEY (passage_id, embedder),
  constraint passage_vectors_of_passage FOREIGN KEY (passage_id, space_id) REFERENCES passages(id, space_id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX passage_vectors_in_space ON public.passage_vectors USING btree (space_id, embedder, cell);
alter table passage_vectors enable row level security;
alter table passage_vectors force row level security;
create policy keeper on passage_vectors
  for all to holdfast_owner
  using (true);
create policy seen on passage_vectors
  for select to holdfast_app
  using ((space_id = ANY (ARRAY( SELECT knowledge_spaces.id
   FROM knowledge_spaces))));
create policy written on passage_vectors
  for all to holdfast_app
  using ((space_id = ANY (ARRAY( SELECT knowledge_spaces.id
   FROM knowledge_spaces
  WHERE ((num_nonnulls(knowledge_spaces.user_id, knowledge_spaces.org_id) = 1) OR ( SELECT is_house_admin() AS is_house_admin))))));
grant delete, insert, select, update on passage_vectors to holdfast_app;

create table passages (
  id bigint generated always as identity not null,
  document_id uuid not null,
  space_id integer not null,
  version integer not null,
  reading integer not null,
  ordinal integer not null,
  page integer,
  headings text[] default '{}'::text[] not null,
  starts integer not null,  -- in the text of its page, so that a citation opens there
  text text not null,
  terms integer not null,
  constraint passages_pkey PRIMARY KEY (id),
  constraint passages_in_space UNIQUE (id, space_id),
  constraint passages_of_document FOREIGN KEY (document_id, space_id) REFERENCES documents(id, space_id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE UNIQUE INDEX passages_in_order ON public.passages USING btree (document_id, reading, ordinal);
alter table passages enable row level security;
alter table passages force row level security;
create policy keeper on passages
  for all to holdfast_owner
  using (true);
create policy seen on passages
  for select to holdfast_app
  using ((space_id = ANY (ARRAY( SELECT knowledge_spaces.id
   FROM knowledge_spaces))));
create policy written on passages
  for all to holdfast_app
  using ((space_id = ANY (ARRAY( SELECT knowledge_spaces.id
   FROM knowledge_spaces
  WHERE ((num_nonnulls(knowledge_spaces.user_id, knowledge_spaces.org_id) = 1) OR ( SELECT is_house_admin() AS is_house_admin))))));
CREATE TRIGGER count_added_passages AFTER INSERT ON public.passages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_passages();
CREATE TRIGGER count_gone_passages AFTER DELETE ON public.passages REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_passages();
CREATE TRIGGER hosted_vectors_go AFTER DELETE ON public.passages REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION hosted_vectors_go();
grant delete, insert, select, update on passages to holdfast_app;

CREATE OR REPLACE FUNCTION public.count_all_passages()
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
      select coalesce(sum(passages), 0)::bigint from knowledge_spaces
    $function$;
revoke execute on function count_all_passages() from public;
grant execute on function count_all_passages() to holdfast_app;

CREATE OR REPLACE FUNCTION public.count_passages()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare sign integer := case tg_op when 'INSERT' then 1 else -1 end;
    begin
      update knowledge_spaces s set passages = s.passages + sign * c.passages, terms = s.terms + sign * c.terms
        from (select space_id, count(*) as passages, sum(terms) as terms from changed group by 1) c
       where s.id = c.space_id;
      return null;
    end $function$;
revoke execute on function count_passages() from public;

CREATE OR REPLACE FUNCTION public.drop_gone_hosted(passages bigint[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
      delete from hosted_vectors h where h.is_gone and h.passage_id = any (passages)
    $function$;
revoke execute on function drop_gone_hosted(bigint[]) from public;
grant execute on function drop_gone_hosted(bigint[]) to holdfast_app;

CREATE OR REPLACE FUNCTION public.gone_hosted(most integer)
 RETURNS TABLE(passage_id bigint, hosted_in text, namespace text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
      select h.passage_id, h.hosted_in, h.namespace from hosted_vectors h where h.is_gone
       order by h.passage_id limit most
    $function$;
revoke execute on function gone_hosted(integer) from public;
grant execute on function gone_hosted(integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.guard_space(guarded regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
    declare seen text := 'space_id = any (array(select id from knowledge_spaces))';
            written text := 'space_id = any (array(select id from knowledge_spaces '
                            'where num_nonnulls(user_id, org_id) = 1 or (select is_house_admin())))';
    begin
      execute format('alter table %s enable row level security', guarded);
      execute format('alter table %s force row level security', guarded);
      execute format('create policy seen on %s for select to holdfast_app using (%s)', guarded, seen);
      execute format('create policy written on %s to holdfast_app using (%s) with check (%s)',
                     guarded, written, written);
      execute format('create policy keeper on %s to %I using (true) with check (true)', guarded, current_user);
      execute format('grant select, insert, update, delete on %s to holdfast_app', guarded);
    end $function$;
revoke execute on function guard_space(regclass) from public;

CREATE OR REPLACE FUNCTION public.hosted_vectors_go()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    begin
      update hosted_vectors h set is_gone = true from gone where h.passage_id = gone.id;
      return null;
    end $function$;
revoke execute on function hosted_vectors_go() from public;

CREATE OR REPLACE FUNCTION public.note_hosted(passages bigint[], in_index text, in_namespace text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
      insert into hosted_vectors (passage_id, hosted_in, namespace)
      select p.id, in_index, in_namespace from passages p where p.id = any (passages) order by p.id
      on conflict (passage_id) do nothing
    $function$;
revoke execute on function note_hosted(bigint[],text,text) from public;
grant execute on function note_hosted(bigint[],text,text) to holdfast_app;
