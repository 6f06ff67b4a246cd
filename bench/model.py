"""The model: `tests.loopback.model_server` in its own process, told by each question how to answer it.

A real question reaches the model through Holdfast, which has one model's name. So the behaviour is not asked for by
that name but by the question's last word: `instant:100`, `slow:20:0.05`, `bursty:100:10:0.05`; or `talk:7`, which says
something else for every number.
"""

from __future__ import annotations

import asyncio
import random
import re

import uvloop

from tests.loopback.model_server import ModelServer, Recorded
from tests.loopback.openai_wire import BEHAVIOURS, Reply, last_user_text

_TOLD = re.compile(r"(\w+)((?::[\w.]+){1,3})")
_WORDS = """
garden table letter river window morning neighbour ticket bridge kitchen doctor engine paper winter market sister coffee
planning station budget picture harbour teacher evening holiday village music number question winter answer train summer
""".split()  # noqa: SIM905
_TALKED = 45


class ToldModel(ModelServer):
    def answer(self, request: Recorded) -> Reply:
        if "messages" in request.body:
            request.body = {**request.body, "model": _behaviour(last_user_text(request.body))}
        return super().answer(request)


def _behaviour(text: str) -> str:
    """Whoever asks for something besides the answer (a title, what to learn) names none."""
    told = _TOLD.fullmatch((text.split() or [""])[-1])
    if told and told[1] == "talk":
        return f"fixed:{' '.join(random.Random(told[2]).choices(_WORDS, k=_TALKED))}."
    return told[0] if told and told[1] in BEHAVIOURS else "instant:5"


async def _serve() -> None:
    async with ToldModel() as server:
        print(server.port, flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(_serve())
