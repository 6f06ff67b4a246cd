"""The owners' keys hold for every row there is, and the keys that knew the chat alone go: one look-up a row, as before.

Looking through the rows takes time and no lock that anybody waits for.
"""

from plain_sql import run

revision = "0039"
down_revision = "0038"


def upgrade() -> None:
    run("""
    alter table messages validate constraint messages_of_owner;
    alter table sessions validate constraint sessions_of_owner;
    alter table turns validate constraint turns_of_owner;
    alter table streams validate constraint streams_of_owner;
    alter table messages drop constraint messages_chat_id_fkey;
    alter table sessions drop constraint sessions_chat_id_fkey;
    alter table turns drop constraint turns_chat_id_fkey;
    """)


def downgrade() -> None:
    run("""
    alter table messages add constraint messages_chat_id_fkey
      foreign key (chat_id) references chats (id) on delete cascade not valid;
    alter table sessions add constraint sessions_chat_id_fkey
      foreign key (chat_id) references chats (id) on delete cascade not valid;
    alter table turns add constraint turns_chat_id_fkey
      foreign key (chat_id) references chats (id) on delete cascade not valid;
    """)
