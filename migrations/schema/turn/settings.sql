-- As the migrations have made it; written by `make schema`, compared by a test, and never run.

create table prompt_settings (
  version bigint not null,
  settings jsonb not null,
  changed_by uuid,
  changed_at timestamp with time zone default now() not null,
  constraint prompt_settings_pkey PRIMARY KEY (version),
  constraint prompt_settings_settings_check CHECK ((octet_length((settings)::text) <= 500000)),
  constraint prompt_settings_version_check CHECK ((version > 0)),
  constraint prompt_settings_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX prompt_settings_by_user ON public.prompt_settings USING btree (changed_by) WHERE (changed_by IS NOT NULL);
alter table prompt_settings enable row level security;
alter table prompt_settings force row level security;
create policy keeper on prompt_settings
  for all to holdfast_owner
  using (true);
CREATE TRIGGER prompt_settings_noted AFTER INSERT ON public.prompt_settings FOR EACH ROW EXECUTE FUNCTION note_prompt_settings();

CREATE OR REPLACE FUNCTION public.change_prompt_settings(based_on bigint, new_settings jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    begin
      perform from installation for update;
      perform require_admin();
      if based_on <> coalesce((select max(s.version) from prompt_settings s), 0) then
        return null;
      end if;
      insert into prompt_settings (version, settings, changed_by)
      values (based_on + 1, new_settings, current_account());
      return based_on + 1;
    end $function$;
revoke execute on function change_prompt_settings(bigint,jsonb) from public;
grant execute on function change_prompt_settings(bigint,jsonb) to holdfast_app;

CREATE OR REPLACE FUNCTION public.list_prompt_settings(before_version bigint, at_most integer)
 RETURNS TABLE(version bigint, settings jsonb, changed_by uuid, changed_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    begin
      perform require_admin();
      return query
        select s.version, s.settings, s.changed_by, s.changed_at from prompt_settings s
         where before_version is null or s.version < before_version order by s.version desc limit at_most;
    end $function$;
revoke execute on function list_prompt_settings(bigint,integer) from public;
grant execute on function list_prompt_settings(bigint,integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.note_prompt_settings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform note_admin_event('prompt_settings.changed', null, null, jsonb_build_object('version', new.version));
  return null;
end $function$;
revoke execute on function note_prompt_settings() from public;

CREATE OR REPLACE FUNCTION public.prompt_settings_now()
 RETURNS TABLE(version bigint, settings jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT s.version,
     s.settings
    FROM prompt_settings s
   ORDER BY s.version DESC
  LIMIT 1;
END;
revoke execute on function prompt_settings_now() from public;
grant execute on function prompt_settings_now() to holdfast_app;
