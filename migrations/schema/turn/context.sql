-- As the migrations have made it; written by `make schema`, compared by a test, and never run.

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

create table session_openings (
  session_id uuid not null,
  user_id uuid not null,
  packet jsonb not null,
  reinjected_by uuid,  -- the turn that was told the handover once more; once a session
  created_at timestamp with time zone default now() not null,
  constraint session_openings_pkey PRIMARY KEY (session_id),
  constraint session_openings_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
CREATE INDEX session_openings_of_user ON public.session_openings USING btree (user_id);
alter table session_openings enable row level security;
alter table session_openings force row level security;
create policy keeper on session_openings
  for all to holdfast_owner
  using (true);
create policy own on session_openings
  for all to holdfast_app
  using ((user_id = current_account()));
grant delete, insert, select, update on session_openings to holdfast_app;
