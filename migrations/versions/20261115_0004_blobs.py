"""Blobs: what is known about the bytes people gave us. The bytes themselves lie in a folder or an S3 bucket.

A row comes first, without `arrived_at`: it reserves the room and is shown to nobody. When a row goes, whoever or
whatever takes it away, a job to erase the bytes is enqueued in the same transaction. So bytes are never there without a
row or a job that knows of them. The job is nobody's: forgetting a person drops the jobs in the person's name, and must
not drop this one.
"""

from plain_sql import run

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    run("""
    create table blobs (
      id uuid primary key,
      user_id uuid not null references users (id) on delete cascade,
      filename text not null check (char_length(filename) between 1 and 255),
      media_type text not null,
      bytes bigint not null check (bytes >= 0),
      sha256 text,
      created_at timestamptz not null default now(),
      arrived_at timestamptz,
      check ((arrived_at is null) = (sha256 is null))
    );
    create index blobs_by_user on blobs (user_id, created_at desc);
    create index blobs_unarrived on blobs (created_at) where arrived_at is null;
    select guard_owned('blobs');

    create function erase_blob_bytes() returns trigger language plpgsql
      security definer set search_path = pg_catalog, public, pg_temp as $$
    declare job bigint;
    begin
      insert into jobs.pgqueuer (priority, entrypoint, payload, status)
      values (0, 'erase_blob',
              convert_to(jsonb_build_object('user_id', old.user_id, 'blob_id', old.id)::text, 'UTF8'), 'queued')
      returning id into job;
      insert into jobs.pgqueuer_log (job_id, status, entrypoint, priority) values (job, 'queued', 'erase_blob', 0);
      return null;
    end $$;
    create trigger erase_blob_bytes after delete on blobs for each row execute function erase_blob_bytes();

    -- Uploads whose process died before the bytes were all there.
    create function drop_unarrived_blobs(older interval) returns integer language sql volatile
      security definer set search_path = pg_catalog, public, pg_temp as $$
      with gone as (delete from blobs where arrived_at is null and created_at < now() - older returning 1)
      select count(*)::integer from gone
    $$;

    revoke execute on function erase_blob_bytes(), drop_unarrived_blobs(interval) from public;
    grant execute on function drop_unarrived_blobs(interval) to holdfast_worker;
    """)


def downgrade() -> None:
    run("drop function drop_unarrived_blobs(interval); drop table blobs; drop function erase_blob_bytes();")
