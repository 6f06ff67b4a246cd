"""The request of a turn that began before, out of what was chosen with it: for whoever answers it anew, or goes on."""

from __future__ import annotations

from collections.abc import Mapping

from holdfast.chats.types import read_memory
from holdfast.core.clock import find_zone
from holdfast.core.ids import ChatId, UserId
from holdfast.turn.types import LENGTHS, Length, TurnRequest


def request_again(user_id: UserId, chat_id: ChatId, persona_id: str, choices: Mapping[str, str]) -> TurnRequest:
    return TurnRequest(
        user_id,
        chat_id,
        None,
        persona_id=persona_id,
        profile_id=choices.get("profileId"),
        model_name=choices.get("modelName"),
        length=_length(choices.get("length")),
        uses_memory=choices.get("memory") != "off",
        language=choices.get("language"),
        chat_memory=read_memory(choices.get("chatMemory")),
        kept_zone=find_zone(choices.get("timeZone")),
    )


def _length(kept: str | None) -> Length | None:
    return next((one for one in LENGTHS if one == kept), None)
