"""What has come so far in an exchange; the only thing that grows during one.

Texts and the calls of tools keep their order, both on the wire and in what is stored. Where an answer goes on, what was
said before is told again first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from holdfast.core.first_words import FirstWord
from holdfast.knowledge.tell import tell
from holdfast.models.types import Attempt, FinishReason, TokenUsage, ToolCall
from holdfast.stream.tool_parts import cut_short, failure, with_told
from holdfast.stream.wire import BETWEEN, MAX_THOUGHT_CHARACTERS, PlacedTool, Written
from holdfast.stream.writer import Writer
from holdfast.tools.run import ToolResult
from holdfast.tools.types import WaitingCall, WebSource
from holdfast.turn.citations import Citations
from holdfast.turn.seam import Seam
from holdfast.turn.types import ToolUse

_NOT_ASKED = "The answer was cut short before this could be asked about, so it was not run."


def approval_request(waiting: WaitingCall) -> Mapping[str, Any]:
    return {
        "type": "tool-approval-request",
        "approvalId": str(waiting.approval_id),
        "toolCallId": waiting.call_id,
        "approvalDescriptor": {"expiresAt": waiting.expires_at.isoformat()},
    }


@dataclass(slots=True)
class SaidSoFar:
    first_word: FirstWord
    citations: Citations
    writer: Writer
    text: list[str] = field(default_factory=list)
    characters: int = 0
    """Of the text."""
    thoughts: list[str] = field(default_factory=list)
    thought_characters: int = 0
    is_thinking: bool = False
    is_new_text: bool = False
    """A call stands between the text so far and what comes next."""
    attempts: list[Attempt] = field(default_factory=list)
    placed: dict[str, PlacedTool] = field(default_factory=dict)
    """Calls by their id, as the message keeps them."""
    tools: list[ToolUse] = field(default_factory=list)
    waiting: list[WaitingCall] = field(default_factory=list)
    tool_characters: int = 0
    """That tools have answered."""
    usage: TokenUsage | None = None
    first_event_at: float | None = None
    finish_reason: FinishReason = "stop"
    asked_of_program: Sequence[ToolCall] = ()
    so_far: Written | None = None
    """Of an answer that goes on, until it was told again."""
    seam: Seam | None = None
    """Where its halves meet."""

    def retell(self) -> None:
        if self.so_far is None:
            return
        written, self.so_far = self.so_far, None
        self.text.append(written.text)
        self.characters = len(written.text)
        if written.thoughts:
            self.thoughts.append(written.thoughts)
            self.thought_characters += len(written.thoughts)
        self.placed = {one.part["toolCallId"]: one for one in written.tools}
        self.citations.pass_over(str(one.part.get("output", "")) for one in written.tools)
        self.tool_characters = sum(len(str(one.part.get("output", ""))) for one in written.tools)
        self.is_new_text = bool(written.tools and written.tools[-1].at >= len(written.text))
        if not self.is_new_text:
            self.seam = Seam(written.text)
        self.writer.retell(written)

    def goes_on(self, text: str) -> str:
        return self.seam.take(text) if self.seam else text

    def says(self, text: str) -> None:
        self.tells(self.citations.take(text))

    def tells(self, text: str) -> None:
        if text:
            if self.is_new_text:
                self.is_new_text = False
                self._keep(BETWEEN if self.characters else "")
            self._keep(text)
            self.writer.text(text)
        for part in self.citations.news():
            self.writer.beside(part)

    def _keep(self, text: str) -> None:
        self.text.append(text)
        self.characters += len(text)

    def settle_text(self) -> None:
        """Nothing is held back any more: something else follows, or the end."""
        if self.seam:
            self.says(self.seam.rest())
            self.seam = None
        self.tells(self.citations.rest())

    def thinks(self, text: str) -> None:
        """What was thought at another time begins a new paragraph. What is more than is stored is not held either."""
        begins = "\n\n" if self.thoughts and not self.is_thinking else ""
        self.is_thinking = True
        if kept := (begins + text)[: max(MAX_THOUGHT_CHARACTERS - self.thought_characters, 0)]:
            self.thoughts.append(kept)
            self.thought_characters += len(kept)

    def tells_of_tool(self, part: Mapping[str, Any]) -> None:
        """To whoever reads, and in the message."""
        call_id = part["toolCallId"]
        self.writer.part(part)
        before = self.placed.get(call_id)
        at, kept = (before.at, before.part) if before else (self.characters, {})
        self.placed[call_id] = PlacedTool(at, with_told(kept, part))
        self.is_new_text = True

    def cites(self, sources: Iterable[WebSource], call_id: str) -> Sequence[tuple[int, WebSource]]:
        """Pages that a tool read: told to the reader, each under a number by which it can be cited."""
        numbered = [(self.citations.add_page(source, call_id), source) for source in sources]
        for part in self.citations.news():
            self.writer.beside(part)
        return numbered

    def gives(self, result: ToolResult) -> ToolResult:
        """With the passages that a tool opened, told under numbers by which they can be cited."""
        told = [tell(one) for one in self.citations.add_passages(result.passages)]
        return replace(result, text="\n\n".join([result.text, *told])) if told else result

    def asks_about(self, waiting: Sequence[WaitingCall]) -> None:
        """The message keeps that these wait. Readers are told when it is stored, so that whoever decides finds it."""
        self.waiting = list(waiting)
        for one in waiting:
            placed = self.placed[one.call_id]
            self.placed[one.call_id] = PlacedTool(placed.at, with_told(placed.part, approval_request(one)))

    def ask_nobody(self) -> None:
        """The answer was cut short: what waited is not asked about any more."""
        for one in self.waiting:
            self.tells_of_tool(failure(one.call_id, _NOT_ASKED))
        self.waiting = []

    @property
    def written(self) -> Written:
        tools = [PlacedTool(one.at, cut_short(one.part)) for one in self.placed.values()]
        sources = self.citations.parts()
        return Written("".join(self.text), "".join(self.thoughts), self.writer.thought_ms, sources, tools)
