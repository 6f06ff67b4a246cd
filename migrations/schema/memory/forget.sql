-- As the migrations have made it; written by `make schema`, compared by a test, and never run.

create table forget_errands (
  id bigint generated always as identity not null,
  tenant_id text not null,
  user_id text not null,
  receipt uuid not null,
  sink text not null,
  names text[],  -- what was delivered under these names; null: everything of this owner
  is_done boolean default false not null,  -- taken out once; looked for again when nothing late can arrive any more
  attempts integer default 0 not null,
  due_at timestamp with time zone not null,
  last_error text,
  wish jsonb,  -- what a memory elsewhere has to forget; the receipt will have this number there and here. Gone when it is done
  constraint forget_errands_pkey PRIMARY KEY (id)
);
CREATE INDEX forget_errands_by_owner ON public.forget_errands USING btree (tenant_id, user_id);
CREATE INDEX forget_errands_due ON public.forget_errands USING btree (due_at);
alter table forget_errands enable row level security;
alter table forget_errands force row level security;
create policy keeper on forget_errands
  for all to holdfast_owner
  using (true);
create policy own on forget_errands
  for all to holdfast_app
  using (((tenant_id = current_setting('app.tenant_id'::text, true)) AND (tenant_id <> ''::text) AND (user_id = current_setting('app.user_id'::text, true)) AND (user_id <> ''::text)));
grant delete, insert, select, update on forget_errands to holdfast_app;

create table forget_marks (
  tenant_id text not null,
  user_id text not null,
  receipt uuid not null,
  kind "char" not null,  -- e turn, f fact, l loop, s session: gone; u turn that teaches nothing any more; x message that is not taken
again; w keyed hash of a text that went
  item_id bigint,
  digest bytea,
  constraint forget_marks_check CHECK ((((digest IS NULL) = (kind <> ALL (ARRAY['x'::"char", 'w'::"char"]))) AND ((item_id IS NULL) = (kind = ANY (ARRAY['x'::"char", 'w'::"char"]))))),
  constraint forget_marks_kind_check CHECK ((kind = ANY (ARRAY['e'::"char", 'f'::"char", 'l'::"char", 's'::"char", 'u'::"char", 'x'::"char", 'w'::"char"]))),
  constraint forget_marks_receipt_fkey FOREIGN KEY (receipt) REFERENCES forget_receipts(id) ON DELETE CASCADE
);
CREATE INDEX forget_marks_by_digest ON public.forget_marks USING btree (tenant_id, user_id, digest) WHERE (kind = 'x'::"char");
CREATE INDEX forget_marks_by_owner ON public.forget_marks USING btree (tenant_id, user_id);
CREATE INDEX forget_marks_by_receipt ON public.forget_marks USING btree (receipt);
CREATE INDEX forget_marks_unteaching ON public.forget_marks USING btree (item_id) WHERE (kind = 'u'::"char");
alter table forget_marks enable row level security;
alter table forget_marks force row level security;
create policy keeper on forget_marks
  for all to holdfast_owner
  using (true);
create policy own on forget_marks
  for all to holdfast_app
  using (((tenant_id = current_setting('app.tenant_id'::text, true)) AND (tenant_id <> ''::text) AND (user_id = current_setting('app.user_id'::text, true)) AND (user_id <> ''::text)));
grant delete, insert, select, update on forget_marks to holdfast_app;

create table forget_receipts (
  id uuid not null,
  tenant_id text not null,
  user_id text not null,
  made_at timestamp with time zone not null,
  body jsonb not null,
  signature bytea not null,
  is_imported boolean default false not null,
  constraint forget_receipts_pkey PRIMARY KEY (id)
);
CREATE INDEX forget_receipts_by_owner ON public.forget_receipts USING btree (tenant_id, user_id, made_at DESC);
alter table forget_receipts enable row level security;
alter table forget_receipts force row level security;
create policy keeper on forget_receipts
  for all to holdfast_owner
  using (true);
create policy own on forget_receipts
  for all to holdfast_app
  using (((tenant_id = current_setting('app.tenant_id'::text, true)) AND (tenant_id <> ''::text) AND (user_id = current_setting('app.user_id'::text, true)) AND (user_id <> ''::text)));
grant delete, insert, select, update on forget_receipts to holdfast_app;

CREATE OR REPLACE FUNCTION public.forget_errands_waiting(at timestamp with time zone, most integer)
 RETURNS TABLE(tenant_id text, user_id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT DISTINCT e.tenant_id,
     e.user_id
    FROM forget_errands e
   WHERE (e.due_at <= forget_errands_waiting.at)
  LIMIT forget_errands_waiting.most;
END;
revoke execute on function forget_errands_waiting(timestamp with time zone,integer) from public;
grant execute on function forget_errands_waiting(timestamp with time zone,integer) to holdfast_app;

CREATE OR REPLACE FUNCTION public.memory_is_forgotten(of_tenant text, of_user text, of_session text, of_external text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from forget_marks k where k.tenant_id = of_tenant and k.user_id = of_user and k.kind = 'x'
                    and k.digest = memory_mark(of_session, of_external))
$function$;
