-- As the migrations have made it; written by `make schema`, compared by a test, and never run.

CREATE OR REPLACE FUNCTION public.memory_close(of_tenant text, of_user text, of_session bigint, at timestamp with time zone, idle_before timestamp with time zone, kinds text[])
 RETURNS boolean
 LANGUAGE sql
AS $function$
  select memory_close(of_tenant, of_user, of_session, at, idle_before, learn => kinds[2], drain => kinds[3])
$function$;

CREATE OR REPLACE FUNCTION public.memory_hidden_words(of_text text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (of_text ~ '[^[:alnum:][:space:],;:!?()"''.-]|[.:-][[:alnum:]]'::text) THEN NULLIF(ARRAY(SELECT unnest(tsvector_to_array(to_tsvector('english'::regconfig, memory_plain(memory_hidden_words.of_text)))) AS unnest EXCEPT SELECT unnest(tsvector_to_array(to_tsvector('english'::regconfig, memory_hidden_words.of_text))) AS unnest), '{}'::text[]) ELSE NULL::text[] END;

CREATE OR REPLACE FUNCTION public.memory_ingest(of_tenant text, of_user text, of_session text, of_persona text, new_session text, of_role text, of_name text, of_text text, of_said_at timestamp with time zone, of_external text, at timestamp with time zone, gap interval, window_size integer, pause interval, kinds text[])
 RETURNS TABLE(session_id text, buffer_size integer, evicted integer, is_repeat boolean)
 LANGUAGE sql
AS $function$
  select * from memory_ingest(
    of_tenant, of_user, of_session, of_persona, new_session, of_role, of_name, of_text, of_said_at, of_external,
    at, gap, window_size, pause, embed => kinds[1], learn => kinds[2], drain => kinds[3])
$function$;

CREATE OR REPLACE FUNCTION public.memory_ingest_many(of_tenant text, of_user text, of_session text, of_persona text, externals text[], roles text[], names text[], texts text[], times timestamp with time zone[], at timestamp with time zone, window_size integer, pause interval, kinds text[])
 RETURNS TABLE(stored integer, embedded integer)
 LANGUAGE sql
AS $function$
  select * from memory_ingest_many(
    of_tenant, of_user, of_session, of_persona, externals, roles, names, texts, times,
    at, window_size, pause, embed => kinds[1], learn => kinds[2], drain => kinds[3])
$function$;

CREATE OR REPLACE FUNCTION public.memory_mark(of_session text, of_external text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN sha256(convert_to((jsonb_build_array(of_session, of_external))::text, 'UTF8'::name));

CREATE OR REPLACE FUNCTION public.memory_plain(of_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN TRIM(BOTH FROM regexp_replace(lower(of_text), '[^[:alnum:]]+'::text, ' '::text, 'g'::text));

CREATE OR REPLACE FUNCTION public.memory_zone(person memory_people)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN COALESCE((person).clock_zone, (person).time_zone);
