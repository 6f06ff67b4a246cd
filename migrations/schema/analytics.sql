-- As the migrations have made it; written by `make schema`, compared by a test, and never run.

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
