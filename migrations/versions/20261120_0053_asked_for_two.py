"""An organization may ask its members for a second factor.

`orgs.second_factor_since`: from when on it does; null, it does not. Whoever has none by their deadline, so many days
after that or after they joined, is *kept out*: they belong, and may leave, but nothing of the organization is theirs to
use. `is_kept_out` says it in one place; plans, invites and the policy of rows that an organization owns ask it.

What a process that is still running reads by position or whole (`look_at_invite`, `admin_orgs`) stays as it is.
"""

from plain_sql import run

revision = "0053"
down_revision = "0052"

COLUMNS = """
alter table orgs add column second_factor_since timestamptz,
                 add column second_factor_days integer not null default 0;
alter table orgs add constraint orgs_second_factor_days_check check (second_factor_days between 0 and 30) not valid;
alter table orgs validate constraint orgs_second_factor_days_check;
grant update (second_factor_since, second_factor_days) on orgs to holdfast_app;
"""

KEPT_OUT = """
create function second_factor_deadline(since timestamptz, days integer, joined timestamptz) returns timestamptz
language sql stable set search_path = pg_catalog, pg_temp
return greatest(since, joined) + make_interval(days => days);

create function is_kept_out(of_user uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from org_members m join orgs o on o.id = m.org_id join users u on u.id = m.user_id
     where m.user_id = of_user and o.second_factor_since is not null and not u.has_second_factor
       and second_factor_deadline(o.second_factor_since, o.second_factor_days, m.joined_at) <= clock_timestamp())
$$;

-- The organization whose things the asker may use; `current_org` is the one they belong to.
create function usable_org() returns uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.org_id from org_members m where m.user_id = current_account() and not is_kept_out(m.user_id)
$$;
"""

SHARED = """
create or replace function guard_shared(guarded regclass) returns void language plpgsql as $$
    declare rule text := '(user_id = current_account() or org_id = (select %s()))';
    begin
      execute format('alter table %%s add constraint %%I check (num_nonnulls(user_id, org_id) = 1)',
                     guarded, (select relname from pg_class where oid = guarded) || '_one_owner');
      execute format('alter table %%s enable row level security', guarded);
      execute format('alter table %%s force row level security', guarded);
      execute format('create policy own on %%s to holdfast_app using (%%s) with check (%%s)', guarded, rule, rule);
      execute format('create policy keeper on %%s to %%I using (true) with check (true)', guarded, current_user);
      execute format('grant select, insert, update, delete on %%s to holdfast_app', guarded);
    end $$;
"""

# Keys of the organization rest while their maker is kept out. Their policy stays as it was: whoever is kept out may end
# all that acts as them.
KEYS = """
create or replace function find_key(hash bytea)
returns table (key_id uuid, user_id uuid, email text, name text, scopes text[], is_due boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select k.id, u.id, u.email, u.name, k.scopes, coalesce(k.last_used_at < now() - interval '1 minute', true)
    from api_keys k join users u on u.id = coalesce(k.user_id, k.made_by)
   where k.key_hash = hash and k.revoked_at is null and coalesce(k.expires_at > now(), true)
     and u.suspended_at is null{rests}
$$;
"""
RESTS = " and (k.org_id is null or not is_kept_out(k.made_by))"

PLANS = """
drop function plans_of(uuid[]);
create function plans_of(people uuid[])
returns table (user_id uuid, plan text, limits jsonb, org_plan text, org_limits jsonb, quota_zone text,
               quota_held_date date, quota_held_from timestamptz, quota_held_until timestamptz, read_at timestamptz,
               holds_until timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select u.id, u.plan, u.limits, case when not k.is_out then o.plan end, case when not k.is_out then o.limits end,
         u.quota_zone, u.quota_held_date, u.quota_held_from, u.quota_held_until, statement_timestamp(),
         case when not k.is_out then k.until end
    from users u left join org_members m on m.user_id = u.id left join orgs o on o.id = m.org_id
         cross join lateral (
           select case when o.second_factor_since is not null and not u.has_second_factor
                       then second_factor_deadline(o.second_factor_since, o.second_factor_days, m.joined_at)
                  end) d (until)
         cross join lateral (select d.until, coalesce(d.until <= statement_timestamp(), false)) k (until, is_out)
   where u.id = any (people);
end;
"""
PLANS_BEFORE = """
drop function plans_of(uuid[]);
create function plans_of(people uuid[])
returns table (user_id uuid, plan text, limits jsonb, org_plan text, org_limits jsonb, quota_zone text,
               quota_held_date date, quota_held_from timestamptz, quota_held_until timestamptz, read_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select u.id, u.plan, u.limits, o.plan, o.limits, u.quota_zone, u.quota_held_date, u.quota_held_from,
         u.quota_held_until, statement_timestamp()
    from users u left join org_members m on m.user_id = u.id left join orgs o on o.id = m.org_id
   where u.id = any (people);
end;
"""

TELLING = """
create trigger users_entitled_by_factor after update of has_second_factor on users for each row
  when (old.has_second_factor <> new.has_second_factor) execute function tell_about_user();
create trigger orgs_entitled_by_factor after update of second_factor_since, second_factor_days on orgs for each row
  when (old.second_factor_since is distinct from new.second_factor_since
        or old.second_factor_days <> new.second_factor_days)
  execute function tell_about_org();
"""

INVITES = """
create or replace function usable_invite(of_code bytea, inviters text[], appointers text[]) returns setof org_invites
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.* from org_invites i
    join org_members m on m.user_id = i.invited_by and m.org_id = i.org_id
    join users u on u.id = i.invited_by and u.suspended_at is null
   where i.code_hash = of_code and i.revoked_at is null and i.expires_at > clock_timestamp() and i.uses < i.max_uses
     and coalesce(m.role, 'member') = any (case i.role when 'admin' then appointers else inviters end)%s
$$;
"""
AND_IN = """
     and not is_kept_out(i.invited_by)"""

SEEING = """
create function see_invite(of_code bytea, inviters text[], appointers text[])
returns table (org_name text, invited_by text, role text, expires_at timestamptz, has_seats boolean,
               asks_second_factor boolean, grace_days integer)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.name, u.name, i.role, i.expires_at,
         (select count(*) from org_members m where m.org_id = o.id) < o.seat_count,
         o.second_factor_since is not null, o.second_factor_days
    from usable_invite(of_code, inviters, appointers) i
    join orgs o on o.id = i.org_id join users u on u.id = i.invited_by
$$;

create function orgs_asking_second_factor(of_orgs uuid[])
returns table (id uuid, since timestamptz, grace_days integer, without bigint)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_admin();
  return query
    select o.id, o.second_factor_since, o.second_factor_days,
           (select count(*) from org_members m join users u on u.id = m.user_id
             where m.org_id = o.id and not u.has_second_factor)
      from orgs o where o.id = any (of_orgs) and o.second_factor_since is not null;
end $$;
"""

MEMBERS = """
drop function list_org_members(timestamptz, uuid, integer);
drop function find_org_member(uuid);
create function list_org_members(after_joined timestamptz, after_user uuid, at_most integer)
returns table (user_id uuid, name text, email text, role text, joined_at timestamptz{columns})
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.user_id, u.name, u.email, m.role, m.joined_at{values}
    from org_members m join users u on u.id = m.user_id
   where m.org_id = current_org() and (after_user is null or (m.joined_at, m.user_id) > (after_joined, after_user))
   order by m.joined_at, m.user_id limit at_most
$$;
create function find_org_member(of_user uuid)
returns table (user_id uuid, name text, email text, role text, joined_at timestamptz{columns})
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.user_id, u.name, u.email, m.role, m.joined_at{values}
    from org_members m join users u on u.id = m.user_id
   where m.org_id = current_org() and m.user_id = of_user
$$;
"""
MORE = {
    "columns": ", email_verified boolean, has_second_factor boolean",
    "values": ", u.email_verified, u.has_second_factor",
}
NO_MORE = {"columns": "", "values": ""}

NEW = """
  see_invite(bytea, text[], text[]), orgs_asking_second_factor(uuid[]), usable_org(),
  second_factor_deadline(timestamptz, integer, timestamptz)
"""
ANEW = "plans_of(uuid[]), list_org_members(timestamptz, uuid, integer), find_org_member(uuid)"
INNER = "is_kept_out(uuid)"


def _open(functions: str) -> None:
    run(f"revoke execute on function {functions} from public")
    run(f"grant execute on function {functions} to holdfast_app")


def upgrade() -> None:
    run(COLUMNS + KEPT_OUT + SHARED % "usable_org" + PLANS + TELLING)
    run(INVITES.replace("%s", AND_IN) + SEEING + MEMBERS.format(**MORE))
    run(KEYS.format(rests=RESTS))
    _open(f"{NEW}, {ANEW}")
    run(f"revoke execute on function {INNER} from public")


def downgrade() -> None:
    run(INVITES.replace("%s", "") + MEMBERS.format(**NO_MORE) + PLANS_BEFORE + SHARED % "current_org")
    run(KEYS.format(rests=""))
    _open(ANEW)
    run("drop trigger users_entitled_by_factor on users")
    run("drop trigger orgs_entitled_by_factor on orgs")
    run(f"drop function {NEW}, {INNER}")
    run("alter table orgs drop column second_factor_since, drop column second_factor_days")
