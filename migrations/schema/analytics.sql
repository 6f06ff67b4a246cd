-- As the migrations have made it; written by `make schema`, compared by a test, and never run.

create table active_days (
  day date not null,
  user_id uuid not null,
  constraint active_days_pkey PRIMARY KEY (day, user_id),
  constraint active_days_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX active_days_of_user ON public.active_days USING btree (user_id);
alter table active_days enable row level security;
alter table active_days force row level security;
create policy keeper on active_days
  for all to holdfast_owner
  using (true);

create table analytics_events (
  id bigint generated always as identity not null,
  at timestamp with time zone not null,
  user_id uuid,
  name text not null,
  feature text,
  detail jsonb default '{}'::jsonb not null,
  constraint analytics_events_pkey PRIMARY KEY (id),
  constraint analytics_events_feature_check CHECK ((char_length(feature) <= 60)),
  constraint analytics_events_name_check CHECK ((char_length(name) <= 60)),
  constraint analytics_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX analytics_events_by_age ON public.analytics_events USING btree (at);
CREATE INDEX analytics_events_of_user ON public.analytics_events USING btree (user_id) WHERE (user_id IS NOT NULL);
alter table analytics_events enable row level security;
alter table analytics_events force row level security;
create policy keeper on analytics_events
  for all to holdfast_owner
  using (true);

create table daily_figures (
  day date not null,
  model text not null,
  answered bigint not null,
  failed bigint not null,
  stopped bigint not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  cost_usd double precision not null,
  priced bigint not null,
  first_words bigint[] not null,
  constraint daily_figures_pkey PRIMARY KEY (day, model),
  constraint daily_figures_model_check CHECK ((char_length(model) <= 200))
);
alter table daily_figures enable row level security;
alter table daily_figures force row level security;
create policy keeper on daily_figures
  for all to holdfast_owner
  using (true);

CREATE OR REPLACE FUNCTION public.drop_old_events(older interval, most integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 WITH gone AS (
          DELETE FROM analytics_events e
           WHERE (e.id IN ( SELECT o.id
                    FROM analytics_events o
                   WHERE (o.at < (now() - GREATEST(drop_old_events.older, '1 day'::interval)))
                   ORDER BY o.at
                  LIMIT drop_old_events.most
                  FOR UPDATE OF o SKIP LOCKED))
           RETURNING 1 AS "?column?"
         )
  SELECT (count(*))::integer AS count
    FROM gone;
END;
revoke execute on function drop_old_events(interval,integer) from public;
grant execute on function drop_old_events(interval,integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.drop_old_figures()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  delete from daily_figures where day < current_date - 400;
  delete from active_days where day < current_date - 100
$function$;
revoke execute on function drop_old_figures() from public;
grant execute on function drop_old_figures() to holdfast_app;

CREATE OR REPLACE FUNCTION public.note_daily_figures(of_figures jsonb, of_people jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  insert into daily_figures as d
         (day, model, answered, failed, stopped, input_tokens, output_tokens, cost_usd, priced, first_words)
  select f.day, f.model, f.answered, f.failed, f.stopped, f.input_tokens, f.output_tokens, f.cost_usd, f.priced,
         f.first_words
    from jsonb_to_recordset(of_figures) as f (
           day date, model text, answered bigint, failed bigint, stopped bigint, input_tokens bigint,
           output_tokens bigint, cost_usd double precision, priced bigint, first_words bigint[])
   order by f.day, f.model
  on conflict (day, model) do update set
    answered = d.answered + excluded.answered,
    failed = d.failed + excluded.failed,
    stopped = d.stopped + excluded.stopped,
    input_tokens = d.input_tokens + excluded.input_tokens,
    output_tokens = d.output_tokens + excluded.output_tokens,
    cost_usd = d.cost_usd + excluded.cost_usd,
    priced = d.priced + excluded.priced,
    first_words = (select array_agg(coalesce(w.a, 0) + coalesce(w.b, 0) order by w.n)
                     from unnest(d.first_words, excluded.first_words) with ordinality as w(a, b, n));
  insert into active_days (day, user_id)
  select p.day, u.id
    from jsonb_to_recordset(of_people) as p (day date, user_id uuid) join users u on u.id = p.user_id
   order by p.day, u.id
  on conflict (day, user_id) do nothing
$function$;
revoke execute on function note_daily_figures(jsonb,jsonb) from public;
grant execute on function note_daily_figures(jsonb,jsonb) to holdfast_app;

CREATE OR REPLACE FUNCTION public.note_events(ats timestamp with time zone[], people uuid[], names text[], features text[], details jsonb[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 INSERT INTO analytics_events (at, user_id, name, feature, detail)  SELECT e.at,
             u.id,
             e.name,
             e.feature,
             e.detail
            FROM (UNNEST(note_events.ats, note_events.people, note_events.names, note_events.features, note_events.details) WITH ORDINALITY e(at, person, name, feature, detail, n)
              LEFT JOIN users u ON ((u.id = e.person)))
           ORDER BY e.n;
END;
revoke execute on function note_events(timestamp with time zone[],uuid[],text[],text[],jsonb[]) from public;
grant execute on function note_events(timestamp with time zone[],uuid[],text[],text[],jsonb[]) to holdfast_app;
