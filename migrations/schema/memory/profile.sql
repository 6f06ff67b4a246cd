-- As the migrations have made it; written by `make schema`, compared by a test, and never run.

create table daily_analyses (
  tenant_id text not null,
  user_id text not null,
  day date not null,
  confidence text not null,
  steering text,
  themes jsonb default '[]'::jsonb not null,
  evidence bigint[] default '{}'::bigint[] not null,
  source text not null,
  made_at timestamp with time zone not null,
  constraint daily_analyses_pkey PRIMARY KEY (tenant_id, user_id, day),
  constraint daily_analyses_confidence_check CHECK ((confidence = ANY (ARRAY['high'::text, 'needs_review'::text, 'insufficient_data'::text]))),
  constraint daily_analyses_source_check CHECK ((source = ANY (ARRAY['model'::text, 'rules'::text])))
);
alter table daily_analyses enable row level security;
alter table daily_analyses force row level security;
create policy keeper on daily_analyses
  for all to holdfast_owner
  using (true);
create policy own on daily_analyses
  for all to holdfast_app
  using (((tenant_id = current_setting('app.tenant_id'::text, true)) AND (tenant_id <> ''::text) AND (user_id = current_setting('app.user_id'::text, true)) AND (user_id <> ''::text)));
grant delete, insert, select, update on daily_analyses to holdfast_app;

create table user_model_items (
  id bigint generated always as identity not null,
  tenant_id text not null,
  user_id text not null,
  section text not null,
  text text not null,
  source text not null,
  evidence bigint[] not null,
  made_at timestamp with time zone not null,
  constraint user_model_items_pkey PRIMARY KEY (id),
  constraint user_model_items_section_check CHECK ((section = ANY (ARRAY['relationships'::text, 'patterns'::text, 'work_context'::text, 'long_term_direction'::text, 'communication_preference'::text]))),
  constraint user_model_items_source_check CHECK ((source = ANY (ARRAY['model'::text, 'rules'::text])))
);
CREATE INDEX user_model_items_by_owner ON public.user_model_items USING btree (tenant_id, user_id, section);
alter table user_model_items enable row level security;
alter table user_model_items force row level security;
create policy keeper on user_model_items
  for all to holdfast_owner
  using (true);
create policy own on user_model_items
  for all to holdfast_app
  using (((tenant_id = current_setting('app.tenant_id'::text, true)) AND (tenant_id <> ''::text) AND (user_id = current_setting('app.user_id'::text, true)) AND (user_id <> ''::text)));
grant delete, insert, select, update on user_model_items to holdfast_app;

CREATE OR REPLACE FUNCTION public.memory_active_owners(since timestamp with time zone, after_tenant text, after_user text, most integer)
 RETURNS TABLE(tenant_id text, user_id text, time_zone text, analysed_to date)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT o.tenant_id,
     o.user_id,
     memory_zone(p.*) AS memory_zone,
     ( SELECT max(d.day) AS max
            FROM daily_analyses d
           WHERE ((d.tenant_id = o.tenant_id) AND (d.user_id = o.user_id))) AS max
    FROM (( SELECT DISTINCT s.tenant_id,
             s.user_id
            FROM session_summaries s
           WHERE (s.ended_at >= memory_active_owners.since)) o
      LEFT JOIN memory_people p ON (((p.tenant_id = o.tenant_id) AND (p.user_id = o.user_id))))
   WHERE ((ROW(o.tenant_id, o.user_id) > ROW((memory_active_owners.after_tenant COLLATE "C"), (memory_active_owners.after_user COLLATE "C"))) AND (NOT jobs.is_resting(o.tenant_id, o.user_id)))
   ORDER BY o.tenant_id, o.user_id
  LIMIT memory_active_owners.most;
END;
revoke execute on function memory_active_owners(timestamp with time zone,text,text,integer) from public;
grant execute on function memory_active_owners(timestamp with time zone,text,text,integer) to holdfast_app;
