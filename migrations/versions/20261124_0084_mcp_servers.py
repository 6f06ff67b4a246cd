"""Servers that bring tools of their own: a person's, or everybody's; who has signed in there, and what each person
trusts of them.

`mcp_servers.user_id` says whose a server is; none: the installation's, which everybody sees and its admins change. What
was found there the last time stands with it. Where a person's own credentials lead to a server, what *they* find stands
in `mcp_accounts`, and nobody else sees it.
"""

from plain_sql import run

revision = "0084"
down_revision = "0083"


def upgrade() -> None:
    run("""
    create table mcp_servers (
      id uuid primary key,
      user_id uuid references users (id) on delete cascade,
      slug text not null check (slug ~ '^[a-z0-9](-?[a-z0-9]){0,23}$'),
      name text not null check (char_length(name) between 1 and 100),
      kind text not null check (kind in ('http', 'command')),
      address text not null check (char_length(address) between 1 and 2000),
      arguments text[] not null default '{}' check (cardinality(arguments) <= 100),
      secret text,
      shown jsonb not null default '{}',
      is_on boolean not null default true,
      is_declared boolean not null default false,
      revision integer not null default 1,
      made_by uuid references users (id) on delete set null,
      created_at timestamptz not null default now(),
      state text not null default 'new' check (state in ('new', 'ready', 'failed', 'sign_in')),
      error_code text,
      error_message text check (char_length(error_message) <= 500),
      checked_at timestamptz,
      about jsonb,
      catalogue jsonb,
      constraint mcp_commands_are_everybodys check (kind = 'http' or user_id is null)
    );
    comment on column mcp_servers.user_id is 'whose it is; none: everybody''s';
    comment on column mcp_servers.address is 'what follows ? in it is kept sealed; of a command, the program';
    comment on column mcp_servers.shown is 'names of what is sealed, and what of a registration is no secret';
    comment on column mcp_servers.revision is 'grows with whatever a connection rests on';
    create unique index mcp_servers_of_a_person on mcp_servers (user_id, slug) where user_id is not null;
    create unique index mcp_servers_of_everybody on mcp_servers (slug) where user_id is null;
    create index mcp_servers_by_maker on mcp_servers (made_by) where made_by is not null;
    alter table mcp_servers enable row level security;
    alter table mcp_servers force row level security;
    create policy own on mcp_servers to holdfast_app
      using (user_id = current_account()) with check (user_id = current_account());
    create policy house_read on mcp_servers for select to holdfast_app
      using (user_id is null and current_account() is not null);
    create policy house_written on mcp_servers to holdfast_app
      using (user_id is null and not is_declared and (select is_house_admin()))
      with check (user_id is null and not is_declared and (select is_house_admin()));
    grant select, insert, update, delete on mcp_servers to holdfast_app;
    do $$ begin
      execute format('create policy keeper on mcp_servers to %I using (true) with check (true)', current_user);
    end $$;

    create table mcp_accounts (
      server_id uuid not null references mcp_servers (id) on delete cascade,
      user_id uuid not null references users (id) on delete cascade,
      sealed text not null,
      expires_at timestamptz,
      version integer not null default 1,
      signed_in_at timestamptz not null default now(),
      state text not null default 'new' check (state in ('new', 'ready', 'failed', 'sign_in')),
      error_code text,
      error_message text check (char_length(error_message) <= 500),
      checked_at timestamptz,
      about jsonb,
      catalogue jsonb,
      primary key (user_id, server_id)
    );
    create index mcp_accounts_by_server on mcp_accounts (server_id);
    select guard_owned('mcp_accounts');
    create policy at_a_server_seen on mcp_accounts as restrictive to holdfast_app
      using (true) with check (server_id in (select id from mcp_servers));

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
    create policy of_a_server_seen on mcp_trusts as restrictive to holdfast_app
      using (true) with check (server_id in (select id from mcp_servers));

    create table mcp_sign_ins (
      state_hash bytea primary key check (octet_length(state_hash) = 32),
      user_id uuid not null references users (id) on delete cascade,
      server_id uuid not null references mcp_servers (id) on delete cascade,
      browser_hash bytea not null check (octet_length(browser_hash) = 32),
      sealed text not null,
      return_to text not null check (char_length(return_to) <= 1000),
      expires_at timestamptz not null
    );
    comment on table mcp_sign_ins is 'begun and not come back from; each is spent once';
    create index mcp_sign_ins_of_a_person on mcp_sign_ins (user_id, expires_at);
    create index mcp_sign_ins_by_server on mcp_sign_ins (server_id);
    select guard_owned('mcp_sign_ins');
    create policy to_a_server_seen on mcp_sign_ins as restrictive to holdfast_app
      using (true) with check (server_id in (select id from mcp_servers));

    -- Whoever uses everybody's server may write down what was found there, and nothing else of it.
    create function note_mcp_server(of_server uuid, at_revision integer, new_state text, code text, message text,
                                    told_about jsonb, found_there jsonb) returns void
      language sql volatile security definer set search_path to 'pg_catalog', 'public', 'pg_temp' as $$
      update mcp_servers s set state = new_state, error_code = code, error_message = message, checked_at = now(),
             about = coalesce(told_about, s.about), catalogue = coalesce(found_there, s.catalogue)
       where s.id = of_server and s.revision = at_revision
         and (s.user_id = current_account() or (s.user_id is null and current_account() is not null))
    $$;
    revoke execute on function note_mcp_server(uuid, integer, text, text, text, jsonb, jsonb) from public;
    grant execute on function note_mcp_server(uuid, integer, text, text, text, jsonb, jsonb) to holdfast_app;

    -- Those of the operator's file, as they stand there now; others of the file before are gone.
    create function declare_mcp_servers(declared jsonb) returns void
      language plpgsql volatile security definer set search_path to 'pg_catalog', 'public', 'pg_temp' as $$
    begin
      perform pg_advisory_xact_lock(hashtext('mcp_servers'));
      delete from mcp_servers s where s.is_declared
         and s.id not in (select (d ->> 'id')::uuid from jsonb_array_elements(declared) as d);
      insert into mcp_servers as s (id, slug, name, kind, address, arguments, secret, shown, is_declared, revision)
      select (d ->> 'id')::uuid, d ->> 'slug', d ->> 'name', d ->> 'kind', d ->> 'address',
             array(select jsonb_array_elements_text(d -> 'arguments')), d ->> 'secret', d -> 'shown', true,
             (d ->> 'revision')::integer
        from jsonb_array_elements(declared) as d
       where not exists (select from mcp_servers o where o.user_id is null and o.slug = d ->> 'slug'
                            and o.id <> (d ->> 'id')::uuid)
      on conflict (id) do update set slug = excluded.slug, name = excluded.name, kind = excluded.kind,
             address = excluded.address, arguments = excluded.arguments, secret = excluded.secret,
             shown = excluded.shown, revision = excluded.revision,
             state = case when s.revision = excluded.revision then s.state else 'new' end,
             catalogue = case when s.revision = excluded.revision then s.catalogue end;
    end $$;
    revoke execute on function declare_mcp_servers(jsonb) from public;
    grant execute on function declare_mcp_servers(jsonb) to holdfast_app;
    """)


def downgrade() -> None:
    run("""
    drop function declare_mcp_servers(jsonb);
    drop function note_mcp_server(uuid, integer, text, text, text, jsonb, jsonb);
    drop table mcp_sign_ins, mcp_trusts, mcp_accounts, mcp_servers;
    """)
