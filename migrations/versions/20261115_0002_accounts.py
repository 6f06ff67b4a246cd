"""People: accounts, the identities that open them, their sign-ins and keys.

The app role sees the asker's own rows. It may not insert an account, nor touch `is_admin`, `suspended_at` or an
e-mail: those change only through the definer functions below, which decide for themselves who may. What has to be
asked before we know who is asking (whose cookie is this?) is a definer function as well, and returns one account's
few columns for a secret that only its holder knows.

Functions end their search path with `pg_temp`: unnamed, it would come first, and the caller could shadow a table.
"""

from plain_sql import run

revision = "0002"
down_revision = "0001"

TABLES = """
create table users (
  id uuid primary key,
  email text check (char_length(email) between 3 and 254),
  email_verified boolean not null default false,
  name text not null default '' check (char_length(name) <= 200),
  picture text check (char_length(picture) <= 2000),
  type text not null default 'regular',
  password_hash text,
  is_admin boolean not null default false,
  suspended_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));

create table identities (
  issuer text not null check (char_length(issuer) <= 500),
  subject text not null check (char_length(subject) between 1 and 500),
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index identities_of_user on identities (user_id);

-- What a cookie names. The cookie's value is nowhere, only its hash.
create table sign_ins (
  id uuid primary key,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  user_id uuid not null references users (id) on delete cascade,
  user_agent text not null default '' check (char_length(user_agent) <= 200),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sign_ins_by_age on sign_ins (expires_at);
create index sign_ins_of_user on sign_ins (user_id, last_seen_at desc);

create table api_keys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 100),
  prefix text not null check (char_length(prefix) <= 12),
  key_hash bytea not null unique check (octet_length(key_hash) = 32),
  scopes text[] not null check (scopes <> '{}' and scopes <@ array['chat', 'memory']),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_of_user on api_keys (user_id, created_at);

-- A sign-in at a provider that has begun: taken once, by the browser that began it.
create table oidc_attempts (
  state_hash bytea primary key,
  browser_hash bytea not null,
  provider text not null,
  nonce text not null,
  sealed_verifier text not null,
  return_to text not null,
  link_user_id uuid references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index oidc_attempts_by_age on oidc_attempts (expires_at);
create index oidc_attempts_of_user on oidc_attempts (link_user_id) where link_user_id is not null;

-- One row for ever. Whoever turns the empty claim into a time is the admin; the row's lock also orders everything
-- that must not happen twice at once: two first accounts, two admins suspending each other, the last one leaving.
create table installation (
  is_one boolean primary key default true check (is_one),
  admin_claimed_at timestamptz
);
insert into installation default values;
"""

GUARDS = """
alter table users enable row level security;
alter table users force row level security;
create policy own on users to holdfast_app using (id = current_account()) with check (id = current_account());
do $$ begin execute format('create policy keeper on users to %I using (true) with check (true)', current_user); end $$;
grant select, update (name, picture, password_hash) on users to holdfast_app;

select guard_owned('identities'), guard_owned('sign_ins'), guard_owned('api_keys');
select guard_closed('oidc_attempts'), guard_closed('installation');
"""

WHO_IS_IT = """
create function find_sign_in(hash bytea)
returns table (sign_in_id uuid, user_id uuid, email text, name text, is_admin boolean, is_due boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.id, u.id, u.email, u.name, u.is_admin, s.last_seen_at < now() - interval '5 minutes'
    from sign_ins s join users u on u.id = s.user_id
   where s.token_hash = hash and s.expires_at > now() and u.suspended_at is null
$$;

create function find_api_key(hash bytea)
returns table (key_id uuid, user_id uuid, email text, name text, scopes text[], is_due boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select k.id, u.id, u.email, u.name, k.scopes, coalesce(k.last_used_at < now() - interval '1 minute', true)
    from api_keys k join users u on u.id = k.user_id
   where k.key_hash = hash and k.revoked_at is null and coalesce(k.expires_at > now(), true)
     and u.suspended_at is null
$$;

create function find_identity(of_issuer text, of_subject text)
returns table (user_id uuid, email text, name text, is_admin boolean, is_suspended boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.id, u.email, u.name, u.is_admin, u.suspended_at is not null
    from identities i join users u on u.id = i.user_id
   where i.issuer = of_issuer and i.subject = of_subject
$$;

create function find_account_for_login(of_email text)
returns table (user_id uuid, password_hash text, is_suspended boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.id, u.password_hash, u.suspended_at is not null from users u where lower(u.email) = lower(of_email)
$$;

create function has_accounts() returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select admin_claimed_at is not null from installation
$$;
"""

COMING_AND_GOING = """
create function register_account(
  new_id uuid, new_email text, new_email_verified boolean, new_name text, new_picture text, new_password_hash text,
  new_issuer text, new_subject text
) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare is_first boolean;
begin
  select admin_claimed_at is null into is_first from installation for update;
  insert into users (id, email, email_verified, name, picture, password_hash, is_admin)
  values (new_id, new_email, new_email_verified, new_name, new_picture, new_password_hash, is_first);
  if new_issuer is not null then
    insert into identities (issuer, subject, user_id) values (new_issuer, new_subject, new_id);
  end if;
  if is_first then
    update installation set admin_claimed_at = now();
  end if;
  return is_first;
end $$;

create function delete_own_account() returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare leaving uuid := current_account();
begin
  perform from installation for update;
  if exists (select from users where id = leaving and is_admin)
     and exists (select from users where id <> leaving)
     and not exists (select from users where id <> leaving and is_admin and suspended_at is null) then
    return 'last_admin';
  end if;
  delete from users where id = leaving;
  if not found then
    return 'unknown';
  end if;
  update installation set admin_claimed_at = null where not exists (select from users);
  return 'deleted';
end $$;

-- Those of people who never came back; a sign-in that is used is found too late by its own expiry.
create function drop_expired_sign_ins(at_most integer) returns integer
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with gone as (
    delete from sign_ins where id in (select s.id from sign_ins s where s.expires_at < now() limit at_most) returning 1)
  select count(*)::integer from gone
$$;

create function begin_oidc_attempt(
  of_state bytea, of_browser bytea, of_provider text, of_nonce text, of_verifier text, of_return_to text,
  of_link_user uuid, of_seconds integer
) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from oidc_attempts where expires_at < now();
  insert into oidc_attempts
  values (of_state, of_browser, of_provider, of_nonce, of_verifier, of_return_to, of_link_user,
          now() + make_interval(secs => of_seconds));
$$;

-- Gone when asked for, whoever asks: a state shown in the wrong browser or at the wrong provider is spent as well.
create function take_oidc_attempt(of_state bytea, of_browser bytea, of_provider text)
returns table (nonce text, sealed_verifier text, return_to text, link_user_id uuid)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with taken as (delete from oidc_attempts a where a.state_hash = of_state returning a.*)
  select t.nonce, t.sealed_verifier, t.return_to, t.link_user_id from taken t
   where t.browser_hash = of_browser and t.provider = of_provider and t.expires_at > now()
$$;
"""

ADMINS = """
create function require_admin() returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from users where id = current_account() and is_admin and suspended_at is null) then
    raise exception 'only an admin may do this' using errcode = 'insufficient_privilege';
  end if;
end $$;

create function list_accounts(after_id uuid, at_most integer)
returns table (id uuid, email text, name text, is_admin boolean, suspended_at timestamptz, created_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_admin();
  return query
    select u.id, u.email, u.name, u.is_admin, u.suspended_at, u.created_at from users u
     where after_id is null or u.id > after_id order by u.id limit at_most;
end $$;

create function set_suspended(target uuid, shall_be boolean) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from installation for update;
  perform require_admin();
  if target = current_account() then
    return 'oneself';
  end if;
  update users set suspended_at = case when shall_be then coalesce(suspended_at, now()) end where id = target;
  if not found then
    return 'unknown';
  end if;
  if shall_be then
    -- Lifting a suspension must not bring back browsers that were open before it.
    delete from sign_ins where user_id = target;
  end if;
  return 'done';
end $$;

create function set_admin(target uuid, shall_be boolean) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from installation for update;
  perform require_admin();
  if target = current_account() then
    return 'oneself';
  end if;
  update users set is_admin = shall_be where id = target;
  return case when found then 'done' else 'unknown' end;
end $$;
"""

FUNCTIONS = """
  find_sign_in(bytea), find_api_key(bytea), find_identity(text, text), find_account_for_login(text),
  has_accounts(), drop_expired_sign_ins(integer),
  register_account(uuid, text, boolean, text, text, text, text, text), delete_own_account(),
  begin_oidc_attempt(bytea, bytea, text, text, text, text, uuid, integer),
  take_oidc_attempt(bytea, bytea, text), list_accounts(uuid, integer), set_suspended(uuid, boolean),
  set_admin(uuid, boolean)
"""


def upgrade() -> None:
    run(TABLES + GUARDS + WHO_IS_IT + COMING_AND_GOING + ADMINS)
    run(f"revoke execute on function require_admin(), {FUNCTIONS} from public")
    run(f"grant execute on function {FUNCTIONS} to holdfast_app")


def downgrade() -> None:
    run(f"drop function {FUNCTIONS}, require_admin()")
    run("drop table installation, oidc_attempts, api_keys, sign_ins, identities, users")
