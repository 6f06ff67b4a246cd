"""Links that do one thing once: set a new password, and whatever else somebody proves by their mailbox.

The token stands in the address that was sent, and here only as its hash. A link dies with its time, with its use, with
the password that was there when it was made, and when the account has another address than the one it was sent to.
"""

from plain_sql import run

revision = "0045"
down_revision = "0044"

LINKS = """
create table one_time_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  purpose text not null check (purpose in ('reset', 'verify', 'change', 'undo')),
  user_id uuid not null references users (id) on delete cascade,
  -- Whom it was sent to; null: an admin handed it on.
  email text check (char_length(email) between 3 and 254),
  -- Of the password as it was; null: it may have changed since.
  password_mark bytea,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);
create index one_time_links_of_user on one_time_links (user_id);
create index one_time_links_by_age on one_time_links (expires_at);
select guard_closed('one_time_links');

create function password_mark(of_hash text) returns bytea
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select sha256(convert_to(coalesce(of_hash, ''), 'UTF8'))
$$;

-- In the asker's own name: whoever is mailed a link about an account is written to as its owner.
create function add_one_time_link(of_hash bytea, of_purpose text, of_email text, seconds integer) returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into one_time_links (token_hash, purpose, user_id, email, password_mark, expires_at)
  select of_hash, of_purpose, u.id, of_email, password_mark(u.password_hash),
         clock_timestamp() + make_interval(secs => seconds)
    from users u where u.id = current_account()
$$;

create function find_reset_link(of_hash bytea) returns table (user_id uuid, email text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.id, u.email from one_time_links l join users u on u.id = l.user_id
   where l.token_hash = of_hash and l.purpose = 'reset' and l.expires_at > clock_timestamp()
     and u.suspended_at is null and l.password_mark = password_mark(u.password_hash)
     and (l.email is null or lower(l.email) = lower(u.email))
$$;

-- True: the password is set, and everything that the old one had opened is closed. Thirty who come with one link at
-- once meet at its row, and the others find it gone.
create function spend_reset_link(of_hash bytea, new_password_hash text, revokes_keys boolean) returns boolean
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
    delete from identities i where i.user_id = link.user_id;
  end if;
  return true;
end $$;

-- `made`, `unknown`, or `no_address`: a password alone opens nothing.
create function make_reset_link(of_hash bytea, target uuid, seconds integer) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_admin();
  return put_reset_link(of_hash, target, seconds);
end $$;

create function put_reset_link(of_hash bytea, target uuid, seconds integer) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare present users;
begin
  select * into present from users u where u.id = target and u.suspended_at is null;
  if present.id is null then
    return 'unknown';
  elsif present.email is null then
    return 'no_address';
  end if;
  delete from one_time_links l where l.user_id = target and l.purpose = 'reset' and l.email is null;
  insert into one_time_links (token_hash, purpose, user_id, password_mark, expires_at)
  values (of_hash, 'reset', target, password_mark(present.password_hash),
          clock_timestamp() + make_interval(secs => seconds));
  perform note_admin_event('user.reset_link_made', target, null, '{}');
  return 'made';
end $$;

create function drop_old_links(at_most integer) returns integer
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  with gone as (
    delete from one_time_links where token_hash in (
      select l.token_hash from one_time_links l where l.expires_at < now() limit at_most)
    returning 1)
  select count(*)::integer from gone
$$;
"""

FUNCTIONS = """
  add_one_time_link(bytea, text, text, integer), find_reset_link(bytea), spend_reset_link(bytea, text, boolean),
  make_reset_link(bytea, uuid, integer), drop_old_links(integer)
"""
INNER = "password_mark(text), put_reset_link(bytea, uuid, integer)"


def upgrade() -> None:
    run(LINKS)
    run(f"revoke execute on function {FUNCTIONS}, {INNER} from public")
    run(f"grant execute on function {FUNCTIONS} to holdfast_app")


def downgrade() -> None:
    run(f"drop function {FUNCTIONS}, {INNER}")
    run("drop table one_time_links")
