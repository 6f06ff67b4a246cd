-- As the migrations have made it; written by `make schema`, compared by a test, and never run.

create table edges (
  id bigint generated always as identity not null,
  tenant_id text not null,
  user_id text not null,
  from_entity bigint not null,
  to_entity bigint not null,
  relation text not null,
  fact_id bigint not null,
  constraint edges_pkey PRIMARY KEY (id),
  constraint edges_fact_id_from_entity_to_entity_tenant_id_user_id_key UNIQUE (fact_id, from_entity, to_entity, tenant_id, user_id),
  constraint edges_fact_id_fkey FOREIGN KEY (fact_id) REFERENCES facts(id) ON DELETE CASCADE,
  constraint edges_from_entity_fkey FOREIGN KEY (from_entity) REFERENCES entities(id) ON DELETE CASCADE,
  constraint edges_to_entity_fkey FOREIGN KEY (to_entity) REFERENCES entities(id) ON DELETE CASCADE
);
CREATE INDEX edges_by_owner ON public.edges USING btree (tenant_id, user_id);
CREATE INDEX edges_from ON public.edges USING btree (from_entity);
CREATE INDEX edges_to ON public.edges USING btree (to_entity);
alter table edges enable row level security;
alter table edges force row level security;
create policy keeper on edges
  for all to holdfast_owner
  using (true);
create policy own on edges
  for all to holdfast_app
  using (((tenant_id = current_setting('app.tenant_id'::text, true)) AND (tenant_id <> ''::text) AND (user_id = current_setting('app.user_id'::text, true)) AND (user_id <> ''::text)));
grant delete, insert, select, update on edges to holdfast_app;

create table entities (
  id bigint generated always as identity not null,
  tenant_id text not null,
  user_id text not null,
  key text not null,
  name text not null,
  kind text default 'thing'::text not null,
  relation text,
  mentions integer default 0 not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  constraint entities_pkey PRIMARY KEY (id),
  constraint entities_tenant_id_user_id_key_key UNIQUE (tenant_id, user_id, key),
  constraint entities_kind_check CHECK ((kind = ANY (ARRAY['person'::text, 'place'::text, 'organization'::text, 'animal'::text, 'thing'::text])))
);
alter table entities enable row level security;
alter table entities force row level security;
create policy keeper on entities
  for all to holdfast_owner
  using (true);
create policy own on entities
  for all to holdfast_app
  using (((tenant_id = current_setting('app.tenant_id'::text, true)) AND (tenant_id <> ''::text) AND (user_id = current_setting('app.user_id'::text, true)) AND (user_id <> ''::text)));
grant delete, insert, select, update on entities to holdfast_app;

create table entity_mentions (
  tenant_id text not null,
  user_id text not null,
  entity_id bigint not null,
  episode_id bigint not null,
  constraint entity_mentions_pkey PRIMARY KEY (entity_id, episode_id, tenant_id, user_id),
  constraint entity_mentions_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES entities(id) ON DELETE CASCADE,
  constraint entity_mentions_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episodes(id) ON DELETE CASCADE
);
CREATE INDEX entity_mentions_by_episode ON public.entity_mentions USING btree (episode_id);
CREATE INDEX entity_mentions_by_owner ON public.entity_mentions USING btree (tenant_id, user_id);
alter table entity_mentions enable row level security;
alter table entity_mentions force row level security;
create policy keeper on entity_mentions
  for all to holdfast_owner
  using (true);
create policy own on entity_mentions
  for all to holdfast_app
  using (((tenant_id = current_setting('app.tenant_id'::text, true)) AND (tenant_id <> ''::text) AND (user_id = current_setting('app.user_id'::text, true)) AND (user_id <> ''::text)));
grant delete, insert, select, update on entity_mentions to holdfast_app;

create table fact_evidence (
  tenant_id text not null,
  user_id text not null,
  fact_id bigint not null,
  episode_id bigint not null,
  constraint fact_evidence_pkey PRIMARY KEY (fact_id, episode_id, tenant_id, user_id),
  constraint fact_evidence_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episodes(id) ON DELETE CASCADE,
  constraint fact_evidence_fact_id_fkey FOREIGN KEY (fact_id) REFERENCES facts(id) ON DELETE CASCADE
);
CREATE INDEX fact_evidence_by_episode ON public.fact_evidence USING btree (episode_id);
CREATE INDEX fact_evidence_by_owner ON public.fact_evidence USING btree (tenant_id, user_id);
alter table fact_evidence enable row level security;
alter table fact_evidence force row level security;
create policy keeper on fact_evidence
  for all to holdfast_owner
  using (true);
create policy own on fact_evidence
  for all to holdfast_app
  using (((tenant_id = current_setting('app.tenant_id'::text, true)) AND (tenant_id <> ''::text) AND (user_id = current_setting('app.user_id'::text, true)) AND (user_id <> ''::text)));
grant delete, insert, select, update on fact_evidence to holdfast_app;

create table fact_grounds (
  tenant_id text not null,
  user_id text not null,
  fact_id bigint not null,
  rests_on bigint not null,
  constraint fact_grounds_pkey PRIMARY KEY (fact_id, rests_on, tenant_id, user_id),
  constraint fact_grounds_fact_id_fkey FOREIGN KEY (fact_id) REFERENCES facts(id) ON DELETE CASCADE,
  constraint fact_grounds_rests_on_fkey FOREIGN KEY (rests_on) REFERENCES facts(id) ON DELETE CASCADE
);
CREATE INDEX fact_grounds_below ON public.fact_grounds USING btree (rests_on);
CREATE INDEX fact_grounds_by_owner ON public.fact_grounds USING btree (tenant_id, user_id);
alter table fact_grounds enable row level security;
alter table fact_grounds force row level security;
create policy keeper on fact_grounds
  for all to holdfast_owner
  using (true);
create policy own on fact_grounds
  for all to holdfast_app
  using (((tenant_id = current_setting('app.tenant_id'::text, true)) AND (tenant_id <> ''::text) AND (user_id = current_setting('app.user_id'::text, true)) AND (user_id <> ''::text)));
grant delete, insert, select, update on fact_grounds to holdfast_app;

create table facts (
  id bigint generated always as identity not null,
  tenant_id text not null,
  user_id text not null,
  persona_id text,
  lineage bigint,
  subject text not null,
  predicate text not null,
  object text not null,
  text text not null,
  confidence real not null,
  source text not null,
  valid_from timestamp with time zone,
  valid_to timestamp with time zone,
  learned_at timestamp with time zone not null,
  retired_at timestamp with time zone,
  retired_because text,
  superseded_by bigint,
  times_reinforced integer default 0 not null,
  reinforced_at timestamp with time zone,
  is_pinned boolean default false not null,
  is_doubtful boolean default false not null,
  created_at timestamp with time zone default now() not null,
  kinds jsonb,  -- kind: how much it is of it, at most 1; null: not read yet
  constraint facts_pkey PRIMARY KEY (id),
  constraint facts_confidence_check CHECK (((confidence >= (0)::double precision) AND (confidence <= (1)::double precision))),
  constraint facts_kinds_check CHECK ((jsonb_typeof(kinds) = 'object'::text)),
  constraint facts_retired_because_check CHECK ((retired_because = ANY (ARRAY['superseded'::text, 'contradicted'::text, 'edited'::text, 'withdrawn'::text, 'folded'::text]))),
  constraint facts_source_check CHECK ((source = ANY (ARRAY['model'::text, 'rules'::text, 'person'::text]))),
  constraint facts_superseded_by_fkey FOREIGN KEY (superseded_by) REFERENCES facts(id) ON DELETE SET NULL
);
CREATE INDEX facts_by_lineage ON public.facts USING btree (lineage);
CREATE INDEX facts_by_owner ON public.facts USING btree (tenant_id, user_id, subject, predicate);
CREATE INDEX facts_held ON public.facts USING btree (tenant_id, user_id, learned_at DESC) WHERE (retired_at IS NULL);
CREATE INDEX facts_pinned ON public.facts USING btree (tenant_id, user_id, learned_at DESC) WHERE (is_pinned AND (retired_at IS NULL));
CREATE INDEX facts_superseded ON public.facts USING btree (superseded_by) WHERE (superseded_by IS NOT NULL);
alter table facts enable row level security;
alter table facts force row level security;
create policy keeper on facts
  for all to holdfast_owner
  using (true);
create policy own on facts
  for all to holdfast_app
  using (((tenant_id = current_setting('app.tenant_id'::text, true)) AND (tenant_id <> ''::text) AND (user_id = current_setting('app.user_id'::text, true)) AND (user_id <> ''::text)));
CREATE TRIGGER await_vector AFTER INSERT ON public.facts REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION await_vector('f');
CREATE TRIGGER await_vector_again AFTER UPDATE ON public.facts REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION await_vector_again('f');
CREATE TRIGGER drop_vector AFTER DELETE ON public.facts REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION drop_vector('f');
CREATE TRIGGER shadow_forget AFTER DELETE ON public.facts REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION shadow_forget_learned();
CREATE TRIGGER void_what_is_made AFTER DELETE ON public.facts REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION void_what_is_made();
grant delete, insert, select, update on facts to holdfast_app;

create table memory_quality (
  tenant_id text not null,
  user_id text not null,
  day date not null,
  candidates bigint default 0 not null,
  learned bigint default 0 not null,
  duplicates bigint default 0 not null,
  junk bigint default 0 not null,
  echoes bigint default 0 not null,
  contradicted bigint default 0 not null,
  constraint memory_quality_pkey PRIMARY KEY (tenant_id, user_id, day)
);
alter table memory_quality enable row level security;
alter table memory_quality force row level security;
create policy keeper on memory_quality
  for all to holdfast_owner
  using (true);
create policy own on memory_quality
  for all to holdfast_app
  using (((tenant_id = current_setting('app.tenant_id'::text, true)) AND (tenant_id <> ''::text) AND (user_id = current_setting('app.user_id'::text, true)) AND (user_id <> ''::text)));
grant delete, insert, select, update on memory_quality to holdfast_app;

create table recalled_shingles (
  tenant_id text not null,
  user_id text not null,
  recalled_at timestamp with time zone default now() not null,
  shingles bigint[] not null
);
CREATE INDEX recalled_shingles_recent ON public.recalled_shingles USING btree (tenant_id, user_id, recalled_at);
alter table recalled_shingles enable row level security;
alter table recalled_shingles force row level security;
create policy keeper on recalled_shingles
  for all to holdfast_owner
  using (true);
create policy own on recalled_shingles
  for all to holdfast_app
  using (((tenant_id = current_setting('app.tenant_id'::text, true)) AND (tenant_id <> ''::text) AND (user_id = current_setting('app.user_id'::text, true)) AND (user_id <> ''::text)));
grant delete, insert, select, update on recalled_shingles to holdfast_app;

CREATE OR REPLACE FUNCTION public.await_vector_again()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    begin
      insert into memory_unembedded (tenant_id, user_id, kind, item_id)
      select i.tenant_id, i.user_id, tg_argv[0]::"char", i.id from fresh i join stale o using (id)
       where i.text is distinct from o.text
      on conflict do nothing;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.memory_note_told(p_tenant text, p_user text, p_shingles bigint[], p_older_than interval, p_keep integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform set_config('app.tenant_id', p_tenant, true), set_config('app.user_id', p_user, true);
  insert into recalled_shingles (tenant_id, user_id, shingles) values (p_tenant, p_user, p_shingles);
  delete from recalled_shingles where ctid in (
    select s.ctid from recalled_shingles s
     where s.tenant_id = p_tenant and s.user_id = p_user
       and s.recalled_at < greatest(now() - p_older_than, (
         select r.recalled_at from recalled_shingles r
          where r.tenant_id = p_tenant and r.user_id = p_user order by r.recalled_at desc offset p_keep - 1 limit 1))
     for update skip locked);
end $function$;

CREATE OR REPLACE FUNCTION public.memory_quality_overall(stale_before timestamp with time zone, at timestamp with time zone)
 RETURNS TABLE(candidates bigint, learned bigint, duplicates bigint, junk bigint, echoes bigint, contradicted bigint, held bigint, held_twice bigint, stale bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT (COALESCE(q.candidates, (0)::numeric))::bigint AS "coalesce",
     (COALESCE(q.learned, (0)::numeric))::bigint AS "coalesce",
     (COALESCE(q.duplicates, (0)::numeric))::bigint AS "coalesce",
     (COALESCE(q.junk, (0)::numeric))::bigint AS "coalesce",
     (COALESCE(q.echoes, (0)::numeric))::bigint AS "coalesce",
     (COALESCE(q.contradicted, (0)::numeric))::bigint AS "coalesce",
     f.held,
     f.held_twice,
     f.stale
    FROM (( SELECT sum(m.candidates) AS candidates,
             sum(m.learned) AS learned,
             sum(m.duplicates) AS duplicates,
             sum(m.junk) AS junk,
             sum(m.echoes) AS echoes,
             sum(m.contradicted) AS contradicted
            FROM memory_quality m) q
      CROSS JOIN ( SELECT count(*) AS held,
             count(*) FILTER (WHERE (h.nth > 1)) AS held_twice,
             count(*) FILTER (WHERE ((h.valid_to < memory_quality_overall.at) OR ((NOT h.is_pinned) AND (COALESCE(h.reinforced_at, h.learned_at) < memory_quality_overall.stale_before)))) AS stale
            FROM ( SELECT x.valid_to,
                     x.is_pinned,
                     x.reinforced_at,
                     x.learned_at,
                     row_number() OVER (PARTITION BY x.tenant_id, x.user_id, (memory_plain(x.text))) AS nth
                    FROM facts x
                   WHERE (x.retired_at IS NULL)) h) f);
END;
revoke execute on function memory_quality_overall(timestamp with time zone,timestamp with time zone) from public;
grant execute on function memory_quality_overall(timestamp with time zone,timestamp with time zone) to holdfast_app;

CREATE OR REPLACE FUNCTION public.shadow_forget_learned()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    begin
      update shadow_sessions h set rolling_summary = '', summary_source = 'none', summarised_to = 0
        from (select distinct tenant_id, user_id from gone) g
       where h.tenant_id = g.tenant_id and h.user_id = g.user_id;
      return null;
    end $function$;
