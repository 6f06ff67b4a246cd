"""The model: `tests.loopback.model_server` in its own process, told by each question how to answer it.

A real question reaches the model through Holdfast, which has one model's name. So the behaviour is not asked for by
that name but by the question's last word: `instant:100`, `slow:20:0.05`, `bursty:100:10:0.05`.
"""

from __future__ import annotations

import asyncio

import uvloop

from tests.loopback.model_server import ModelServer, Recorded
from tests.loopback.openai_wire import BEHAVIOURS, Reply, last_user_text


class ToldModel(ModelServer):
    def answer(self, request: Recorded) -> Reply:
        if "messages" in request.body:
            wanted = last_user_text(request.body).split()[-1:] or [""]
            # Whoever asks for something besides the answer (a title, what to learn) names no behaviour.
            told = wanted[0] if ":" in wanted[0] and wanted[0].partition(":")[0] in BEHAVIOURS else "instant:5"
            request.body = {**request.body, "model": told}
        return super().answer(request)


async def _serve() -> None:
    async with ToldModel() as server:
        print(server.port, flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(_serve())
