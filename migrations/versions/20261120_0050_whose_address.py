"""Whose an address is: shown by a link that was sent there, and changed by one that was sent to the new one.

`users.email_waits`: the address was given where mail is sent, and nobody has shown yet that it is theirs; until then it
counts for nothing. Accounts from before are not waiting: theirs stay as they were, unverified, and nothing is taken
from them.

A change of address is a link to the new one (`change`). Once it is used, the old address gets another (`undo`), by
which its owner takes the account back; while that lives, nobody else can have the old address.
"""

from plain_sql import run

revision = "0050"
down_revision = "0049"

COLUMN = """
alter table users add column email_waits boolean not null default false;
alter table users add constraint users_email_waits_check check (not (email_waits and email_verified)) not valid;
alter table users validate constraint users_email_waits_check;
create index one_time_links_undo on one_time_links (lower(email)) where purpose = 'undo';

-- An address that somebody may still take back is as good as taken.
create function keep_for_undo() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from one_time_links l
              where l.purpose = 'undo' and lower(l.email) = lower(new.email) and l.user_id <> new.id
                and l.expires_at > clock_timestamp()) then
    raise exception 'this address may still be taken back'
      using errcode = 'unique_violation', constraint = 'users_email';
  end if;
  return new;
end $$;
create trigger users_keep_for_undo before insert or update of email on users
  for each row execute function keep_for_undo();
"""

OPEN = """
create function open_account(
  new_id uuid, new_email text, new_email_verified boolean, new_email_waits boolean, new_name text, new_picture text,
  new_password_hash text, new_issuer text, new_subject text, new_plan text, rule text, may_be_first boolean,
  of_code bytea, inviters text[], appointers text[]) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare is_first boolean;
begin
  select admin_claimed_at is null into is_first from installation for update;
  if is_first and not may_be_first then
    return 'setup_code';
  elsif not is_first and rule = 'invite' and not spend_invite(of_code, inviters, appointers) then
    return 'invite';
  elsif not is_first and rule not in ('open', 'invite') then
    return 'closed';
  end if;
  insert into users (id, email, email_verified, email_waits, name, picture, password_hash, is_admin, plan)
  values (new_id, new_email, new_email_verified, new_email_waits and not new_email_verified, new_name, new_picture,
          new_password_hash, is_first, case when not is_first then new_plan end);
  if new_issuer is not null then
    insert into identities (issuer, subject, user_id) values (new_issuer, new_subject, new_id);
  end if;
  if is_first then
    update installation set admin_claimed_at = now();
  end if;
  return case when is_first then 'first' else 'made' end;
end $$;
"""

VERIFY = """
create function find_verify_link(of_hash bytea) returns uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.id from one_time_links l join users u on u.id = l.user_id
   where l.token_hash = of_hash and l.purpose = 'verify' and l.expires_at > clock_timestamp()
     and u.id = current_account() and lower(l.email) = lower(u.email)
$$;

-- By whoever is signed in and has the link: the mailbox alone does not do it, or its owner, who follows a link that
-- they never asked for, would vouch for somebody else's account.
create function verify_own_email(of_hash bytea) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from users u where u.id = current_account() for no key update;
  if find_verify_link(of_hash) is null then
    return false;
  end if;
  perform note_email_verified(current_account());
  return true;
end $$;

-- By a provider that has verified it.
create function vouch_for_own_email(of_email text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from users u where u.id = current_account() and lower(u.email) = lower(of_email) and not u.email_verified
     for no key update;
  if found then
    perform note_email_verified(current_account());
  end if;
end $$;

create function note_email_verified(whose uuid) returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  update users u set email_verified = true, email_waits = false where u.id = whose;
  delete from one_time_links l where l.user_id = whose and l.purpose = 'verify';
$$;
"""

CHANGE = """
-- One at a time: the last one that was asked for. It dies with the password beside which it was asked for.
create function begin_email_change(of_hash bytea, of_email text, seconds integer) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from users u where u.id = current_account() for no key update;
  delete from one_time_links l where l.user_id = current_account() and l.purpose = 'change';
  perform add_one_time_link(of_hash, 'change', of_email, seconds);
end $$;

create function find_email_change() returns table (token_hash bytea, email text, expires_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.token_hash, l.email, l.expires_at from one_time_links l join users u on u.id = l.user_id
   where u.id = current_account() and l.purpose = 'change' and l.expires_at > clock_timestamp()
     and l.password_mark = password_mark(u.password_hash)
$$;

create function drop_email_change() returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from one_time_links l where l.user_id = current_account() and l.purpose = 'change';
  return found;
end $$;

-- `changed` with the address that was, if it is to be written to; `taken`, or `dead`. Who has which address is decided
-- behind the installation's row, where new accounts are made too.
create function finish_email_change(of_hash bytea, undo_hash bytea, undo_seconds integer)
returns table (outcome text, old_email text)
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  before users;
  wanted text;
begin
  perform from installation for update;
  select * into before from users u where u.id = current_account() for no key update;
  select c.email into wanted from find_email_change() c where c.token_hash = of_hash;
  if wanted is null then
    return query select 'dead', null;
    return;
  end if;
  begin
    update users u set email = wanted, email_verified = true, email_waits = false where u.id = before.id;
  exception when unique_violation then
    return query select 'taken', null;
    return;
  end;
  delete from one_time_links l
   where l.user_id = before.id and (l.purpose <> 'undo' or lower(l.email) in (lower(wanted), lower(before.email)));
  -- An address that nobody has shown to be theirs is no owner's to take back, and is not written to.
  if before.email is null or before.email_waits then
    return query select 'changed', null;
    return;
  end if;
  insert into one_time_links (token_hash, purpose, user_id, email, expires_at)
  values (undo_hash, 'undo', before.id, before.email, clock_timestamp() + make_interval(secs => undo_seconds));
  return query select 'changed', before.email;
end $$;

create function find_undo_link(of_hash bytea) returns table (user_id uuid, email text, has_password boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.id, l.email, u.password_hash is not null from one_time_links l join users u on u.id = l.user_id
   where l.token_hash = of_hash and l.purpose = 'undo' and l.expires_at > clock_timestamp() and u.suspended_at is null
$$;

-- True: the account has its old address and the new password, and whoever was in is out. Somebody else may have been:
-- keys end, and providers that were linked since the day before the change. A second factor stays, as with a reset:
-- somebody who has only the mailbox must not take it away.
create function undo_email_change(of_hash bytea, new_password_hash text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare link one_time_links;
begin
  perform from installation for update;
  select * into link from one_time_links l where l.token_hash = of_hash;
  perform from users u where u.id = link.user_id for no key update;
  if not exists (select from find_undo_link(of_hash) f where f.has_password = (new_password_hash is not null)) then
    return false;
  end if;
  update users u set email = link.email, email_verified = true, email_waits = false,
                     password_hash = coalesce(new_password_hash, u.password_hash)
   where u.id = link.user_id;
  delete from one_time_links l where l.user_id = link.user_id;
  delete from sign_ins s where s.user_id = link.user_id;
  update api_keys k set revoked_at = now() where k.user_id = link.user_id and k.revoked_at is null;
  if new_password_hash is not null then
    delete from identities i where i.user_id = link.user_id and i.created_at > link.created_at - interval '1 day';
  end if;
  return true;
end $$;
"""

RESET = """
create or replace function spend_reset_link(of_hash bytea, new_password_hash text, revokes_keys boolean) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
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
    update api_keys k set revoked_at = now() where k.user_id = whose and k.revoked_at is null;
  end if;
  if is_by_mail and not was_verified then
    delete from identities i where i.user_id = whose;
    delete from totp_secrets t where t.user_id = whose;
    delete from passkeys p where p.user_id = whose;
  end if;
  return true;
end $$;
"""

FUNCTIONS = """
  open_account(uuid, text, boolean, boolean, text, text, text, text, text, text, text, boolean, bytea, text[], text[]),
  verify_own_email(bytea), vouch_for_own_email(text), begin_email_change(bytea, text, integer), find_email_change(),
  drop_email_change(), finish_email_change(bytea, bytea, integer), find_undo_link(bytea),
  undo_email_change(bytea, text)
"""
INNER = "keep_for_undo(), find_verify_link(bytea), note_email_verified(uuid)"


def upgrade() -> None:
    run(COLUMN + OPEN + VERIFY + CHANGE + RESET)
    run(f"revoke execute on function {FUNCTIONS}, {INNER} from public")
    run(f"grant execute on function {FUNCTIONS} to holdfast_app")


def downgrade() -> None:
    run(RESET.replace(",\n                     email_waits = u.email_waits and not is_by_mail", ""))
    run("drop trigger users_keep_for_undo on users")
    run(f"drop function {FUNCTIONS}, {INNER}")
    run("drop index one_time_links_undo")
    run("alter table users drop column email_waits")
