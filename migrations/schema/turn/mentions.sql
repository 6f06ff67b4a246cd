-- As the migrations have made it; written by `make schema`, compared by a test, and never run.

create table mention_counts (
  user_id uuid not null,
  reference text not null,
  times integer not null,
  last_at timestamp with time zone not null,
  constraint mention_counts_pkey PRIMARY KEY (user_id, reference),
  constraint mention_counts_reference_check CHECK (((char_length(reference) >= 3) AND (char_length(reference) <= 300))),
  constraint mention_counts_times_check CHECK ((times > 0)),
  constraint mention_counts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX mention_counts_lately ON public.mention_counts USING btree (user_id, last_at DESC);
alter table mention_counts enable row level security;
alter table mention_counts force row level security;
create policy keeper on mention_counts
  for all to holdfast_owner
  using (true);
create policy own on mention_counts
  for all to holdfast_app
  using ((user_id = current_account()));
grant delete, insert, select, update on mention_counts to holdfast_app;
