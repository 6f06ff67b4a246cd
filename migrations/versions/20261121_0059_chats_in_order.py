"""Chats are put in order: pinned, archived, in a folder.

Each is null for every chat there is, so no row is rewritten, and a process that is still running reads what it read.
The indexes hold only the rows that are so marked: a list of them costs what it shows.
"""

from plain_sql import run

revision = "0059"
down_revision = "0058"

SQL = """
alter table chats add column pinned_at timestamptz, add column archived_at timestamptz, add column folder text;
alter table chats add constraint chats_folder_check check (char_length(folder) between 1 and 60) not valid;
alter table chats validate constraint chats_folder_check;
create index chats_pinned on chats (user_id, updated_at desc, id desc) where pinned_at is not null;
create index chats_archived on chats (user_id, updated_at desc, id desc) where archived_at is not null;
create index chats_in_folders on chats (user_id, folder, updated_at desc, id desc) where folder is not null;
create index chats_shared on chats (user_id, updated_at desc, id desc) where visibility = 'public';
"""


def upgrade() -> None:
    run(SQL)


def downgrade() -> None:
    run("alter table chats drop column pinned_at, drop column archived_at, drop column folder; drop index chats_shared")
