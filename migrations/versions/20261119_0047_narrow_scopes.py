"""API keys that only read, or only write: a key that leaked from a dashboard must not publish or delete chats.

`chat` and `memory` stay, and are both: no key of before changes.
"""

from plain_sql import run

revision = "0047"
down_revision = "0046"

CHECK = """
alter table api_keys drop constraint api_keys_scopes_check;
alter table api_keys add constraint api_keys_scopes_check check (scopes <> '{{}}' and scopes <@ array[{0}]) not valid;
alter table api_keys validate constraint api_keys_scopes_check;
"""
NOW = "'chat', 'chat:read', 'chat:write', 'memory', 'memory:read', 'memory:write'"


def upgrade() -> None:
    run(CHECK.format(NOW))


def downgrade() -> None:
    # The older release knows no such key; it would be refused everything.
    run("delete from api_keys where not scopes <@ array['chat', 'memory']")
    run(CHECK.format("'chat', 'memory'"))
