"""Machine-made requests from the document itself: what fits it, what just fails to, and what answers must look like.

Schemathesis makes the requests, in a thread, against the whole app on loopback. They are the same in every run: a fault
that is found once is found again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.checks import CheckFunction, load_all_checks, not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi import checks as openapi

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from tests.architecture.belongings import Belongings, live_a_little
from tests.scripted import ScriptedModel
from tests.serving import Served, serving
from tests.waiting import HANGS_SECONDS

pytestmark = pytest.mark.anyio

EXAMPLES = 10
ANSWER_SECONDS = HANGS_SECONDS
"""A request that is answered later has failed. The answers themselves take milliseconds; the machine may be busy."""
NOT_HTTP = b"Invalid HTTP request received."
"""The server's own words for what is not HTTP at all."""
ENDS_THE_SIGN_IN = frozenset({"/api/auth/logout", "/api/auth/logout-everywhere"})

NOT_SET_UP = (b'"code":"research_unavailable"', b'"code":"persona_not_sketched"')
"""Refusals by name, and no faults: research is not set up where these requests go, and the model sketches nothing."""

AnyCase = Case[Any]
load_all_checks()


@schemathesis.serializer("application/x-ndjson")
def lines(context: object, value: object) -> bytes:
    return str(value).encode(errors="replace")


CONFORMS: Sequence[CheckFunction] = (
    not_a_server_error,
    openapi.status_code_conformance,
    openapi.content_type_conformance,
    openapi.response_schema_conformance,
)


@dataclass(frozen=True, slots=True)
class Fuzz:
    served: Served
    session: requests.Session
    real: Mapping[str, str] = field(default_factory=dict)
    """Names of path and query parameters, and ids of real things to put there now and then."""
    faults: dict[str, str] = field(default_factory=dict)

    def everything(self, document: Mapping[str, Any], *, examples: int) -> None:
        # What takes things away comes last, so that the rest meets something real.
        for operation in sorted(self._operations(document), key=lambda one: one.method == "delete"):
            for mode in GenerationMode:
                self._some(operation, mode, False, examples)
            if self._can_be_aimed(operation):
                self._some(operation, GenerationMode.POSITIVE, True, examples)

    def _can_be_aimed(self, operation: Any) -> bool:
        named = {one["name"] for one in operation.definition.raw.get("parameters", ())}
        return bool(self.real) and (bool(named & set(self.real)) or operation.label == "POST /api/chat")

    def tell(self) -> None:
        if self.faults:
            pytest.fail("\n\n".join(f"{where}\n{what}" for where, what in self.faults.items()), pytrace=False)

    def _operations(self, document: Mapping[str, Any]) -> Iterator[Any]:
        # Invented credentials are for strangers: sent on purpose, they would count more than somebody's real cookie.
        config = schemathesis.Config.from_dict({"generation": {"with-security-parameters": not self.real}})
        schema = schemathesis.openapi.from_dict(dict(document), config=config)
        for found in schema.get_all_operations():
            assert isinstance(found, Ok), found
            operation = found.ok()
            if operation.path not in ENDS_THE_SIGN_IN:
                yield operation

    def _some(self, operation: Any, mode: GenerationMode, is_aimed: bool, examples: int) -> None:
        @settings(
            max_examples=examples,
            derandomize=True,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def each(case: AnyCase) -> None:
            self._one(_aimed(case, self.real) if is_aimed else case, mode)

        try:
            each()
        except Unsatisfiable:
            pass  # a route that takes nothing can be asked nothing wrong
        except BaseException as found:  # told together at the end, one for each operation and mode
            self.faults[f"{operation.label}, {mode.value}"] = _in_words(found)

    def _one(self, case: AnyCase, mode: GenerationMode) -> None:
        response = case.call(
            base_url=self.served.url, session=self.session, timeout=ANSWER_SECONDS, allow_redirects=False
        )
        if response.content == NOT_HTTP:
            return  # it did not even reach the app
        checks = [*CONFORMS, openapi.negative_data_rejection] if mode.is_negative else list(CONFORMS)
        if response.headers.get("content-type", [""])[0].startswith("text/event-stream"):
            # The document calls a stream a text, and Schemathesis compares that with each event in it.
            checks.remove(openapi.response_schema_conformance)
        if response.status_code == 503 and any(code in response.content for code in NOT_SET_UP):
            checks.remove(not_a_server_error)
        if mode.is_negative and "error=" in response.headers.get("location", [""])[0]:
            # A browser that comes back with something wrong is sent to a page that says what.
            checks.remove(openapi.negative_data_rejection)
        case.validate_response(response, checks=checks)


def _aimed(case: AnyCase, real: Mapping[str, str]) -> AnyCase:
    for place in (case.path_parameters, case.query):
        for name in set(place or ()) & set(real):
            place[name] = real[name]
    if case.operation.label == "POST /api/chat" and isinstance(case.body, dict):
        case.body = _begins_a_turn(case.body, real["chatId"])
    return case


def _begins_a_turn(body: dict[str, Any], chat: str) -> dict[str, Any]:
    """Of what was made up, the words and their id are kept, and the rest is put right."""
    message = body.get("message") or {"id": str(new_id()), "role": "user", "parts": [{"type": "text", "text": "…"}]}
    parts = [part for part in message["parts"] if part["type"] == "text"] or [{"type": "text", "text": "…"}]
    return {"id": chat, "message": {**message, "parts": parts}}


def _in_words(found: BaseException) -> str:
    inner = getattr(found, "exceptions", None)
    return "\n".join(_in_words(one) for one in inner) if inner else str(found)[:1500] or type(found).__name__


def _real(hers: Belongings) -> Mapping[str, str]:
    named: dict[str, object] = {
        "chat_id": hers.chat,
        "chatId": hers.chat,
        "message_id": hers.answer,
        "before": hers.answer,
    }
    named |= {"turn_id": hers.turn, "file_id": hers.file, "audio_id": hers.audio, "user_id": hers.user}
    named |= {"org_id": hers.org, "invite_id": hers.invite}
    return {name: str(value) for name, value in named.items()}


def _browser(served: Served, cookies: Mapping[str, str]) -> requests.Session:
    session = requests.Session()
    session.trust_env = False
    session.headers["origin"] = served.url
    session.cookies.update(dict(cookies))
    return session


@pytest.mark.long
async def test_no_request_made_from_the_document_breaks_the_server_or_is_taken_by_mistake(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person("ada") as ada:
        document = (await ada.http.get("/openapi.json")).json()
        hers = await live_a_little(served, ada)
        fuzz = Fuzz(served, _browser(served, dict(ada.http.cookies)), _real(hers))
        await asyncio.to_thread(fuzz.everything, document, examples=EXAMPLES)
        fuzz.tell()
        assert (await ada.http.get("/api/auth/me")).status_code == 200


@pytest.mark.long
async def test_a_stranger_breaks_nothing_either(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.stranger() as stranger:
        document = (await stranger.get("/openapi.json")).json()
        fuzz = Fuzz(served, _browser(served, {}))
        await asyncio.to_thread(fuzz.everything, document, examples=4)
        fuzz.tell()
