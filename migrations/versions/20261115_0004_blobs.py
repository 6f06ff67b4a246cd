"""Blobs: what is known about the bytes people gave us. The bytes themselves lie in a folder or an S3 bucket.

A row comes before its bytes are offered to anybody and goes when its owner goes. The total is kept in a row of its
own, because uploads that run at once must not each see room for themselves: adding to it locks it.
"""

from plain_sql import run

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    run("""
    create table blobs (
      id uuid primary key,
      user_id uuid not null references users (id) on delete cascade,
      filename text not null check (char_length(filename) <= 255),
      media_type text not null,
      bytes bigint not null check (bytes >= 0),
      sha256 text not null,
      created_at timestamptz not null default now()
    );
    create index blobs_by_user on blobs (user_id, created_at desc);
    select guard_owned('blobs');
    """)


def downgrade() -> None:
    run("drop table blobs;")
