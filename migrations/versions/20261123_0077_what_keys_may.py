"""What a key may besides its scopes: how often, for which models, from where; and a new secret while the old one holds.

Requests are counted in a row a key, under its lock: of many that come at once exactly so many are let in, and a restart
forgets none. `find_key` stays for the release that is still running; `open_key` tells more.
"""

from plain_sql import run

revision = "0077"
down_revision = "0076"

_CHECK = """
alter table api_keys drop constraint api_keys_scopes_check;
alter table api_keys add constraint api_keys_scopes_check check (scopes <> '{{}}' and scopes <@ array[{0}]) not valid;
alter table api_keys validate constraint api_keys_scopes_check;
"""
_BEFORE = "'chat', 'chat:read', 'chat:write', 'memory', 'memory:read', 'memory:write'"
_NOW = f"{_BEFORE}, 'completions', 'embeddings', 'models', 'usage'"

BRINGS = """
alter table api_keys
  add column minute_limit integer check (minute_limit between 1 and 1000000),
  add column day_limit integer check (day_limit between 1 and 1000000000),
  add column models text[] check (cardinality(models) between 1 and 100),
  add column networks text[] check (cardinality(networks) between 1 and 100),
  add column previous_hash bytea unique check (octet_length(previous_hash) = 32),
  add column previous_until timestamptz,
  add column last_place text check (char_length(last_place) <= 60),
  add constraint api_keys_previous check ((previous_hash is null) = (previous_until is null));

create function open_key(hash bytea)
returns table (key_id uuid, user_id uuid, email text, name text, scopes text[], is_due boolean, models text[],
               networks text[], is_counted boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select k.id, u.id, u.email, u.name, k.scopes, coalesce(k.last_used_at < now() - interval '1 minute', true),
         k.models, k.networks, num_nonnulls(k.minute_limit, k.day_limit) > 0
    from api_keys k join users u on u.id = coalesce(k.user_id, k.made_by)
   where (k.key_hash = hash or (k.previous_hash = hash and k.previous_until > now()))
     and k.revoked_at is null and coalesce(k.expires_at > now(), true)
     and u.suspended_at is null and (k.org_id is null or not is_kept_out(k.made_by))
$$;
revoke execute on function open_key(bytea) from public;
grant execute on function open_key(bytea) to holdfast_app;

create table key_windows (
  key_id uuid primary key references api_keys(id) on delete cascade,
  minute_at timestamptz not null,
  minute_used integer not null,
  day_at timestamptz not null,
  day_used integer not null
);
select guard_closed('key_windows');

create function take_key_request(of_key uuid)
returns table (is_taken boolean, minute_limit integer, minute_used integer, day_limit integer, day_used integer,
               minute_seconds integer, day_seconds integer)
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  at timestamptz := clock_timestamp();
  minute timestamptz := date_trunc('minute', at);
  today timestamptz := date_trunc('day', at at time zone 'utc') at time zone 'utc';
  most record;
  used record;
begin
  select k.minute_limit, k.day_limit into most from api_keys k
   where k.id = of_key and coalesce(k.user_id, k.made_by) = current_account();
  -- Whoever waited for the row may come with an earlier minute than it holds: no window is ever begun a second time.
  insert into key_windows as w values (of_key, minute, 1, today, 1)
  on conflict (key_id) do update set
    minute_used = case when w.minute_at >= minute then w.minute_used + 1 else 1 end,
    minute_at = greatest(w.minute_at, minute),
    day_used = case when w.day_at >= today then w.day_used + 1 else 1 end,
    day_at = greatest(w.day_at, today)
  where (most.minute_limit is null or w.minute_at < minute or w.minute_used < most.minute_limit)
    and (most.day_limit is null or w.day_at < today or w.day_used < most.day_limit);
  is_taken := found;
  select * into used from key_windows w where w.key_id = of_key;
  return query select
    is_taken, most.minute_limit, case when used.minute_at >= minute then used.minute_used else 0 end,
    most.day_limit, case when used.day_at >= today then used.day_used else 0 end,
    greatest(1, ceil(extract(epoch from greatest(minute, used.minute_at) + interval '1 minute' - at)))::integer,
    greatest(1, ceil(extract(epoch from greatest(today, used.day_at) + interval '1 day' - at)))::integer;
end $$;
revoke execute on function take_key_request(uuid) from public;
grant execute on function take_key_request(uuid) to holdfast_app;

create table key_events (
  id uuid primary key,
  user_id uuid not null references users(id) on delete cascade,
  key_id uuid not null references api_keys(id) on delete cascade,
  at timestamptz not null default clock_timestamp(),
  what text not null check (what in ('made', 'changed', 'rotated', 'revoked')),
  place text not null default '' check (char_length(place) <= 60)
);
create index key_events_of_key on key_events (key_id, at);
create index key_events_of_user on key_events (user_id, at);
select guard_owned('key_events');
"""

TAKES = """
drop table key_events;
drop function take_key_request(uuid);
drop table key_windows;
drop function open_key(bytea);
alter table api_keys drop column minute_limit, drop column day_limit, drop column models, drop column networks,
  drop column previous_hash, drop column previous_until, drop column last_place;
"""


def upgrade() -> None:
    run(_CHECK.format(_NOW) + BRINGS)


def downgrade() -> None:
    # The older release knows no such key; it would be refused everything.
    run(TAKES)
    run("delete from api_keys where scopes && array['completions', 'embeddings', 'models', 'usage']")
    run(_CHECK.format(_BEFORE))
