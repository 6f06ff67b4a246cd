"""Which passages an answer was told, and which of them it cited: references, and never a word.

A row goes with its message, its chat, its document and its account. It is written with the end of a turn, by a function
that takes the documents it names first: one that is deleted at that moment must not cost somebody their answer.
"""

from plain_sql import run

revision = "0071"
down_revision = "0070"


def upgrade() -> None:
    run("""
    create table context_usage (
      chat_id uuid not null,
      message_id uuid not null,
      passage_id bigint not null,
      user_id uuid not null,
      document_id uuid not null references documents (id) on delete cascade,
      is_cited boolean not null,
      at timestamptz not null default now(),
      primary key (chat_id, message_id, passage_id),
      constraint context_usage_in_message foreign key (chat_id, message_id)
        references messages (chat_id, id) on delete cascade,
      constraint context_usage_of_owner foreign key (chat_id, user_id)
        references chats (id, user_id) on delete cascade
    );
    comment on column context_usage.passage_id is 'as it was then; of a document that was read anew it leads nowhere';
    create index context_usage_by_document on context_usage (document_id, user_id, at desc, message_id desc);
    create index context_usage_by_user on context_usage (user_id, at desc);
    select guard_owned('context_usage');

    create function note_context_usage(
      of_chat uuid, of_message uuid, passages bigint[], documents_told uuid[], cited boolean[])
      returns void language sql volatile security definer
      set search_path to 'pg_catalog', 'public', 'pg_temp' as $$
      with there as (
        select d.id from documents d where d.id = any (documents_told) order by d.id for key share
      )
      insert into context_usage as u (chat_id, message_id, passage_id, user_id, document_id, is_cited)
      select of_chat, of_message, t.passage_id, current_account(), t.document_id, t.is_cited
        from unnest(passages, documents_told, cited) as t (passage_id, document_id, is_cited)
        join there on there.id = t.document_id
       where exists (select from messages m
                      where m.chat_id = of_chat and m.id = of_message and m.user_id = current_account())
       order by t.passage_id
      on conflict (chat_id, message_id, passage_id) do update set is_cited = u.is_cited or excluded.is_cited
    $$;
    revoke execute on function note_context_usage(uuid, uuid, bigint[], uuid[], boolean[]) from public;
    grant execute on function note_context_usage(uuid, uuid, bigint[], uuid[], boolean[]) to holdfast_app;
    """)


def downgrade() -> None:
    run("""
    drop function note_context_usage(uuid, uuid, bigint[], uuid[], boolean[]);
    drop table context_usage;
    """)
