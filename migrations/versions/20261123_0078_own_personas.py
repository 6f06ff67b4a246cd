"""Personas of people's own making, each version of them, and what somebody asks of one besides.

A persona belongs to whoever made it, or to the organization it is shared with. What it says and sets stands in its
versions alone; the newest is the one that answers. Documents that it knows are whose it is, and go with it.
"""

from plain_sql import run

revision = "0078"
down_revision = "0077"


def upgrade() -> None:
    run("""
    create table personas (
      id uuid primary key,
      user_id uuid references users (id) on delete cascade,
      org_id uuid references orgs (id) on delete cascade,
      made_by uuid references users (id) on delete set null,
      version integer not null default 1 check (version > 0),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      archived_at timestamptz
    );
    create index personas_by_user on personas (user_id) where user_id is not null;
    create index personas_by_org on personas (org_id) where org_id is not null;
    create index personas_by_maker on personas (made_by) where made_by is not null;
    select guard_shared('personas');

    create table persona_versions (
      persona_id uuid not null references personas (id) on delete cascade,
      number integer not null check (number > 0),
      settings jsonb not null,
      kernel text not null check (char_length(kernel) between 1 and 100000),
      made_by uuid references users (id) on delete set null,
      made_at timestamptz not null default now(),
      primary key (persona_id, number)
    );
    create index persona_versions_by_maker on persona_versions (made_by) where made_by is not null;
    alter table persona_versions enable row level security;
    alter table persona_versions force row level security;
    create policy own on persona_versions to holdfast_app
      using (persona_id = any (array(select id from personas)))
      with check (persona_id = any (array(select id from personas)));
    do $$ begin
      execute format('create policy keeper on persona_versions to %I using (true) with check (true)', current_user);
    end $$;
    grant select, insert, update, delete on persona_versions to holdfast_app;

    create table persona_overlays (
      user_id uuid not null references users (id) on delete cascade,
      persona_id text not null check (char_length(persona_id) between 1 and 100),
      instructions text not null check (char_length(instructions) between 1 and 4000),
      updated_at timestamptz not null default now(),
      primary key (user_id, persona_id)
    );
    select guard_owned('persona_overlays');

    create function follow_persona() returns trigger language plpgsql security definer
      set search_path to 'pg_catalog', 'public', 'pg_temp' as $$
    begin
      if tg_op = 'DELETE' then
        delete from knowledge_spaces
         where (kind = 'persona' and namespace = old.id::text)
            or (kind = 'overlay' and starts_with(namespace, 'overlay:' || old.id || ':'));
        delete from persona_overlays where persona_id = old.id::text;
      else
        update knowledge_spaces set user_id = new.user_id, org_id = new.org_id
         where kind = 'persona' and namespace = new.id::text;
      end if;
      return null;
    end $$;
    revoke execute on function follow_persona() from public;
    create trigger what_it_knows_goes_along after update of user_id, org_id or delete on personas
      for each row execute function follow_persona();
    """)


def downgrade() -> None:
    run("""
    drop table persona_overlays;
    drop table persona_versions;
    drop table personas;
    drop function follow_persona();
    """)
