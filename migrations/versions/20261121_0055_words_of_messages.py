"""The words of every message, beside it: so that anything ever said can be found by them.

A row a message, written by a trigger in the transaction that stores it and gone with it by its key, whoever deletes it.
Each word carries the end of its owner's id: what one person said lies together in the index, and finding a word
costs what they said with it, however much others say. The index is written at once: a list of what is
still to be added would have to be read with every search, and one message in thousands would wait for all of it.

The match itself happens in a definer function: under row-level security Postgres uses no index for an operator that is
not leak-proof, and `@@` is none. It sees the asker's rows alone and gives back ids; the messages are then read as
the asker, under the policy, like everything else.

What was said before is added by the next revision: this one holds `messages` only for the moment it takes to hang a
trigger on it.
"""

from plain_sql import run

revision = "0055"
down_revision = "0054"

READING = """
-- What a reader sees of a message: of an answer that was begun anew, what follows the last beginning.
create function message_text(parts jsonb) returns text language sql immutable parallel safe
return (
  select coalesce(string_agg(p.part ->> 'text', E'\\n\\n' order by p.n), '')
    from jsonb_array_elements(parts) with ordinality p (part, n)
   where p.part ->> 'type' = 'text'
     and p.n > coalesce((select max(r.n) from jsonb_array_elements(parts) with ordinality r (part, n)
                          where r.part ->> 'type' = 'data-restarted'), 0));

-- Without case and accents, cut where no letter or digit is.
create function message_plain(of_text text) returns text language sql immutable parallel safe
return memory_plain(regexp_replace(normalize(of_text, nfkd), '[\\u0300-\\u036f]', '', 'g'));

-- The words as they stand, in any language.
create function message_lexemes(of_text text) returns text[] language sql immutable parallel safe
return (
  select coalesce(array_agg(w.lexeme), '{}')
    from unnest(to_tsvector('simple', message_plain(left(of_text, 60000)))) w
   where octet_length(w.lexeme) <= 200);

create function message_words_of(whose uuid, of_text text) returns tsvector language sql immutable parallel safe
return array_to_tsvector(array(select right(whose::text, 8) || word from unnest(message_lexemes(of_text)) word));

-- Every word, or the beginning of one; of a single letter the letter alone.
create function message_query(whose uuid, of_text text) returns tsquery language sql immutable parallel safe
return (
  select string_agg(quote_literal(right(whose::text, 8) || word) || case when length(word) > 1 then ':*' else '' end,
                    ' & ')::tsquery
    from unnest(message_lexemes(of_text)) word);
"""

TABLE = """
create table message_words (
  chat_id uuid not null,
  message_id uuid not null,
  user_id uuid not null,
  said_at timestamptz not null,
  words tsvector not null,
  primary key (chat_id, message_id),
  foreign key (chat_id, message_id) references messages (chat_id, id) on delete cascade
);
create index message_words_found on message_words using gin (words) with (fastupdate = off);
create index message_words_by_id on message_words (user_id, message_id);
select guard_owned('message_words');

create function keep_message_words() returns trigger language plpgsql as $$
begin
  insert into message_words (chat_id, message_id, user_id, said_at, words)
  values (new.chat_id, new.id, new.user_id, new.created_at, message_words_of(new.user_id, message_text(new.parts)))
  on conflict (chat_id, message_id) do update set words = excluded.words;
  return null;
end $$;
revoke execute on function keep_message_words() from public;
create trigger keep_message_words after insert or update of parts on messages
  for each row execute function keep_message_words();
"""

FINDING = """
create function find_messages(query text, before_at timestamptz, before_id uuid, most integer)
returns table (chat_id uuid, message_id uuid, said_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select w.chat_id, w.message_id, w.said_at
    from message_words w
   where w.user_id = current_account() and w.words @@ message_query(current_account(), query)
     and (before_at is null or (w.said_at, w.message_id) < (before_at, before_id))
   order by w.said_at desc, w.message_id desc
   limit most
$$;
revoke execute on function find_messages(text, timestamptz, uuid, integer) from public;
grant execute on function find_messages(text, timestamptz, uuid, integer) to holdfast_app;
"""


def upgrade() -> None:
    run(READING)
    run(TABLE)
    run(FINDING)


def downgrade() -> None:
    run("""
    drop trigger keep_message_words on messages;
    drop function keep_message_words(), find_messages(text, timestamptz, uuid, integer);
    drop table message_words;
    drop function message_query(uuid, text), message_words_of(uuid, text), message_lexemes(text), message_plain(text),
      message_text(jsonb);
    """)
