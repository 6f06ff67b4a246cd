"""What people trust of tools stands in one table, `tool_trusts`, by whichever door it came.

So far a server's tool was trusted in `mcp_trusts`, under the server's own name for it and for all that it said, or in
`tool_trusts`, under the name that models call it by and for less of what it said. What was decided is carried over: the
former as it is; the latter where the tool still says what was trusted, and otherwise it asks again, as it would have.
Calls that wait are bound anew in the same way.

`mcp_trusts` is a view from now on, for the release before this one as long as that still runs; a later one drops it.
"""

from plain_sql import run

revision = "0088"
down_revision = "0087"


def upgrade() -> None:
    run("""
    alter table tool_approvals add column own_name text check (char_length(own_name) between 1 and 256);
    comment on column tool_approvals.own_name is 'where the tool comes from it is called so; none: as models call it';

    alter table tool_trusts
      add column own_name text check (char_length(own_name) between 1 and 256),
      add column trust text not null default 'always' check (trust in ('always', 'never')),
      add column server_id uuid references mcp_servers (id) on delete cascade;
    comment on column tool_trusts.own_name is 'where the tool comes from it is called so; none: as models call it';
    create index tool_trusts_by_server on tool_trusts (server_id) where server_id is not null;
    create policy of_a_server_seen on tool_trusts as restrictive to holdfast_app using (true)
      with check (server_id is null or server_id in (select id from mcp_servers));

    -- As the app writes what it takes a fingerprint of: keys in order, and no space between.
    create or replace function pg_temp.canonical(value jsonb) returns text language sql immutable as $$
      select case jsonb_typeof(value)
        when 'object' then '{' || coalesce((
          select string_agg(to_jsonb(key)::text || ':' || pg_temp.canonical(inside), ',' order by key collate "C")
            from jsonb_each(value) as each (key, inside)), '') || '}'
        when 'array' then '[' || coalesce((
          select string_agg(pg_temp.canonical(inside), ',' order by place)
            from jsonb_array_elements(value) with ordinality as each (inside, place)), '') || ']'
        else value::text end
    $$;
    create or replace function pg_temp.fingerprint(said jsonb) returns text language sql immutable as $$
      select encode(sha256(convert_to(pg_temp.canonical(said), 'UTF8')), 'hex')
    $$;
    create temp table known_tools on commit drop as
      select p.user_id, s.id as server_id, 'mcp:' || s.id as origin, t ->> 'name' as own_name,
             s.slug || '__' || regexp_replace(t ->> 'name', '[^A-Za-z0-9_-]', '_', 'g') as plain_name,
             '_' || left(encode(sha256(convert_to(t ->> 'name', 'UTF8')), 'hex'), 8) as last_digits,
             t as told, pg_temp.fingerprint(jsonb_build_array(
               t -> 'name', t -> 'title', t -> 'description', t -> 'schema', t -> 'says_read_only')) as fingerprint
        from (select user_id, origin from tool_trusts union select user_id, origin from tool_approvals
              union select user_id, 'mcp:' || server_id from mcp_trusts) as p
        join mcp_servers s on p.origin = 'mcp:' || s.id
        left join mcp_accounts a on a.server_id = s.id and a.user_id = p.user_id
       cross join lateral jsonb_array_elements(
         (case when a.user_id is null then s.catalogue else a.catalogue end) -> 'tools') as t;

    update tool_approvals w set own_name = k.own_name, fingerprint = k.fingerprint
      from known_tools k
     where (w.user_id, w.origin) = (k.user_id, k.origin)
       and (w.name = k.plain_name or right(w.name, 9) = k.last_digits)
       and w.fingerprint = pg_temp.fingerprint(
         jsonb_build_array(w.name, k.told -> 'description', k.told -> 'schema'));
    update tool_trusts w set own_name = k.own_name, fingerprint = k.fingerprint, server_id = k.server_id
      from known_tools k
     where (w.user_id, w.origin) = (k.user_id, k.origin)
       and (w.name = k.plain_name or right(w.name, 9) = k.last_digits)
       and w.fingerprint = pg_temp.fingerprint(
         jsonb_build_array(w.name, k.told -> 'description', k.told -> 'schema'));
    delete from tool_trusts where origin like 'mcp:%' and server_id is null;

    -- Never goes before whatever else was said of the tool; always holds beside what holds in single chats.
    delete from tool_trusts t using mcp_trusts m
     where m.trust = 'never' and (t.user_id, t.server_id, t.own_name) = (m.user_id, m.server_id, m.tool);
    insert into tool_trusts (id, user_id, name, own_name, title, origin, fingerprint, trust, server_id, created_at)
    select gen_random_uuid(), m.user_id,
           case when char_length(m.plain) <= 64 and m.alike = 1 then m.plain
                else left(m.plain, 55) || '_' || left(encode(sha256(convert_to(m.tool, 'UTF8')), 'hex'), 8) end,
           m.tool, coalesce(k.told ->> 'title', m.tool), m.origin, m.fingerprint, m.trust, m.server_id, m.decided_at
      from (select d.*, count(*) over (partition by d.user_id, d.server_id, d.plain) as alike
              from (select t.*, 'mcp:' || t.server_id as origin,
                           s.slug || '__' || regexp_replace(t.tool, '[^A-Za-z0-9_-]', '_', 'g') as plain
                      from mcp_trusts t join mcp_servers s on s.id = t.server_id where t.trust <> 'ask') as d) as m
      left join known_tools k on (k.user_id, k.server_id, k.own_name) = (m.user_id, m.server_id, m.tool)
    on conflict (user_id, origin, name, chat_id) do nothing;

    drop table mcp_trusts;
    create view mcp_trusts with (security_invoker = true) as
      select user_id, server_id, own_name as tool, fingerprint, trust, created_at as decided_at
        from tool_trusts where server_id is not null and chat_id is null;
    comment on view mcp_trusts is 'for the release before 0088, while it still runs; a later one drops it';
    grant select on mcp_trusts to holdfast_app;
    """)


def downgrade() -> None:
    run("""
    drop view mcp_trusts;
    create table mcp_trusts (
      user_id uuid not null references users (id) on delete cascade,
      server_id uuid not null references mcp_servers (id) on delete cascade,
      tool text not null check (char_length(tool) between 1 and 256),
      fingerprint text not null check (char_length(fingerprint) = 64),
      trust text not null check (trust in ('ask', 'always', 'never')),
      decided_at timestamptz not null default now(),
      primary key (user_id, server_id, tool)
    );
    create index mcp_trusts_by_server on mcp_trusts (server_id);
    select guard_owned('mcp_trusts');
    create policy of_a_server_seen on mcp_trusts as restrictive to holdfast_app using (true)
      with check (server_id in (select id from mcp_servers));
    insert into mcp_trusts (user_id, server_id, tool, fingerprint, trust, decided_at)
    select user_id, server_id, own_name, fingerprint, trust, created_at from tool_trusts
     where server_id is not null and chat_id is null
    on conflict do nothing;
    delete from tool_trusts where server_id is not null;
    drop policy of_a_server_seen on tool_trusts;
    alter table tool_trusts drop column own_name, drop column trust, drop column server_id;
    alter table tool_approvals drop column own_name;
    """)
