-- As the migrations have made it; written by `make schema`, compared by a test, and never run.

create table passkeys (
  id uuid not null,
  user_id uuid not null,
  credential_id bytea not null,
  credential bytea not null,
  rp_id text not null,
  sign_count bigint not null,
  name text not null,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_credential_check CHECK ((octet_length(credential) <= 8192)),
  constraint passkeys_credential_id_check CHECK (((octet_length(credential_id) >= 1) AND (octet_length(credential_id) <= 1023))),
  constraint passkeys_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint passkeys_rp_id_check CHECK ((char_length(rp_id) <= 253)),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_of_user ON public.passkeys USING btree (user_id, created_at);
alter table passkeys enable row level security;
alter table passkeys force row level security;
create policy keeper on passkeys
  for all to holdfast_owner
  using (true);
create policy own on passkeys
  for all to holdfast_app
  using ((user_id = current_account()));
CREATE TRIGGER passkeys_noted AFTER INSERT OR DELETE ON public.passkeys FOR EACH ROW EXECUTE FUNCTION note_second_factor();
grant delete, insert, select, update on passkeys to holdfast_app;

create table recovery_codes (
  user_id uuid not null,
  code_hash bytea not null,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_code_hash_check CHECK ((octet_length(code_hash) = 32)),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
alter table recovery_codes enable row level security;
alter table recovery_codes force row level security;
create policy keeper on recovery_codes
  for all to holdfast_owner
  using (true);
create policy own on recovery_codes
  for all to holdfast_app
  using ((user_id = current_account()));
grant delete, insert, select, update on recovery_codes to holdfast_app;

create table second_steps (
  token_hash bytea not null,
  user_id uuid not null,
  passkey_challenge bytea not null,
  tries integer default 0 not null,
  expires_at timestamp with time zone not null,
  constraint second_steps_pkey PRIMARY KEY (token_hash),
  constraint second_steps_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint second_steps_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX second_steps_by_age ON public.second_steps USING btree (expires_at);
CREATE INDEX second_steps_of_user ON public.second_steps USING btree (user_id, expires_at);
alter table second_steps enable row level security;
alter table second_steps force row level security;
create policy keeper on second_steps
  for all to holdfast_owner
  using (true);
create policy own on second_steps
  for all to holdfast_app
  using ((user_id = current_account()));
grant delete, insert, select, update on second_steps to holdfast_app;

create table totp_secrets (
  user_id uuid not null,
  sealed_secret text not null,
  confirmed_at timestamp with time zone,
  last_step bigint default 0 not null,
  created_at timestamp with time zone default now() not null,
  constraint totp_secrets_pkey PRIMARY KEY (user_id),
  constraint totp_secrets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
alter table totp_secrets enable row level security;
alter table totp_secrets force row level security;
create policy keeper on totp_secrets
  for all to holdfast_owner
  using (true);
create policy own on totp_secrets
  for all to holdfast_app
  using ((user_id = current_account()));
CREATE TRIGGER totp_noted AFTER INSERT OR DELETE OR UPDATE OF confirmed_at ON public.totp_secrets FOR EACH ROW EXECUTE FUNCTION note_second_factor();
grant delete, insert, select, update on totp_secrets to holdfast_app;

CREATE OR REPLACE FUNCTION public.find_second_step(of_token bytea, most_tries integer)
 RETURNS TABLE(user_id uuid, passkey_challenge bytea, expires_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select s.user_id, s.passkey_challenge, s.expires_at from second_steps s
   where s.token_hash = of_token and s.expires_at > now() and s.tries < most_tries
$function$;
revoke execute on function find_second_step(bytea,integer) from public;
grant execute on function find_second_step(bytea,integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.note_second_factor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare whose uuid := coalesce(new.user_id, old.user_id);
begin
  -- A statement of its own: one that waits for a lock has read the factors before it waited.
  perform from users where id = whose for no key update;
  update users set has_second_factor =
           exists (select from totp_secrets t where t.user_id = whose and t.confirmed_at is not null)
           or exists (select from passkeys p where p.user_id = whose)
   where id = whose;
  if not exists (select from users where id = whose and has_second_factor) then
    delete from recovery_codes where user_id = whose;
  end if;
  return null;
end $function$;
revoke execute on function note_second_factor() from public;

CREATE OR REPLACE FUNCTION public.try_second_step(of_token bytea, most_tries integer)
 RETURNS TABLE(user_id uuid, passkey_challenge bytea, expires_at timestamp with time zone)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  update second_steps s set tries = s.tries + 1
   where s.token_hash = of_token and s.expires_at > now() and s.tries < most_tries
  returning s.user_id, s.passkey_challenge, s.expires_at
$function$;
revoke execute on function try_second_step(bytea,integer) from public;
grant execute on function try_second_step(bytea,integer) to holdfast_app;
