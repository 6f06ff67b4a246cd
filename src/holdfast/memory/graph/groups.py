"""The name of an owner's graph, and of an episode in it.

Tenants and users choose their own names, so names that merely read alike when joined must not meet: each part is hashed
with its length before it. FalkorDB and Graphiti take letters, digits, dashes and underscores only.
"""

from __future__ import annotations

import hashlib
from uuid import UUID, uuid5

from holdfast.core.db import Owner

_EPISODES = UUID("5b0d8a54-6a0e-4b0c-9a0e-2f9b8f1f7c11")


def group_of(owner: Owner) -> str:
    parts = [part.encode("utf-8", "surrogatepass") for part in (owner.tenant_id, owner.user_id)]
    told = b"".join(len(part).to_bytes(8, "big") + part for part in parts)
    return "holdfast" + hashlib.blake2b(told, digest_size=20).hexdigest()


def episode_of(group: str, name: str) -> str:
    """The same on every try, so that a repeat finds what is there. The group has one length, so no two join alike."""
    return str(uuid5(_EPISODES, group + name))
