-- As the migrations have made it; written by `make schema`, compared by a test, and never run.

-- Written by turn/envelope/store.py.
create table envelopes (
  chat_id uuid not null,
  user_id uuid not null,
  envelope jsonb not null,
  through_id uuid,  -- the last message that is in it; on another branch it is made anew
  updated_at timestamp with time zone default now() not null,
  constraint envelopes_pkey PRIMARY KEY (chat_id, user_id),
  constraint envelopes_envelope_check CHECK ((octet_length((envelope)::text) <= 20000)),
  constraint envelopes_chat_id_fkey FOREIGN KEY (chat_id) REFERENCES chats(id) ON DELETE CASCADE
);
CREATE INDEX envelopes_by_user ON public.envelopes USING btree (user_id);
alter table envelopes enable row level security;
alter table envelopes force row level security;
create policy keeper on envelopes
  for all to holdfast_owner
  using (true);
create policy own on envelopes
  for all to holdfast_app
  using ((user_id = current_account()));
grant delete, insert, select, update on envelopes to holdfast_app;
