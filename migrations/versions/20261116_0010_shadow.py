"""Where the shadow path stands in each session, and when a persona's memories were last curated."""

from plain_sql import run

revision = "0010"
down_revision = "0008"


def upgrade() -> None:
    run("""
    create table shadow_sessions (
      session bigint primary key references memory_sessions (id) on delete cascade,
      tenant_id text collate "C" not null,
      user_id text collate "C" not null,
      judged_to integer not null default 0,
      message_count integer not null default 0,
      spine_count integer not null default 0,
      summary_count integer not null default 0,
      last_interaction timestamptz,
      summarised_to integer not null default 0,
      rolling_summary text not null default '',
      summary_source text not null default 'none' check (summary_source in ('none', 'model', 'rules'))
    );
    comment on column shadow_sessions.judged_to is 'turns from this seq on were not judged yet';
    comment on column shadow_sessions.spine_count is 'messages since this path last made the spine';
    comment on column shadow_sessions.summary_count is 'message_count when a rolling summary was last tried';
    comment on column shadow_sessions.summarised_to is 'turns from this seq on are not in rolling_summary';
    create index shadow_sessions_by_owner on shadow_sessions (tenant_id, user_id);

    create table shadow_curations (
      tenant_id text collate "C" not null,
      user_id text collate "C" not null,
      persona_id text collate "C" not null,
      checked_at timestamptz not null,
      curated_at timestamptz not null,
      through_fact bigint not null,
      primary key (tenant_id, user_id, persona_id)
    );
    comment on column shadow_curations.persona_id is 'empty: no persona';

    select guard_pair(owned) from unnest(array['shadow_sessions', 'shadow_curations']::regclass[]) owned;

    -- Something of the session was forgotten: this summary goes with it, and is made again of what is left.
    create function shadow_forget() returns trigger
      language plpgsql set search_path = pg_catalog, public, pg_temp as $$
    begin
      update shadow_sessions set rolling_summary = '', summary_source = 'none', summarised_to = 0
       where session = new.id and tenant_id = new.tenant_id and user_id = new.user_id;
      return null;
    end $$;
    create trigger shadow_forget after update of generation on memory_sessions
      for each row when (new.generation <> old.generation) execute function shadow_forget();

    -- Facts and loops end by being retired or closed; only a forget deletes them, and a summary may tell the same.
    create function shadow_forget_learned() returns trigger
      language plpgsql set search_path = pg_catalog, public, pg_temp as $$
    begin
      update shadow_sessions h set rolling_summary = '', summary_source = 'none', summarised_to = 0
        from (select distinct tenant_id, user_id from gone) g
       where h.tenant_id = g.tenant_id and h.user_id = g.user_id;
      return null;
    end $$;
    create trigger shadow_forget after delete on facts
      referencing old table as gone for each statement execute function shadow_forget_learned();
    create trigger shadow_forget after delete on loops
      referencing old table as gone for each statement execute function shadow_forget_learned();
    """)


def downgrade() -> None:
    run("""
    drop trigger shadow_forget on memory_sessions;
    drop trigger shadow_forget on facts;
    drop trigger shadow_forget on loops;
    drop function shadow_forget(), shadow_forget_learned();
    drop table shadow_curations, shadow_sessions;
    """)
