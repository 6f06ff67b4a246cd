"""The steps of a turn as spans, for whoever has a collector: names and times, no word."""

from __future__ import annotations

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from holdfast.core.migrate import Addresses
from tests.loopback.observers import ObserverServer
from tests.scripted import ScriptedModel, says
from tests.serving import serving

pytestmark = pytest.mark.anyio
WORDS = "WhatAnnaSaid"


async def test_the_steps_of_a_turn_are_spans_within_the_request_that_began_it(addresses: Addresses) -> None:
    with ObserverServer() as server:
        model = ScriptedModel(says(f"Yes, {WORDS}."))
        async with serving(addresses, [model], otel_endpoint=server.otel_endpoint) as served, served.person() as ada:
            assert (await ada.say(WORDS)).status == 200
        exported = server.wait_for("/v1/traces")
        spans = {
            span.name: span
            for resource in ExportTraceServiceRequest.FromString(exported).resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
        }
    assert WORDS.encode() not in exported
    steps = [spans[name] for name in ("turn.collect", "turn.exchange", "turn.finish")]
    assert all(step.trace_id == spans["POST /api/chat"].trace_id for step in steps)
    assert [step.start_time_unix_nano for step in steps] == sorted(step.start_time_unix_nano for step in steps)
