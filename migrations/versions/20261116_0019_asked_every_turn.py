"""What every turn asks and hardly ever finds: turns of another persona's, pinned facts."""

from plain_sql import run

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    run("""
    create index episodes_of_personas on episodes (tenant_id, user_id, persona_id) where persona_id is not null;
    create index facts_pinned on facts (tenant_id, user_id, learned_at desc) where is_pinned and retired_at is null;
    """)


def downgrade() -> None:
    run("drop index facts_pinned, episodes_of_personas")
