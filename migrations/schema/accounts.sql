-- As the migrations have made it; written by `make schema`, compared by a test, and never run.

create table api_keys (
  id uuid not null,
  user_id uuid,
  name text not null,
  prefix text not null,
  key_hash bytea not null,
  scopes text[] not null,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  org_id uuid,
  made_by uuid,  -- of an organization's key: as whom it acts; null: it is user_id's own
  minute_limit integer,
  day_limit integer,
  models text[],
  networks text[],
  previous_hash bytea,
  previous_until timestamp with time zone,
  last_place text,
  program_id uuid,  -- a program that holds tokens to this key; the key itself is told to nobody
  spend_limit_usd double precision,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_key_hash_key UNIQUE (key_hash),
  constraint api_keys_previous_hash_key UNIQUE (previous_hash),
  constraint api_keys_day_limit_check CHECK (((day_limit >= 1) AND (day_limit <= 1000000000))),
  constraint api_keys_key_hash_check CHECK ((octet_length(key_hash) = 32)),
  constraint api_keys_last_place_check CHECK ((char_length(last_place) <= 60)),
  constraint api_keys_maker CHECK (((org_id IS NULL) = (made_by IS NULL))),
  constraint api_keys_minute_limit_check CHECK (((minute_limit >= 1) AND (minute_limit <= 1000000))),
  constraint api_keys_models_check CHECK (((cardinality(models) >= 1) AND (cardinality(models) <= 100))),
  constraint api_keys_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint api_keys_networks_check CHECK (((cardinality(networks) >= 1) AND (cardinality(networks) <= 100))),
  constraint api_keys_one_owner CHECK ((num_nonnulls(user_id, org_id) = 1)),
  constraint api_keys_prefix_check CHECK ((char_length(prefix) <= 12)),
  constraint api_keys_previous CHECK (((previous_hash IS NULL) = (previous_until IS NULL))),
  constraint api_keys_previous_hash_check CHECK ((octet_length(previous_hash) = 32)),
  constraint api_keys_scopes_check CHECK (((scopes <> '{}'::text[]) AND (scopes <@ ARRAY['chat'::text, 'chat:read'::text, 'chat:write'::text, 'memory'::text, 'memory:read'::text, 'memory:write'::text, 'completions'::text, 'embeddings'::text, 'models'::text, 'usage'::text, 'documents'::text]))),
  constraint api_keys_spend_limit_usd_check CHECK (((spend_limit_usd >= (0.01)::double precision) AND (spend_limit_usd <= (1000000)::double precision))),
  constraint api_keys_made_by_a_member FOREIGN KEY (made_by, org_id) REFERENCES org_members(user_id, org_id) ON DELETE CASCADE,
  constraint api_keys_program_id_fkey FOREIGN KEY (program_id) REFERENCES oauth_programs(id),
  constraint api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX api_keys_of_a_program ON public.api_keys USING btree (program_id) WHERE (program_id IS NOT NULL);
CREATE INDEX api_keys_of_maker ON public.api_keys USING btree (made_by, org_id) WHERE (made_by IS NOT NULL);
CREATE INDEX api_keys_of_org ON public.api_keys USING btree (org_id, created_at) WHERE (org_id IS NOT NULL);
CREATE INDEX api_keys_of_user ON public.api_keys USING btree (user_id, created_at);
alter table api_keys enable row level security;
alter table api_keys force row level security;
create policy keeper on api_keys
  for all to holdfast_owner
  using (true);
create policy own on api_keys
  for all to holdfast_app
  using (((user_id = current_account()) OR (org_id = ( SELECT current_org() AS current_org))));
grant delete, insert, select, update on api_keys to holdfast_app;

create table calendar_feeds (
  user_id uuid not null,
  token_hash bytea not null,
  created_at timestamp with time zone default now() not null,
  last_read_at timestamp with time zone,
  constraint calendar_feeds_pkey PRIMARY KEY (user_id),
  constraint calendar_feeds_token_hash_key UNIQUE (token_hash),
  constraint calendar_feeds_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
alter table calendar_feeds enable row level security;
alter table calendar_feeds force row level security;
create policy keeper on calendar_feeds
  for all to holdfast_owner
  using (true);
create policy own on calendar_feeds
  for all to holdfast_app
  using ((user_id = current_account()));
grant delete, insert, select, update on calendar_feeds to holdfast_app;

create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  created_at timestamp with time zone default now() not null,
  id uuid default gen_random_uuid() not null,
  constraint identities_pkey PRIMARY KEY (issuer, subject),
  constraint identities_issuer_check CHECK ((char_length(issuer) <= 500)),
  constraint identities_subject_check CHECK (((char_length(subject) >= 1) AND (char_length(subject) <= 500))),
  constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX identities_id ON public.identities USING btree (id);
CREATE INDEX identities_of_user ON public.identities USING btree (user_id);
alter table identities enable row level security;
alter table identities force row level security;
create policy keeper on identities
  for all to holdfast_owner
  using (true);
create policy own on identities
  for all to holdfast_app
  using ((user_id = current_account()));
grant delete, insert, select, update on identities to holdfast_app;

create table installation (
  is_one boolean default true not null,
  admin_claimed_at timestamp with time zone,
  constraint installation_pkey PRIMARY KEY (is_one),
  constraint installation_is_one_check CHECK (is_one)
);
alter table installation enable row level security;
alter table installation force row level security;
create policy keeper on installation
  for all to holdfast_owner
  using (true);

create table installation_invites (
  id uuid not null,
  code_hash bytea not null,
  note text default ''::text not null,
  max_uses integer not null,
  uses integer default 0 not null,
  made_by uuid,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint installation_invites_pkey PRIMARY KEY (id),
  constraint installation_invites_code_hash_key UNIQUE (code_hash),
  constraint installation_invites_check CHECK (((uses >= 0) AND (uses <= max_uses))),
  constraint installation_invites_code_hash_check CHECK ((octet_length(code_hash) = 32)),
  constraint installation_invites_max_uses_check CHECK (((max_uses >= 1) AND (max_uses <= 1000))),
  constraint installation_invites_note_check CHECK ((char_length(note) <= 100)),
  constraint installation_invites_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX installation_invites_by_maker ON public.installation_invites USING btree (made_by) WHERE (made_by IS NOT NULL);
alter table installation_invites enable row level security;
alter table installation_invites force row level security;
create policy keeper on installation_invites
  for all to holdfast_owner
  using (true);

create table key_events (
  id uuid not null,
  user_id uuid not null,
  key_id uuid not null,
  at timestamp with time zone default clock_timestamp() not null,
  what text not null,
  place text default ''::text not null,
  constraint key_events_pkey PRIMARY KEY (id),
  constraint key_events_place_check CHECK ((char_length(place) <= 60)),
  constraint key_events_what_check CHECK ((what = ANY (ARRAY['made'::text, 'changed'::text, 'rotated'::text, 'revoked'::text]))),
  constraint key_events_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id) ON DELETE CASCADE,
  constraint key_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX key_events_of_key ON public.key_events USING btree (key_id, at);
CREATE INDEX key_events_of_user ON public.key_events USING btree (user_id, at);
alter table key_events enable row level security;
alter table key_events force row level security;
create policy keeper on key_events
  for all to holdfast_owner
  using (true);
create policy own on key_events
  for all to holdfast_app
  using ((user_id = current_account()));
grant delete, insert, select, update on key_events to holdfast_app;

create table key_spend (
  key_id uuid not null,
  month date not null,
  cost_usd double precision not null,
  constraint key_spend_pkey PRIMARY KEY (key_id),
  constraint key_spend_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id) ON DELETE CASCADE
);
alter table key_spend enable row level security;
alter table key_spend force row level security;
create policy keeper on key_spend
  for all to holdfast_owner
  using (true);

create table key_usage (
  user_id uuid not null,
  key_id uuid not null,
  day date not null,
  route text not null,
  model text default ''::text not null,
  status smallint not null,
  requests bigint not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  cost_usd double precision not null,
  ms double precision not null,
  constraint key_usage_pkey PRIMARY KEY (user_id, key_id, day, route, model, status),
  constraint key_usage_model_check CHECK ((char_length(model) <= 300)),
  constraint key_usage_route_check CHECK ((char_length(route) <= 200)),
  constraint key_usage_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id) ON DELETE CASCADE,
  constraint key_usage_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX key_usage_by_day ON public.key_usage USING btree (day);
CREATE INDEX key_usage_of_key ON public.key_usage USING btree (key_id);
alter table key_usage enable row level security;
alter table key_usage force row level security;
create policy keeper on key_usage
  for all to holdfast_owner
  using (true);
create policy own on key_usage
  for all to holdfast_app
  using ((user_id = current_account()));
grant delete, insert, select, update on key_usage to holdfast_app;

create table key_windows (
  key_id uuid not null,
  minute_at timestamp with time zone not null,
  minute_used integer not null,
  day_at timestamp with time zone not null,
  day_used integer not null,
  constraint key_windows_pkey PRIMARY KEY (key_id),
  constraint key_windows_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id) ON DELETE CASCADE
);
alter table key_windows enable row level security;
alter table key_windows force row level security;
create policy keeper on key_windows
  for all to holdfast_owner
  using (true);

create table mcp_sessions (
  token_hash bytea not null,
  user_id uuid not null,
  key_id uuid,  -- none: of a token of a configured issuer
  last_used_at timestamp with time zone not null,
  constraint mcp_sessions_pkey PRIMARY KEY (token_hash),
  constraint mcp_sessions_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint mcp_sessions_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id) ON DELETE CASCADE,
  constraint mcp_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX mcp_sessions_by_key ON public.mcp_sessions USING btree (key_id) WHERE (key_id IS NOT NULL);
CREATE INDEX mcp_sessions_of_a_key ON public.mcp_sessions USING btree (user_id, key_id, last_used_at);
alter table mcp_sessions enable row level security;
alter table mcp_sessions force row level security;
create policy keeper on mcp_sessions
  for all to holdfast_owner
  using (true);
create policy own on mcp_sessions
  for all to holdfast_app
  using ((user_id = current_account()));
grant delete, insert, select, update on mcp_sessions to holdfast_app;

create table oidc_attempts (
  state_hash bytea not null,
  browser_hash bytea not null,
  provider text not null,
  nonce text not null,
  sealed_verifier text not null,
  return_to text not null,
  link_user_id uuid,
  expires_at timestamp with time zone not null,
  constraint oidc_attempts_pkey PRIMARY KEY (state_hash),
  constraint oidc_attempts_link_user_id_fkey FOREIGN KEY (link_user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX oidc_attempts_by_age ON public.oidc_attempts USING btree (expires_at);
CREATE INDEX oidc_attempts_of_user ON public.oidc_attempts USING btree (link_user_id) WHERE (link_user_id IS NOT NULL);
alter table oidc_attempts enable row level security;
alter table oidc_attempts force row level security;
create policy keeper on oidc_attempts
  for all to holdfast_owner
  using (true);

create table sign_ins (
  id uuid not null,
  token_hash bytea not null,
  user_id uuid not null,
  user_agent text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  last_seen_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  passkey_challenge bytea,
  constraint sign_ins_pkey PRIMARY KEY (id),
  constraint sign_ins_token_hash_key UNIQUE (token_hash),
  constraint sign_ins_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint sign_ins_user_agent_check CHECK ((char_length(user_agent) <= 200)),
  constraint sign_ins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sign_ins_by_age ON public.sign_ins USING btree (expires_at);
CREATE INDEX sign_ins_of_user ON public.sign_ins USING btree (user_id, last_seen_at DESC);
alter table sign_ins enable row level security;
alter table sign_ins force row level security;
create policy keeper on sign_ins
  for all to holdfast_owner
  using (true);
create policy own on sign_ins
  for all to holdfast_app
  using ((user_id = current_account()));
grant delete, insert, select, update on sign_ins to holdfast_app;

create table users (
  id uuid not null,
  email text,
  email_verified boolean default false not null,
  name text default ''::text not null,
  picture text,
  type text default 'regular'::text not null,
  password_hash text,
  is_admin boolean default false not null,
  suspended_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  plan text,
  limits jsonb default '{}'::jsonb not null,
  quota_zone text,
  quota_held_date date,
  quota_held_from timestamp with time zone,
  quota_held_until timestamp with time zone,
  has_second_factor boolean default false not null,
  email_waits boolean default false not null,
  is_memory_paused boolean default false not null,
  program_of uuid,
  program_name_hash bytea,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_check CHECK ((num_nulls(quota_held_date, quota_held_from, quota_held_until) = ANY (ARRAY[0, 3]))),
  constraint users_email_check CHECK (((char_length(email) >= 3) AND (char_length(email) <= 254))),
  constraint users_email_waits_check CHECK ((NOT (email_waits AND email_verified))),
  constraint users_limits_check CHECK ((jsonb_typeof(limits) = 'object'::text)),
  constraint users_name_check CHECK ((char_length(name) <= 200)),
  constraint users_of_a_program_sign_in_nowhere CHECK (((program_of IS NULL) OR ((email IS NULL) AND (password_hash IS NULL) AND (NOT is_admin)))),
  constraint users_picture_check CHECK ((char_length(picture) <= 2000)),
  constraint users_plan_check CHECK ((plan = ANY (ARRAY['free'::text, 'pro'::text, 'business'::text, 'unlimited'::text]))),
  constraint users_program_check CHECK ((((program_of IS NULL) = (program_name_hash IS NULL)) AND COALESCE((octet_length(program_name_hash) = 32), true))),
  constraint users_quota_zone_check CHECK ((char_length(quota_zone) <= 64)),
  constraint users_program_of_fkey FOREIGN KEY (program_of) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX users_by_email_prefix ON public.users USING btree (lower(email) text_pattern_ops);
CREATE INDEX users_by_name_prefix ON public.users USING btree (lower(name) text_pattern_ops);
CREATE UNIQUE INDEX users_email ON public.users USING btree (lower(email));
CREATE UNIQUE INDEX users_of_program ON public.users USING btree (program_of, program_name_hash) WHERE (program_of IS NOT NULL);
alter table users enable row level security;
alter table users force row level security;
create policy keeper on users
  for all to holdfast_owner
  using (true);
create policy own on users
  for all to holdfast_app
  using ((id = current_account()));
CREATE TRIGGER users_end_second_steps AFTER UPDATE OF password_hash, suspended_at ON public.users FOR EACH ROW WHEN (((old.password_hash IS DISTINCT FROM new.password_hash) OR (new.suspended_at IS NOT NULL))) EXECUTE FUNCTION end_second_steps();
CREATE TRIGGER users_entitled AFTER UPDATE OF plan, limits, quota_zone, quota_held_date, quota_held_until ON public.users FOR EACH ROW WHEN ((((((old.plan IS DISTINCT FROM new.plan) OR (old.limits IS DISTINCT FROM new.limits)) OR (old.quota_zone IS DISTINCT FROM new.quota_zone)) OR (old.quota_held_date IS DISTINCT FROM new.quota_held_date)) OR (old.quota_held_until IS DISTINCT FROM new.quota_held_until))) EXECUTE FUNCTION tell_about_user();
CREATE TRIGGER users_entitled_by_factor AFTER UPDATE OF has_second_factor ON public.users FOR EACH ROW WHEN ((old.has_second_factor <> new.has_second_factor)) EXECUTE FUNCTION tell_about_user();
CREATE TRIGGER users_keep_for_undo BEFORE INSERT OR UPDATE OF email ON public.users FOR EACH ROW EXECUTE FUNCTION keep_for_undo();
CREATE TRIGGER users_noted AFTER UPDATE OF suspended_at, is_admin, plan, limits ON public.users FOR EACH ROW EXECUTE FUNCTION note_user_change();
CREATE TRIGGER users_resting AFTER DELETE OR UPDATE OF suspended_at ON public.users FOR EACH ROW EXECUTE FUNCTION note_resting();
grant select, update (name, picture, password_hash, quota_zone, quota_held_date, quota_held_from, quota_held_until, is_memory_paused) on users to holdfast_app;

CREATE OR REPLACE FUNCTION public.begin_email_change(of_hash bytea, of_email text, seconds integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform from users u where u.id = current_account() for no key update;
  delete from one_time_links l where l.user_id = current_account() and l.purpose = 'change';
  perform add_one_time_link(of_hash, 'change', of_email, seconds);
end $function$;
revoke execute on function begin_email_change(bytea,text,integer) from public;
grant execute on function begin_email_change(bytea,text,integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.begin_oidc_attempt(of_state bytea, of_browser bytea, of_provider text, of_nonce text, of_verifier text, of_return_to text, of_link_user uuid, of_seconds integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  delete from oidc_attempts where state_hash in (
    select a.state_hash from oidc_attempts a where a.expires_at < now() for update skip locked);
  insert into oidc_attempts
  values (of_state, of_browser, of_provider, of_nonce, of_verifier, of_return_to, of_link_user,
          now() + make_interval(secs => of_seconds));
$function$;
revoke execute on function begin_oidc_attempt(bytea,bytea,text,text,text,text,uuid,integer) from public;
grant execute on function begin_oidc_attempt(bytea,bytea,text,text,text,text,uuid,integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.change_user_plan(target uuid, new_plan text, new_limits jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform require_admin_or_nobody();
  update users u set plan = new_plan, limits = new_limits where u.id = target;
  return found;
end $function$;
revoke execute on function change_user_plan(uuid,text,jsonb) from public;
grant execute on function change_user_plan(uuid,text,jsonb) to holdfast_app;

CREATE OR REPLACE FUNCTION public.delete_own_account()
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  leaving uuid := current_account();
  theirs uuid;
begin
  perform from installation for update;
  if exists (select from users where id = leaving and is_admin)
     and exists (select from users where id <> leaving and program_of is null)
     and not exists (select from users where id <> leaving and is_admin and suspended_at is null) then
    return 'last_admin';
  end if;
  select org_id into theirs from org_members where user_id = leaving;
  perform from orgs where id = theirs for update;
  -- From here nobody joins in this name; whoever did while we waited is asked about where they are now.
  perform from users where id = leaving for update;
  if theirs is distinct from (select org_id from org_members where user_id = leaving) then
    raise exception 'the organization changed meanwhile' using errcode = 'serialization_failure';
  end if;
  if theirs is not null then
    if not exists (select from org_members where org_id = theirs and user_id <> leaving) then
      delete from orgs where id = theirs;
    elsif exists (select from org_members where org_id = theirs and user_id = leaving and role = 'owner')
          and not exists (select from org_members where org_id = theirs and user_id <> leaving and role = 'owner') then
      return 'sole_owner';
    else
      insert into org_events (org_id, what, detail) values (theirs, 'member.left', '{"accountDeleted": true}');
    end if;
  end if;
  delete from users where id = leaving;
  if not found then
    return 'unknown';
  end if;
  return 'deleted';
end $function$;
revoke execute on function delete_own_account() from public;
grant execute on function delete_own_account() to holdfast_app;

CREATE OR REPLACE FUNCTION public.drop_expired_sign_ins(at_most integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  delete from second_steps where token_hash in (
    select s.token_hash from second_steps s where s.expires_at < now() for update skip locked);
  with gone as (
    delete from sign_ins where id in (
      select s.id from sign_ins s where s.expires_at < now() limit at_most for update skip locked)
    returning 1)
  select count(*)::integer from gone
$function$;
revoke execute on function drop_expired_sign_ins(integer) from public;
grant execute on function drop_expired_sign_ins(integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.drop_old_key_usage()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  delete from key_usage where day < current_date - 400
$function$;
revoke execute on function drop_old_key_usage() from public;
grant execute on function drop_old_key_usage() to holdfast_app;

CREATE OR REPLACE FUNCTION public.end_keys_of(whose uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  update api_keys set revoked_at = now() where id in (
    select k.id from api_keys k where (k.user_id = whose or k.made_by = whose) and k.revoked_at is null
     order by k.id for no key update);
  delete from oauth_codes where user_id = whose;
  delete from calendar_feeds where user_id = whose
$function$;
revoke execute on function end_keys_of(uuid) from public;

CREATE OR REPLACE FUNCTION public.end_oauth_key(of_key uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  update api_keys set revoked_at = now() where id = of_key and program_id is not null and revoked_at is null
$function$;
revoke execute on function end_oauth_key(uuid) from public;

CREATE OR REPLACE FUNCTION public.end_second_steps()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  delete from second_steps where user_id = new.id;
  return null;
end $function$;
revoke execute on function end_second_steps() from public;

CREATE OR REPLACE FUNCTION public.find_account_for_login(of_email text)
 RETURNS TABLE(user_id uuid, password_hash text, is_suspended boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select u.id, u.password_hash, u.suspended_at is not null from users u where lower(u.email) = lower(of_email)
$function$;
revoke execute on function find_account_for_login(text) from public;
grant execute on function find_account_for_login(text) to holdfast_app;

CREATE OR REPLACE FUNCTION public.find_api_key(hash bytea)
 RETURNS TABLE(key_id uuid, user_id uuid, email text, name text, scopes text[], is_due boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select k.id, u.id, u.email, u.name, k.scopes, coalesce(k.last_used_at < now() - interval '1 minute', true)
    from api_keys k join users u on u.id = k.user_id
   where k.key_hash = hash and k.revoked_at is null and coalesce(k.expires_at > now(), true)
     and u.suspended_at is null
$function$;
revoke execute on function find_api_key(bytea) from public;
grant execute on function find_api_key(bytea) to holdfast_app;

CREATE OR REPLACE FUNCTION public.find_identity(of_issuer text, of_subject text)
 RETURNS TABLE(user_id uuid, email text, name text, is_admin boolean, is_suspended boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select u.id, u.email, u.name, u.is_admin, u.suspended_at is not null
    from identities i join users u on u.id = i.user_id
   where i.issuer = of_issuer and i.subject = of_subject
$function$;
revoke execute on function find_identity(text,text) from public;
grant execute on function find_identity(text,text) to holdfast_app;

CREATE OR REPLACE FUNCTION public.find_key(hash bytea)
 RETURNS TABLE(key_id uuid, user_id uuid, email text, name text, scopes text[], is_due boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select k.id, u.id, u.email, u.name, k.scopes, coalesce(k.last_used_at < now() - interval '1 minute', true)
    from api_keys k join users u on u.id = coalesce(k.user_id, k.made_by)
   where k.key_hash = hash and k.revoked_at is null and coalesce(k.expires_at > now(), true)
     and u.suspended_at is null and (k.org_id is null or not is_kept_out(k.made_by))
$function$;
revoke execute on function find_key(bytea) from public;
grant execute on function find_key(bytea) to holdfast_app;

CREATE OR REPLACE FUNCTION public.find_sign_in(hash bytea)
 RETURNS TABLE(sign_in_id uuid, user_id uuid, email text, name text, is_admin boolean, is_due boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select s.id, u.id, u.email, u.name, u.is_admin, s.last_seen_at < now() - interval '5 minutes'
    from sign_ins s join users u on u.id = s.user_id
   where s.token_hash = hash and s.expires_at > now() and u.suspended_at is null
$function$;
revoke execute on function find_sign_in(bytea) from public;
grant execute on function find_sign_in(bytea) to holdfast_app;

CREATE OR REPLACE FUNCTION public.finish_email_change(of_hash bytea, undo_hash bytea, undo_seconds integer)
 RETURNS TABLE(outcome text, old_email text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  before users;
  wanted text;
begin
  perform from installation for update;
  select * into before from users u where u.id = current_account() for no key update;
  select c.email into wanted from find_email_change() c where c.token_hash = of_hash;
  if wanted is null then
    return query select 'dead', null;
    return;
  end if;
  begin
    update users u set email = wanted, email_verified = true, email_waits = false where u.id = before.id;
  exception when unique_violation then
    return query select 'taken', null;
    return;
  end;
  delete from one_time_links l
   where l.user_id = before.id and (l.purpose <> 'undo' or lower(l.email) in (lower(wanted), lower(before.email)));
  -- An address that nobody has shown to be theirs is no owner's to take back, and is not written to.
  if before.email is null or before.email_waits then
    return query select 'changed', null;
    return;
  end if;
  insert into one_time_links (token_hash, purpose, user_id, email, expires_at)
  values (undo_hash, 'undo', before.id, before.email, clock_timestamp() + make_interval(secs => undo_seconds));
  return query select 'changed', before.email;
end $function$;
revoke execute on function finish_email_change(bytea,bytea,integer) from public;
grant execute on function finish_email_change(bytea,bytea,integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.has_accounts()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select admin_claimed_at is not null from installation
$function$;
revoke execute on function has_accounts() from public;
grant execute on function has_accounts() to holdfast_app;

CREATE OR REPLACE FUNCTION public.is_house_admin()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
      select exists (select from users where id = current_account() and is_admin and suspended_at is null)
    $function$;
revoke execute on function is_house_admin() from public;
grant execute on function is_house_admin() to holdfast_app;

CREATE OR REPLACE FUNCTION public.keep_for_undo()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (select from one_time_links l
              where l.purpose = 'undo' and lower(l.email) = lower(new.email) and l.user_id <> new.id
                and l.expires_at > clock_timestamp()) then
    raise exception 'this address may still be taken back'
      using errcode = 'unique_violation', constraint = 'users_email';
  end if;
  return new;
end $function$;
revoke execute on function keep_for_undo() from public;

CREATE OR REPLACE FUNCTION public.list_accounts(after_id uuid, at_most integer)
 RETURNS TABLE(id uuid, email text, name text, is_admin boolean, suspended_at timestamp with time zone, created_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform require_admin();
  return query
    select u.id, u.email, u.name, u.is_admin, u.suspended_at, u.created_at from users u
     where u.program_of is null and (after_id is null or u.id > after_id) order by u.id limit at_most;
end $function$;
revoke execute on function list_accounts(uuid,integer) from public;
grant execute on function list_accounts(uuid,integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.list_installation_invites()
 RETURNS TABLE(id uuid, note text, max_uses integer, uses integer, made_by uuid, made_by_name text, created_at timestamp with time zone, expires_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform require_admin();
  return query
    select i.id, i.note, i.max_uses, i.uses, i.made_by, u.name, i.created_at, i.expires_at
      from installation_invites i left join users u on u.id = i.made_by
     where i.revoked_at is null and i.expires_at > now() and i.uses < i.max_uses
     order by i.created_at desc, i.id;
end $function$;
revoke execute on function list_installation_invites() from public;
grant execute on function list_installation_invites() to holdfast_app;

CREATE OR REPLACE FUNCTION public.list_org_keys()
 RETURNS TABLE(id uuid, name text, prefix text, scopes text[], created_at timestamp with time zone, last_used_at timestamp with time zone, expires_at timestamp with time zone, made_by uuid, made_by_name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select k.id, k.name, k.prefix, k.scopes, k.created_at, k.last_used_at, k.expires_at, u.id, u.name
    from api_keys k join users u on u.id = k.made_by
   where k.org_id = current_org() and k.revoked_at is null order by k.created_at desc, k.id desc
$function$;
revoke execute on function list_org_keys() from public;
grant execute on function list_org_keys() to holdfast_app;

CREATE OR REPLACE FUNCTION public.make_installation_invite(new_id uuid, new_hash bytea, new_note text, new_uses integer, days integer, at_most integer)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare until timestamptz := now() + make_interval(days => days);
begin
  perform from installation for update;
  perform require_admin();
  if (select count(*) from installation_invites i
       where i.revoked_at is null and i.expires_at > now() and i.uses < i.max_uses) >= at_most then
    return null;
  end if;
  insert into installation_invites (id, code_hash, note, max_uses, made_by, expires_at)
  values (new_id, new_hash, new_note, new_uses, current_account(), until);
  perform note_admin_event('invite.made', null, null, jsonb_build_object('uses', new_uses));
  return until;
end $function$;
revoke execute on function make_installation_invite(uuid,bytea,text,integer,integer,integer) from public;
grant execute on function make_installation_invite(uuid,bytea,text,integer,integer,integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.note_email_verified(whose uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  update users u set email_verified = true, email_waits = false where u.id = whose;
  delete from one_time_links l where l.user_id = whose and l.purpose = 'verify';
$function$;
revoke execute on function note_email_verified(uuid) from public;

CREATE OR REPLACE FUNCTION public.note_key_cost(of_key uuid, cost double precision)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  insert into key_spend as s
  select k.id, date_trunc('month', now() at time zone 'utc')::date, cost
    from api_keys k join users u on u.id = current_account()
   where k.id = of_key and coalesce(k.user_id, k.made_by) in (u.id, u.program_of) and cost > 0
  on conflict (key_id) do update set
    cost_usd = case when s.month >= excluded.month then s.cost_usd + excluded.cost_usd else excluded.cost_usd end,
    month = greatest(s.month, excluded.month)
$function$;
revoke execute on function note_key_cost(uuid,double precision) from public;
grant execute on function note_key_cost(uuid,double precision) to holdfast_app;

CREATE OR REPLACE FUNCTION public.note_resting()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  whose constant jsonb := jsonb_build_object('tenant_id', 'default', 'user_id', old.id);
begin
  if tg_op = 'UPDATE' and new.suspended_at is not null then
    insert into jobs.resting (owner) values (whose) on conflict do nothing;
  else
    delete from jobs.resting where owner = whose;
  end if;
  return null;
end $function$;
revoke execute on function note_resting() from public;

CREATE OR REPLACE FUNCTION public.note_user_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if (old.suspended_at is null) <> (new.suspended_at is null) then
    perform note_admin_event(case when new.suspended_at is null then 'user.unsuspended' else 'user.suspended' end,
                             new.id, null, '{}');
  end if;
  if old.is_admin <> new.is_admin then
    perform note_admin_event(case when new.is_admin then 'admin.appointed' else 'admin.dismissed' end,
                             new.id, null, '{}');
  end if;
  if old.plan is distinct from new.plan then
    perform note_admin_event('user.plan_changed', new.id, null, jsonb_build_object('from', old.plan, 'to', new.plan));
  end if;
  if old.limits <> new.limits then
    perform note_admin_event('user.limits_changed', new.id, null,
                             jsonb_build_object('from', old.limits, 'to', new.limits));
  end if;
  return null;
end $function$;
revoke execute on function note_user_change() from public;

CREATE OR REPLACE FUNCTION public.open_account(new_id uuid, new_email text, new_email_verified boolean, new_email_waits boolean, new_name text, new_picture text, new_password_hash text, new_issuer text, new_subject text, new_plan text, rule text, may_be_first boolean, of_code bytea, inviters text[], appointers text[])
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare is_first boolean;
begin
  select admin_claimed_at is null into is_first from installation for update;
  if is_first and not may_be_first then
    return 'setup_code';
  elsif not is_first and rule = 'invite' and not spend_invite(of_code, inviters, appointers) then
    return 'invite';
  elsif not is_first and rule not in ('open', 'invite') then
    return 'closed';
  end if;
  insert into users (id, email, email_verified, email_waits, name, picture, password_hash, is_admin, plan)
  values (new_id, new_email, new_email_verified, new_email_waits and not new_email_verified, new_name, new_picture,
          new_password_hash, is_first, case when not is_first then new_plan end);
  if new_issuer is not null then
    insert into identities (issuer, subject, user_id) values (new_issuer, new_subject, new_id);
  end if;
  if is_first then
    update installation set admin_claimed_at = now();
  end if;
  return case when is_first then 'first' else 'made' end;
end $function$;
revoke execute on function open_account(uuid,text,boolean,boolean,text,text,text,text,text,text,text,boolean,bytea,text[],text[]) from public;
grant execute on function open_account(uuid,text,boolean,boolean,text,text,text,text,text,text,text,boolean,bytea,text[],text[]) to holdfast_app;

CREATE OR REPLACE FUNCTION public.open_account(new_id uuid, new_email text, new_email_verified boolean, new_name text, new_picture text, new_password_hash text, new_issuer text, new_subject text, new_plan text, rule text, may_be_first boolean, of_code bytea, inviters text[], appointers text[])
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare is_first boolean;
begin
  select admin_claimed_at is null into is_first from installation for update;
  if is_first and not may_be_first then
    return 'setup_code';
  elsif not is_first and rule = 'invite' and not spend_invite(of_code, inviters, appointers) then
    return 'invite';
  elsif not is_first and rule not in ('open', 'invite') then
    return 'closed';
  end if;
  insert into users (id, email, email_verified, name, picture, password_hash, is_admin, plan)
  values (new_id, new_email, new_email_verified, new_name, new_picture, new_password_hash, is_first,
          case when not is_first then new_plan end);
  if new_issuer is not null then
    insert into identities (issuer, subject, user_id) values (new_issuer, new_subject, new_id);
  end if;
  if is_first then
    update installation set admin_claimed_at = now();
  end if;
  return case when is_first then 'first' else 'made' end;
end $function$;
revoke execute on function open_account(uuid,text,boolean,text,text,text,text,text,text,text,boolean,bytea,text[],text[]) from public;
grant execute on function open_account(uuid,text,boolean,text,text,text,text,text,text,text,boolean,bytea,text[],text[]) to holdfast_app;

CREATE OR REPLACE FUNCTION public.open_key(hash bytea)
 RETURNS TABLE(key_id uuid, user_id uuid, email text, name text, scopes text[], is_due boolean, models text[], networks text[], is_counted boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select k.id, u.id, u.email, u.name, k.scopes, coalesce(k.last_used_at < now() - interval '1 minute', true),
         k.models, k.networks, num_nonnulls(k.minute_limit, k.day_limit, k.spend_limit_usd) > 0
    from api_keys k join users u on u.id = coalesce(k.user_id, k.made_by)
   where (k.key_hash = hash or (k.previous_hash = hash and k.previous_until > now()))
     and k.revoked_at is null and coalesce(k.expires_at > now(), true)
     and u.suspended_at is null and (k.org_id is null or not is_kept_out(k.made_by))
$function$;
revoke execute on function open_key(bytea) from public;
grant execute on function open_key(bytea) to holdfast_app;

CREATE OR REPLACE FUNCTION public.people_of_program()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select u.id from users u where u.program_of = current_account() order by u.id
$function$;
revoke execute on function people_of_program() from public;
grant execute on function people_of_program() to holdfast_app;

CREATE OR REPLACE FUNCTION public.person_of_program(new_id uuid, name_hash bytea, at_most integer)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  found_id uuid;
begin
  select u.id into found_id from users u where u.program_of = current_account() and u.program_name_hash = name_hash;
  if found_id is not null then
    return found_id;
  end if;
  perform from users u where u.id = current_account() and u.program_of is null for no key update;
  if not found or (select count(*) from users u where u.program_of = current_account()) >= at_most then
    return null;
  end if;
  insert into users (id, type, program_of, program_name_hash)
  values (new_id, 'program', current_account(), name_hash)
  on conflict (program_of, program_name_hash) where program_of is not null do nothing;
  select u.id into found_id from users u where u.program_of = current_account() and u.program_name_hash = name_hash;
  return found_id;
end $function$;
revoke execute on function person_of_program(uuid,bytea,integer) from public;
grant execute on function person_of_program(uuid,bytea,integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.put_reset_link(of_hash bytea, target uuid, seconds integer)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare present users;
begin
  select * into present from users u where u.id = target and u.suspended_at is null for no key update;
  if present.id is null then
    return 'unknown';
  elsif present.email is null then
    return 'no_address';
  end if;
  delete from one_time_links l where l.user_id = target and l.purpose = 'reset' and l.email is null;
  insert into one_time_links (token_hash, purpose, user_id, password_mark, expires_at)
  values (of_hash, 'reset', target, password_mark(present.password_hash),
          clock_timestamp() + make_interval(secs => seconds));
  perform note_admin_event('user.reset_link_made', target, null, '{}');
  return 'made';
end $function$;
revoke execute on function put_reset_link(bytea,uuid,integer) from public;

CREATE OR REPLACE FUNCTION public.read_calendar_feed(hash bytea)
 RETURNS uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
      update calendar_feeds f set last_read_at = now()
        from users u where u.id = f.user_id and u.suspended_at is null and f.token_hash = hash
      returning f.user_id
    $function$;
revoke execute on function read_calendar_feed(bytea) from public;
grant execute on function read_calendar_feed(bytea) to holdfast_app;

CREATE OR REPLACE FUNCTION public.register_account(new_id uuid, new_email text, new_email_verified boolean, new_name text, new_picture text, new_password_hash text, new_issuer text, new_subject text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare is_first boolean;
begin
  select admin_claimed_at is null into is_first from installation for update;
  insert into users (id, email, email_verified, name, picture, password_hash, is_admin)
  values (new_id, new_email, new_email_verified, new_name, new_picture, new_password_hash, is_first);
  if new_issuer is not null then
    insert into identities (issuer, subject, user_id) values (new_issuer, new_subject, new_id);
  end if;
  if is_first then
    update installation set admin_claimed_at = now();
  end if;
  return is_first;
end $function$;
revoke execute on function register_account(uuid,text,boolean,text,text,text,text,text) from public;
grant execute on function register_account(uuid,text,boolean,text,text,text,text,text) to holdfast_app;

CREATE OR REPLACE FUNCTION public.remove_second_factor(target uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare had boolean;
begin
  perform from installation for update;
  perform require_admin();
  if target = current_account() then
    return 'oneself';
  end if;
  select has_second_factor into had from users where id = target for no key update;
  if had is null then
    return 'unknown';
  elsif not had then
    return 'none';
  end if;
  delete from totp_secrets where user_id = target;
  delete from passkeys where user_id = target;
  perform note_admin_event('user.second_factor_removed', target, null, '{}');
  return 'done';
end $function$;
revoke execute on function remove_second_factor(uuid) from public;
grant execute on function remove_second_factor(uuid) to holdfast_app;

CREATE OR REPLACE FUNCTION public.require_admin()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from users where id = current_account() and is_admin and suspended_at is null) then
    raise exception 'only an admin may do this' using errcode = 'insufficient_privilege';
  end if;
end $function$;
revoke execute on function require_admin() from public;

CREATE OR REPLACE FUNCTION public.resting_org_keys()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
          select k.id from api_keys k
           where k.org_id = usable_org() and k.revoked_at is null and is_kept_out(k.made_by)
        $function$;
revoke execute on function resting_org_keys() from public;
grant execute on function resting_org_keys() to holdfast_app;

CREATE OR REPLACE FUNCTION public.revoke_installation_invite(of_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform require_admin();
  update installation_invites i set revoked_at = now()
   where i.id = of_id and i.revoked_at is null and i.expires_at > now();
  if found then
    perform note_admin_event('invite.revoked', null, null, '{}');
  end if;
  return found;
end $function$;
revoke execute on function revoke_installation_invite(uuid) from public;
grant execute on function revoke_installation_invite(uuid) to holdfast_app;

CREATE OR REPLACE FUNCTION public.set_admin(target uuid, shall_be boolean)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform from installation for update;
  perform require_admin();
  if target = current_account() then
    return 'oneself';
  end if;
  update users set is_admin = shall_be where id = target;
  return case when found then 'done' else 'unknown' end;
end $function$;
revoke execute on function set_admin(uuid,boolean) from public;
grant execute on function set_admin(uuid,boolean) to holdfast_app;

CREATE OR REPLACE FUNCTION public.set_suspended(target uuid, shall_be boolean)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform from installation for update;
  perform require_admin();
  if target = current_account() then
    return 'oneself';
  end if;
  update users set suspended_at = case when shall_be then coalesce(suspended_at, now()) end where id = target;
  if not found then
    return 'unknown';
  end if;
  if shall_be then
    -- Lifting a suspension must not bring back browsers that were open before it.
    delete from sign_ins where user_id = target;
    perform end_keys_of(target);
  end if;
  return 'done';
end $function$;
revoke execute on function set_suspended(uuid,boolean) from public;
grant execute on function set_suspended(uuid,boolean) to holdfast_app;

CREATE OR REPLACE FUNCTION public.some_house_admin()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
      select u.id from users u where u.is_admin and u.suspended_at is null order by u.id limit 1
    $function$;
revoke execute on function some_house_admin() from public;
grant execute on function some_house_admin() to holdfast_app;

CREATE OR REPLACE FUNCTION public.spend_invite(of_code bytea, inviters text[], appointers text[])
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  update installation_invites i set uses = i.uses + 1
   where i.code_hash = of_code and i.revoked_at is null and i.expires_at > clock_timestamp() and i.uses < i.max_uses
     and (i.made_by is null
          or exists (select from users u where u.id = i.made_by and u.is_admin and u.suspended_at is null));
  if found then
    return true;
  end if;
  update org_invites o set registered = o.registered + 1
   where o.id in (select i.id from usable_invite(of_code, inviters, appointers) i) and o.registered < o.max_uses;
  return found;
end $function$;
revoke execute on function spend_invite(bytea,text[],text[]) from public;

CREATE OR REPLACE FUNCTION public.spent_by_key(of_key uuid)
 RETURNS TABLE(spend_limit_usd double precision, spent_usd double precision, month_seconds integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select k.spend_limit_usd, coalesce(s.cost_usd, 0),
         ceil(extract(epoch from (m.first + interval '1 month') at time zone 'utc' - now()))::integer
    from api_keys k
   cross join (select date_trunc('month', now() at time zone 'utc') as first) m
    left join key_spend s on s.key_id = k.id and s.month = m.first::date
   where k.id = of_key and (coalesce(k.user_id, k.made_by) = current_account() or k.org_id = current_org())
$function$;
revoke execute on function spent_by_key(uuid) from public;
grant execute on function spent_by_key(uuid) to holdfast_app;

CREATE OR REPLACE FUNCTION public.take_key_request(of_key uuid)
 RETURNS TABLE(is_taken boolean, minute_limit integer, minute_used integer, day_limit integer, day_used integer, minute_seconds integer, day_seconds integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  at timestamptz := clock_timestamp();
  minute timestamptz := date_trunc('minute', at);
  today timestamptz := date_trunc('day', at at time zone 'utc') at time zone 'utc';
  most record;
  used record;
begin
  select k.minute_limit, k.day_limit into most from api_keys k
   where k.id = of_key and coalesce(k.user_id, k.made_by) = current_account();
  -- Whoever waited for the row may come with an earlier minute than it holds: no window is ever begun a second time.
  insert into key_windows as w values (of_key, minute, 1, today, 1)
  on conflict (key_id) do update set
    minute_used = case when w.minute_at >= minute then w.minute_used + 1 else 1 end,
    minute_at = greatest(w.minute_at, minute),
    day_used = case when w.day_at >= today then w.day_used + 1 else 1 end,
    day_at = greatest(w.day_at, today)
  where (most.minute_limit is null or w.minute_at < minute or w.minute_used < most.minute_limit)
    and (most.day_limit is null or w.day_at < today or w.day_used < most.day_limit);
  is_taken := found;
  select * into used from key_windows w where w.key_id = of_key;
  return query select
    is_taken, most.minute_limit, case when used.minute_at >= minute then used.minute_used else 0 end,
    most.day_limit, case when used.day_at >= today then used.day_used else 0 end,
    greatest(1, ceil(extract(epoch from greatest(minute, used.minute_at) + interval '1 minute' - at)))::integer,
    greatest(1, ceil(extract(epoch from greatest(today, used.day_at) + interval '1 day' - at)))::integer;
end $function$;
revoke execute on function take_key_request(uuid) from public;
grant execute on function take_key_request(uuid) to holdfast_app;

CREATE OR REPLACE FUNCTION public.take_oidc_attempt(of_state bytea, of_browser bytea, of_provider text)
 RETURNS TABLE(nonce text, sealed_verifier text, return_to text, link_user_id uuid)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with taken as (delete from oidc_attempts a where a.state_hash = of_state returning a.*)
  select t.nonce, t.sealed_verifier, t.return_to, t.link_user_id from taken t
   where t.browser_hash = of_browser and t.provider = of_provider and t.expires_at > now()
$function$;
revoke execute on function take_oidc_attempt(bytea,bytea,text) from public;
grant execute on function take_oidc_attempt(bytea,bytea,text) to holdfast_app;

CREATE OR REPLACE FUNCTION public.tell_about_user()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform tell_entitlements(array[new.id]);
  return null;
end $function$;
revoke execute on function tell_about_user() from public;

CREATE OR REPLACE FUNCTION public.undo_email_change(of_hash bytea, new_password_hash text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare link one_time_links;
begin
  perform from installation for update;
  select * into link from one_time_links l where l.token_hash = of_hash;
  perform from users u where u.id = link.user_id for no key update;
  if not exists (select from find_undo_link(of_hash) f where f.has_password = (new_password_hash is not null)) then
    return false;
  end if;
  update users u set email = link.email, email_verified = true, email_waits = false,
                     password_hash = coalesce(new_password_hash, u.password_hash)
   where u.id = link.user_id;
  delete from one_time_links l where l.user_id = link.user_id;
  delete from sign_ins s where s.user_id = link.user_id;
  perform end_keys_of(link.user_id);
  if new_password_hash is not null then
    delete from identities i where i.user_id = link.user_id and i.created_at > link.created_at - interval '1 day';
  end if;
  return true;
end $function$;
revoke execute on function undo_email_change(bytea,text) from public;
grant execute on function undo_email_change(bytea,text) to holdfast_app;

CREATE OR REPLACE FUNCTION public.verify_own_email(of_hash bytea)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform from users u where u.id = current_account() for no key update;
  if find_verify_link(of_hash) is null then
    return false;
  end if;
  perform note_email_verified(current_account());
  return true;
end $function$;
revoke execute on function verify_own_email(bytea) from public;
grant execute on function verify_own_email(bytea) to holdfast_app;

CREATE OR REPLACE FUNCTION public.vouch_for_own_email(of_email text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform from users u where u.id = current_account() and lower(u.email) = lower(of_email) and not u.email_verified
     for no key update;
  if found then
    perform note_email_verified(current_account());
  end if;
end $function$;
revoke execute on function vouch_for_own_email(text) from public;
grant execute on function vouch_for_own_email(text) to holdfast_app;
