-- As the migrations have made it; written by `make schema`, compared by a test, and never run.

create table shadow_curations (
  tenant_id text not null,
  user_id text not null,
  persona_id text not null,  -- empty: no persona
  checked_at timestamp with time zone not null,
  curated_at timestamp with time zone not null,
  through_fact bigint not null,
  constraint shadow_curations_pkey PRIMARY KEY (tenant_id, user_id, persona_id)
);
alter table shadow_curations enable row level security;
alter table shadow_curations force row level security;
create policy keeper on shadow_curations
  for all to holdfast_owner
  using (true);
create policy own on shadow_curations
  for all to holdfast_app
  using (((tenant_id = current_setting('app.tenant_id'::text, true)) AND (tenant_id <> ''::text) AND (user_id = current_setting('app.user_id'::text, true)) AND (user_id <> ''::text)));
grant delete, insert, select, update on shadow_curations to holdfast_app;

create table shadow_sessions (
  session bigint not null,
  tenant_id text not null,
  user_id text not null,
  judged_to integer default 0 not null,  -- turns from this seq on were not judged yet
  message_count integer default 0 not null,
  spine_count integer default 0 not null,  -- messages since this path last made the spine
  summary_count integer default 0 not null,  -- message_count when a rolling summary was last tried
  last_interaction timestamp with time zone,
  summarised_to integer default 0 not null,  -- turns from this seq on are not in rolling_summary
  rolling_summary text default ''::text not null,
  summary_source text default 'none'::text not null,
  constraint shadow_sessions_pkey PRIMARY KEY (session),
  constraint shadow_sessions_summary_source_check CHECK ((summary_source = ANY (ARRAY['none'::text, 'model'::text, 'rules'::text]))),
  constraint shadow_sessions_session_fkey FOREIGN KEY (session) REFERENCES memory_sessions(id) ON DELETE CASCADE
);
CREATE INDEX shadow_sessions_by_owner ON public.shadow_sessions USING btree (tenant_id, user_id);
alter table shadow_sessions enable row level security;
alter table shadow_sessions force row level security;
create policy keeper on shadow_sessions
  for all to holdfast_owner
  using (true);
create policy own on shadow_sessions
  for all to holdfast_app
  using (((tenant_id = current_setting('app.tenant_id'::text, true)) AND (tenant_id <> ''::text) AND (user_id = current_setting('app.user_id'::text, true)) AND (user_id <> ''::text)));
grant delete, insert, select, update on shadow_sessions to holdfast_app;
