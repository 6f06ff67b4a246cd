"""A key may belong to an organization: whoever is in it makes one, its admins see it and end it.

It acts as whoever made it, and lives as long as their membership: the key to `org_members` says so, and whatever ends
the membership (leaving, being removed, an account or an organization that goes) takes the key along. What ends a
person's own keys ends those that they made for the organization too.

`api_keys` is the first table of a person or an organization (`guard_shared`). A release of before finds the keys of
people as it did, and never one of an organization.
"""

from plain_sql import run

revision = "0052"
down_revision = "0051"

_DEFINER = "security definer set search_path = pg_catalog, public, pg_temp"

TABLE = """
alter table org_members add constraint org_members_once unique (user_id, org_id);

alter table api_keys alter column user_id drop not null,
  add column org_id uuid, add column made_by uuid,
  add constraint api_keys_made_by_a_member
    foreign key (made_by, org_id) references org_members (user_id, org_id) on delete cascade not valid,
  add constraint api_keys_maker check ((org_id is null) = (made_by is null)) not valid;
alter table api_keys validate constraint api_keys_made_by_a_member;
alter table api_keys validate constraint api_keys_maker;
create index api_keys_of_org on api_keys (org_id, created_at) where org_id is not null;
create index api_keys_of_maker on api_keys (made_by, org_id) where made_by is not null;
comment on column api_keys.made_by is 'of an organization''s key: as whom it acts; null: it is user_id''s own';

drop policy own on api_keys;
drop policy keeper on api_keys;
select guard_shared('api_keys');
"""

FUNCTIONS = """
create function find_key(hash bytea)
returns table (key_id uuid, user_id uuid, email text, name text, scopes text[], is_due boolean)
language sql stable {definer} as $$
  select k.id, u.id, u.email, u.name, k.scopes, coalesce(k.last_used_at < now() - interval '1 minute', true)
    from api_keys k join users u on u.id = coalesce(k.user_id, k.made_by)
   where k.key_hash = hash and k.revoked_at is null and coalesce(k.expires_at > now(), true)
     and u.suspended_at is null
$$;
revoke execute on function find_key(bytea) from public;
grant execute on function find_key(bytea) to holdfast_app;

create function list_org_keys()
returns table (id uuid, name text, prefix text, scopes text[], created_at timestamptz, last_used_at timestamptz,
               expires_at timestamptz, made_by uuid, made_by_name text)
language sql stable {definer} as $$
  select k.id, k.name, k.prefix, k.scopes, k.created_at, k.last_used_at, k.expires_at, u.id, u.name
    from api_keys k join users u on u.id = k.made_by
   where k.org_id = current_org() and k.revoked_at is null order by k.created_at desc, k.id desc
$$;
revoke execute on function list_org_keys() from public;
grant execute on function list_org_keys() to holdfast_app;

-- All that act as this person, in the order of their ids: whoever else ends several takes them so too.
create function end_keys_of(whose uuid) returns void language sql volatile {definer} as $$
  update api_keys set revoked_at = now() where id in (
    select k.id from api_keys k where (k.user_id = whose or k.made_by = whose) and k.revoked_at is null
     order by k.id for no key update)
$$;
revoke execute on function end_keys_of(uuid) from public;

-- The account before what hangs on it: with the membership go the keys that its person made.
create function hold_account() returns trigger language plpgsql {definer} as $$
begin
  perform from users where id = old.user_id for no key update;
  return old;
end $$;
revoke execute on function hold_account() from public;
create trigger org_members_hold_account before delete on org_members for each row execute function hold_account();
"""

# One line of each of them; the rest is as the last revision that made it says.
ENDS = """
do $$
declare ends regprocedure;
begin
  foreach ends in array array['set_suspended(uuid,boolean)', 'spend_reset_link(bytea,text,boolean)',
                              'undo_email_change(bytea,text)']::regprocedure[] loop
    if pg_get_functiondef(ends) !~ '{before}' then
      raise exception '% ends no keys as it did', ends;
    end if;
    execute regexp_replace(pg_get_functiondef(ends), '{before}', '{after}');
  end loop;
end $$;
"""
THEIR_OWN = r"update api_keys (k )?set revoked_at = now\(\) where (k.)?user_id = ([a-z_.]+) and (k.)?revoked_at is null"
AGAIN = r"update api_keys k set revoked_at = now() where k.user_id = \1 and k.revoked_at is null"


def upgrade() -> None:
    run(TABLE)
    run(FUNCTIONS.format(definer=_DEFINER))
    run(ENDS.format(before=THEIR_OWN, after=r"perform end_keys_of(\3)"))


def downgrade() -> None:
    run(ENDS.format(before=r"perform end_keys_of\(([a-z_.]+)\)", after=AGAIN))
    run("""
    drop trigger org_members_hold_account on org_members;
    drop function hold_account(), end_keys_of(uuid), list_org_keys(), find_key(bytea);
    delete from api_keys where org_id is not null;
    drop policy own on api_keys;
    drop policy keeper on api_keys;
    alter table api_keys drop constraint api_keys_one_owner, drop column org_id, drop column made_by,
      alter column user_id set not null;
    select guard_owned('api_keys');
    alter table org_members drop constraint org_members_once;
    """)
