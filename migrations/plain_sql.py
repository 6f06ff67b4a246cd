"""Many statements in one text: only the driver itself takes them, so revisions speak to it directly."""

from alembic import op
from sqlalchemy.util import await_only


def run(sql: str) -> None:
    await_only(op.get_bind().connection.driver_connection.execute(sql))
