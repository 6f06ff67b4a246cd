"""An organization whose only owner is suspended, or gone, is given one by an admin of the installation.

Whoever is appointed is a member already, so neither the seats nor the rule of one organization at a time are touched;
nobody is made less. Where an owner can act, nobody from outside appoints another.
"""

from plain_sql import run

revision = "0033"
down_revision = "0032"

APPOINT = """
create function has_acting_owner(of_org uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from org_members m join users u on u.id = m.user_id
                  where m.org_id = of_org and m.role = 'owner' and u.suspended_at is null)
$$;

-- Which of these nobody can act for.
create function orgs_without_owner(of_orgs uuid[]) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_admin();
  return query select o.id from orgs o where o.id = any (of_orgs) and not has_acting_owner(o.id);
end $$;

create function appoint_org_owner(of_org uuid, of_user uuid) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  before text;
  is_suspended boolean;
begin
  perform require_admin();
  perform from orgs o where o.id = of_org for update;
  if not found then
    return 'unknown_organization';
  end if;
  -- A suspension that comes meanwhile waits, and is known to whoever looks next.
  select coalesce(m.role, 'member'), u.suspended_at is not null into before, is_suspended
    from org_members m join users u on u.id = m.user_id
   where m.org_id = of_org and m.user_id = of_user for update of m for share of u;
  if before is null then
    return 'unknown_member';
  end if;
  if is_suspended then
    return 'suspended';
  end if;
  if before = 'owner' then
    return 'appointed';  -- asked again, after the answer was lost
  end if;
  if has_acting_owner(of_org) then
    return 'has_owner';
  end if;
  update org_members m set role = 'owner' where m.org_id = of_org and m.user_id = of_user;
  insert into org_events (org_id, actor_id, what, target_id, detail)
  values (of_org, current_account(), 'member.role_changed', of_user, jsonb_build_object('from', before, 'to', 'owner'));
  perform note_admin_event('org.owner_appointed', of_user, of_org, jsonb_build_object('from', before));
  return 'appointed';
end $$;

revoke execute on function has_acting_owner(uuid), orgs_without_owner(uuid[]), appoint_org_owner(uuid, uuid)
  from public;
grant execute on function orgs_without_owner(uuid[]), appoint_org_owner(uuid, uuid) to holdfast_app;
"""


def upgrade() -> None:
    run(APPOINT)


def downgrade() -> None:
    run("drop function appoint_org_owner(uuid, uuid), orgs_without_owner(uuid[]), has_acting_owner(uuid);")
