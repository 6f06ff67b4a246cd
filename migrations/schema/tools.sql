-- As the migrations have made it; written by `make schema`, compared by a test, and never run.

create table tool_approvals (
  id uuid not null,
  user_id uuid not null,
  chat_id uuid not null,
  message_id uuid not null,
  turn_id uuid not null,
  call_id text not null,
  name text not null,
  title text not null,
  description text not null,
  origin text not null,
  danger text not null,
  fingerprint text not null,
  arguments jsonb not null,
  arguments_sha256 bytea not null,
  state text default 'pending'::text not null,
  reason text,
  is_edited boolean default false not null,
  asked_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  spent_in uuid,
  own_name text,  -- where the tool comes from it is called so; none: as models call it
  constraint tool_approvals_pkey PRIMARY KEY (id),
  constraint tool_approvals_chat_id_message_id_call_id_key UNIQUE (chat_id, message_id, call_id),
  constraint tool_approvals_call_id_check CHECK (((char_length(call_id) >= 1) AND (char_length(call_id) <= 300))),
  constraint tool_approvals_danger_check CHECK ((danger = ANY (ARRAY['reads'::text, 'changes'::text, 'dangerous'::text]))),
  constraint tool_approvals_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
  constraint tool_approvals_own_name_check CHECK (((char_length(own_name) >= 1) AND (char_length(own_name) <= 256))),
  constraint tool_approvals_reason_check CHECK ((char_length(reason) <= 2000)),
  constraint tool_approvals_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'approved'::text, 'denied'::text, 'withdrawn'::text]))),
  constraint tool_approvals_of_message FOREIGN KEY (chat_id, message_id) REFERENCES messages(chat_id, id) ON DELETE CASCADE,
  constraint tool_approvals_of_owner FOREIGN KEY (chat_id, user_id) REFERENCES chats(id, user_id) ON DELETE CASCADE,
  constraint tool_approvals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX tool_approvals_open ON public.tool_approvals USING btree (user_id, chat_id) WHERE ((spent_in IS NULL) AND (state <> 'withdrawn'::text));
alter table tool_approvals enable row level security;
alter table tool_approvals force row level security;
create policy keeper on tool_approvals
  for all to holdfast_owner
  using (true);
create policy own on tool_approvals
  for all to holdfast_app
  using ((user_id = current_account()));
grant delete, insert, select, update on tool_approvals to holdfast_app;

create table tool_questions (
  id uuid not null,
  user_id uuid not null,
  chat_id uuid not null,
  turn_id uuid not null,
  call_id text not null,
  title text not null,
  origin text not null,
  question jsonb not null,
  action text default 'pending'::text not null,
  answer jsonb,  -- until the call that asked has it
  asked_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  heard_at timestamp with time zone default now() not null,
  constraint tool_questions_pkey PRIMARY KEY (id),
  constraint tool_questions_action_check CHECK ((action = ANY (ARRAY['pending'::text, 'accept'::text, 'decline'::text, 'cancel'::text]))),
  constraint tool_questions_call_id_check CHECK (((char_length(call_id) >= 1) AND (char_length(call_id) <= 300))),
  constraint tool_questions_of_owner FOREIGN KEY (chat_id, user_id) REFERENCES chats(id, user_id) ON DELETE CASCADE,
  constraint tool_questions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX tool_questions_by_chat ON public.tool_questions USING btree (chat_id);
CREATE INDEX tool_questions_of_a_person ON public.tool_questions USING btree (user_id, asked_at);
alter table tool_questions enable row level security;
alter table tool_questions force row level security;
create policy keeper on tool_questions
  for all to holdfast_owner
  using (true);
create policy own on tool_questions
  for all to holdfast_app
  using ((user_id = current_account()));
grant delete, insert, select, update on tool_questions to holdfast_app;

create table tool_trusts (
  id uuid not null,
  user_id uuid not null,
  chat_id uuid,
  name text not null,
  title text not null,
  origin text not null,
  fingerprint text not null,
  created_at timestamp with time zone default now() not null,
  own_name text,  -- where the tool comes from it is called so; none: as models call it
  trust text default 'always'::text not null,
  server_id uuid,
  constraint tool_trusts_pkey PRIMARY KEY (id),
  constraint tool_trusts_user_id_origin_name_chat_id_key UNIQUE NULLS NOT DISTINCT (user_id, origin, name, chat_id),
  constraint tool_trusts_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200))),
  constraint tool_trusts_own_name_check CHECK (((char_length(own_name) >= 1) AND (char_length(own_name) <= 256))),
  constraint tool_trusts_trust_check CHECK ((trust = ANY (ARRAY['always'::text, 'never'::text]))),
  constraint tool_trusts_of_owner FOREIGN KEY (chat_id, user_id) REFERENCES chats(id, user_id) ON DELETE CASCADE,
  constraint tool_trusts_server_id_fkey FOREIGN KEY (server_id) REFERENCES mcp_servers(id) ON DELETE CASCADE,
  constraint tool_trusts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX tool_trusts_by_chat ON public.tool_trusts USING btree (chat_id) WHERE (chat_id IS NOT NULL);
CREATE INDEX tool_trusts_by_server ON public.tool_trusts USING btree (server_id) WHERE (server_id IS NOT NULL);
alter table tool_trusts enable row level security;
alter table tool_trusts force row level security;
create policy keeper on tool_trusts
  for all to holdfast_owner
  using (true);
create policy of_a_server_seen on tool_trusts
  as restrictive
  for all to holdfast_app
  using (true)
  with check (((server_id IS NULL) OR (server_id IN ( SELECT mcp_servers.id
   FROM mcp_servers))));
create policy own on tool_trusts
  for all to holdfast_app
  using ((user_id = current_account()));
grant delete, insert, select, update on tool_trusts to holdfast_app;
