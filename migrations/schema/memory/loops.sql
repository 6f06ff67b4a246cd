-- As the migrations have made it; written by `make schema`, compared by a test, and never run.

create table loop_evidence (
  tenant_id text not null,
  user_id text not null,
  loop_id bigint not null,
  episode_id bigint not null,
  what text not null,
  constraint loop_evidence_pkey PRIMARY KEY (loop_id, episode_id, what, tenant_id, user_id),
  constraint loop_evidence_what_check CHECK ((what = ANY (ARRAY['opened'::text, 'reinforced'::text, 'completed'::text, 'dropped'::text]))),
  constraint loop_evidence_episode_id_fkey FOREIGN KEY (episode_id) REFERENCES episodes(id) ON DELETE CASCADE,
  constraint loop_evidence_loop_id_fkey FOREIGN KEY (loop_id) REFERENCES loops(id) ON DELETE CASCADE
);
CREATE INDEX loop_evidence_by_episode ON public.loop_evidence USING btree (episode_id);
CREATE INDEX loop_evidence_by_owner ON public.loop_evidence USING btree (tenant_id, user_id);
alter table loop_evidence enable row level security;
alter table loop_evidence force row level security;
create policy keeper on loop_evidence
  for all to holdfast_owner
  using (true);
create policy own on loop_evidence
  for all to holdfast_app
  using (((tenant_id = current_setting('app.tenant_id'::text, true)) AND (tenant_id <> ''::text) AND (user_id = current_setting('app.user_id'::text, true)) AND (user_id <> ''::text)));
grant delete, insert, select, update on loop_evidence to holdfast_app;

create table loops (
  id bigint generated always as identity not null,
  tenant_id text not null,
  user_id text not null,
  persona_id text,
  kind text not null,
  status text default 'open'::text not null,
  text text not null,
  signature text not null,
  confidence real not null,
  salience real not null,
  time_horizon text default 'ongoing'::text not null,
  due_at timestamp with time zone,
  snoozed_until timestamp with time zone,
  source text not null,
  opened_at timestamp with time zone not null,
  reinforced_at timestamp with time zone,
  times_reinforced integer default 0 not null,
  closed_at timestamp with time zone,
  closed_because text,
  person_changed_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint loops_pkey PRIMARY KEY (id),
  constraint loops_confidence_check CHECK (((confidence >= (0)::double precision) AND (confidence <= (1)::double precision))),
  constraint loops_kind_check CHECK ((kind = ANY (ARRAY['commitment'::text, 'thread'::text, 'friction'::text, 'habit'::text, 'win'::text]))),
  constraint loops_salience_check CHECK (((salience >= (0)::double precision) AND (salience <= (1)::double precision))),
  constraint loops_source_check CHECK ((source = ANY (ARRAY['model'::text, 'rules'::text, 'person'::text]))),
  constraint loops_status_check CHECK ((status = ANY (ARRAY['open'::text, 'completed'::text, 'dropped'::text]))),
  constraint loops_time_horizon_check CHECK ((time_horizon = ANY (ARRAY['today'::text, 'this_week'::text, 'this_month'::text, 'later'::text, 'ongoing'::text])))
);
CREATE INDEX loops_by_owner ON public.loops USING btree (tenant_id, user_id, status, opened_at DESC);
CREATE UNIQUE INDEX loops_once ON public.loops USING btree (tenant_id, user_id, kind, signature) WHERE (status = 'open'::text);
alter table loops enable row level security;
alter table loops force row level security;
create policy keeper on loops
  for all to holdfast_owner
  using (true);
create policy own on loops
  for all to holdfast_app
  using (((tenant_id = current_setting('app.tenant_id'::text, true)) AND (tenant_id <> ''::text) AND (user_id = current_setting('app.user_id'::text, true)) AND (user_id <> ''::text)));
CREATE TRIGGER await_vector AFTER INSERT ON public.loops REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION await_vector('l');
CREATE TRIGGER await_vector_again AFTER UPDATE ON public.loops REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION await_vector_again('l');
CREATE TRIGGER drop_vector AFTER DELETE ON public.loops REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION drop_vector('l');
CREATE TRIGGER shadow_forget AFTER DELETE ON public.loops REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION shadow_forget_learned();
CREATE TRIGGER void_what_is_made AFTER DELETE ON public.loops REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION void_what_is_made();
grant delete, insert, select, update on loops to holdfast_app;
