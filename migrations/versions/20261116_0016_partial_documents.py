"""What a document was while it was being written, kept for half an hour so that whoever comes back finds it.

A document's id is chosen by clients, so the key holds its owner too.
"""

from plain_sql import run

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    run("""
    create table partial_documents (
      user_id uuid not null references users (id) on delete cascade,
      document_id uuid not null,
      content text not null,
      saved_at timestamptz not null,
      primary key (user_id, document_id)
    );
    create index partial_documents_old on partial_documents (saved_at);
    select guard_owned('partial_documents');

    create function drop_old_partials(older interval, most integer) returns integer
      language sql volatile security definer set search_path = pg_catalog, public, pg_temp
    begin atomic
      with gone as (
        delete from partial_documents p
         where (p.user_id, p.document_id) in
               (select o.user_id, o.document_id from partial_documents o where o.saved_at < now() - older
                 order by o.saved_at limit most)
           and p.saved_at < now() - older
        returning 1)
      select count(*)::integer from gone;
    end;
    revoke execute on function drop_old_partials(interval, integer) from public;
    grant execute on function drop_old_partials(interval, integer) to holdfast_app;
    """)


def downgrade() -> None:
    run("drop function drop_old_partials(interval, integer); drop table partial_documents;")
