"""Vectors that travel: what a turn has embedded, its job does not embed again; and neither what was embedded before.

Of a text only a digest is kept here, under its owner. A carried vector goes with its message, with any forget of its
owner's, when it was used, and after some hours anyway.
"""

from plain_sql import run

revision = "0036"
down_revision = "0035"


def upgrade() -> None:
    run("""
    create table carried_vectors (
      tenant_id text collate "C" not null,
      user_id text collate "C" not null,
      chat_id uuid not null,
      message_id uuid not null,
      digest bytea not null,
      embedder text not null,
      vector bytea not null,
      made_at timestamptz not null default now(),
      primary key (chat_id, message_id),
      foreign key (chat_id, message_id) references messages (chat_id, id) on delete cascade
    );
    comment on column carried_vectors.vector is 'numbers of 32 bits, little end first: never searched, only handed on';
    create index carried_vectors_by_owner on carried_vectors (tenant_id, user_id, digest);
    create index carried_vectors_by_age on carried_vectors (made_at);
    select guard_pair('carried_vectors');

    create function drop_carried_vectors(older_than interval) returns bigint
      language sql volatile security definer set search_path = pg_catalog, public, pg_temp
    begin atomic
      with gone as (delete from carried_vectors where made_at < now() - older_than returning 1)
      select count(*) from gone;
    end;
    revoke execute on function drop_carried_vectors(interval) from public;
    grant execute on function drop_carried_vectors(interval) to holdfast_app;

    alter table memory_vectors add column made_of bytea;
    comment on column memory_vectors.made_of is 'digest of all that went into it; null: made before this was kept';
    create index memory_vectors_by_text on memory_vectors (tenant_id, user_id, made_of) where made_of is not null;
    """)


def downgrade() -> None:
    run("""
    drop index memory_vectors_by_text;
    alter table memory_vectors drop column made_of;
    drop function drop_carried_vectors(interval);
    drop table carried_vectors;
    """)
