"""The end of a turn waits for nobody who is deleting documents that it was told.

It took them in the order of their ids. Whoever deletes several (with a connector, a persona, an organization) takes
them as they come, so the two could wait for each other, and Postgres undid one of them. What is being deleted, or
moved, at this very moment is passed over now: of what goes, nothing need be noted.
"""

from plain_sql import run

revision = "0079"
down_revision = "0078"

NOTED = """
create or replace function note_context_usage(
  of_chat uuid, of_message uuid, passages bigint[], documents_told uuid[], cited boolean[])
  returns void language sql volatile security definer
  set search_path to 'pg_catalog', 'public', 'pg_temp' as $$
  with there as (
    select d.id from documents d where d.id = any (documents_told) order by d.id for key share{waits}
  )
  insert into context_usage as u (chat_id, message_id, passage_id, user_id, document_id, is_cited)
  select of_chat, of_message, t.passage_id, current_account(), t.document_id, t.is_cited
    from unnest(passages, documents_told, cited) as t (passage_id, document_id, is_cited)
    join there on there.id = t.document_id
   where exists (select from messages m
                  where m.chat_id = of_chat and m.id = of_message and m.user_id = current_account())
   order by t.passage_id
  on conflict (chat_id, message_id, passage_id) do update set is_cited = u.is_cited or excluded.is_cited
$$
"""


def upgrade() -> None:
    run(NOTED.format(waits=" skip locked"))


def downgrade() -> None:
    run(NOTED.format(waits=""))
