import time, asyncio
import pytest
from tests.architecture import live_long as L, test_rows as R
from tests.accounts.issuer import issuing
from tests.architecture.live_long import live_long, FEATURES
pytestmark = pytest.mark.anyio
async def test_s(addresses, as_owner, db):
    tot={}
    def timed(m, n):
        f = getattr(m, n)
        async def g(*a, **k):
            t=time.time(); r = await f(*a, **k); c=tot.setdefault(n,[0,0,0]); d=time.time()-t; c[0]+=1; c[1]+=d; c[2]=max(c[2],d); return r
        setattr(m, n, g)
    for n in ("_post","embed_waiting","have_it_all_done","_be_looked_after","live_a_little","_say_much"): timed(L,n)
    for n in ("_cannot_see","_cannot_touch","_cannot_make","_cannot_give_away"): timed(R,n)
    timed(R.Town,"rows"); timed(R.Town,"renamed")
    t=time.time()
    async with issuing() as issuer, R.town(addresses, as_owner, issuer) as here:
        print("town", time.time()-t)
        for pair in [(R.Owner("acme", here.ada.user_id), here.ada), *R.ALIKE[:2]]:
            here = await here.renamed(*pair); await R._cannot_cross(db, here)
    for k,v in tot.items(): print(k, [round(x,2) for x in v])
