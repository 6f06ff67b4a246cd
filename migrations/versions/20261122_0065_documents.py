"""Documents that people and organizations bring, and the passages that are found in them.

Whose they are is said once, by the space they are in: a person's, an organization's, or the house's own (neither),
which admins fill and everybody reads. All else hangs on the space, and its policies ask nothing but which spaces the
asker sees.
"""

from plain_sql import run

revision = "0065"
down_revision = "0064"


def upgrade() -> None:
    run("""
    create function is_house_admin() returns boolean language sql stable security definer
      set search_path to 'pg_catalog', 'public', 'pg_temp' as $$
      select exists (select from users where id = current_account() and is_admin and suspended_at is null)
    $$;
    revoke execute on function is_house_admin() from public;
    grant execute on function is_house_admin() to holdfast_app;

    create table knowledge_spaces (
      id integer primary key generated always as identity,
      kind text not null check (kind in ('user', 'org', 'persona', 'overlay', 'system', 'company', 'chat')),
      namespace text not null check (char_length(namespace) between 1 and 200),
      user_id uuid references users (id) on delete cascade,
      org_id uuid references orgs (id) on delete cascade,
      chat_id uuid,
      passages bigint not null default 0,
      terms bigint not null default 0,
      languages text[] not null default '{}',
      created_at timestamptz not null default now(),
      unique (kind, namespace),
      constraint knowledge_spaces_at_most_one_owner check (num_nonnulls(user_id, org_id) <= 1),
      constraint knowledge_spaces_of_chat foreign key (chat_id, user_id)
        references chats (id, user_id) on delete cascade
    );
    create index knowledge_spaces_by_user on knowledge_spaces (user_id) where user_id is not null;
    create index knowledge_spaces_by_org on knowledge_spaces (org_id) where org_id is not null;
    create index knowledge_spaces_by_chat on knowledge_spaces (chat_id) where chat_id is not null;
    alter table knowledge_spaces enable row level security;
    alter table knowledge_spaces force row level security;
    create policy own on knowledge_spaces to holdfast_app
      using (user_id = current_account() or org_id = (select usable_org()))
      with check (user_id = current_account() or org_id = (select usable_org()));
    create policy house_read on knowledge_spaces for select to holdfast_app
      using (num_nonnulls(user_id, org_id) = 0 and current_account() is not null);
    create policy house_written on knowledge_spaces to holdfast_app
      using (num_nonnulls(user_id, org_id) = 0 and (select is_house_admin()))
      with check (num_nonnulls(user_id, org_id) = 0 and (select is_house_admin()));
    do $$ begin
      execute format('create policy keeper on knowledge_spaces to %I using (true) with check (true)', current_user);
    end $$;
    grant select, insert, update, delete on knowledge_spaces to holdfast_app;

    create function guard_space(guarded regclass) returns void language plpgsql as $$
    declare seen text := 'space_id = any (array(select id from knowledge_spaces))';
            written text := 'space_id = any (array(select id from knowledge_spaces '
                            'where num_nonnulls(user_id, org_id) = 1 or (select is_house_admin())))';
    begin
      execute format('alter table %s enable row level security', guarded);
      execute format('alter table %s force row level security', guarded);
      execute format('create policy seen on %s for select to holdfast_app using (%s)', guarded, seen);
      execute format('create policy written on %s to holdfast_app using (%s) with check (%s)',
                     guarded, written, written);
      execute format('create policy keeper on %s to %I using (true) with check (true)', guarded, current_user);
      execute format('grant select, insert, update, delete on %s to holdfast_app', guarded);
    end $$;
    revoke execute on function guard_space(regclass) from public;

    create table documents (
      id uuid primary key,
      space_id integer not null references knowledge_spaces (id) on delete cascade,
      title text not null check (char_length(title) between 1 and 300),
      folder text check (char_length(folder) between 1 and 100),
      status text not null check (status in ('pending', 'processing', 'ready', 'failed', 'cancelled')),
      progress real not null default 0 check (progress between 0 and 1),
      error_code text,
      error_message text,
      version integer not null default 1 check (version > 0),
      reading integer not null default 1,
      live_version integer,
      live_reading integer,
      created_by uuid references users (id) on delete set null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint documents_in_space unique (id, space_id)
    );
    comment on column documents.reading is 'how often it was begun to be read; passages of the live one are found';
    create index documents_listed on documents (space_id, updated_at desc, id desc);
    create index documents_by_maker on documents (created_by) where created_by is not null;
    create index documents_unfinished on documents (updated_at) where status in ('pending', 'processing');
    select guard_space('documents');

    create table document_versions (
      document_id uuid not null,
      number integer not null check (number > 0),
      space_id integer not null,
      blob_id uuid not null,
      owner_id uuid not null,
      filename text not null check (char_length(filename) between 1 and 255),
      media_type text not null,
      bytes bigint not null check (bytes >= 0),
      sha256 text not null,
      extraction text,
      pages integer,
      passages integer,
      created_by uuid references users (id) on delete set null,
      created_at timestamptz not null default now(),
      primary key (document_id, number),
      constraint document_versions_of_document foreign key (document_id, space_id)
        references documents (id, space_id) on delete cascade on update cascade
    );
    comment on column document_versions.owner_id is 'in whose folder the bytes lie: a person, an organization, nobody';
    create index document_versions_by_blob on document_versions (blob_id);
    create index document_versions_by_content on document_versions (space_id, sha256);
    create index document_versions_by_maker on document_versions (created_by) where created_by is not null;
    select guard_space('document_versions');

    create function erase_version_bytes() returns trigger language plpgsql security definer
      set search_path to 'pg_catalog', 'public', 'pg_temp' as $$
    declare job bigint;
    begin
      if exists (select from document_versions v where v.blob_id = old.blob_id) then
        return null;  -- a version that was restored has the bytes of the one it was
      end if;
      insert into jobs.pgqueuer (priority, entrypoint, payload, status)
      values (0, 'erase_blob',
              convert_to(jsonb_build_object('user_id', old.owner_id, 'blob_id', old.blob_id)::text, 'UTF8'), 'queued')
      returning id into job;
      insert into jobs.pgqueuer_log (job_id, status, entrypoint, priority) values (job, 'queued', 'erase_blob', 0);
      return null;
    end $$;
    revoke execute on function erase_version_bytes() from public;
    create trigger erase_version_bytes after delete on document_versions
      for each row execute function erase_version_bytes();

    create table document_pages (
      document_id uuid not null,
      version integer not null,
      page integer not null,
      space_id integer not null,
      text text not null,
      primary key (document_id, version, page),
      foreign key (document_id, version) references document_versions (document_id, number) on delete cascade,
      constraint document_pages_of_document foreign key (document_id, space_id)
        references documents (id, space_id) on delete cascade on update cascade
    );
    select guard_space('document_pages');

    create table passages (
      id bigint primary key generated always as identity,
      document_id uuid not null,
      space_id integer not null,
      version integer not null,
      reading integer not null,
      ordinal integer not null,
      page integer,
      headings text[] not null default '{}',
      starts integer not null,
      text text not null,
      terms integer not null,
      constraint passages_of_document foreign key (document_id, space_id)
        references documents (id, space_id) on delete cascade on update cascade,
      constraint passages_in_space unique (id, space_id)
    );
    comment on column passages.starts is 'in the text of its page, so that a citation opens there';
    create unique index passages_in_order on passages (document_id, reading, ordinal);
    select guard_space('passages');

    create function count_passages() returns trigger language plpgsql security definer
      set search_path to 'pg_catalog', 'public', 'pg_temp' as $$
    declare sign integer := case tg_op when 'INSERT' then 1 else -1 end;
    begin
      update knowledge_spaces s set passages = s.passages + sign * c.passages, terms = s.terms + sign * c.terms
        from (select space_id, count(*) as passages, sum(terms) as terms from changed group by 1) c
       where s.id = c.space_id;
      return null;
    end $$;
    revoke execute on function count_passages() from public;
    create trigger count_added_passages after insert on passages
      referencing new table as changed for each statement execute function count_passages();
    create trigger count_gone_passages after delete on passages
      referencing old table as changed for each statement execute function count_passages();

    create table passage_terms (
      space_id integer not null,
      term text collate "C" not null,
      passage_id bigint not null,
      tf smallint not null,
      length smallint not null,
      constraint passage_terms_of_passage foreign key (passage_id, space_id)
        references passages (id, space_id) on delete cascade on update cascade
    );
    create index passage_terms_posted on passage_terms (space_id, term);
    create index passage_terms_by_passage on passage_terms (passage_id, space_id);
    select guard_space('passage_terms');

    create table passage_vectors (
      passage_id bigint not null,
      space_id integer not null,
      embedder text collate "C" not null,
      cell smallint not null default 0,
      vector halfvec not null,
      primary key (passage_id, embedder),
      constraint passage_vectors_of_passage foreign key (passage_id, space_id)
        references passages (id, space_id) on delete cascade on update cascade
    );
    create index passage_vectors_in_space on passage_vectors (space_id, embedder, cell);
    select guard_space('passage_vectors');

    create function kept_bytes(of_user uuid) returns bigint language sql stable
      set search_path to 'pg_catalog', 'public', 'pg_temp' as $$
      select coalesce((select sum(b.bytes) from blobs b where b.user_id = of_user), 0)::bigint
           + coalesce((select sum(d.bytes) from (
                         select distinct v.blob_id, v.bytes from document_versions v
                           join knowledge_spaces s on s.id = v.space_id where s.user_id = of_user) d), 0)::bigint
    $$;
    revoke execute on function kept_bytes(uuid) from public;
    grant execute on function kept_bytes(uuid) to holdfast_app;

    create function count_all_passages() returns bigint language sql stable security definer
      set search_path to 'pg_catalog', 'public', 'pg_temp' as $$
      select coalesce(sum(passages), 0)::bigint from knowledge_spaces
    $$;
    revoke execute on function count_all_passages() from public;
    grant execute on function count_all_passages() to holdfast_app;

    create function unfinished_documents(silent interval, most integer)
      returns table (document_id uuid, acting_id uuid) language sql stable security definer
      set search_path to 'pg_catalog', 'public', 'pg_temp' as $$
      select d.id, coalesce(
          s.user_id,
          (select m.user_id from org_members m where m.org_id = s.org_id and m.role = 'owner'
            order by m.user_id limit 1),
          (select u.id from users u where u.is_admin and u.suspended_at is null order by u.id limit 1))
        from documents d join knowledge_spaces s on s.id = d.space_id
       where d.status in ('pending', 'processing') and d.updated_at < now() - silent
       order by d.updated_at limit most
    $$;
    revoke execute on function unfinished_documents(interval, integer) from public;
    grant execute on function unfinished_documents(interval, integer) to holdfast_app;
    """)


def downgrade() -> None:
    run("""
    drop function unfinished_documents(interval, integer);
    drop function count_all_passages();
    drop function kept_bytes(uuid);
    drop table passage_vectors, passage_terms, passages, document_pages, document_versions, documents, knowledge_spaces;
    drop function count_passages();
    drop function erase_version_bytes();
    drop function guard_space(regclass);
    drop function is_house_admin();
    """)
