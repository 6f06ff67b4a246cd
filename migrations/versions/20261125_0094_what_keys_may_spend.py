"""What a key may spend in a month, and a scope of its own for asking about a document.

What an answer cost is noted with the key when the answer ends, whether or not anybody still listens.
"""

from plain_sql import run

revision = "0094"
down_revision = "0093"

_CHECK = """
alter table api_keys drop constraint api_keys_scopes_check;
alter table api_keys add constraint api_keys_scopes_check check (scopes <> '{{}}' and scopes <@ array[{0}]) not valid;
alter table api_keys validate constraint api_keys_scopes_check;
"""
_BEFORE = (
    "'chat', 'chat:read', 'chat:write', 'memory', 'memory:read', 'memory:write', "
    "'completions', 'embeddings', 'models', 'usage'"
)
_NOW = f"{_BEFORE}, 'documents'"

_OPEN = """
create or replace function open_key(hash bytea)
returns table (key_id uuid, user_id uuid, email text, name text, scopes text[], is_due boolean, models text[],
               networks text[], is_counted boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select k.id, u.id, u.email, u.name, k.scopes, coalesce(k.last_used_at < now() - interval '1 minute', true),
         k.models, k.networks, num_nonnulls({}) > 0
    from api_keys k join users u on u.id = coalesce(k.user_id, k.made_by)
   where (k.key_hash = hash or (k.previous_hash = hash and k.previous_until > now()))
     and k.revoked_at is null and coalesce(k.expires_at > now(), true)
     and u.suspended_at is null and (k.org_id is null or not is_kept_out(k.made_by))
$$;
"""

BRINGS = """
alter table api_keys add column spend_limit_usd double precision check (spend_limit_usd between 0.01 and 1000000);

create table key_spend (
  key_id uuid primary key references api_keys(id) on delete cascade,
  month date not null,
  cost_usd double precision not null
);
select guard_closed('key_spend');

create function note_key_cost(of_key uuid, cost double precision) returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into key_spend as s
  select k.id, date_trunc('month', now() at time zone 'utc')::date, cost
    from api_keys k join users u on u.id = current_account()
   where k.id = of_key and coalesce(k.user_id, k.made_by) in (u.id, u.program_of) and cost > 0
  on conflict (key_id) do update set
    cost_usd = case when s.month >= excluded.month then s.cost_usd + excluded.cost_usd else excluded.cost_usd end,
    month = greatest(s.month, excluded.month)
$$;
revoke execute on function note_key_cost(uuid, double precision) from public;
grant execute on function note_key_cost(uuid, double precision) to holdfast_app;

create function spent_by_key(of_key uuid)
returns table (spend_limit_usd double precision, spent_usd double precision, month_seconds integer)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select k.spend_limit_usd, coalesce(s.cost_usd, 0),
         ceil(extract(epoch from (m.first + interval '1 month') at time zone 'utc' - now()))::integer
    from api_keys k
   cross join (select date_trunc('month', now() at time zone 'utc') as first) m
    left join key_spend s on s.key_id = k.id and s.month = m.first::date
   where k.id = of_key and (coalesce(k.user_id, k.made_by) = current_account() or k.org_id = current_org())
$$;
revoke execute on function spent_by_key(uuid) from public;
grant execute on function spent_by_key(uuid) to holdfast_app;
"""

TAKES = """
drop function spent_by_key(uuid);
drop function note_key_cost(uuid, double precision);
drop table key_spend;
alter table api_keys drop column spend_limit_usd;
"""


def upgrade() -> None:
    run(_CHECK.format(_NOW) + BRINGS + _OPEN.format("k.minute_limit, k.day_limit, k.spend_limit_usd"))


def downgrade() -> None:
    run(_OPEN.format("k.minute_limit, k.day_limit") + TAKES)
    # The older release knows no such scope; a key that has others besides keeps those.
    run("update api_keys set scopes = array_remove(scopes, 'documents') where scopes <> array['documents']")
    run("delete from api_keys where scopes && array['documents']")
    run(_CHECK.format(_BEFORE))
