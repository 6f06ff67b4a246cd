"""What one profile of a person's own persona knows goes where the persona goes; and what tools told of a document goes
when the document does.

The spaces of a profile are called by the persona's id, a colon and the profile's namespace.

A message keeps what tools answered, and an answer may hold pages of a document. Which documents these were stands in
the call (`resultProviderMetadata.holdfast.documents`); triggers keep it beside the message, whoever wrote that, and
blank the call when a document is deleted, whoever deletes it: a person, an admin of their organization, a connector.
"""

from plain_sql import run

revision = "0091"
down_revision = "0090"


def upgrade() -> None:
    run("""
    create or replace function follow_persona() returns trigger language plpgsql security definer
      set search_path = pg_catalog, public, pg_temp as $$
    begin
      if tg_op = 'DELETE' then
        delete from knowledge_spaces
         where (kind = 'persona' and (namespace = old.id::text or starts_with(namespace, old.id || ':')))
            or (kind = 'overlay' and starts_with(namespace, 'overlay:' || old.id || ':'));
        delete from persona_overlays where persona_id = old.id::text;
      else
        update knowledge_spaces set user_id = new.user_id, org_id = new.org_id
         where kind = 'persona' and (namespace = new.id::text or starts_with(namespace, new.id || ':'));
      end if;
      return null;
    end $$;

    create table tool_documents (
      document_id uuid not null,
      chat_id uuid not null,
      message_id uuid not null,
      primary key (document_id, chat_id, message_id),
      constraint tool_documents_in_message
        foreign key (chat_id, message_id) references messages (chat_id, id) on delete cascade
    );
    create index tool_documents_by_message on tool_documents (chat_id, message_id);
    select guard_closed('tool_documents');

    create function without_documents(parts jsonb, gone text[]) returns jsonb language sql immutable
      set search_path = pg_catalog, public, pg_temp as $$
      select jsonb_agg(
               case when told.part #> '{resultProviderMetadata,holdfast,documents}' ?| gone
                    then (told.part #- '{resultProviderMetadata,holdfast,documents}')
                         || jsonb_build_object('output', 'What it told of is deleted.')
                         || case when told.part ->> 'toolName' = 'addResource' then '{"input": {}}'::jsonb
                                 else '{}'::jsonb end
                    else told.part end
               order by told.place)
        from jsonb_array_elements(parts) with ordinality as told (part, place)
    $$;

    create function keep_tool_documents() returns trigger language plpgsql security definer
      set search_path = pg_catalog, public, pg_temp as $$
    declare
      told text[] := array(
        select distinct named #>> '{}'
          from jsonb_path_query(new.parts, '$[*].resultProviderMetadata.holdfast.documents[*]') as named
         where named #>> '{}' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$');
      there text[] := array(
        select d.id::text from documents d where d.id = any (told::uuid[]) for key share skip locked);
    begin
      insert into tool_documents (document_id, chat_id, message_id)
      select id::uuid, new.chat_id, new.id from unnest(there) as id
      on conflict do nothing;
      if not told <@ there then  -- deleted while the answer was being written
        update messages
           set parts = without_documents(parts, array(select unnest(told) except select unnest(there)))
         where chat_id = new.chat_id and id = new.id;
      end if;
      return null;
    end $$;
    revoke execute on function keep_tool_documents() from public;
    create trigger tools_told_of_documents after insert or update of parts on messages
      for each row when (new.parts @? '$[*].resultProviderMetadata.holdfast.documents[*]')
      execute function keep_tool_documents();

    create function blank_tool_documents() returns trigger language plpgsql security definer
      set search_path = pg_catalog, public, pg_temp as $$
    begin
      with told as (
        update messages m set parts = without_documents(m.parts, array[old.id::text])
          from tool_documents t
         where t.document_id = old.id and m.chat_id = t.chat_id and m.id = t.message_id
        returning m.chat_id, m.id, m.turn_id
      ), approved as (
        update tool_approvals a set arguments = '{}' from told
         where a.chat_id = told.chat_id and a.message_id = told.id and a.name = 'addResource' and a.state <> 'pending'
      ), emptied as (
        update streams s set has_chunks = false from told
         where s.turn_id = told.turn_id and s.status <> 'active'
        returning s.id
      )
      delete from stream_chunks c using emptied where c.stream_id = emptied.id;
      delete from tool_documents where document_id = old.id;
      return null;
    end $$;
    revoke execute on function blank_tool_documents() from public;
    create trigger what_tools_told_goes_along after delete on documents
      for each row execute function blank_tool_documents();
    """)


def downgrade() -> None:
    run("""
    drop trigger what_tools_told_goes_along on documents;
    drop trigger tools_told_of_documents on messages;
    drop function blank_tool_documents();
    drop function keep_tool_documents();
    drop function without_documents(jsonb, text[]);
    drop table tool_documents;
    create or replace function follow_persona() returns trigger language plpgsql security definer
      set search_path = pg_catalog, public, pg_temp as $$
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
    """)
