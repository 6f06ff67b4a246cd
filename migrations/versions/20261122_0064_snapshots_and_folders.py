"""A chat may be shared as it is now: up to which message, under which title. And a folder stays when it is empty.

A snapshot is a place in the chat, not a copy of its words: what is deleted or forgotten is gone from it too. For a
process that is still running such a chat is private. `chat_owner` tells one thing more, and no one thing less.
"""

from plain_sql import run

revision = "0064"
down_revision = "0063"

SQL = """
alter table chats add column snapshot_head_id uuid, add column snapshot_title text, add column shared_at timestamptz;
drop index chats_shared;
create index chats_shared on chats (user_id, updated_at desc, id desc)
  where visibility = 'public' or snapshot_head_id is not null;

drop function chat_owner(uuid);
create function chat_owner(chat uuid) returns table (user_id uuid, is_public boolean, is_snapshot boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select c.user_id, c.visibility = 'public', c.visibility <> 'public' and c.snapshot_head_id is not null
    from chats c where c.id = chat;
end;
revoke execute on function chat_owner(uuid) from public;
grant execute on function chat_owner(uuid) to holdfast_app;

create table chat_folders (
  user_id uuid not null references users (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  created_at timestamptz not null default now(),
  primary key (user_id, name)
);
select guard_owned('chat_folders');
insert into chat_folders (user_id, name) select distinct user_id, folder from chats where folder is not null;
"""


def upgrade() -> None:
    run(SQL)


def downgrade() -> None:
    run("""
    drop table chat_folders;
    drop function chat_owner(uuid);
    create function chat_owner(chat uuid) returns table (user_id uuid, is_public boolean)
    language sql stable security definer set search_path = pg_catalog, public, pg_temp
    begin atomic
      select c.user_id, c.visibility = 'public' from chats c where c.id = chat;
    end;
    revoke execute on function chat_owner(uuid) from public;
    grant execute on function chat_owner(uuid) to holdfast_app;
    drop index chats_shared;
    create index chats_shared on chats (user_id, updated_at desc, id desc) where visibility = 'public';
    alter table chats drop column snapshot_head_id, drop column snapshot_title, drop column shared_at;
    """)
