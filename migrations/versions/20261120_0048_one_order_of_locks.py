"""Whoever locks several rows about people locks them in one order: the installation, an organization, an account, and
then what hangs on the account. `docs/locks.md` says who does.

Two reset links of one person, used at once, each held their own row and wanted the other's; the account comes first
now. An account that goes looks again, once its row is its own, whether its person has joined an organization meanwhile.
What tidies up takes rows of many people in an order of its own, so it leaves alone what somebody holds.
"""

from plain_sql import run

revision = "0048"
down_revision = "0047"

RESET = """
-- True: the password is set, and everything that the old one had opened is closed. Thirty who come with one link at
-- once, or with several, meet at the account's row, and the others find their link gone.
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
  update users u set password_hash = new_password_hash, email_verified = u.email_verified or is_by_mail
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

create or replace function put_reset_link(of_hash bytea, target uuid, seconds integer) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare present users;
begin
  select * into present from users u where u.id = target and u.suspended_at is null for no key update;
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
"""

LEAVE = """
create or replace function delete_own_account() returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  leaving uuid := current_account();
  theirs uuid;
begin
  perform from installation for update;
  if exists (select from users where id = leaving and is_admin)
     and exists (select from users where id <> leaving)
     and not exists (select from users where id <> leaving and is_admin and suspended_at is null) then
    return 'last_admin';
  end if;
  select org_id into theirs from org_members where user_id = leaving;
  perform from orgs where id = theirs for update;
  -- From here nobody joins in this name; whoever did while we waited is asked about where they are now.
  perform from users where id = leaving for update;
  if theirs is distinct from (select org_id from org_members where user_id = leaving) then
    raise exception 'the organization changed meanwhile' using errcode = 'serialization_failure';
  end if;
  if theirs is not null then
    if not exists (select from org_members where org_id = theirs and user_id <> leaving) then
      delete from orgs where id = theirs;
    elsif exists (select from org_members where org_id = theirs and user_id = leaving and role = 'owner')
          and not exists (select from org_members where org_id = theirs and user_id <> leaving and role = 'owner') then
      return 'sole_owner';
    else
      insert into org_events (org_id, what, detail) values (theirs, 'member.left', '{"accountDeleted": true}');
    end if;
  end if;
  delete from users where id = leaving;
  if not found then
    return 'unknown';
  end if;
  return 'deleted';
end $$;
"""

TIDY = """
create or replace function drop_expired_sign_ins(at_most integer) returns integer
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from second_steps where token_hash in (
    select s.token_hash from second_steps s where s.expires_at < now() for update skip locked);
  with gone as (
    delete from sign_ins where id in (
      select s.id from sign_ins s where s.expires_at < now() limit at_most for update skip locked)
    returning 1)
  select count(*)::integer from gone
$$;

create or replace function drop_old_links(at_most integer) returns integer
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  with gone as (
    delete from one_time_links where token_hash in (
      select l.token_hash from one_time_links l where l.expires_at < now() limit at_most for update skip locked)
    returning 1)
  select count(*)::integer from gone
$$;

create or replace function drop_old_invites(older interval, most integer) returns integer
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update org_invites set email = null where id in (
    select i.id from org_invites i where i.email is not null and i.expires_at < now() for update skip locked);
  delete from installation_invites where id in (
    select i.id from installation_invites i where i.expires_at < now() - greatest(older, interval '1 day')
       for update skip locked);
  with gone as (
    delete from org_invites i where i.id in (
      select o.id from org_invites o where o.expires_at < now() - greatest(older, interval '1 day')
       order by o.expires_at limit most for update skip locked)
    returning 1)
  select count(*)::integer from gone
$$;

create or replace function begin_oidc_attempt(
  of_state bytea, of_browser bytea, of_provider text, of_nonce text, of_verifier text, of_return_to text,
  of_link_user uuid, of_seconds integer) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from oidc_attempts where state_hash in (
    select a.state_hash from oidc_attempts a where a.expires_at < now() for update skip locked);
  insert into oidc_attempts
  values (of_state, of_browser, of_provider, of_nonce, of_verifier, of_return_to, of_link_user,
          now() + make_interval(secs => of_seconds));
$$;
"""


def upgrade() -> None:
    run(RESET + LEAVE + TIDY)


def downgrade() -> None:
    pass  # The older release works with these as well, and more safely than with its own.
