"""The bench of indexing runs, and its page says what was measured."""

from __future__ import annotations

import re

import pytest

from bench.documents import Indexed, as_text, measure_pdf, measure_texts
from holdfast.core.db import connect
from holdfast.core.migrate import Addresses
from tests.words import WordEmbedder

pytestmark = pytest.mark.anyio


async def test_it_measures_a_pdf_and_texts_and_tells_the_embedders_share(addresses: Addresses) -> None:
    db = await connect(addresses.app, size=2, name="bench")
    try:
        pdf = await measure_pdf(db, WordEmbedder(), pages=2)
        texts = await measure_texts(db, WordEmbedder(), passages=3, rounds=1)
    finally:
        await db.close()
    assert pdf.passages > 2
    assert 0 < pdf.embedding_seconds < pdf.whole_seconds
    assert [one.passages > 2 for one in texts] == [True]
    assert re.search(r"a PDF, \d+ passages: \d+\.\d s from the upload to ready, \d+% of it", as_text(pdf, texts))


@pytest.mark.parametrize(("alone", "verdict"), [(9.0, "yes  indexing reaches 90%"), (7.0, "NO   indexing reaches 70%")])
def test_a_share_that_is_not_kept_is_said(alone: float, verdict: str) -> None:
    one = Indexed(100, 10.0, alone)
    assert verdict in as_text(one, [one])
