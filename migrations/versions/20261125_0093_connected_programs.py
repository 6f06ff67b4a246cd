"""Programs that people let in by a page instead of by a key (OAuth): registered by themselves, let in by a person.

What a person gives such a program is a key like others, which nobody is ever told: it counts, ends and is listed as
keys are. The program holds tokens to it, which end by themselves.
"""

from plain_sql import run

revision = "0093"
down_revision = "0092"

_DEFINER = "security definer set search_path to 'pg_catalog', 'public', 'pg_temp'"
_FUNCTIONS = (
    "find_oauth_program(uuid)",
    "register_oauth_program(uuid, text, text[], timestamptz, integer)",
    "redeem_oauth_code(bytea, uuid, text, text, text, timestamptz, uuid, bytea, text, bytea, timestamptz, bytea, "
    "timestamptz)",
    "rotate_oauth_token(bytea, uuid, text, timestamptz, bytea, timestamptz, bytea, timestamptz)",
    "find_oauth_token(bytea, timestamptz)",
    "end_oauth_token(bytea, uuid)",
)

BRINGS = f"""
create table oauth_programs (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 100),
  redirect_uris text[] not null check (cardinality(redirect_uris) between 1 and 10),
  registered_at timestamptz not null
);
comment on table oauth_programs is 'registered by themselves: nobody vouches for the name';
select guard_closed('oauth_programs');

alter table api_keys add column program_id uuid references oauth_programs (id);
comment on column api_keys.program_id is 'a program that holds tokens to this key; the key itself is told to nobody';
create index api_keys_of_a_program on api_keys (program_id) where program_id is not null;

create table oauth_codes (
  code_hash bytea primary key check (octet_length(code_hash) = 32),
  user_id uuid not null references users (id) on delete cascade,
  program_id uuid not null references oauth_programs (id) on delete cascade,
  redirect_uri text not null check (char_length(redirect_uri) <= 1000),
  challenge text not null check (char_length(challenge) = 43),
  scopes text[] not null check (cardinality(scopes) between 1 and 10),
  resource text not null check (char_length(resource) <= 1000),
  expires_at timestamptz not null,
  key_id uuid
);
comment on column oauth_codes.key_id is 'what it was redeemed for; shown again, it ends that key';
create index oauth_codes_of_a_person on oauth_codes (user_id, expires_at);
create index oauth_codes_of_a_program on oauth_codes (program_id);
select guard_owned('oauth_codes');

create table oauth_tokens (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id uuid not null references users (id) on delete cascade,
  key_id uuid not null references api_keys (id) on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  resource text not null check (char_length(resource) <= 1000),
  expires_at timestamptz not null,
  spent_at timestamptz
);
comment on column oauth_tokens.spent_at is 'of one that renews: shown again, it ends the key';
create index oauth_tokens_of_a_key on oauth_tokens (key_id, expires_at);
create index oauth_tokens_of_a_person on oauth_tokens (user_id);
select guard_owned('oauth_tokens');

create function find_oauth_program(of_id uuid) returns table (id uuid, name text, redirect_uris text[])
language sql stable {_DEFINER} as $$
  select p.id, p.name, p.redirect_uris from oauth_programs p where p.id = of_id
$$;

-- Whoever registered and was never let in goes after a day; of those there are never more than so many.
create function register_oauth_program(of_id uuid, of_name text, uris text[], at timestamptz, at_most integer)
returns boolean language plpgsql volatile {_DEFINER} as $$
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
end $$;

create function end_oauth_key(of_key uuid) returns void language sql volatile {_DEFINER} as $$
  update api_keys set revoked_at = now() where id = of_key and program_id is not null and revoked_at is null
$$;

create function redeem_oauth_code(
  of_code bytea, of_program uuid, of_redirect text, of_challenge text, of_resource text, at timestamptz,
  new_key uuid, new_hash bytea, new_prefix text, access_hash bytea, access_until timestamptz,
  refresh_hash bytea, refresh_until timestamptz)
returns text[] language plpgsql volatile {_DEFINER} as $$
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
end $$;

create function rotate_oauth_token(
  of_refresh bytea, of_program uuid, of_resource text, at timestamptz, access_hash bytea, access_until timestamptz,
  refresh_hash bytea, refresh_until timestamptz)
returns text[] language plpgsql volatile {_DEFINER} as $$
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
end $$;

create function find_oauth_token(of_hash bytea, at timestamptz)
returns table (key_id uuid, user_id uuid, email text, name text, scopes text[], is_due boolean, resource text)
language sql stable {_DEFINER} as $$
  select k.id, u.id, u.email, u.name, k.scopes, coalesce(k.last_used_at < now() - interval '1 minute', true), t.resource
    from oauth_tokens t join api_keys k on k.id = t.key_id join users u on u.id = k.user_id
   where t.token_hash = of_hash and t.kind = 'access' and t.expires_at > at
     and k.revoked_at is null and u.suspended_at is null
$$;

create function end_oauth_token(of_hash bytea, of_program uuid) returns void
language sql volatile {_DEFINER} as $$
  select end_oauth_key(k.id) from oauth_tokens t join api_keys k on k.id = t.key_id
   where t.token_hash = of_hash and k.program_id = of_program
$$;

create or replace function end_keys_of(whose uuid) returns void language sql volatile {_DEFINER} as $$
  update api_keys set revoked_at = now() where id in (
    select k.id from api_keys k where (k.user_id = whose or k.made_by = whose) and k.revoked_at is null
     order by k.id for no key update);
  delete from oauth_codes where user_id = whose;
  delete from calendar_feeds where user_id = whose
$$;
"""  # noqa: S608

TAKES = f"""
create or replace function end_keys_of(whose uuid) returns void language sql volatile {_DEFINER} as $$
  update api_keys set revoked_at = now() where id in (
    select k.id from api_keys k where (k.user_id = whose or k.made_by = whose) and k.revoked_at is null
     order by k.id for no key update);
  delete from calendar_feeds where user_id = whose
$$;
drop function {", ".join(_FUNCTIONS)}, end_oauth_key(uuid);
drop table oauth_tokens, oauth_codes;
delete from api_keys where program_id is not null;
alter table api_keys drop column program_id;
drop table oauth_programs;
"""  # noqa: S608


def upgrade() -> None:
    run(BRINGS)
    run("revoke execute on function end_oauth_key(uuid) from public")
    for name in _FUNCTIONS:
        run(f"revoke execute on function {name} from public; grant execute on function {name} to holdfast_app;")


def downgrade() -> None:
    run(TAKES)
