"""What was learned: facts, entities and edges, loops, the person, summaries; each with the turns it came from.

Facts are bi-temporal: `valid_from` and `valid_to` say when it was so, `learned_at` and `retired_at` when we believed
it. Both come from the time the words were said, so that a transcript brought in later tells the same story.
"""

from plain_sql import run

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    run("""
    create table facts (
      id bigint generated always as identity primary key,
      tenant_id text collate "C" not null,
      user_id text collate "C" not null,
      persona_id text,
      lineage bigint,
      subject text not null,
      predicate text not null,
      object text not null,
      text text not null,
      confidence real not null check (confidence between 0 and 1),
      source text not null check (source in ('model', 'rules', 'person')),
      valid_from timestamptz,
      valid_to timestamptz,
      learned_at timestamptz not null,
      retired_at timestamptz,
      retired_because text check (retired_because in ('superseded', 'contradicted', 'edited', 'withdrawn', 'folded')),
      superseded_by bigint references facts (id) on delete set null,
      times_reinforced integer not null default 0,
      reinforced_at timestamptz,
      is_pinned boolean not null default false,
      is_doubtful boolean not null default false,
      created_at timestamptz not null default now()
    );
    create index facts_held on facts (tenant_id, user_id, learned_at desc) where retired_at is null;
    create index facts_by_owner on facts (tenant_id, user_id, subject, predicate);
    create index facts_by_lineage on facts (lineage);
    create index facts_superseded on facts (superseded_by) where superseded_by is not null;

    create table fact_evidence (
      tenant_id text collate "C" not null,
      user_id text collate "C" not null,
      fact_id bigint not null references facts (id) on delete cascade,
      episode_id bigint not null references episodes (id) on delete cascade,
      primary key (fact_id, episode_id)
    );
    create index fact_evidence_by_episode on fact_evidence (episode_id);

    create table fact_grounds (
      tenant_id text collate "C" not null,
      user_id text collate "C" not null,
      fact_id bigint not null references facts (id) on delete cascade,
      rests_on bigint not null references facts (id) on delete cascade,
      primary key (fact_id, rests_on)
    );
    create index fact_grounds_below on fact_grounds (rests_on);

    create table entities (
      id bigint generated always as identity primary key,
      tenant_id text collate "C" not null,
      user_id text collate "C" not null,
      key text collate "C" not null,
      name text not null,
      kind text not null default 'thing' check (kind in ('person', 'place', 'organization', 'animal', 'thing')),
      relation text,
      mentions integer not null default 0,
      first_at timestamptz not null,
      last_at timestamptz not null,
      unique (tenant_id, user_id, key)
    );

    create table entity_mentions (
      tenant_id text collate "C" not null,
      user_id text collate "C" not null,
      entity_id bigint not null references entities (id) on delete cascade,
      episode_id bigint not null references episodes (id) on delete cascade,
      primary key (entity_id, episode_id)
    );
    create index entity_mentions_by_episode on entity_mentions (episode_id);

    create table edges (
      id bigint generated always as identity primary key,
      tenant_id text collate "C" not null,
      user_id text collate "C" not null,
      from_entity bigint not null references entities (id) on delete cascade,
      to_entity bigint not null references entities (id) on delete cascade,
      relation text not null,
      fact_id bigint not null references facts (id) on delete cascade,
      unique (fact_id, from_entity, to_entity)
    );
    create index edges_from on edges (from_entity);
    create index edges_to on edges (to_entity);

    create table loops (
      id bigint generated always as identity primary key,
      tenant_id text collate "C" not null,
      user_id text collate "C" not null,
      persona_id text,
      kind text not null check (kind in ('commitment', 'thread', 'friction', 'habit', 'win')),
      status text not null default 'open' check (status in ('open', 'completed', 'dropped')),
      text text not null,
      signature text collate "C" not null,
      confidence real not null check (confidence between 0 and 1),
      salience real not null check (salience between 0 and 1),
      time_horizon text not null default 'ongoing'
        check (time_horizon in ('today', 'this_week', 'this_month', 'later', 'ongoing')),
      due_at timestamptz,
      snoozed_until timestamptz,
      source text not null check (source in ('model', 'rules', 'person')),
      opened_at timestamptz not null,
      reinforced_at timestamptz,
      times_reinforced integer not null default 0,
      closed_at timestamptz,
      closed_because text,
      person_changed_at timestamptz,
      created_at timestamptz not null default now()
    );
    create index loops_by_owner on loops (tenant_id, user_id, status, opened_at desc);
    create unique index loops_once on loops (tenant_id, user_id, kind, signature) where status = 'open';

    create table loop_evidence (
      tenant_id text collate "C" not null,
      user_id text collate "C" not null,
      loop_id bigint not null references loops (id) on delete cascade,
      episode_id bigint not null references episodes (id) on delete cascade,
      what text not null check (what in ('opened', 'reinforced', 'completed', 'dropped')),
      primary key (loop_id, episode_id, what)
    );
    create index loop_evidence_by_episode on loop_evidence (episode_id);

    create table memory_people (
      tenant_id text collate "C" not null,
      user_id text collate "C" not null,
      preferred_name text,
      time_zone text,
      about text not null default '',
      identity jsonb not null default '[]',
      model_made_at timestamptz,
      model_of bytea,
      spine text not null default '',
      spine_version integer not null default 0,
      spine_source text not null default 'none' check (spine_source in ('none', 'model', 'rules')),
      spine_at timestamptz,
      -- Not 0: after everything was forgotten a new row must not read like the one that was there before.
      generation integer not null default (random() * 1000000000)::integer,
      updated_at timestamptz not null default now(),
      primary key (tenant_id, user_id)
    );
    comment on column memory_people.model_of is 'hash of what the user model was made of: not thought twice';
    comment on column memory_people.generation is 'raised by a forget: what was being made meanwhile is void';

    create table user_model_items (
      id bigint generated always as identity primary key,
      tenant_id text collate "C" not null,
      user_id text collate "C" not null,
      section text not null check (section in
        ('relationships', 'patterns', 'work_context', 'long_term_direction', 'communication_preference')),
      text text not null,
      source text not null check (source in ('model', 'rules')),
      evidence bigint[] not null,
      made_at timestamptz not null
    );
    create index user_model_items_by_owner on user_model_items (tenant_id, user_id, section);

    create table daily_analyses (
      tenant_id text collate "C" not null,
      user_id text collate "C" not null,
      day date not null,
      confidence text not null check (confidence in ('high', 'needs_review', 'insufficient_data')),
      steering text,
      themes jsonb not null default '[]',
      evidence bigint[] not null default '{}',
      source text not null check (source in ('model', 'rules')),
      made_at timestamptz not null,
      primary key (tenant_id, user_id, day)
    );

    create table session_summaries (
      id bigint generated always as identity primary key,
      tenant_id text collate "C" not null,
      user_id text collate "C" not null,
      session bigint not null references memory_sessions (id) on delete cascade,
      stretch integer not null,
      name text not null,
      text text not null,
      handover text not null default '',
      source text not null check (source in ('model', 'rules')),
      from_seq integer not null,
      to_seq integer not null,
      ended_at timestamptz not null,
      in_spine integer,
      made_at timestamptz not null default now(),
      unique (session, stretch)
    );
    comment on column session_summaries.in_spine is 'the first version of the spine that knows it';
    create index session_summaries_latest on session_summaries (tenant_id, user_id, ended_at desc);
    create index session_summaries_not_in_spine on session_summaries (tenant_id, user_id) where in_spine is null;
    create index session_summaries_lately on session_summaries (ended_at);

    create table recalled_shingles (
      tenant_id text collate "C" not null,
      user_id text collate "C" not null,
      recalled_at timestamptz not null default now(),
      shingles bigint[] not null
    );
    create index recalled_shingles_recent on recalled_shingles (tenant_id, user_id, recalled_at);

    create table memory_quality (
      tenant_id text collate "C" not null,
      user_id text collate "C" not null,
      day date not null,
      candidates bigint not null default 0,
      learned bigint not null default 0,
      duplicates bigint not null default 0,
      junk bigint not null default 0,
      echoes bigint not null default 0,
      contradicted bigint not null default 0,
      primary key (tenant_id, user_id, day)
    );

    create table chat_summaries (
      chat_id uuid primary key references chats (id) on delete cascade,
      user_id uuid not null,
      text text not null default '',
      source text not null default 'none' check (source in ('none', 'model', 'rules')),
      through_id uuid,
      messages integer not null default 0,
      made_at timestamptz,
      begun_at timestamptz
    );
    comment on column chat_summaries.through_id is 'the last message it tells of; on another branch it starts anew';
    comment on column chat_summaries.begun_at is 'somebody is making it: a lease';
    select guard_owned('chat_summaries');

    create trigger await_vector after insert on facts
      referencing new table as fresh for each statement execute function await_vector('f');
    create trigger await_vector_again after update on facts
      referencing new table as fresh old table as stale for each statement execute function await_vector_again('f');
    create trigger drop_vector after delete on facts
      referencing old table as gone for each statement execute function drop_vector('f');
    create trigger await_vector after insert on loops
      referencing new table as fresh for each statement execute function await_vector('l');
    create trigger await_vector_again after update on loops
      referencing new table as fresh old table as stale for each statement execute function await_vector_again('l');
    create trigger drop_vector after delete on loops
      referencing old table as gone for each statement execute function drop_vector('l');

    -- What was being made of something that is gone now must not be written: whoever deletes cannot leave this out.
    create function void_what_is_made() returns trigger
      language plpgsql set search_path = pg_catalog, public, pg_temp as $$
    begin
      update memory_people p set generation = p.generation + 1
        from (select distinct g.tenant_id, g.user_id from gone g) whose
       where p.tenant_id = whose.tenant_id and p.user_id = whose.user_id;
      return null;
    end $$;
    create trigger void_what_is_made after delete on episodes
      referencing old table as gone for each statement execute function void_what_is_made();
    create trigger void_what_is_made after delete on facts
      referencing old table as gone for each statement execute function void_what_is_made();
    create trigger void_what_is_made after delete on loops
      referencing old table as gone for each statement execute function void_what_is_made();

    -- Who spoke lately, their time zone and the last day that was analysed; each is then analysed as its owner.
    create function memory_active_owners(since timestamptz, after_tenant text, after_user text, most integer)
      returns table (tenant_id text, user_id text, time_zone text, analysed_to date)
      language sql stable security definer set search_path = pg_catalog, public, pg_temp
    begin atomic
      select o.tenant_id, o.user_id, p.time_zone,
             (select max(d.day) from daily_analyses d where d.tenant_id = o.tenant_id and d.user_id = o.user_id)
        from (select distinct s.tenant_id, s.user_id from session_summaries s where s.ended_at >= since) o
        left join memory_people p on p.tenant_id = o.tenant_id and p.user_id = o.user_id
       where (o.tenant_id, o.user_id) > (after_tenant collate "C", after_user collate "C")
       order by o.tenant_id, o.user_id
       limit most;
    end;

    select guard_pair(owned) from unnest(array['facts', 'fact_evidence', 'fact_grounds', 'entities', 'entity_mentions',
      'edges', 'loops', 'loop_evidence', 'memory_people', 'user_model_items', 'daily_analyses', 'session_summaries',
      'recalled_shingles', 'memory_quality']::regclass[]) owned;

    revoke execute on function memory_active_owners(timestamptz, text, text, integer) from public;
    grant execute on function memory_active_owners(timestamptz, text, text, integer) to holdfast_app;
    """)


def downgrade() -> None:
    run("""
    drop function memory_active_owners(timestamptz, text, text, integer);
    drop trigger void_what_is_made on episodes;
    drop table chat_summaries, memory_quality, recalled_shingles, session_summaries, daily_analyses, user_model_items,
      memory_people, loop_evidence, loops, edges, entity_mentions, entities, fact_grounds, fact_evidence, facts;
    drop function void_what_is_made();
    """)
