"""Sessions of programs that speak the Model Context Protocol: each belongs to the key that began it."""

from plain_sql import run

revision = "0092"
down_revision = "0091"


def upgrade() -> None:
    run("""
    create table mcp_sessions (
      token_hash bytea primary key check (octet_length(token_hash) = 32),
      user_id uuid not null references users (id) on delete cascade,
      key_id uuid references api_keys (id) on delete cascade,
      last_used_at timestamptz not null
    );
    comment on column mcp_sessions.key_id is 'none: of a token of a configured issuer';
    create index mcp_sessions_of_a_key on mcp_sessions (user_id, key_id, last_used_at);
    create index mcp_sessions_by_key on mcp_sessions (key_id) where key_id is not null;
    select guard_owned('mcp_sessions');
    """)


def downgrade() -> None:
    run("drop table mcp_sessions")
