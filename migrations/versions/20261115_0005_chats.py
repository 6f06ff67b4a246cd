"""Chats, sessions, messages, turns, traces and streams.

A chat is the thread in the sidebar; its messages form a tree (an edit or a second answer is a sibling) and `head_id`
names the leaf in view. A turn is one exchange; its stream is what the wire carries, chunk by chunk. Postgres is the
truth about a stream: the process that writes it holds it by name and renews `last_active_at`.

What is in a chat hangs on the chat, and on nothing besides: the chat hangs on its owner's account, and a session goes
only with its chat. A further key to the account would lock the person's row under every turn, a key to the session
would search all messages when one is deleted, and each would be looked up with every row that is written.
"""

from plain_sql import run

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    run("""
    create table chats (
      id uuid primary key,
      user_id uuid not null references users (id) on delete cascade,
      persona_id text not null,
      title text not null,
      titled_by text not null default 'words' check (titled_by in ('words', 'model', 'person')),
      visibility text not null default 'private' check (visibility in ('private', 'public')),
      head_id uuid,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index chats_by_user on chats (user_id, updated_at desc, id desc);

    create table sessions (
      id uuid primary key,
      user_id uuid not null,
      chat_id uuid not null references chats (id) on delete cascade,
      persona_id text not null,
      started_at timestamptz not null default now(),
      last_user_message_at timestamptz not null default now(),
      closes_at timestamptz not null,
      closed_at timestamptz
    );
    create unique index sessions_open on sessions (chat_id, persona_id) where closed_at is null;
    create index sessions_due on sessions (closes_at) where closed_at is null;
    create index sessions_by_chat on sessions (chat_id);

    create table messages (
      chat_id uuid not null references chats (id) on delete cascade,
      id uuid not null,
      user_id uuid not null,
      seq bigint generated always as identity,
      parent_id uuid,
      session_id uuid,
      turn_id uuid not null,
      role text not null check (role in ('user', 'assistant')),
      parts jsonb not null,
      status text not null check (status in ('complete', 'partial', 'error')),
      model text,
      tokens integer not null,
      created_at timestamptz not null default now(),
      primary key (chat_id, id)
    );
    create index messages_siblings on messages (chat_id, parent_id, seq);

    create table turns (
      id uuid primary key,
      user_id uuid not null,
      chat_id uuid not null references chats (id) on delete cascade,
      session_id uuid,
      persona_id text not null,
      trigger text not null check (trigger in ('submit-message', 'regenerate-message')),
      message_id uuid not null,
      answer_id uuid not null,
      asked_sha256 bytea not null,
      status text not null default 'running' check (status in ('running', 'completed', 'errored', 'interrupted')),
      is_counted boolean not null default false,
      model text,
      input_tokens integer,
      output_tokens integer,
      cost_usd double precision,
      created_at timestamptz not null default now(),
      ended_at timestamptz
    );
    create unique index turns_one_per_message on turns (chat_id, message_id) where trigger = 'submit-message';
    create index turns_by_answer on turns (chat_id, answer_id);
    create index turns_by_user on turns (user_id, created_at);

    create table traces (
      turn_id uuid primary key references turns (id) on delete cascade,
      user_id uuid not null,
      trace jsonb not null,
      created_at timestamptz not null default now()
    );

    create table prompt_texts (
      user_id uuid not null references users (id) on delete cascade,
      sha256 bytea not null,
      text text not null,
      primary key (user_id, sha256)
    );

    create table streams (
      id uuid primary key,
      user_id uuid not null,
      chat_id uuid not null,
      turn_id uuid not null references turns (id) on delete cascade,
      status text not null default 'active' check (status in ('active', 'completed', 'errored', 'interrupted')),
      process_id uuid not null,
      last_active_at timestamptz not null default now(),
      stop_requested_at timestamptz,
      message_id uuid,
      metadata jsonb not null default '{}',
      has_chunks boolean not null default true,
      created_at timestamptz not null default now(),
      ended_at timestamptz,
      check (message_id is null or status = 'completed'),
      check ((status = 'active') = (ended_at is null))
    );
    create unique index streams_one_active on streams (chat_id) where status = 'active';
    create index streams_active on streams (last_active_at) where status = 'active';
    create index streams_ended on streams (ended_at) where ended_at is not null and has_chunks;
    create index streams_by_turn on streams (turn_id);

    create function streams_end_once() returns trigger language plpgsql as $$
    begin
      if old.status <> 'active' and new.status is distinct from old.status then
        raise exception 'a stream ends once' using errcode = 'check_violation';
      end if;
      return new;
    end $$;
    create trigger streams_end_once before update of status on streams
      for each row execute function streams_end_once();

    create table stream_chunks (
      stream_id uuid not null references streams (id) on delete cascade,
      seq integer not null,
      user_id uuid not null,
      data bytea not null,
      primary key (stream_id, seq)
    );

    create table feedback (
      chat_id uuid not null,
      message_id uuid not null,
      user_id uuid not null references users (id) on delete cascade,
      rating text not null check (rating in ('up', 'down')),
      comment text,
      created_at timestamptz not null default now(),
      primary key (chat_id, message_id, user_id),
      foreign key (chat_id, message_id) references messages (chat_id, id) on delete cascade
    );

    select guard_owned(owned) from unnest(array['chats', 'sessions', 'messages', 'turns', 'traces', 'prompt_texts',
      'streams', 'stream_chunks', 'feedback']::regclass[]) owned;

    -- Whose chat is it, and may others read it: asked before reading as its owner. Nothing else leaves.
    create function chat_owner(chat uuid) returns table (user_id uuid, is_public boolean)
      language sql stable security definer set search_path = pg_catalog, public, pg_temp
    begin atomic
      select c.user_id, c.visibility = 'public' from chats c where c.id = chat;
    end;

    -- One statement a beat for everything a process writes: chunks of all its streams, their leases, and what
    -- happened to them meanwhile. A stream that is no longer this process's own takes no chunk.
    create function beat(process uuid, held uuid[], chunk_streams uuid[], seqs integer[], datas bytea[])
      returns table (stream_id uuid, is_ours boolean, must_stop boolean)
      language sql volatile security definer set search_path = pg_catalog, public, pg_temp
    begin atomic
      with ours as (
        update streams s set last_active_at = now()
         where s.id = any (held) and s.status = 'active' and s.process_id = process
        returning s.id, s.user_id, s.stop_requested_at
      ), kept as (
        insert into stream_chunks (stream_id, seq, user_id, data)
        select c.stream_id, c.seq, o.user_id, c.data
          from unnest(chunk_streams, seqs, datas) as c (stream_id, seq, data) join ours o on o.id = c.stream_id
        on conflict do nothing
      )
      select h.id, o.id is not null, coalesce(o.stop_requested_at is not null or u.suspended_at is not null, false)
        from unnest(held) as h (id) left join ours o on o.id = h.id left join users u on u.id = o.user_id;
    end;

    -- Streams whose process stopped renewing them, for whoever tidies up as their owners.
    create function abandoned_streams(silent interval, most integer)
      returns table (stream_id uuid, user_id uuid, process_id uuid)
      language sql stable security definer set search_path = pg_catalog, public, pg_temp
    begin atomic
      select s.id, s.user_id, s.process_id from streams s
       where s.status = 'active' and s.last_active_at < now() - silent
       order by s.last_active_at limit most;
    end;

    create function due_sessions(most integer) returns table (session_id uuid, user_id uuid)
      language sql stable security definer set search_path = pg_catalog, public, pg_temp
    begin atomic
      select s.id, s.user_id from sessions s where s.closed_at is null and s.closes_at < now()
       order by s.closes_at limit most;
    end;

    create function drop_old_chunks(older interval, most integer) returns integer
      language sql volatile security definer set search_path = pg_catalog, public, pg_temp
    begin atomic
      with old as (
        update streams set has_chunks = false
         where id in (select s.id from streams s where s.ended_at < now() - older and s.has_chunks
                       order by s.ended_at limit most)
        returning id
      ), gone as (
        delete from stream_chunks c using old where c.stream_id = old.id returning 1)
      select count(*)::integer from gone;
    end;

    revoke execute on function chat_owner(uuid), beat(uuid, uuid[], uuid[], integer[], bytea[]),
      abandoned_streams(interval, integer), due_sessions(integer), drop_old_chunks(interval, integer) from public;
    grant execute on function chat_owner(uuid), beat(uuid, uuid[], uuid[], integer[], bytea[]),
      abandoned_streams(interval, integer), due_sessions(integer), drop_old_chunks(interval, integer) to holdfast_app;
    """)


def downgrade() -> None:
    run("""
    drop function drop_old_chunks(interval, integer), due_sessions(integer), abandoned_streams(interval, integer),
      beat(uuid, uuid[], uuid[], integer[], bytea[]), chat_owner(uuid);
    drop table feedback, stream_chunks, streams, prompt_texts, traces, turns, messages, sessions, chats;
    drop function streams_end_once();
    """)
