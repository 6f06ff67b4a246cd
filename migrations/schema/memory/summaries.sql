-- As the migrations have made it; written by `make schema`, compared by a test, and never run.

create table chat_summaries (
  chat_id uuid not null,
  user_id uuid not null,
  text text default ''::text not null,
  source text default 'none'::text not null,
  through_id uuid,  -- the last message it tells of; on another branch it starts anew
  messages integer default 0 not null,
  made_at timestamp with time zone,
  begun_at timestamp with time zone,  -- somebody is making it: a lease
  constraint chat_summaries_pkey PRIMARY KEY (chat_id),
  constraint chat_summaries_source_check CHECK ((source = ANY (ARRAY['none'::text, 'model'::text, 'rules'::text]))),
  constraint chat_summaries_chat_id_fkey FOREIGN KEY (chat_id) REFERENCES chats(id) ON DELETE CASCADE
);
alter table chat_summaries enable row level security;
alter table chat_summaries force row level security;
create policy keeper on chat_summaries
  for all to holdfast_owner
  using (true);
create policy own on chat_summaries
  for all to holdfast_app
  using ((user_id = current_account()));
grant delete, insert, select, update on chat_summaries to holdfast_app;

create table session_summaries (
  id bigint generated always as identity not null,
  tenant_id text not null,
  user_id text not null,
  session bigint not null,
  stretch integer not null,
  name text not null,
  text text not null,
  handover text default ''::text not null,
  source text not null,
  from_seq integer not null,
  to_seq integer not null,
  ended_at timestamp with time zone not null,
  in_spine integer,  -- the first version of the spine that knows it
  made_at timestamp with time zone default now() not null,
  constraint session_summaries_pkey PRIMARY KEY (id),
  constraint session_summaries_session_stretch_key UNIQUE (session, stretch),
  constraint session_summaries_source_check CHECK ((source = ANY (ARRAY['model'::text, 'rules'::text]))),
  constraint session_summaries_session_fkey FOREIGN KEY (session) REFERENCES memory_sessions(id) ON DELETE CASCADE
);
CREATE INDEX session_summaries_lately ON public.session_summaries USING btree (ended_at);
CREATE INDEX session_summaries_latest ON public.session_summaries USING btree (tenant_id, user_id, ended_at DESC);
CREATE INDEX session_summaries_not_in_spine ON public.session_summaries USING btree (tenant_id, user_id) WHERE (in_spine IS NULL);
alter table session_summaries enable row level security;
alter table session_summaries force row level security;
create policy keeper on session_summaries
  for all to holdfast_owner
  using (true);
create policy own on session_summaries
  for all to holdfast_app
  using (((tenant_id = current_setting('app.tenant_id'::text, true)) AND (tenant_id <> ''::text) AND (user_id = current_setting('app.user_id'::text, true)) AND (user_id <> ''::text)));
grant delete, insert, select, update on session_summaries to holdfast_app;
