"""Kinds of jobs are passed by name alone: the functions that took them by place are gone.

Revision 0044 kept them for processes that still ran the code before it. Every release since
then names them.
"""

from plain_sql import run

revision = "0061"
down_revision = "0060"

BY_PLACE = """
create or replace function memory_close(
  of_tenant text, of_user text, of_session bigint, at timestamptz, idle_before timestamptz, kinds text[]
) returns boolean language sql volatile as $$
  select memory_close(of_tenant, of_user, of_session, at, idle_before, learn => kinds[2], drain => kinds[3])
$$;

create or replace function memory_ingest(
  of_tenant text, of_user text, of_session text, of_persona text, new_session text,
  of_role text, of_name text, of_text text, of_said_at timestamptz, of_external text,
  at timestamptz, gap interval, window_size integer, pause interval, kinds text[]
) returns table (session_id text, buffer_size integer, evicted integer, is_repeat boolean)
language sql volatile as $$
  select * from memory_ingest(
    of_tenant, of_user, of_session, of_persona, new_session, of_role, of_name, of_text, of_said_at, of_external,
    at, gap, window_size, pause, embed => kinds[1], learn => kinds[2], drain => kinds[3])
$$;

create or replace function memory_ingest_many(
  of_tenant text, of_user text, of_session text, of_persona text,
  externals text[], roles text[], names text[], texts text[], times timestamptz[],
  at timestamptz, window_size integer, pause interval, kinds text[]
) returns table (stored integer, embedded integer) language sql volatile as $$
  select * from memory_ingest_many(
    of_tenant, of_user, of_session, of_persona, externals, roles, names, texts, times,
    at, window_size, pause, embed => kinds[1], learn => kinds[2], drain => kinds[3])
$$;
"""


def upgrade() -> None:
    run("""
    drop function memory_ingest(
      text, text, text, text, text, text, text, text, timestamptz, text, timestamptz, interval, integer, interval,
      text[]);
    drop function memory_ingest_many(
      text, text, text, text, text[], text[], text[], text[], timestamptz[], timestamptz, integer, interval, text[]);
    drop function memory_close(text, text, bigint, timestamptz, timestamptz, text[]);
    """)


def downgrade() -> None:
    run(BY_PLACE)
