-- As the migrations have made it; written by `make schema`, compared by a test, and never run.

create table mcp_accounts (
  server_id uuid not null,
  user_id uuid not null,
  sealed text not null,
  expires_at timestamp with time zone,
  version integer default 1 not null,
  signed_in_at timestamp with time zone default now() not null,
  state text default 'new'::text not null,
  error_code text,
  error_message text,
  checked_at timestamp with time zone,
  about jsonb,
  catalogue jsonb,
  constraint mcp_accounts_pkey PRIMARY KEY (user_id, server_id),
  constraint mcp_accounts_error_message_check CHECK ((char_length(error_message) <= 500)),
  constraint mcp_accounts_state_check CHECK ((state = ANY (ARRAY['new'::text, 'ready'::text, 'failed'::text, 'sign_in'::text]))),
  constraint mcp_accounts_server_id_fkey FOREIGN KEY (server_id) REFERENCES mcp_servers(id) ON DELETE CASCADE,
  constraint mcp_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX mcp_accounts_by_server ON public.mcp_accounts USING btree (server_id);
alter table mcp_accounts enable row level security;
alter table mcp_accounts force row level security;
create policy at_a_server_seen on mcp_accounts
  as restrictive
  for all to holdfast_app
  using (true)
  with check ((server_id IN ( SELECT mcp_servers.id
   FROM mcp_servers)));
create policy keeper on mcp_accounts
  for all to holdfast_owner
  using (true);
create policy own on mcp_accounts
  for all to holdfast_app
  using ((user_id = current_account()));
grant delete, insert, select, update on mcp_accounts to holdfast_app;

create table mcp_servers (
  id uuid not null,
  user_id uuid,  -- whose it is; none: everybody's
  slug text not null,
  name text not null,
  kind text not null,
  address text not null,  -- what follows ? in it is kept sealed; of a command, the program
  arguments text[] default '{}'::text[] not null,
  secret text,
  shown jsonb default '{}'::jsonb not null,  -- names of what is sealed, and what of a registration is no secret
  is_on boolean default true not null,
  is_declared boolean default false not null,
  revision integer default 1 not null,  -- grows with whatever a connection rests on
  made_by uuid,
  created_at timestamp with time zone default now() not null,
  state text default 'new'::text not null,
  error_code text,
  error_message text,
  checked_at timestamp with time zone,
  about jsonb,
  catalogue jsonb,
  constraint mcp_servers_pkey PRIMARY KEY (id),
  constraint mcp_commands_are_everybodys CHECK (((kind = 'http'::text) OR (user_id IS NULL))),
  constraint mcp_servers_address_check CHECK (((char_length(address) >= 1) AND (char_length(address) <= 2000))),
  constraint mcp_servers_arguments_check CHECK ((cardinality(arguments) <= 100)),
  constraint mcp_servers_error_message_check CHECK ((char_length(error_message) <= 500)),
  constraint mcp_servers_kind_check CHECK ((kind = ANY (ARRAY['http'::text, 'command'::text]))),
  constraint mcp_servers_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint mcp_servers_slug_check CHECK ((slug ~ '^[a-z0-9](-?[a-z0-9]){0,23}$'::text)),
  constraint mcp_servers_state_check CHECK ((state = ANY (ARRAY['new'::text, 'ready'::text, 'failed'::text, 'sign_in'::text]))),
  constraint mcp_servers_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint mcp_servers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX mcp_servers_by_maker ON public.mcp_servers USING btree (made_by) WHERE (made_by IS NOT NULL);
CREATE UNIQUE INDEX mcp_servers_of_a_person ON public.mcp_servers USING btree (user_id, slug) WHERE (user_id IS NOT NULL);
CREATE UNIQUE INDEX mcp_servers_of_everybody ON public.mcp_servers USING btree (slug) WHERE (user_id IS NULL);
alter table mcp_servers enable row level security;
alter table mcp_servers force row level security;
create policy house_read on mcp_servers
  for select to holdfast_app
  using (((user_id IS NULL) AND (current_account() IS NOT NULL)));
create policy house_written on mcp_servers
  for all to holdfast_app
  using (((user_id IS NULL) AND (NOT is_declared) AND ( SELECT is_house_admin() AS is_house_admin)));
create policy keeper on mcp_servers
  for all to holdfast_owner
  using (true);
create policy own on mcp_servers
  for all to holdfast_app
  using ((user_id = current_account()));
grant delete, insert, select, update on mcp_servers to holdfast_app;

-- begun and not come back from; each is spent once
create table mcp_sign_ins (
  state_hash bytea not null,
  user_id uuid not null,
  server_id uuid not null,
  browser_hash bytea not null,
  sealed text not null,
  return_to text not null,
  expires_at timestamp with time zone not null,
  constraint mcp_sign_ins_pkey PRIMARY KEY (state_hash),
  constraint mcp_sign_ins_browser_hash_check CHECK ((octet_length(browser_hash) = 32)),
  constraint mcp_sign_ins_return_to_check CHECK ((char_length(return_to) <= 1000)),
  constraint mcp_sign_ins_state_hash_check CHECK ((octet_length(state_hash) = 32)),
  constraint mcp_sign_ins_server_id_fkey FOREIGN KEY (server_id) REFERENCES mcp_servers(id) ON DELETE CASCADE,
  constraint mcp_sign_ins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX mcp_sign_ins_by_server ON public.mcp_sign_ins USING btree (server_id);
CREATE INDEX mcp_sign_ins_of_a_person ON public.mcp_sign_ins USING btree (user_id, expires_at);
alter table mcp_sign_ins enable row level security;
alter table mcp_sign_ins force row level security;
create policy keeper on mcp_sign_ins
  for all to holdfast_owner
  using (true);
create policy own on mcp_sign_ins
  for all to holdfast_app
  using ((user_id = current_account()));
create policy to_a_server_seen on mcp_sign_ins
  as restrictive
  for all to holdfast_app
  using (true)
  with check ((server_id IN ( SELECT mcp_servers.id
   FROM mcp_servers)));
grant delete, insert, select, update on mcp_sign_ins to holdfast_app;

CREATE OR REPLACE FUNCTION public.declare_mcp_servers(declared jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    begin
      perform pg_advisory_xact_lock(hashtext('mcp_servers'));
      delete from mcp_servers s where s.is_declared
         and s.id not in (select (d ->> 'id')::uuid from jsonb_array_elements(declared) as d);
      insert into mcp_servers as s (id, slug, name, kind, address, arguments, secret, shown, is_declared, revision)
      select (d ->> 'id')::uuid, d ->> 'slug', d ->> 'name', d ->> 'kind', d ->> 'address',
             array(select jsonb_array_elements_text(d -> 'arguments')), d ->> 'secret', d -> 'shown', true,
             (d ->> 'revision')::integer
        from jsonb_array_elements(declared) as d
       where not exists (select from mcp_servers o where o.user_id is null and o.slug = d ->> 'slug'
                            and o.id <> (d ->> 'id')::uuid)
      on conflict (id) do update set slug = excluded.slug, name = excluded.name, kind = excluded.kind,
             address = excluded.address, arguments = excluded.arguments, secret = excluded.secret,
             shown = excluded.shown, revision = excluded.revision,
             state = case when s.revision = excluded.revision then s.state else 'new' end,
             catalogue = case when s.revision = excluded.revision then s.catalogue end;
    end $function$;
revoke execute on function declare_mcp_servers(jsonb) from public;
grant execute on function declare_mcp_servers(jsonb) to holdfast_app;

CREATE OR REPLACE FUNCTION public.note_mcp_server(of_server uuid, at_revision integer, new_state text, code text, message text, told_about jsonb, found_there jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
      update mcp_servers s set state = new_state, error_code = code, error_message = message, checked_at = now(),
             about = coalesce(told_about, s.about), catalogue = coalesce(found_there, s.catalogue)
       where s.id = of_server and s.revision = at_revision
         and (s.user_id = current_account() or (s.user_id is null and current_account() is not null))
    $function$;
revoke execute on function note_mcp_server(uuid,integer,text,text,text,jsonb,jsonb) from public;
grant execute on function note_mcp_server(uuid,integer,text,text,text,jsonb,jsonb) to holdfast_app;
