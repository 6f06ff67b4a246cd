-- As the migrations have made it; written by `make schema`, compared by a test, and never run.

create table turns (
  id uuid not null,
  user_id uuid not null,
  chat_id uuid not null,
  session_id uuid,
  persona_id text not null,
  trigger text not null,
  message_id uuid not null,
  answer_id uuid not null,
  asked_sha256 bytea not null,
  status text default 'running'::text not null,
  is_counted boolean default false not null,  -- not written and not read since 0024; dropped with the next release
  model text,
  input_tokens integer,
  output_tokens integer,
  cost_usd double precision,
  created_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  choices jsonb default '{}'::jsonb not null,
  counted_in text,  -- the period of usage_counters it counts in; null: it does not, or no more
  is_remembered boolean default true not null,
  constraint turns_pkey PRIMARY KEY (id),
  constraint turns_choices_check CHECK ((octet_length((choices)::text) <= 2000)),
  constraint turns_status_check CHECK ((status = ANY (ARRAY['running'::text, 'completed'::text, 'errored'::text, 'interrupted'::text]))),
  constraint turns_trigger_check CHECK ((trigger = ANY (ARRAY['submit-message'::text, 'regenerate-message'::text]))),
  constraint turns_of_owner FOREIGN KEY (chat_id, user_id) REFERENCES chats(id, user_id) ON DELETE CASCADE
);
CREATE INDEX turns_by_answer ON public.turns USING btree (chat_id, answer_id);
CREATE INDEX turns_by_user ON public.turns USING btree (user_id, created_at);
CREATE UNIQUE INDEX turns_one_per_message ON public.turns USING btree (chat_id, message_id) WHERE (trigger = 'submit-message'::text);
alter table turns enable row level security;
alter table turns force row level security;
create policy keeper on turns
  for all to holdfast_owner
  using (true);
create policy own on turns
  for all to holdfast_app
  using ((user_id = current_account()));
grant delete, insert, select, update on turns to holdfast_app;
