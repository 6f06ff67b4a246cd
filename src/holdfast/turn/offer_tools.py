"""Which tools a turn is offered: those of its persona, and first among them what the message asks for, by name or by
what it says.

They are chosen beside the collecting of sources, so nobody waits for them longer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from holdfast.tools.registry import ChosenTools, ToolRegistry
from holdfast.tools.types import Tool
from holdfast.turn.codes import Want
from holdfast.turn.context.passages import PASSAGE
from holdfast.turn.mentions.fetched import FETCHED
from holdfast.turn.mentions.implied import implied_block, implied_tools, implied_wants
from holdfast.turn.mentions.of_tools import wished_tools
from holdfast.turn.prefetch import Prefetch
from holdfast.turn.preflight import Preflight, preflight
from holdfast.turn.reading.utterance import read_utterance
from holdfast.turn.route import choose_tools, uses_tools
from holdfast.turn.tool_block import fit_tools
from holdfast.turn.types import AcceptedTurn, Context, Prompt


@dataclass(frozen=True, slots=True)
class TurnTools:
    chosen: ChosenTools
    preflight: Preflight
    named: Sequence[str] = ()
    """Those that the message names."""
    wants: Mapping[Want, str] = field(default_factory=dict)
    """What it asks for without naming it, each with the cue that says so."""


async def choose_for_turn(tools: ToolRegistry, turn: AcceptedTurn, prefetch: Prefetch | None) -> TurnTools:
    """`prefetch`: what is on its way already."""
    text, has_tools = turn.user_input.text, turn.route.has_tools
    seen, ahead = (prefetch.seen, prefetch.chosen) if prefetch else (None, None)
    chosen = ChosenTools()
    if uses_tools(turn):
        chosen = await (ahead or choose_tools(tools, turn.allowed))
    wish = wished_tools(text, chosen)
    if not has_tools:  # but those that the message names
        chosen = replace(chosen, offered={name: chosen.offered[name] for name in wish.named}, off=())
    choice = await preflight(turn.chain, turn, [tool.spec for tool in chosen.offered.values()])
    if wish.first is not None and turn.so_far is None:  # what goes on has used it
        choice = replace(choice, first_tool=wish.first)
    wants = implied_wants(seen or read_utterance(text)) if chosen.offered or chosen.off else {}
    return TurnTools(chosen, choice, wish.named, wants if has_tools else {})


def with_tools(context: Context, turn: AcceptedTurn, found: TurnTools) -> tuple[Context, Mapping[str, Tool]]:
    """The context with what is told of tools, and those there is room for."""
    offered, first = found.chosen.offered, found.preflight.first_tool
    wanted = [*([first] if first else ()), *found.named, *implied_tools(found.wants, offered)]
    tools, block = fit_tools(offered, turn.allowed.prompt_tokens, wanted)
    there, uses = replace(found.chosen, offered=tools), turn.persona.settings.tools
    told = [block, implied_block(found.wants, there, uses, found.named)]
    blocks = [*context.blocks, *(one for one in told if one)]
    return replace(context, blocks=blocks, missing=[*context.missing, *found.chosen.missing]), tools


def tells_words_of_others(prompt: Prompt) -> bool:
    """Of documents, or of connected servers: what a tool may do without asking is less then."""
    told = (source for block in prompt.blocks if block.status != "dropped" for source in block.sources)
    return any(source.type in (PASSAGE, FETCHED) for source in told)
