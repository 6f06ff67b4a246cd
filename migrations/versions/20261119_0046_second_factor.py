"""A second factor: codes of an authenticator app, passkeys, recovery codes; and sign-ins that wait for one.

`users.has_second_factor` follows the factors by a trigger. It stands on the account's own row because that row is what
a sign-in locks: a sign-in by password alone and the factor that is added at the same moment see each other, and
whichever is second knows of the first.

A sign-in remembers when its person was last asked who they are (`confirmed_at`), for changes that need it fresh.
"""

from plain_sql import run

revision = "0046"
down_revision = "0045"

TABLES = """
alter table users add column has_second_factor boolean not null default false;
alter table sign_ins add column confirmed_at timestamptz, add column passkey_challenge bytea;
alter table identities add column id uuid not null default gen_random_uuid();
create unique index identities_id on identities (id);

-- Codes up to `last_step` are spent. Unconfirmed, it was shown and asks for nothing yet.
create table totp_secrets (
  user_id uuid primary key references users (id) on delete cascade,
  sealed_secret text not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  credential bytea not null check (octet_length(credential) <= 8192),
  rp_id text not null check (char_length(rp_id) <= 253),
  sign_count bigint not null,
  name text not null check (char_length(name) between 1 and 100),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_of_user on passkeys (user_id, created_at);

-- One row a code that is left.
create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  primary key (user_id, code_hash)
);

-- A sign-in whose first factor was right. The browser holds the token.
create table second_steps (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id uuid not null references users (id) on delete cascade,
  passkey_challenge bytea not null,
  tries integer not null default 0,
  expires_at timestamptz not null
);
create index second_steps_of_user on second_steps (user_id, expires_at);
create index second_steps_by_age on second_steps (expires_at);

select guard_owned('totp_secrets'), guard_owned('passkeys'), guard_owned('recovery_codes'), guard_owned('second_steps');
"""

TRIGGERS = """
create function note_second_factor() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
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
end $$;
create trigger totp_noted after insert or delete or update of confirmed_at on totp_secrets
  for each row execute function note_second_factor();
create trigger passkeys_noted after insert or delete on passkeys
  for each row execute function note_second_factor();

-- Whoever has the first factor no longer, or may not come in at all, is not half in.
create function end_second_steps() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from second_steps where user_id = new.id;
  return null;
end $$;
create trigger users_end_second_steps after update of password_hash, suspended_at on users for each row
  when (old.password_hash is distinct from new.password_hash or new.suspended_at is not null)
  execute function end_second_steps();
"""

STEPS = """
create function find_second_step(of_token bytea, most_tries integer)
returns table (user_id uuid, passkey_challenge bytea, expires_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.user_id, s.passkey_challenge, s.expires_at from second_steps s
   where s.token_hash = of_token and s.expires_at > now() and s.tries < most_tries
$$;

-- The try is counted whatever becomes of it.
create function try_second_step(of_token bytea, most_tries integer)
returns table (user_id uuid, passkey_challenge bytea, expires_at timestamptz)
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update second_steps s set tries = s.tries + 1
   where s.token_hash = of_token and s.expires_at > now() and s.tries < most_tries
  returning s.user_id, s.passkey_challenge, s.expires_at
$$;
"""

SWEEP = """
create or replace function drop_expired_sign_ins(at_most integer) returns integer
language sql security definer set search_path = pg_catalog, public, pg_temp as $$%s
  with gone as (
    delete from sign_ins where id in (select s.id from sign_ins s where s.expires_at < now() limit at_most) returning 1)
  select count(*)::integer from gone
$$;
"""
STEPS_TOO = """
  delete from second_steps where expires_at < now();"""

REMOVE = """
-- For an admin, about somebody who has lost theirs: `done`, `none`, `oneself`, `unknown`.
create function remove_second_factor(target uuid) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare had boolean;
begin
  perform from installation for update;
  perform require_admin();
  if target = current_account() then
    return 'oneself';
  end if;
  select has_second_factor into had from users where id = target for no key update;
  if had is null then
    return 'unknown';
  elsif not had then
    return 'none';
  end if;
  delete from totp_secrets where user_id = target;
  delete from passkeys where user_id = target;
  perform note_admin_event('user.second_factor_removed', target, null, '{}');
  return 'done';
end $$;
"""

RESET = """
-- True: the password is set, and everything that the old one had opened is closed. Thirty who come with one link at
-- once meet at its row, and the others find it gone.
create or replace function spend_reset_link(of_hash bytea, new_password_hash text, revokes_keys boolean) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  link one_time_links;
  was_verified boolean;
begin
  select * into link from one_time_links l where l.token_hash = of_hash for update;
  select u.email_verified into was_verified from users u where u.id = link.user_id for update;
  if not exists (select from find_reset_link(of_hash)) then
    return false;
  end if;
  update users u set password_hash = new_password_hash, email_verified = u.email_verified or link.email is not null
   where u.id = link.user_id;
  delete from one_time_links l where l.user_id = link.user_id and l.purpose <> 'undo';
  delete from sign_ins s where s.user_id = link.user_id;
  -- Whoever registered an address that was not theirs leaves nothing behind that opens the account of its owner.
  if revokes_keys or (link.email is not null and not was_verified) then
    update api_keys k set revoked_at = now() where k.user_id = link.user_id and k.revoked_at is null;
  end if;
  if link.email is not null and not was_verified then
    delete from identities i where i.user_id = link.user_id;%s
  end if;
  return true;
end $$;
"""
FACTORS_TOO = """
    delete from totp_secrets t where t.user_id = link.user_id;
    delete from passkeys p where p.user_id = link.user_id;"""

FUNCTIONS = """
  find_second_step(bytea, integer), try_second_step(bytea, integer), remove_second_factor(uuid)
"""
INNER = "note_second_factor(), end_second_steps()"


def upgrade() -> None:
    run(TABLES + TRIGGERS + STEPS + SWEEP.replace("%s", STEPS_TOO) + REMOVE + RESET.replace("%s", FACTORS_TOO))
    run(f"revoke execute on function {FUNCTIONS}, {INNER} from public")
    run(f"grant execute on function {FUNCTIONS} to holdfast_app")


def downgrade() -> None:
    run(SWEEP.replace("%s", "") + RESET.replace("%s", ""))
    run(f"drop function {FUNCTIONS}")
    run("drop trigger users_end_second_steps on users")
    run("drop table second_steps, recovery_codes, passkeys, totp_secrets")
    run(f"drop function {INNER}")
    run("alter table identities drop column id")
    run("alter table sign_ins drop column confirmed_at, drop column passkey_challenge")
    run("alter table users drop column has_second_factor")
