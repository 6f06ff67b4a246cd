"""Turns that were read before they came: what was learned from them finds its evidence when they arrive.

A persona that learns by session brings its words when the session has ended; the shadow path reads each of them after
its answer all the same. Until then a turn has a number of its own here, below zero, so that it is no episode's.
"""

from plain_sql import run

revision = "0030"
down_revision = "0029"


def upgrade() -> None:
    run("""
    create table awaited_turns (
      id bigint generated always as identity (increment by -1) primary key,
      tenant_id text collate "C" not null,
      user_id text collate "C" not null,
      session bigint not null references memory_sessions (id) on delete cascade,
      external_id text collate "C" not null,
      facts bigint[] not null default '{}',
      loops jsonb not null default '[]',
      unique (session, external_id)
    );
    comment on column awaited_turns.facts is 'that rest on it; one that is gone by then gets no evidence';
    comment on column awaited_turns.loops is '[{"id", "what"}], as in loop_evidence';
    create index awaited_turns_by_owner on awaited_turns (tenant_id, user_id);
    select guard_pair('awaited_turns');

    create function arrive_awaited() returns trigger
      language plpgsql set search_path = pg_catalog, public, pg_temp as $$
    begin
      if not exists (select from fresh e join awaited_turns w using (session, external_id)) then
        return null;  -- as good as always
      end if;
      insert into fact_evidence (tenant_id, user_id, fact_id, episode_id)
      select f.tenant_id, f.user_id, f.id, e.id
        from fresh e join awaited_turns w using (session, external_id)
       cross join lateral unnest(w.facts) named (id)
        join facts f on f.id = named.id and f.tenant_id = e.tenant_id and f.user_id = e.user_id
      on conflict do nothing;
      insert into loop_evidence (tenant_id, user_id, loop_id, episode_id, what)
      select l.tenant_id, l.user_id, l.id, e.id, named.what
        from fresh e join awaited_turns w using (session, external_id)
       cross join lateral jsonb_to_recordset(w.loops) named (id bigint, what text)
        join loops l on l.id = named.id and l.tenant_id = e.tenant_id and l.user_id = e.user_id
      on conflict do nothing;
      delete from awaited_turns w using fresh e where w.session = e.session and w.external_id = e.external_id;
      return null;
    end $$;
    create trigger arrive_awaited after insert on episodes
      referencing new table as fresh for each statement execute function arrive_awaited();
    """)


def downgrade() -> None:
    run("""
    drop trigger arrive_awaited on episodes;
    drop function arrive_awaited();
    drop table awaited_turns;
    """)
