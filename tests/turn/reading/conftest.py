from __future__ import annotations

import pytest

from holdfast.core.config import Settings
from holdfast.models.embed import LocalEmbedder
from holdfast.models.local import fetch_local, find_local, models_folder
from holdfast.models.local_kinds import EMBEDDING_MODEL


@pytest.fixture(scope="session")
def embedder() -> LocalEmbedder:
    """The embedder that comes along, since thresholds of meaning were measured with it."""
    folder = models_folder(Settings())
    if find_local(folder, EMBEDDING_MODEL).state != "ready":
        fetch_local(folder, [EMBEDDING_MODEL])
    return LocalEmbedder(find_local(folder, EMBEDDING_MODEL).folder)
