-- As the migrations have made it; written by `make schema`, compared by a test, and never run.

create table oauth_codes (
  code_hash bytea not null,
  user_id uuid not null,
  program_id uuid not null,
  redirect_uri text not null,
  challenge text not null,
  scopes text[] not null,
  resource text not null,
  expires_at timestamp with time zone not null,
  key_id uuid,  -- what it was redeemed for; shown again, it ends that key
  constraint oauth_codes_pkey PRIMARY KEY (code_hash),
  constraint oauth_codes_challenge_check CHECK ((char_length(challenge) = 43)),
  constraint oauth_codes_code_hash_check CHECK ((octet_length(code_hash) = 32)),
  constraint oauth_codes_redirect_uri_check CHECK ((char_length(redirect_uri) <= 1000)),
  constraint oauth_codes_resource_check CHECK ((char_length(resource) <= 1000)),
  constraint oauth_codes_scopes_check CHECK (((cardinality(scopes) >= 1) AND (cardinality(scopes) <= 10))),
  constraint oauth_codes_program_id_fkey FOREIGN KEY (program_id) REFERENCES oauth_programs(id) ON DELETE CASCADE,
  constraint oauth_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX oauth_codes_of_a_person ON public.oauth_codes USING btree (user_id, expires_at);
CREATE INDEX oauth_codes_of_a_program ON public.oauth_codes USING btree (program_id);
alter table oauth_codes enable row level security;
alter table oauth_codes force row level security;
create policy keeper on oauth_codes
  for all to holdfast_owner
  using (true);
create policy own on oauth_codes
  for all to holdfast_app
  using ((user_id = current_account()));
grant delete, insert, select, update on oauth_codes to holdfast_app;

-- registered by themselves: nobody vouches for the name
create table oauth_programs (
  id uuid not null,
  name text not null,
  redirect_uris text[] not null,
  registered_at timestamp with time zone not null,
  constraint oauth_programs_pkey PRIMARY KEY (id),
  constraint oauth_programs_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint oauth_programs_redirect_uris_check CHECK (((cardinality(redirect_uris) >= 1) AND (cardinality(redirect_uris) <= 10)))
);
alter table oauth_programs enable row level security;
alter table oauth_programs force row level security;
create policy keeper on oauth_programs
  for all to holdfast_owner
  using (true);

create table oauth_tokens (
  token_hash bytea not null,
  user_id uuid not null,
  key_id uuid not null,
  kind text not null,
  resource text not null,
  expires_at timestamp with time zone not null,
  spent_at timestamp with time zone,  -- of one that renews: shown again, it ends the key
  constraint oauth_tokens_pkey PRIMARY KEY (token_hash),
  constraint oauth_tokens_kind_check CHECK ((kind = ANY (ARRAY['access'::text, 'refresh'::text]))),
  constraint oauth_tokens_resource_check CHECK ((char_length(resource) <= 1000)),
  constraint oauth_tokens_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint oauth_tokens_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id) ON DELETE CASCADE,
  constraint oauth_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX oauth_tokens_of_a_key ON public.oauth_tokens USING btree (key_id, expires_at);
CREATE INDEX oauth_tokens_of_a_person ON public.oauth_tokens USING btree (user_id);
alter table oauth_tokens enable row level security;
alter table oauth_tokens force row level security;
create policy keeper on oauth_tokens
  for all to holdfast_owner
  using (true);
create policy own on oauth_tokens
  for all to holdfast_app
  using ((user_id = current_account()));
grant delete, insert, select, update on oauth_tokens to holdfast_app;

CREATE OR REPLACE FUNCTION public.end_oauth_token(of_hash bytea, of_program uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select end_oauth_key(k.id) from oauth_tokens t join api_keys k on k.id = t.key_id
   where t.token_hash = of_hash and k.program_id = of_program
$function$;
revoke execute on function end_oauth_token(bytea,uuid) from public;
grant execute on function end_oauth_token(bytea,uuid) to holdfast_app;

CREATE OR REPLACE FUNCTION public.find_oauth_program(of_id uuid)
 RETURNS TABLE(id uuid, name text, redirect_uris text[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select p.id, p.name, p.redirect_uris from oauth_programs p where p.id = of_id
$function$;
revoke execute on function find_oauth_program(uuid) from public;
grant execute on function find_oauth_program(uuid) to holdfast_app;

CREATE OR REPLACE FUNCTION public.find_oauth_token(of_hash bytea, at timestamp with time zone)
 RETURNS TABLE(key_id uuid, user_id uuid, email text, name text, scopes text[], is_due boolean, resource text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select k.id, u.id, u.email, u.name, k.scopes, coalesce(k.last_used_at < now() - interval '1 minute', true), t.resource
    from oauth_tokens t join api_keys k on k.id = t.key_id join users u on u.id = k.user_id
   where t.token_hash = of_hash and t.kind = 'access' and t.expires_at > at
     and k.revoked_at is null and u.suspended_at is null
$function$;
revoke execute on function find_oauth_token(bytea,timestamp with time zone) from public;
grant execute on function find_oauth_token(bytea,timestamp with time zone) to holdfast_app;

CREATE OR REPLACE FUNCTION public.redeem_oauth_code(of_code bytea, of_program uuid, of_redirect text, of_challenge text, of_resource text, at timestamp with time zone, new_key uuid, new_hash bytea, new_prefix text, access_hash bytea, access_until timestamp with time zone, refresh_hash bytea, refresh_until timestamp with time zone)
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  code oauth_codes;
  is_suspended boolean;
begin
  select * into code from oauth_codes c where c.code_hash = of_code for update;
  if not found then
    return null;
  end if;
  if code.key_id is not null then
    perform end_oauth_key(code.key_id);
    return null;
  end if;
  select u.suspended_at is not null into is_suspended from users u where u.id = code.user_id for share;
  if is_suspended or code.expires_at <= at or code.program_id <> of_program or code.redirect_uri <> of_redirect
     or code.challenge <> of_challenge or code.resource <> coalesce(of_resource, code.resource) then
    return null;
  end if;
  insert into api_keys (id, user_id, name, prefix, key_hash, scopes, created_at, program_id)
  select new_key, code.user_id, p.name, new_prefix, new_hash, code.scopes, at, p.id
    from oauth_programs p where p.id = of_program;
  update oauth_codes set key_id = new_key where code_hash = of_code;
  insert into oauth_tokens (token_hash, user_id, key_id, kind, resource, expires_at)
  values (access_hash, code.user_id, new_key, 'access', code.resource, access_until),
         (refresh_hash, code.user_id, new_key, 'refresh', code.resource, refresh_until);
  return code.scopes;
end $function$;
revoke execute on function redeem_oauth_code(bytea,uuid,text,text,text,timestamp with time zone,uuid,bytea,text,bytea,timestamp with time zone,bytea,timestamp with time zone) from public;
grant execute on function redeem_oauth_code(bytea,uuid,text,text,text,timestamp with time zone,uuid,bytea,text,bytea,timestamp with time zone,bytea,timestamp with time zone) to holdfast_app;

CREATE OR REPLACE FUNCTION public.register_oauth_program(of_id uuid, of_name text, uris text[], at timestamp with time zone, at_most integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock(hashtext('oauth_programs'));
  delete from oauth_programs p where p.registered_at < at - interval '1 day'
     and not exists (select from api_keys k where k.program_id = p.id)
     and not exists (select from oauth_codes c where c.program_id = p.id and c.expires_at > at);
  if (select count(*) from oauth_programs p
       where not exists (select from api_keys k where k.program_id = p.id)) >= at_most then
    return false;
  end if;
  insert into oauth_programs values (of_id, of_name, uris, at);
  return true;
end $function$;
revoke execute on function register_oauth_program(uuid,text,text[],timestamp with time zone,integer) from public;
grant execute on function register_oauth_program(uuid,text,text[],timestamp with time zone,integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.rotate_oauth_token(of_refresh bytea, of_program uuid, of_resource text, at timestamp with time zone, access_hash bytea, access_until timestamp with time zone, refresh_hash bytea, refresh_until timestamp with time zone)
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  shown oauth_tokens;
  held record;
begin
  select * into shown from oauth_tokens t where t.token_hash = of_refresh and t.kind = 'refresh' for update;
  if not found then
    return null;
  end if;
  select k.id, k.program_id, k.scopes, k.revoked_at is null and u.suspended_at is null as is_open into held
    from api_keys k join users u on u.id = k.user_id where k.id = shown.key_id;
  if held.program_id <> of_program then
    return null;
  end if;
  if shown.spent_at is not null then
    perform end_oauth_key(held.id);
    return null;
  end if;
  if not held.is_open or shown.expires_at <= at or shown.resource <> coalesce(of_resource, shown.resource) then
    return null;
  end if;
  update oauth_tokens set spent_at = at where token_hash = of_refresh;
  delete from oauth_tokens t where t.key_id = held.id and t.expires_at <= at;
  insert into oauth_tokens (token_hash, user_id, key_id, kind, resource, expires_at)
  values (access_hash, shown.user_id, held.id, 'access', shown.resource, access_until),
         (refresh_hash, shown.user_id, held.id, 'refresh', shown.resource, refresh_until);
  return held.scopes;
end $function$;
revoke execute on function rotate_oauth_token(bytea,uuid,text,timestamp with time zone,bytea,timestamp with time zone,bytea,timestamp with time zone) from public;
grant execute on function rotate_oauth_token(bytea,uuid,text,timestamp with time zone,bytea,timestamp with time zone,bytea,timestamp with time zone) to holdfast_app;
