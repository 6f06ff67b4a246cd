-- As the migrations have made it; written by `make schema`, compared by a test, and never run.

create table persona_overlays (
  user_id uuid not null,
  persona_id text not null,
  instructions text not null,
  updated_at timestamp with time zone default now() not null,
  constraint persona_overlays_pkey PRIMARY KEY (user_id, persona_id),
  constraint persona_overlays_instructions_check CHECK (((char_length(instructions) >= 1) AND (char_length(instructions) <= 4000))),
  constraint persona_overlays_persona_id_check CHECK (((char_length(persona_id) >= 1) AND (char_length(persona_id) <= 100))),
  constraint persona_overlays_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
alter table persona_overlays enable row level security;
alter table persona_overlays force row level security;
create policy keeper on persona_overlays
  for all to holdfast_owner
  using (true);
create policy own on persona_overlays
  for all to holdfast_app
  using ((user_id = current_account()));
grant delete, insert, select, update on persona_overlays to holdfast_app;

create table persona_versions (
  persona_id uuid not null,
  number integer not null,
  settings jsonb not null,
  kernel text not null,
  made_by uuid,
  made_at timestamp with time zone default now() not null,
  constraint persona_versions_pkey PRIMARY KEY (persona_id, number),
  constraint persona_versions_kernel_check CHECK (((char_length(kernel) >= 1) AND (char_length(kernel) <= 100000))),
  constraint persona_versions_number_check CHECK ((number > 0)),
  constraint persona_versions_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint persona_versions_persona_id_fkey FOREIGN KEY (persona_id) REFERENCES personas(id) ON DELETE CASCADE
);
CREATE INDEX persona_versions_by_maker ON public.persona_versions USING btree (made_by) WHERE (made_by IS NOT NULL);
alter table persona_versions enable row level security;
alter table persona_versions force row level security;
create policy keeper on persona_versions
  for all to holdfast_owner
  using (true);
create policy own on persona_versions
  for all to holdfast_app
  using ((persona_id = ANY (ARRAY( SELECT personas.id
   FROM personas))));
grant delete, insert, select, update on persona_versions to holdfast_app;

create table personas (
  id uuid not null,
  user_id uuid,
  org_id uuid,
  made_by uuid,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  archived_at timestamp with time zone,
  constraint personas_pkey PRIMARY KEY (id),
  constraint personas_one_owner CHECK ((num_nonnulls(user_id, org_id) = 1)),
  constraint personas_version_check CHECK ((version > 0)),
  constraint personas_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint personas_org_id_fkey FOREIGN KEY (org_id) REFERENCES orgs(id) ON DELETE CASCADE,
  constraint personas_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX personas_by_maker ON public.personas USING btree (made_by) WHERE (made_by IS NOT NULL);
CREATE INDEX personas_by_org ON public.personas USING btree (org_id) WHERE (org_id IS NOT NULL);
CREATE INDEX personas_by_user ON public.personas USING btree (user_id) WHERE (user_id IS NOT NULL);
alter table personas enable row level security;
alter table personas force row level security;
create policy keeper on personas
  for all to holdfast_owner
  using (true);
create policy own on personas
  for all to holdfast_app
  using (((user_id = current_account()) OR (org_id = ( SELECT usable_org() AS usable_org))));
CREATE TRIGGER what_it_knows_goes_along AFTER DELETE OR UPDATE OF user_id, org_id ON public.personas FOR EACH ROW EXECUTE FUNCTION follow_persona();
grant delete, insert, select, update on personas to holdfast_app;

CREATE OR REPLACE FUNCTION public.follow_persona()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    begin
      if tg_op = 'DELETE' then
        delete from knowledge_spaces
         where (kind = 'persona' and (namespace = old.id::text or starts_with(namespace, old.id || ':')))
            or (kind = 'overlay' and starts_with(namespace, 'overlay:' || old.id || ':'));
        delete from persona_overlays where persona_id = old.id::text;
      else
        update knowledge_spaces set user_id = new.user_id, org_id = new.org_id
         where kind = 'persona' and (namespace = new.id::text or starts_with(namespace, new.id || ':'));
      end if;
      return null;
    end $function$;
revoke execute on function follow_persona() from public;
