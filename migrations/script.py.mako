"""${message}"""

from plain_sql import run

revision = "${up_revision}"
down_revision = "${down_revision}"


def upgrade() -> None:
    run("""
    """)


def downgrade() -> None:
    run("""
    """)
