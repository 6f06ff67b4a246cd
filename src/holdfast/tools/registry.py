"""Which tools there are for a person, and which of them a persona may use.

Sources are asked side by side, each with a deadline: one that fails or hangs costs its own tools and not the turn. Of
two tools with one name the first source's stands. A tool that its person trusts never is not offered at all.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from holdfast.core.ask_within import Missing, ask_within
from holdfast.core.db import Db
from holdfast.core.ids import ChatId
from holdfast.tools.trusts import with_trusts
from holdfast.tools.types import Tool, ToolAsker, ToolOff, ToolSource, page_of_origin

SOURCE_SECONDS = 1.0
_LISTED = "Change that on the page of connections, where its tools are listed."


@dataclass(frozen=True, slots=True)
class ChosenTools:
    """What is offered, by name, and what else is known, with why it is not."""

    offered: Mapping[str, Tool] = field(default_factory=dict)
    off: Sequence[ToolOff] = ()
    missing: Sequence[Missing] = ()
    """Sources that did not answer in time."""


class ToolRegistry:
    def __init__(
        self, sources: Sequence[ToolSource] = (), db: Db | None = None, *, seconds: float = SOURCE_SECONDS
    ) -> None:
        """`db`: where people keep which tools need not ask; without it, whatever asks asks."""
        self._sources = sources
        self._db = db
        self._seconds = seconds

    async def choose(self, asker: ToolAsker, names: Sequence[str], chat_id: ChatId | None = None) -> ChosenTools:
        """`names`: those that the persona may use; `*` for all, `git__*` for all that begin so, `*__*` for all
        that are connected. `chat_id`: for what need not ask in that chat."""
        asked = [ask_within("tools", source.tools_for(asker), self._seconds) for source in self._sources]
        offered: dict[str, Tool] = {}
        off: dict[str, ToolOff] = {}
        answers = await asyncio.gather(*asked)
        missing = [answer for answer in answers if isinstance(answer, Missing)]
        found = [one for answer in answers if not isinstance(answer, Missing) for one in answer]
        for one in await with_trusts(self._db, asker.user_id, chat_id, found) if self._db else found:
            _place(one, names, offered, off)
        return ChosenTools(offered, list(off.values()), missing)


def is_named(name: str, names: Sequence[str]) -> bool:
    return any(fnmatchcase(name, one) for one in names)


def _place(one: Tool | ToolOff, names: Sequence[str], offered: dict[str, Tool], off: dict[str, ToolOff]) -> None:
    name = one.spec.name if isinstance(one, Tool) else one.name
    if name in offered or name in off:
        return
    if isinstance(one, ToolOff):
        off[name] = one
    elif not is_named(name, names):
        off[name] = _off(one, "This persona does not use it.", "Choose a persona that does, or add it to its tools.")
    elif one.trust == "never":
        off[name] = _off(one, "You said that it is never to be used.", _LISTED, page_of_origin(one.origin))
    else:
        offered[name] = one


def _off(tool: Tool, reason: str, remedy: str, address: str | None = None) -> ToolOff:
    spec = tool.spec
    return ToolOff(spec.name, tool.title, spec.description, tool.origin, tool.danger, reason, remedy, address)
