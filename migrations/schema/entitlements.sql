-- As the migrations have made it; written by `make schema`, compared by a test, and never run.

create table research_slots (
  id uuid not null,
  user_id uuid not null,
  taken_at timestamp with time zone default clock_timestamp() not null,
  leased_until timestamp with time zone not null,
  released_at timestamp with time zone,
  bucket_until timestamp with time zone not null,
  counted_in text not null,
  constraint research_slots_pkey PRIMARY KEY (id),
  constraint research_slots_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX research_slots_by_age ON public.research_slots USING btree (leased_until);
CREATE INDEX research_slots_of_user ON public.research_slots USING btree (user_id, bucket_until);
alter table research_slots enable row level security;
alter table research_slots force row level security;
create policy keeper on research_slots
  for all to holdfast_owner
  using (true);
create policy own on research_slots
  for all to holdfast_app
  using ((user_id = current_account()));
grant delete, insert, select, update on research_slots to holdfast_app;

create table usage_counters (
  user_id uuid not null,
  feature text not null,
  period text not null,
  used bigint not null,
  constraint usage_counters_pkey PRIMARY KEY (user_id, feature, period),
  constraint usage_counters_feature_check CHECK ((char_length(feature) <= 60)),
  constraint usage_counters_period_check CHECK ((period ~ '^[0-9]{4}-[0-9]{2}(-[0-9]{2})?$'::text)),
  constraint usage_counters_used_check CHECK ((used >= 0)),
  constraint usage_counters_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX usage_counters_by_age ON public.usage_counters USING btree (period);
alter table usage_counters enable row level security;
alter table usage_counters force row level security;
create policy keeper on usage_counters
  for all to holdfast_owner
  using (true);
create policy own on usage_counters
  for all to holdfast_app
  using ((user_id = current_account()));
grant delete, insert, select, update on usage_counters to holdfast_app;

CREATE OR REPLACE FUNCTION public.prune_research_slots(most integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 WITH gone AS (
          DELETE FROM research_slots s
           WHERE (s.id IN ( SELECT o.id
                    FROM research_slots o
                   WHERE (GREATEST(o.leased_until, o.bucket_until) < (now() - '1 day'::interval))
                  LIMIT prune_research_slots.most
                  FOR UPDATE OF o SKIP LOCKED))
           RETURNING 1 AS "?column?"
         )
  SELECT (count(*))::integer AS count
    FROM gone;
END;
revoke execute on function prune_research_slots(integer) from public;
grant execute on function prune_research_slots(integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.prune_usage(most integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 WITH old AS (
          SELECT c.user_id,
             c.feature,
             c.period
            FROM usage_counters c
           WHERE (((char_length(c.period) = 10) AND (c.period < to_char((now() - '40 days'::interval), 'YYYY-MM-DD'::text))) OR ((char_length(c.period) = 7) AND (c.period < to_char((now() - '400 days'::interval), 'YYYY-MM'::text))))
          LIMIT prune_usage.most
          FOR UPDATE OF c SKIP LOCKED
         ), gone AS (
          DELETE FROM usage_counters c
            USING old
           WHERE ((c.user_id = old.user_id) AND (c.feature = old.feature) AND (c.period = old.period))
           RETURNING 1 AS "?column?"
         )
  SELECT (count(*))::integer AS count
    FROM gone;
END;
revoke execute on function prune_usage(integer) from public;
grant execute on function prune_usage(integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.usage_of(person uuid, features text[], periods text[])
 RETURNS TABLE(feature text, used bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT c.feature,
     c.used
    FROM (UNNEST(usage_of.features, usage_of.periods) w(feature, period)
      JOIN usage_counters c ON (((c.user_id = usage_of.person) AND (c.feature = w.feature) AND (c.period = w.period))));
END;
revoke execute on function usage_of(uuid,text[],text[]) from public;
grant execute on function usage_of(uuid,text[],text[]) to holdfast_app;
