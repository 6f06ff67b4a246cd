"""A call of a tool, as the AI SDK tells it: by and by on the wire, and as one part of the message that keeps it.

What a message keeps is made of the very parts that went over the wire, one after the other (`with_told`), and tells
them again (`retold`). Pure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from holdfast.chats.types import TOOL

PROGRESS = "data-tool-progress"
QUESTION = "data-tool-question"
"""A tool asks its person something, or does not any more; what, is fetched."""
PROGRAM = "program"
"""The origin of a call that a program was asked to make: no message keeps it."""
WAITING = "approval-requested"
DECIDED = "approval-responded"
OPEN_STATES = ("input-available", DECIDED)
"""Nobody has told yet what came of it."""
NOBODY_KNOWS = "It was cut short; whether it took effect is not known."
"""Said of a call that was under way when its server went down."""


def with_told(kept: Mapping[str, Any], told: Mapping[str, Any]) -> dict[str, Any]:
    """The call, with what a part of the wire tells of it."""
    part = dict(kept)
    match told["type"]:
        case "tool-input-available":
            metadata = dict(told.get("toolMetadata", {}))
            approval = metadata.pop("approval", None)
            part = {"type": TOOL, "toolName": told["toolName"], "toolCallId": told["toolCallId"]}
            if "title" in told:
                part["title"] = told["title"]
            if metadata:
                part["toolMetadata"] = metadata
            part |= {"state": DECIDED if approval else "input-available", "input": told["input"]}
            if approval:
                part["approval"] = approval
        case "tool-output-available":
            part |= {"state": "output-available", "output": told["output"], **_figures(told)}
        case "tool-output-error":
            part |= {"state": "output-error", "errorText": told["errorText"], **_figures(told)}
        case "tool-output-denied":
            part |= {"state": "output-denied"}
        case "tool-approval-request":
            part |= {"state": WAITING, "approval": _asked(told)}
    return part


def is_of_program(told: Mapping[str, Any]) -> bool:
    return bool(told.get("toolMetadata", {}).get("origin") == PROGRAM)


def retold(part: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """The parts of the wire that tell it, as far as it has come. A question for approval is not asked again."""
    metadata = dict(part.get("toolMetadata", {}))
    if "approved" in part.get("approval", {}):
        metadata["approval"] = part["approval"]
    call = {name: part[name] for name in ("toolCallId", "toolName", "title", "input") if name in part}
    asked = {"type": "tool-input-available", **call, "dynamic": True} | ({"toolMetadata": metadata} if metadata else {})
    figures = {"providerMetadata": part["resultProviderMetadata"]} if "resultProviderMetadata" in part else {}
    end: Mapping[str, Any] = {"toolCallId": part["toolCallId"]}
    match part["state"]:
        case "output-available":
            return asked, output(part["toolCallId"], part["output"]) | figures
        case "output-error":
            return asked, failure(part["toolCallId"], part["errorText"]) | figures
        case "output-denied":
            return asked, {"type": "tool-output-denied", **end}
        case _:
            return (asked,)


def output(call_id: str, text: Any) -> dict[str, Any]:
    return {"type": "tool-output-available", "toolCallId": call_id, "output": text, "dynamic": True}


def failure(call_id: str, sentence: str) -> dict[str, Any]:
    return {"type": "tool-output-error", "toolCallId": call_id, "errorText": sentence, "dynamic": True}


def cut_short(part: Mapping[str, Any], sentence: str = NOBODY_KNOWS) -> Mapping[str, Any]:
    """What was under way has an end too. One that was denied did not run, and stays denied."""
    if part.get("state") not in OPEN_STATES:
        return part
    if part.get("approval", {}).get("approved") is False:
        return {**part, "state": "output-denied"}
    return {**part, "state": "output-error", "errorText": sentence}


def _figures(told: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"resultProviderMetadata": told["providerMetadata"]} if "providerMetadata" in told else {}


def _asked(told: Mapping[str, Any]) -> Mapping[str, Any]:
    descriptor = {"descriptor": told["approvalDescriptor"]} if "approvalDescriptor" in told else {}
    return {"id": told["approvalId"], **descriptor}
