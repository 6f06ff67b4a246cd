"""What is written in the picture of a page, by a model that sees: where letters alone were unclear."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from holdfast.core.db import owner_of
from holdfast.core.ids import UserId
from holdfast.entitlements.background import BackgroundBudget
from holdfast.models.ask import ask_text
from holdfast.models.chain import Chain
from holdfast.models.types import Image

_MAX_TOKENS = 4_000


async def see(chain: Chain, budget: BackgroundBudget, acting: UserId, picture: bytes) -> str:
    """Nothing where no model is configured, or none that sees. `ModelFailed`, also where no question is left."""
    if chain.is_demo or not chain.sees_images:
        return ""
    await budget.spend(owner_of(acting))
    return await ask_text(chain, _instructions(), [Image("image/jpeg", picture)], max_output_tokens=_MAX_TOKENS)


@cache
def _instructions() -> str:
    return (Path(__file__).parent / "prompts" / "read_page.md").read_text(encoding="utf-8")
