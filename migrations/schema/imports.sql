-- As the migrations have made it; written by `make schema`, compared by a test, and never run.

create table chat_imports (
  id uuid not null,
  user_id uuid not null,
  origin text not null,
  filename text not null,
  blob_id uuid not null,
  status text default 'pending'::text not null,
  error text,
  chats integer not null,
  done integer default 0 not null,
  new_chats integer default 0 not null,
  new_messages integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint chat_imports_pkey PRIMARY KEY (id),
  constraint chat_imports_chats_check CHECK ((chats >= 0)),
  constraint chat_imports_done_check CHECK ((done >= 0)),
  constraint chat_imports_error_check CHECK (((char_length(error) >= 1) AND (char_length(error) <= 100))),
  constraint chat_imports_filename_check CHECK (((char_length(filename) >= 1) AND (char_length(filename) <= 255))),
  constraint chat_imports_origin_check CHECK ((origin = ANY (ARRAY['chatgpt'::text, 'claude'::text, 'open-webui'::text, 'mem0'::text]))),
  constraint chat_imports_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'running'::text, 'ready'::text, 'failed'::text]))),
  constraint chat_imports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX chat_imports_by_user ON public.chat_imports USING btree (user_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX chat_imports_one_at_once ON public.chat_imports USING btree (user_id) WHERE (status = ANY (ARRAY['pending'::text, 'running'::text]));
alter table chat_imports enable row level security;
alter table chat_imports force row level security;
create policy keeper on chat_imports
  for all to holdfast_owner
  using (true);
create policy own on chat_imports
  for all to holdfast_app
  using ((user_id = current_account()));
grant delete, insert, select, update on chat_imports to holdfast_app;
