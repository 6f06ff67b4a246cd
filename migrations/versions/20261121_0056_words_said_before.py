"""What was said before revision 0055 can be found by its words too.

Nobody waits: each message is held only against being deleted under our hands, and one that goes meanwhile is passed
over. What is said while this runs has its words from the trigger.
"""

from plain_sql import run

revision = "0056"
down_revision = "0055"


def upgrade() -> None:
    run("""
    insert into message_words (chat_id, message_id, user_id, said_at, words)
    select m.chat_id, m.id, m.user_id, m.created_at, message_words_of(m.user_id, message_text(m.parts))
      from (select chat_id, id, user_id, created_at, parts from messages for key share) m
    on conflict (chat_id, message_id) do nothing;
    """)


def downgrade() -> None:
    run("delete from message_words;")
