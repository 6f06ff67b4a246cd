"""Whose vectors the passages of a space have: while another model makes its own, the former ones still answer. And the
cells of large spaces, so that a question reads a share of their vectors only, and postings beside their words.
"""

from plain_sql import run

revision = "0070"
down_revision = "0067"


def upgrade() -> None:
    run("""
    alter table knowledge_spaces add column embedders text[] not null default '{}';
    comment on column knowledge_spaces.embedders is 'models, each with its version; more than one while one takes over';
    update knowledge_spaces s set embedders = array(
      select distinct v.embedder from passage_vectors v where v.space_id = s.id order by 1);

    alter table knowledge_spaces add column celled_at bigint not null default 0;
    comment on column knowledge_spaces.celled_at is 'how many passages there were when its cells were made';
    create table knowledge_cells (
      space_id integer not null references knowledge_spaces (id) on delete cascade,
      embedder text collate "C" not null,
      cell smallint not null,
      centre halfvec not null,
      primary key (space_id, embedder, cell)
    );
    select guard_space('knowledge_cells');

    -- With all that is read of a posting, so that the rows of a frequent word need not be gathered from everywhere.
    drop index passage_terms_posted;
    create index passage_terms_posted on passage_terms (space_id, term) include (passage_id, tf, length);

    create function spaces_behind(present text, most integer)
      returns table (space_id integer, acting_id uuid) language sql stable security definer
      set search_path to 'pg_catalog', 'public', 'pg_temp' as $$
      select s.id, coalesce(
          s.user_id,
          (select m.user_id from org_members m where m.org_id = s.org_id and m.role = 'owner'
            order by m.user_id limit 1),
          (select u.id from users u where u.is_admin and u.suspended_at is null order by u.id limit 1))
        from knowledge_spaces s
       where s.passages > 0 and s.embedders <> array[present] order by s.id limit most
    $$;
    revoke execute on function spaces_behind(text, integer) from public;
    grant execute on function spaces_behind(text, integer) to holdfast_app;
    """)


def downgrade() -> None:
    run("""
    drop function spaces_behind(text, integer);
    drop table knowledge_cells;
    drop index passage_terms_posted;
    create index passage_terms_posted on passage_terms (space_id, term);
    alter table knowledge_spaces drop column embedders, drop column celled_at;
    """)
