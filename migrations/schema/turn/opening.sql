-- As the migrations have made it; written by `make schema`, compared by a test, and never run.

-- Written by turn/opening/store.py.
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
