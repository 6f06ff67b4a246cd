-- As the migrations have made it; written by `make schema`, compared by a test, and never run.

CREATE OR REPLACE FUNCTION public.memory_hidden_words(of_text text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (of_text ~ '[^[:alnum:][:space:],;:!?()"''.-]|[.:-][[:alnum:]]'::text) THEN NULLIF(ARRAY(SELECT unnest(tsvector_to_array(to_tsvector('english'::regconfig, memory_plain(memory_hidden_words.of_text)))) AS unnest EXCEPT SELECT unnest(tsvector_to_array(to_tsvector('english'::regconfig, memory_hidden_words.of_text))) AS unnest), '{}'::text[]) ELSE NULL::text[] END;

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
