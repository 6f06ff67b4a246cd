-- As the migrations have made it; written by `make schema`, compared by a test, and never run.

create table pack_texts (
  sha256 bytea not null,
  persona_id text not null,
  text text not null,
  kept_at timestamp with time zone default now() not null,
  constraint pack_texts_pkey PRIMARY KEY (sha256)
);
alter table pack_texts enable row level security;
alter table pack_texts force row level security;
create policy keeper on pack_texts
  for all to holdfast_owner
  using (true);

create table prompt_texts (
  user_id uuid not null,
  sha256 bytea not null,
  text text not null,
  constraint prompt_texts_pkey PRIMARY KEY (user_id, sha256),
  constraint prompt_texts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
alter table prompt_texts enable row level security;
alter table prompt_texts force row level security;
create policy keeper on prompt_texts
  for all to holdfast_owner
  using (true);
create policy own on prompt_texts
  for all to holdfast_app
  using ((user_id = current_account()));
grant delete, insert, select, update on prompt_texts to holdfast_app;

create table traces (
  turn_id uuid not null,
  user_id uuid not null,
  trace jsonb not null,
  created_at timestamp with time zone default now() not null,
  constraint traces_pkey PRIMARY KEY (turn_id),
  constraint traces_turn_id_fkey FOREIGN KEY (turn_id) REFERENCES turns(id) ON DELETE CASCADE
);
CREATE INDEX traces_by_user ON public.traces USING btree (user_id);
alter table traces enable row level security;
alter table traces force row level security;
create policy keeper on traces
  for all to holdfast_owner
  using (true);
create policy own on traces
  for all to holdfast_app
  using ((user_id = current_account()));
grant delete, insert, select, update on traces to holdfast_app;

CREATE OR REPLACE FUNCTION public.keep_pack_texts(persona_ids text[], texts text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
      insert into pack_texts (sha256, persona_id, text)
      select sha256(convert_to(t.text, 'UTF8')), t.persona_id, t.text
        from unnest(persona_ids, texts) as t (persona_id, text)
      on conflict do nothing
    $function$;
revoke execute on function keep_pack_texts(text[],text[]) from public;
grant execute on function keep_pack_texts(text[],text[]) to holdfast_app;

CREATE OR REPLACE FUNCTION public.read_pack_texts(wanted bytea[])
 RETURNS TABLE(sha256 bytea, text text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    begin
      perform require_admin();
      return query select p.sha256, p.text from pack_texts p where p.sha256 = any (wanted);
    end $function$;
revoke execute on function read_pack_texts(bytea[]) from public;
grant execute on function read_pack_texts(bytea[]) to holdfast_app;
