"""Connectors: places that documents are fetched from again and again, and what each of them has brought.

Whoever may not fill a space does not see where it is filled from either: an address may be a folder of the server.
"""

from plain_sql import run

revision = "0072"
down_revision = "0071"


def upgrade() -> None:
    run("""
    create table connectors (
      id uuid primary key,
      space_id integer not null references knowledge_spaces (id) on delete cascade,
      kind text not null check (kind in ('pack', 'folder', 'git', 'feed', 'page', 'sitemap')),
      address text not null check (char_length(address) between 1 and 2000),
      name text not null check (char_length(name) between 1 and 200),
      every_minutes integer not null check (every_minutes between 1 and 10080),
      is_paused boolean not null default false,
      status text not null default 'waiting' check (status in ('waiting', 'syncing', 'ok', 'failed')),
      error_code text,
      error_message text,
      mark text,
      synced_at timestamptz,
      next_at timestamptz not null default now(),
      created_by uuid references users (id) on delete set null,
      created_at timestamptz not null default now(),
      constraint connectors_in_space unique (id, space_id),
      constraint connectors_once unique (space_id, kind, address)
    );
    comment on column connectors.mark is 'what was there when all of it had been brought';
    create index connectors_due on connectors (next_at) where not is_paused;
    create index connectors_by_maker on connectors (created_by) where created_by is not null;
    select guard_space('connectors');
    drop policy seen on connectors;

    create table connector_items (
      connector_id uuid not null,
      space_id integer not null,
      key text not null check (char_length(key) between 1 and 2000),
      mark text not null,
      document_id uuid references documents (id) on delete set null,
      error_code text,
      error_message text,
      primary key (connector_id, key),
      constraint connector_items_of_connector foreign key (connector_id, space_id)
        references connectors (id, space_id) on delete cascade on update cascade
    );
    comment on column connector_items.mark is 'changes with the content; one that has not changed is not fetched again';
    create index connector_items_by_document on connector_items (document_id) where document_id is not null;
    select guard_space('connector_items');
    drop policy seen on connector_items;

    create function some_house_admin() returns uuid language sql stable security definer
      set search_path to 'pg_catalog', 'public', 'pg_temp' as $$
      select u.id from users u where u.is_admin and u.suspended_at is null order by u.id limit 1
    $$;
    revoke execute on function some_house_admin() from public;
    grant execute on function some_house_admin() to holdfast_app;

    create function take_due_connectors(most integer)
      returns table (connector_id uuid, acting_id uuid) language sql volatile security definer
      set search_path to 'pg_catalog', 'public', 'pg_temp' as $$
      with due as (
        select c.id from connectors c
         where not c.is_paused and c.next_at <= now() and c.kind <> 'pack'
         order by c.id limit most for update skip locked
      )
      update connectors c set next_at = now() + make_interval(mins => c.every_minutes)
        from due, knowledge_spaces s
       where c.id = due.id and s.id = c.space_id
      returning c.id, coalesce(
          s.user_id,
          (select m.user_id from org_members m where m.org_id = s.org_id and m.user_id = c.created_by),
          (select m.user_id from org_members m where m.org_id = s.org_id and m.role = 'owner'
            order by m.user_id limit 1),
          (select u.id from users u where u.id = c.created_by and u.is_admin and u.suspended_at is null),
          some_house_admin())
    $$;
    revoke execute on function take_due_connectors(integer) from public;
    grant execute on function take_due_connectors(integer) to holdfast_app;

    create function known_packs() returns table (namespace text, mark text, rests boolean, acting_id uuid)
      language sql stable security definer
      set search_path to 'pg_catalog', 'public', 'pg_temp' as $$
      select c.address, c.mark, c.is_paused or c.next_at > now(), a.id
        from some_house_admin() as a (id) left join connectors c on c.kind = 'pack'
    $$;
    revoke execute on function known_packs() from public;
    grant execute on function known_packs() to holdfast_app;
    """)


def downgrade() -> None:
    run("""
    drop function known_packs();
    drop function take_due_connectors(integer);
    drop function some_house_admin();
    drop table connector_items, connectors;
    """)
