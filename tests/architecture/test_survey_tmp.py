import time
import pytest
from tests.architecture import live_long as L
from tests.architecture.live_long import live_long, FEATURES
from tests.architecture.catalogue import owned_tables
from tests.scripted import ScriptedModel
from tests.serving import serving
pytestmark = pytest.mark.anyio
async def test_s(addresses, as_owner):
    def timed(n, f=None):
        f = getattr(L, n)
        async def g(*a, **k):
            t=time.time(); r = await f(*a, **k); print(n, a[1:] and str(a[1])[:20], round(time.time()-t,2)); return r
        setattr(L, n, g)
    for n in ("_post","embed_waiting","work_off","forget","summarise_chat","live_a_little","refresh","analyse_day"): timed(n)
    async with serving(addresses, [ScriptedModel(is_demo=True)], features=FEATURES) as served, served.person("ada") as ada:
        t=time.time(); await live_long(served, ada); print("took", time.time()-t)
        for t in await owned_tables(as_owner):
            for p in (ada, ):
                n = await as_owner.fetchval(f"select count(*) from {t.name} where {t.owner}::text=$1", str(p.id))
                if not n: print("EMPTY", t.name)
