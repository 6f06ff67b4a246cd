-- As the migrations have made it; written by `make schema`, compared by a test, and never run.

create table memory_people (
  tenant_id text not null,
  user_id text not null,
  preferred_name text,
  time_zone text,
  about text default ''::text not null,
  identity jsonb default '[]'::jsonb not null,
  model_made_at timestamp with time zone,
  model_of bytea,  -- hash of what the user model was made of: not thought twice
  spine text default ''::text not null,
  spine_version integer default 0 not null,
  spine_source text default 'none'::text not null,
  spine_at timestamp with time zone,
  generation integer default ((random() * (1000000000)::double precision))::integer not null,  -- raised by a forget: what was being made meanwhile is void
  updated_at timestamp with time zone default now() not null,
  clock_zone text,  -- IANA name, told with what was said last; time_zone is what they say
  constraint memory_people_pkey PRIMARY KEY (tenant_id, user_id),
  constraint memory_people_clock_zone_check CHECK ((char_length(clock_zone) <= 64)),
  constraint memory_people_spine_source_check CHECK ((spine_source = ANY (ARRAY['none'::text, 'model'::text, 'rules'::text])))
);
alter table memory_people enable row level security;
alter table memory_people force row level security;
create policy keeper on memory_people
  for all to holdfast_owner
  using (true);
create policy own on memory_people
  for all to holdfast_app
  using (((tenant_id = current_setting('app.tenant_id'::text, true)) AND (tenant_id <> ''::text) AND (user_id = current_setting('app.user_id'::text, true)) AND (user_id <> ''::text)));
grant delete, insert, select, update on memory_people to holdfast_app;

CREATE OR REPLACE FUNCTION public.memory_standing(p_tenant text, p_user text, p_persona text, p_most integer)
 RETURNS TABLE(told_about_oneself text, id bigint, lineage bigint, subject text, predicate text, object text, text text, confidence double precision, source text, learned_at timestamp with time zone, valid_from timestamp with time zone, valid_to timestamp with time zone, retired_at timestamp with time zone, retired_because text, superseded_by bigint, times_reinforced integer, reinforced_at timestamp with time zone, is_pinned boolean, is_doubtful boolean, persona_id text, evidence jsonb[])
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    #variable_conflict use_column
    begin
      perform set_config('app.tenant_id', p_tenant, true), set_config('app.user_id', p_user, true);
      return query
      select (select m.about from memory_people m where m.tenant_id = p_tenant and m.user_id = p_user), pinned.*
        from (select) one left join lateral (
          select f.id, coalesce(f.lineage, f.id), f.subject, f.predicate, f.object, f.text,
                 f.confidence::numeric::float8, f.source, f.learned_at, f.valid_from, f.valid_to,
                 f.retired_at, f.retired_because, f.superseded_by, f.times_reinforced,
                 f.reinforced_at, f.is_pinned, f.is_doubtful, f.persona_id,
                 array(select jsonb_build_array(e.id, e.external_id)
                         from fact_evidence v join episodes e on e.id = v.episode_id
                        where v.fact_id = f.id and v.tenant_id = p_tenant and v.user_id = p_user order by e.id)
            from facts f
           where f.tenant_id = p_tenant and f.user_id = p_user and f.is_pinned and f.retired_at is null
             and (p_persona is null or f.persona_id is null or f.persona_id = p_persona)
           order by f.learned_at desc, f.id desc
           limit p_most) pinned on true;
    end $function$;
