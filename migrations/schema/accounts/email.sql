-- As the migrations have made it; written by `make schema`, compared by a test, and never run.

create table one_time_links (
  token_hash bytea not null,
  purpose text not null,
  user_id uuid not null,
  email text,
  password_mark bytea,
  created_at timestamp with time zone default clock_timestamp() not null,
  expires_at timestamp with time zone not null,
  constraint one_time_links_pkey PRIMARY KEY (token_hash),
  constraint one_time_links_email_check CHECK (((char_length(email) >= 3) AND (char_length(email) <= 254))),
  constraint one_time_links_purpose_check CHECK ((purpose = ANY (ARRAY['reset'::text, 'verify'::text, 'change'::text, 'undo'::text]))),
  constraint one_time_links_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint one_time_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX one_time_links_by_age ON public.one_time_links USING btree (expires_at);
CREATE INDEX one_time_links_of_user ON public.one_time_links USING btree (user_id);
CREATE INDEX one_time_links_undo ON public.one_time_links USING btree (lower(email)) WHERE (purpose = 'undo'::text);
alter table one_time_links enable row level security;
alter table one_time_links force row level security;
create policy keeper on one_time_links
  for all to holdfast_owner
  using (true);

CREATE OR REPLACE FUNCTION public.add_one_time_link(of_hash bytea, of_purpose text, of_email text, seconds integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  insert into one_time_links (token_hash, purpose, user_id, email, password_mark, expires_at)
  select of_hash, of_purpose, u.id, of_email, password_mark(u.password_hash),
         clock_timestamp() + make_interval(secs => seconds)
    from users u where u.id = current_account()
$function$;
revoke execute on function add_one_time_link(bytea,text,text,integer) from public;
grant execute on function add_one_time_link(bytea,text,text,integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.drop_email_change()
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  delete from one_time_links l where l.user_id = current_account() and l.purpose = 'change';
  return found;
end $function$;
revoke execute on function drop_email_change() from public;
grant execute on function drop_email_change() to holdfast_app;

CREATE OR REPLACE FUNCTION public.drop_old_links(at_most integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with gone as (
    delete from one_time_links where token_hash in (
      select l.token_hash from one_time_links l where l.expires_at < now() limit at_most for update skip locked)
    returning 1)
  select count(*)::integer from gone
$function$;
revoke execute on function drop_old_links(integer) from public;
grant execute on function drop_old_links(integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.find_email_change()
 RETURNS TABLE(token_hash bytea, email text, expires_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select l.token_hash, l.email, l.expires_at from one_time_links l join users u on u.id = l.user_id
   where u.id = current_account() and l.purpose = 'change' and l.expires_at > clock_timestamp()
     and l.password_mark = password_mark(u.password_hash)
$function$;
revoke execute on function find_email_change() from public;
grant execute on function find_email_change() to holdfast_app;

CREATE OR REPLACE FUNCTION public.find_reset_link(of_hash bytea)
 RETURNS TABLE(user_id uuid, email text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select u.id, u.email from one_time_links l join users u on u.id = l.user_id
   where l.token_hash = of_hash and l.purpose = 'reset' and l.expires_at > clock_timestamp()
     and u.suspended_at is null and l.password_mark = password_mark(u.password_hash)
     and (l.email is null or lower(l.email) = lower(u.email))
$function$;
revoke execute on function find_reset_link(bytea) from public;
grant execute on function find_reset_link(bytea) to holdfast_app;

CREATE OR REPLACE FUNCTION public.find_undo_link(of_hash bytea)
 RETURNS TABLE(user_id uuid, email text, has_password boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select u.id, l.email, u.password_hash is not null from one_time_links l join users u on u.id = l.user_id
   where l.token_hash = of_hash and l.purpose = 'undo' and l.expires_at > clock_timestamp() and u.suspended_at is null
$function$;
revoke execute on function find_undo_link(bytea) from public;
grant execute on function find_undo_link(bytea) to holdfast_app;

CREATE OR REPLACE FUNCTION public.find_verify_link(of_hash bytea)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select u.id from one_time_links l join users u on u.id = l.user_id
   where l.token_hash = of_hash and l.purpose = 'verify' and l.expires_at > clock_timestamp()
     and u.id = current_account() and lower(l.email) = lower(u.email)
$function$;
revoke execute on function find_verify_link(bytea) from public;

CREATE OR REPLACE FUNCTION public.spend_reset_link(of_hash bytea, new_password_hash text, revokes_keys boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  whose uuid;
  is_by_mail boolean;
  was_verified boolean;
begin
  select l.user_id, l.email is not null into whose, is_by_mail from one_time_links l where l.token_hash = of_hash;
  select u.email_verified into was_verified from users u where u.id = whose for no key update;
  if not exists (select from find_reset_link(of_hash)) then
    return false;
  end if;
  update users u set password_hash = new_password_hash, email_verified = u.email_verified or is_by_mail,
                     email_waits = u.email_waits and not is_by_mail
   where u.id = whose;
  delete from one_time_links l where l.user_id = whose and l.purpose <> 'undo';
  delete from sign_ins s where s.user_id = whose;
  -- Whoever registered an address that was not theirs leaves nothing behind that opens the account of its owner.
  if revokes_keys or (is_by_mail and not was_verified) then
    perform end_keys_of(whose);
  end if;
  if is_by_mail and not was_verified then
    delete from identities i where i.user_id = whose;
    delete from totp_secrets t where t.user_id = whose;
    delete from passkeys p where p.user_id = whose;
  end if;
  return true;
end $function$;
revoke execute on function spend_reset_link(bytea,text,boolean) from public;
grant execute on function spend_reset_link(bytea,text,boolean) to holdfast_app;
