-- As the migrations have made it; written by `make schema`, compared by a test, and never run.

-- Written by turn/owned/store.py.
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
