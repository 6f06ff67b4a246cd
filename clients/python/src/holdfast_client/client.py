"""The two clients: the same calls, one that waits and one that is awaited."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from datetime import datetime
from os import PathLike
from types import TracebackType
from typing import Any, TypeVar

import httpx2

from holdfast_client import calls
from holdfast_client.calls import ASK_PATH, Call, DocumentTask, LoopStatus, Question, Role
from holdfast_client.errors import read_error
from holdfast_client.types import Analysis, Answer, KnownFact, OpenLoop, Passage, RecallResult, Wire

T = TypeVar("T")
TIMEOUT_SECONDS = 60.0


class Holdfast:
    """One installation, as the person whose key it is."""

    def __init__(
        self,
        address: str,
        *,
        key: str,
        tenant: str | None = None,
        user: str | None = None,
        timeout: float = TIMEOUT_SECONDS,
    ) -> None:
        """`tenant` and `user`: with the service key of an installation, whose memory is meant."""
        self._whose = calls.whose(tenant, user)
        self._http = httpx2.Client(base_url=address, headers=calls.credentials(key), timeout=timeout)

    def ask(
        self,
        text: str,
        *,
        persona: str = "assistant",
        conversation: str | None = None,
        user: str | None = None,
        remember: bool = True,
    ) -> Answer:
        return self._do(calls.ask(Question(text, persona, conversation, user, remember)))

    def ask_stream(
        self,
        text: str,
        *,
        persona: str = "assistant",
        conversation: str | None = None,
        user: str | None = None,
        remember: bool = True,
    ) -> Iterator[str]:
        body = Question(text, persona, conversation, user, remember).body(is_stream=True)
        with self._http.stream("POST", ASK_PATH, json=body) as response:
            if response.is_error:
                raise read_error(response.status_code, response.read(), response.headers.get("retry-after"))
            for line in response.iter_lines():
                if piece := calls.piece_of(line):
                    yield piece

    def remember(
        self,
        text: str,
        *,
        role: Role = "user",
        session: str | None = None,
        at: datetime | None = None,
        external_id: str | None = None,
    ) -> str:
        return self._do(calls.remember(text, role, session, at, external_id))

    def remember_all(self, messages: Sequence[Mapping[str, str]], *, session: str) -> int:
        """How many were new."""
        return self._do(calls.remember_all(messages, session))

    def change_fact(self, fact: str, text: str) -> KnownFact:
        return self._do(calls.change_fact(fact, text))

    def fact_history(self, fact: str) -> Sequence[KnownFact]:
        """The oldest version first."""
        return self._do(calls.fact_history(fact))

    def recall(self, query: str, *, limit: int = 10, as_of: datetime | None = None) -> RecallResult:
        return self._do(calls.recall(query, limit, as_of))

    def facts(self, *, limit: int = 50) -> Sequence[KnownFact]:
        return self._do(calls.facts(limit))

    def loops(self, *, status: LoopStatus | None = "open") -> Sequence[OpenLoop]:
        return self._do(calls.loops(status))

    def forget(
        self,
        *,
        facts: Sequence[str] = (),
        sessions: Sequence[str] = (),
        query: str | None = None,
        everything: bool = False,
    ) -> Wire:
        return self._do(calls.forget(facts, sessions, query, everything=everything))

    def brief(self, *, session: str | None = None) -> Wire:
        return self._do(calls.brief(session))

    def search_documents(self, query: str, *, limit: int = 10) -> Sequence[Passage]:
        return self._do(calls.search_documents(query, limit))

    def analyze(
        self,
        question: str | None = None,
        *,
        document: str | None = None,
        file: str | PathLike[str] | None = None,
        schema: Mapping[str, Any] | None = None,
        model: str = "assistant",
    ) -> Analysis:
        return self._do(calls.analyze(DocumentTask(question, document, file, schema, model)))

    def trace(self, turn: str) -> Wire:
        return self._do(calls.trace(turn))

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Holdfast:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()

    def _do(self, call: Call[T]) -> T:
        call = calls.about(call, self._whose)
        response = self._http.request(call.method, call.path, json=call.body, params=call.query)
        return _read(call, response)


class AsyncHoldfast:
    """The same, to be awaited."""

    def __init__(
        self,
        address: str,
        *,
        key: str,
        tenant: str | None = None,
        user: str | None = None,
        timeout: float = TIMEOUT_SECONDS,
    ) -> None:
        """`tenant` and `user`: with the service key of an installation, whose memory is meant."""
        self._whose = calls.whose(tenant, user)
        self._http = httpx2.AsyncClient(base_url=address, headers=calls.credentials(key), timeout=timeout)

    async def ask(
        self,
        text: str,
        *,
        persona: str = "assistant",
        conversation: str | None = None,
        user: str | None = None,
        remember: bool = True,
    ) -> Answer:
        return await self._do(calls.ask(Question(text, persona, conversation, user, remember)))

    async def ask_stream(
        self,
        text: str,
        *,
        persona: str = "assistant",
        conversation: str | None = None,
        user: str | None = None,
        remember: bool = True,
    ) -> AsyncIterator[str]:
        body = Question(text, persona, conversation, user, remember).body(is_stream=True)
        async with self._http.stream("POST", ASK_PATH, json=body) as response:
            if response.is_error:
                raise read_error(response.status_code, await response.aread(), response.headers.get("retry-after"))
            async for line in response.aiter_lines():
                if piece := calls.piece_of(line):
                    yield piece

    async def remember(
        self,
        text: str,
        *,
        role: Role = "user",
        session: str | None = None,
        at: datetime | None = None,
        external_id: str | None = None,
    ) -> str:
        return await self._do(calls.remember(text, role, session, at, external_id))

    async def remember_all(self, messages: Sequence[Mapping[str, str]], *, session: str) -> int:
        """How many were new."""
        return await self._do(calls.remember_all(messages, session))

    async def change_fact(self, fact: str, text: str) -> KnownFact:
        return await self._do(calls.change_fact(fact, text))

    async def fact_history(self, fact: str) -> Sequence[KnownFact]:
        """The oldest version first."""
        return await self._do(calls.fact_history(fact))

    async def recall(self, query: str, *, limit: int = 10, as_of: datetime | None = None) -> RecallResult:
        return await self._do(calls.recall(query, limit, as_of))

    async def facts(self, *, limit: int = 50) -> Sequence[KnownFact]:
        return await self._do(calls.facts(limit))

    async def loops(self, *, status: LoopStatus | None = "open") -> Sequence[OpenLoop]:
        return await self._do(calls.loops(status))

    async def forget(
        self,
        *,
        facts: Sequence[str] = (),
        sessions: Sequence[str] = (),
        query: str | None = None,
        everything: bool = False,
    ) -> Wire:
        return await self._do(calls.forget(facts, sessions, query, everything=everything))

    async def brief(self, *, session: str | None = None) -> Wire:
        return await self._do(calls.brief(session))

    async def search_documents(self, query: str, *, limit: int = 10) -> Sequence[Passage]:
        return await self._do(calls.search_documents(query, limit))

    async def analyze(
        self,
        question: str | None = None,
        *,
        document: str | None = None,
        file: str | PathLike[str] | None = None,
        schema: Mapping[str, Any] | None = None,
        model: str = "assistant",
    ) -> Analysis:
        return await self._do(calls.analyze(DocumentTask(question, document, file, schema, model)))

    async def trace(self, turn: str) -> Wire:
        return await self._do(calls.trace(turn))

    async def aclose(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> AsyncHoldfast:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        await self.aclose()

    async def _do(self, call: Call[T]) -> T:
        call = calls.about(call, self._whose)
        response = await self._http.request(call.method, call.path, json=call.body, params=call.query)
        return _read(call, response)


def _read(call: Call[T], response: httpx2.Response) -> T:
    if response.is_error:
        raise read_error(response.status_code, response.content, response.headers.get("retry-after"))
    return call.read(response.json(), response.headers)
