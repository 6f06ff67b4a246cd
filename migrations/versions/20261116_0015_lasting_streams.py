"""The life of a stream, held by the database; answers begun anew after a crash; which processes are there.

A stream begins active and ends once; after its end nothing about it changes but that its chunks go. Only completion
names a message, and it always does. Where a persona wants it, an answer that lost its writer is begun anew in the same
stream, twice at most (`restarts`), with what was chosen when it was asked (`turns.choices`).

A stream that its process lets go belongs to nobody, the process of zeros: whoever sweeps next goes on with it. That
somebody will is known from `processes`, where everyone who sweeps says so.
"""

from plain_sql import run

revision = "0015"
down_revision = "0014"

FUNCTIONS = "process_lives(uuid), process_leaves(uuid), others_live(uuid, interval), release_stream(uuid, uuid)"


def upgrade() -> None:
    run("""
    alter table streams
      add column restarts smallint not null default 0 check (restarts between 0 and 2),
      add constraint streams_completion_names_its_message check (status <> 'completed' or message_id is not null);
    alter table turns
      add column choices jsonb not null default '{}' check (octet_length(choices::text) <= 2000);

    -- Small: chunks are dropped an hour after the end.
    create index streams_replayable on streams (chat_id, ended_at) where ended_at is not null and has_chunks;

    create function streams_begin_active() returns trigger language plpgsql as $$
    begin
      raise exception 'a stream begins active' using errcode = 'check_violation';
    end $$;
    create trigger streams_begin_active before insert on streams
      for each row when (new.status <> 'active') execute function streams_begin_active();

    create function streams_keep_their_place() returns trigger language plpgsql as $$
    begin
      raise exception 'a stream stays with its turn' using errcode = 'check_violation';
    end $$;
    create trigger streams_keep_their_place before update of id, user_id, chat_id, turn_id, created_at on streams
      for each row when ((old.id, old.user_id, old.chat_id, old.turn_id, old.created_at)
        is distinct from (new.id, new.user_id, new.chat_id, new.turn_id, new.created_at))
      execute function streams_keep_their_place();

    -- Fires for ended streams alone, so that a beat, which renews active ones, pays nothing for it.
    create or replace function streams_end_once() returns trigger language plpgsql as $$
    begin
      old.has_chunks := old.has_chunks and new.has_chunks;  -- they may go, and never come back
      if new is distinct from old then
        raise exception 'an ended stream never changes again' using errcode = 'check_violation';
      end if;
      return new;
    end $$;
    drop trigger streams_end_once on streams;
    create trigger streams_end_once before update on streams
      for each row when (old.status <> 'active') execute function streams_end_once();

    create or replace function abandoned_streams(silent interval, most integer)
      returns table (stream_id uuid, user_id uuid, process_id uuid)
      language sql stable security definer set search_path = pg_catalog, public, pg_temp
    begin atomic
      select s.id, s.user_id, s.process_id from streams s
       where s.status = 'active'
         and (s.last_active_at < now() - silent or s.process_id = '00000000-0000-0000-0000-000000000000')
       order by s.last_active_at limit most;
    end;

    create table processes (
      id uuid primary key,
      seen_at timestamptz not null default now()
    );
    select guard_closed('processes');

    create function process_lives(process uuid) returns void
      language sql volatile security definer set search_path = pg_catalog, public, pg_temp
    begin atomic
      insert into processes as p (id) values (process) on conflict (id) do update set seen_at = now();
      delete from processes p where p.seen_at < now() - interval '1 hour';
    end;

    create function process_leaves(process uuid) returns void
      language sql volatile security definer set search_path = pg_catalog, public, pg_temp
    begin atomic
      delete from processes p where p.id = process;
    end;

    create function others_live(process uuid, lately interval) returns boolean
      language sql stable security definer set search_path = pg_catalog, public, pg_temp
    begin atomic
      select exists (select from processes p where p.id <> process and p.seen_at > now() - lately);
    end;

    create function release_stream(process uuid, released uuid) returns boolean
      language sql volatile security definer set search_path = pg_catalog, public, pg_temp
    begin atomic
      with let_go as (
        update streams s set process_id = '00000000-0000-0000-0000-000000000000'
         where s.id = released and s.status = 'active' and s.process_id = process returning s.id
      ), told as (
        select pg_notify('holdfast_released', l.id::text) from let_go l
      )
      select count(*) > 0 from told;
    end;
    """)
    run(f"revoke execute on function {FUNCTIONS} from public")
    run(f"grant execute on function {FUNCTIONS} to holdfast_app")


def downgrade() -> None:
    run(f"drop function {FUNCTIONS}")
    run("""
    drop table processes;
    create or replace function abandoned_streams(silent interval, most integer)
      returns table (stream_id uuid, user_id uuid, process_id uuid)
      language sql stable security definer set search_path = pg_catalog, public, pg_temp
    begin atomic
      select s.id, s.user_id, s.process_id from streams s
       where s.status = 'active' and s.last_active_at < now() - silent
       order by s.last_active_at limit most;
    end;
    drop trigger streams_end_once on streams;
    create or replace function streams_end_once() returns trigger language plpgsql as $$
    begin
      if old.status <> 'active' and new.status is distinct from old.status then
        raise exception 'a stream ends once' using errcode = 'check_violation';
      end if;
      return new;
    end $$;
    create trigger streams_end_once before update of status on streams
      for each row execute function streams_end_once();
    drop trigger streams_keep_their_place on streams;
    drop trigger streams_begin_active on streams;
    drop function streams_keep_their_place(), streams_begin_active();
    drop index streams_replayable;
    alter table turns drop column choices;
    alter table streams drop column restarts, drop constraint streams_completion_names_its_message;
    """)
