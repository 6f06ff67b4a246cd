"""Documents whose bytes lie in an S3 that is not ours: kept, read, and erased."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.core.migrate import Addresses
from tests.loopback.s3_process import s3_process
from tests.scripted import ScriptedModel, says
from tests.serving import PASSWORD, serving
from tests.web.test_documents import HANDBOOK, bring
from tests.working import work_off

pytestmark = pytest.mark.anyio


async def test_bytes_lie_in_the_bucket_while_the_document_is_there_and_no_longer(
    addresses: Addresses, tmp_path: Path
) -> None:
    with s3_process(tmp_path) as s3:
        async with (
            serving(addresses, [ScriptedModel(says("-"))], s3=s3.settings) as served,
            served.person() as ada,
        ):
            made = (await bring(ada))["document"]
            await work_off(served.parts)
            assert (await ada.http.get(f"/api/documents/{made['id']}")).json()["status"] == "ready"
            assert [file.read_bytes() for file in s3.files()] == [HANDBOOK]
            content = await ada.http.get(f"/api/documents/{made['id']}/content")
            assert (content.content, "location" in content.headers) == (HANDBOOK, False), "it comes through this server"

            assert (await ada.http.delete(f"/api/documents/{made['id']}")).status_code == 204
            await work_off(served.parts)
            assert s3.files() == []
            await bring(ada)
            left = await ada.http.request("DELETE", "/api/auth/me", json={"password": PASSWORD})
            assert left.is_success, left.text
            await work_off(served.parts)
            assert s3.files() == []
