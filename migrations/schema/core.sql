-- As the migrations have made it; written by `make schema`, compared by a test, and never run.

create table alembic_version (
  version_num character varying(32) not null,
  constraint alembic_version_pkc PRIMARY KEY (version_num)
);
grant select on alembic_version to holdfast_app;

create table mails (
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  sealed text,
  state text default 'waiting'::text not null,
  tries integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_kind_check CHECK ((char_length(kind) <= 40)),
  constraint mails_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'kept'::text, 'failed'::text]))),
  constraint mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX mails_by_age ON public.mails USING btree (created_at);
CREATE INDEX mails_of_user ON public.mails USING btree (user_id);
alter table mails enable row level security;
alter table mails force row level security;
create policy keeper on mails
  for all to holdfast_owner
  using (true);
create policy own on mails
  for all to holdfast_app
  using ((user_id = current_account()));
grant delete, insert, select, update on mails to holdfast_app;

create table throttle_counts (
  key text not null,
  expires_at timestamp with time zone not null,
  moments timestamp with time zone[] not null,
  constraint throttle_counts_pkey PRIMARY KEY (key),
  constraint throttle_counts_key_check CHECK ((char_length(key) <= 120))
);
CREATE INDEX throttle_counts_by_age ON public.throttle_counts USING btree (expires_at);
alter table throttle_counts enable row level security;
alter table throttle_counts force row level security;
create policy keeper on throttle_counts
  for all to holdfast_owner
  using (true);

CREATE OR REPLACE FUNCTION public.count_attempt(of_key text, times integer, seconds integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  at timestamptz := clock_timestamp();
  since timestamptz := at - make_interval(secs => seconds);
begin
  insert into throttle_counts as t (key, moments, expires_at)
  values (of_key, array[at], at + make_interval(secs => seconds))
  on conflict (key) do update set
    moments = array(select m from unnest(t.moments) m where m > since) || at,
    expires_at = excluded.expires_at
  where (select count(*) from unnest(t.moments) m where m > since) < times;
  if found then
    return 0;
  end if;
  return greatest(1, ceil(extract(epoch from (
    select m from throttle_counts t, unnest(t.moments) m
     where t.key = of_key order by m desc offset times - 1 limit 1) - since)))::integer;
end $function$;
revoke execute on function count_attempt(text,integer,integer) from public;
grant execute on function count_attempt(text,integer,integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.current_account()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN (current_setting('app.tenant_id'::text, true) = 'default'::text) THEN (NULLIF(current_setting('app.user_id'::text, true), ''::text))::uuid ELSE NULL::uuid END;

CREATE OR REPLACE FUNCTION public.drop_old_attempts(at_most integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with gone as (
    delete from throttle_counts where key in (
      select t.key from throttle_counts t where t.expires_at < now() limit at_most)
    returning 1)
  select count(*)::integer from gone
$function$;
revoke execute on function drop_old_attempts(integer) from public;
grant execute on function drop_old_attempts(integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.drop_old_mails(older interval, most integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with gone as (
    delete from mails m where m.id in (
      select o.id from mails o where o.created_at < now() - greatest(older, interval '1 day')
       order by o.created_at limit most for update skip locked)
    returning 1)
  select count(*)::integer from gone
$function$;
revoke execute on function drop_old_mails(interval,integer) from public;
grant execute on function drop_old_mails(interval,integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.forget_attempts(of_key text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  delete from throttle_counts where key = of_key
$function$;
revoke execute on function forget_attempts(text) from public;
grant execute on function forget_attempts(text) to holdfast_app;

CREATE OR REPLACE FUNCTION public.guard_closed(guarded regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
    begin
      -- Nobody but definer functions: look-ups that come before we know who is asking.
      execute format('alter table %s enable row level security', guarded);
      execute format('alter table %s force row level security', guarded);
      execute format('create policy keeper on %s to %I using (true) with check (true)', guarded, current_user);
    end $function$;
revoke execute on function guard_closed(regclass) from public;

CREATE OR REPLACE FUNCTION public.guard_owned(guarded regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
    begin
      execute format('alter table %s enable row level security', guarded);
      execute format('alter table %s force row level security', guarded);
      execute format('create policy own on %s to holdfast_app '
                     'using (user_id = current_account()) with check (user_id = current_account())', guarded);
      execute format('create policy keeper on %s to %I using (true) with check (true)', guarded, current_user);
      execute format('grant select, insert, update, delete on %s to holdfast_app', guarded);
    end $function$;
revoke execute on function guard_owned(regclass) from public;

CREATE OR REPLACE FUNCTION public.guard_pair(guarded regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
    declare rule text := 'tenant_id = current_setting(''app.tenant_id'', true) and tenant_id <> '''''
                         ' and user_id = current_setting(''app.user_id'', true) and user_id <> ''''';
    begin
      execute format('alter table %s enable row level security', guarded);
      execute format('alter table %s force row level security', guarded);
      execute format('create policy own on %s to holdfast_app using (%s) with check (%s)', guarded, rule, rule);
      execute format('create policy keeper on %s to %I using (true) with check (true)', guarded, current_user);
      execute format('grant select, insert, update, delete on %s to holdfast_app', guarded);
    end $function$;
revoke execute on function guard_pair(regclass) from public;

CREATE OR REPLACE FUNCTION public.guard_shared(guarded regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
    declare rule text := '(user_id = current_account() or org_id = (select usable_org()))';
    begin
      execute format('alter table %s add constraint %I check (num_nonnulls(user_id, org_id) = 1)',
                     guarded, (select relname from pg_class where oid = guarded) || '_one_owner');
      execute format('alter table %s enable row level security', guarded);
      execute format('alter table %s force row level security', guarded);
      execute format('create policy own on %s to holdfast_app using (%s) with check (%s)', guarded, rule, rule);
      execute format('create policy keeper on %s to %I using (true) with check (true)', guarded, current_user);
      execute format('grant select, insert, update, delete on %s to holdfast_app', guarded);
    end $function$;
revoke execute on function guard_shared(regclass) from public;

CREATE OR REPLACE FUNCTION public.list_mails(before_id uuid, at_most integer)
 RETURNS TABLE(id uuid, user_id uuid, kind text, state text, tries integer, created_at timestamp with time zone, ended_at timestamp with time zone, sealed text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform require_admin();
  return query
    select m.id, m.user_id, m.kind, m.state, m.tries, m.created_at, m.ended_at, m.sealed from mails m
     where before_id is null or m.id < before_id order by m.id desc limit at_most;
end $function$;
revoke execute on function list_mails(uuid,integer) from public;
grant execute on function list_mails(uuid,integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.make_reset_link(of_hash bytea, target uuid, seconds integer)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform require_admin();
  return put_reset_link(of_hash, target, seconds);
end $function$;
revoke execute on function make_reset_link(bytea,uuid,integer) from public;
grant execute on function make_reset_link(bytea,uuid,integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.message_lexemes(of_text text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT COALESCE(array_agg(w.lexeme), '{}'::text[]) AS "coalesce" FROM unnest(to_tsvector('simple'::regconfig, "left"(message_plain("left"(message_lexemes.of_text, 60000)), 200000))) w(lexeme, positions, weights) WHERE (octet_length(w.lexeme) <= 200));

CREATE OR REPLACE FUNCTION public.message_plain(of_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN memory_plain(regexp_replace(NORMALIZE(of_text, NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text));

CREATE OR REPLACE FUNCTION public.message_query(whose uuid, of_text text)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT (string_agg((quote_literal(("right"((message_query.whose)::text, 8) || word.word)) || CASE WHEN (length(word.word) > 1) THEN ':*'::text ELSE ''::text END), ' & '::text))::tsquery AS string_agg FROM unnest(message_lexemes(message_query.of_text)) word(word));

CREATE OR REPLACE FUNCTION public.message_text(parts jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT COALESCE(string_agg((p.part ->> 'text'::text), '

'::text ORDER BY p.n), ''::text) AS "coalesce" FROM jsonb_array_elements(message_text.parts) WITH ORDINALITY p(part, n) WHERE (((p.part ->> 'type'::text) = 'text'::text) AND (p.n > COALESCE((SELECT max(r.n) AS max FROM jsonb_array_elements(message_text.parts) WITH ORDINALITY r(part, n) WHERE ((r.part ->> 'type'::text) = 'data-restarted'::text)), (0)::bigint))));

CREATE OR REPLACE FUNCTION public.message_words_of(whose uuid, of_text text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN array_to_tsvector(ARRAY(SELECT ("right"((message_words_of.whose)::text, 8) || word.word) FROM unnest(message_lexemes(message_words_of.of_text)) word(word)));

CREATE OR REPLACE FUNCTION public.password_mark(of_hash text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select sha256(convert_to(coalesce(of_hash, ''), 'UTF8'))
$function$;
revoke execute on function password_mark(text) from public;

CREATE OR REPLACE FUNCTION public.require_admin_or_nobody()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if current_account() is not null then
    perform require_admin();
  elsif coalesce(current_setting('app.user_id', true), '') <> '' then
    raise exception 'only an admin may do this' using errcode = 'insufficient_privilege';
  end if;
end $function$;
revoke execute on function require_admin_or_nobody() from public;

CREATE OR REPLACE FUNCTION public.second_factor_deadline(since timestamp with time zone, days integer, joined timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
RETURN (GREATEST(since, joined) + make_interval(days => days));
revoke execute on function second_factor_deadline(timestamp with time zone,integer,timestamp with time zone) from public;
grant execute on function second_factor_deadline(timestamp with time zone,integer,timestamp with time zone) to holdfast_app;

CREATE OR REPLACE FUNCTION public.tell_entitlements(people uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare first integer;
begin
  -- A notification holds 8000 bytes, an id 37.
  for first in 1 .. coalesce(array_length(people, 1), 0) by 200 loop
    perform pg_notify('entitlements_changed', array_to_string(people[first : first + 199], ','));
  end loop;
end $function$;
revoke execute on function tell_entitlements(uuid[]) from public;

CREATE OR REPLACE FUNCTION public.without_documents(parts jsonb, gone text[])
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
      select jsonb_agg(
               case when told.part #> '{resultProviderMetadata,holdfast,documents}' ?| gone
                    then (told.part #- '{resultProviderMetadata,holdfast,documents}')
                         || jsonb_build_object('output', 'What it told of is deleted.')
                         || case when told.part ->> 'toolName' = 'addResource' then '{"input": {}}'::jsonb
                                 else '{}'::jsonb end
                    else told.part end
               order by told.place)
        from jsonb_array_elements(parts) with ordinality as told (part, place)
    $function$;
