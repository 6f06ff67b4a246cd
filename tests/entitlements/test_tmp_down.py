from __future__ import annotations
import importlib.util, sys, types
from pathlib import Path
import asyncpg, pytest
pytestmark = pytest.mark.anyio
async def test_down(as_owner: asyncpg.Connection) -> None:
    said = []
    fake = types.ModuleType("plain_sql"); fake.run = said.append
    sys.modules["plain_sql"] = fake
    spec = importlib.util.spec_from_file_location("m18", next(Path("migrations/versions").glob("*0018*")))
    m = importlib.util.module_from_spec(spec); spec.loader.exec_module(m)
    m.downgrade(); m.upgrade()
    for sql in said: await as_owner.execute(sql)
