"""What the memory handed over when a session began, kept for the whole of it."""

from plain_sql import run

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    run("""
    create table session_openings (
      session_id uuid primary key references sessions (id) on delete cascade,
      user_id uuid not null,
      packet jsonb not null,
      reinjected_by uuid,
      created_at timestamptz not null default now()
    );
    comment on column session_openings.reinjected_by is 'the turn that was told the handover once more; once a session';
    create index session_openings_of_user on session_openings (user_id);
    select guard_owned('session_openings');
    """)


def downgrade() -> None:
    run("drop table session_openings;")
