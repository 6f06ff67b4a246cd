"""Which passages have their vector in the hosted index, so that it goes when they go.

Nobody's rows are told by it: numbers of passages, and the name of a namespace. A passage that is deleted, however that
came about, leaves its row marked; whoever speaks to the index takes those and erases them there.
"""

from plain_sql import run

revision = "0073"
down_revision = "0072"


def upgrade() -> None:
    run("""
    create table hosted_vectors (
      passage_id bigint primary key,
      hosted_in text not null check (hosted_in in ('people', 'general')),
      namespace text not null check (char_length(namespace) <= 200),
      is_gone boolean not null default false
    );
    create index hosted_vectors_gone on hosted_vectors (passage_id) where is_gone;
    select guard_closed('hosted_vectors');

    create function note_hosted(passages bigint[], in_index text, in_namespace text) returns void
      language sql volatile security definer
      set search_path to 'pg_catalog', 'public', 'pg_temp' as $$
      insert into hosted_vectors (passage_id, hosted_in, namespace)
      select p.id, in_index, in_namespace from passages p where p.id = any (passages) order by p.id
      on conflict (passage_id) do nothing
    $$;
    revoke execute on function note_hosted(bigint[], text, text) from public;
    grant execute on function note_hosted(bigint[], text, text) to holdfast_app;

    create function hosted_vectors_go() returns trigger language plpgsql security definer
      set search_path to 'pg_catalog', 'public', 'pg_temp' as $$
    begin
      update hosted_vectors h set is_gone = true from gone where h.passage_id = gone.id;
      return null;
    end $$;
    revoke execute on function hosted_vectors_go() from public;
    create trigger hosted_vectors_go after delete on passages
      referencing old table as gone for each statement execute function hosted_vectors_go();

    create function gone_hosted(most integer) returns table (passage_id bigint, hosted_in text, namespace text)
      language sql stable security definer
      set search_path to 'pg_catalog', 'public', 'pg_temp' as $$
      select h.passage_id, h.hosted_in, h.namespace from hosted_vectors h where h.is_gone
       order by h.passage_id limit most
    $$;
    revoke execute on function gone_hosted(integer) from public;
    grant execute on function gone_hosted(integer) to holdfast_app;

    create function drop_gone_hosted(passages bigint[]) returns void
      language sql volatile security definer
      set search_path to 'pg_catalog', 'public', 'pg_temp' as $$
      delete from hosted_vectors h where h.is_gone and h.passage_id = any (passages)
    $$;
    revoke execute on function drop_gone_hosted(bigint[]) from public;
    grant execute on function drop_gone_hosted(bigint[]) to holdfast_app;
    """)


def downgrade() -> None:
    run("""
    drop function drop_gone_hosted(bigint[]);
    drop function gone_hosted(integer);
    drop trigger hosted_vectors_go on passages;
    drop function hosted_vectors_go();
    drop function note_hosted(bigint[], text, text);
    drop table hosted_vectors;
    """)
