"""What the house is written in is read once, and forgotten when its rules have been looked at."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.architecture import syntax


@pytest.fixture(scope="package", autouse=True)
def _forgotten_afterwards() -> Iterator[None]:
    """Some hundred thousand nodes would stay with whatever this process tests next."""
    yield
    syntax.module.cache_clear()
    syntax.nodes.cache_clear()
