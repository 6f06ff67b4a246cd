import collections, asyncio, pytest
from tests.architecture import test_schemathesis as t
from tests.conftest import *  # noqa
pytestmark = [pytest.mark.anyio, pytest.mark.timeout(400)]
async def test_dbg(addresses):
    seen = collections.defaultdict(collections.Counter)
    slow = []
    orig = t.Fuzz._one
    def one(self, case, mode):
        r = case.call(base_url=self.served.url, session=self.session, timeout=5, allow_redirects=False)
        seen[case.operation.label, mode.value][r.status_code]+=1
        slow.append((r.elapsed, case.operation.label))
    t.Fuzz._one = one
    try:
        await t.test_no_request_made_from_the_document_breaks_the_server_or_is_taken_by_mistake(addresses)
    finally:
        for k,v in seen.items(): print(k, dict(v))
        print(sorted(slow)[-5:])
