"""What a line of an export says. One JSON object a line, `line` names its kind; the order is that of `KINDS`.

Ids are those of the installation it came from: they tie lines together and mean nothing elsewhere. Vectors, postings
and jobs are left out, since they are made again from the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field, model_validator
from pydantic.alias_generators import to_camel

from holdfast.memory.types import LearnedFrom

FORMAT = "holdfast-memory"
VERSION = 1
MAX_IN_WINDOW = 1_000
"""Of one session. More than any installation can be told to keep there."""


def _storable(text: str) -> str:
    if "\0" in text:
        raise ValueError("holds a NUL character")
    text.encode()
    return text


def _in_reach(moment: datetime) -> datetime:
    """Whatever the time zone, and with days added or taken away: a time nobody can read again breaks every answer."""
    if not 2 <= moment.year <= 9998:
        raise ValueError("is out of reach")
    return moment


LineText = Annotated[str, AfterValidator(_storable), Field(max_length=200_000)]
LineName = Annotated[str, AfterValidator(_storable), Field(min_length=1, max_length=200)]
RowId = Annotated[int, Field(ge=1, le=2**63 - 1)]
Number = Annotated[int, Field(ge=0, le=10**9)]
"""Half of what a column takes: it is counted on from here."""
LineMoment = Annotated[AwareDatetime, AfterValidator(_in_reach)]
Share = Annotated[float, Field(ge=0, le=1)]
SpineSource = Literal["none", "model", "rules"]


class _Line(BaseModel):
    model_config = ConfigDict(extra="forbid", alias_generator=to_camel, hide_input_in_errors=True, frozen=True)


class HeaderLine(_Line):
    line: Literal["header"]
    format: Literal["holdfast-memory"]
    version: Literal[1]
    tenant_id: LineText
    user_id: LineText
    exported_at: LineMoment


class SessionLine(_Line):
    line: Literal["session"]
    id: RowId
    session_id: LineName
    persona_id: LineText | None
    is_generated: bool
    stretch: Number
    stretch_from: Number
    stretch_at: LineMoment | None
    next_seq: Number
    window_from: Number
    folded_to: Number
    learned_to: Number
    rolling_summary: LineText
    summary_source: SpineSource
    first_at: LineMoment | None
    last_at: LineMoment | None
    last_user_at: LineMoment | None
    opened_at: LineMoment
    touched_at: LineMoment
    closed_at: LineMoment | None

    @model_validator(mode="after")
    def _is_no_larger_than_a_window(self) -> Self:
        # Closing it writes a row for each number in its window, whether or not there is such a turn.
        if self.next_seq - self.window_from > MAX_IN_WINDOW:
            raise ValueError("its window is too large")
        return self


class TurnLine(_Line):
    line: Literal["turn"]
    id: RowId
    session: RowId
    seq: Number
    external_id: LineName | None
    persona_id: LineText | None
    role: Literal["user", "assistant", "system", "tool"]
    name: LineText | None
    text: LineText
    said_at: LineMoment
    stored_at: LineMoment
    is_echo: bool


class FactLine(_Line):
    line: Literal["fact"]
    id: RowId
    persona_id: LineText | None
    lineage: RowId | None
    subject: LineText
    predicate: LineText
    object: LineText
    text: LineText
    confidence: Share
    source: LearnedFrom
    valid_from: LineMoment | None
    valid_to: LineMoment | None
    learned_at: LineMoment
    retired_at: LineMoment | None
    retired_because: Literal["superseded", "contradicted", "edited", "withdrawn", "folded"] | None
    superseded_by: RowId | None
    times_reinforced: Number
    reinforced_at: LineMoment | None
    is_pinned: bool
    is_doubtful: bool
    evidence: list[RowId]
    grounds: list[RowId]


class EntityLine(_Line):
    line: Literal["entity"]
    id: RowId
    key: LineText
    name: LineText
    kind: Literal["person", "place", "organization", "animal", "thing"]
    relation: LineText | None
    mentions: Number
    first_at: LineMoment
    last_at: LineMoment
    mentioned_in: list[RowId]


class EdgeLine(_Line):
    line: Literal["edge"]
    id: RowId
    from_entity: RowId
    to_entity: RowId
    relation: LineText
    fact_id: RowId


class LoopLine(_Line):
    line: Literal["loop"]
    id: RowId
    persona_id: LineText | None
    kind: Literal["commitment", "thread", "friction", "habit", "win"]
    status: Literal["open", "completed", "dropped"]
    text: LineText
    signature: LineText
    confidence: Share
    salience: Share
    time_horizon: Literal["today", "this_week", "this_month", "later", "ongoing"]
    due_at: LineMoment | None
    snoozed_until: LineMoment | None
    source: LearnedFrom
    opened_at: LineMoment
    reinforced_at: LineMoment | None
    times_reinforced: Number
    closed_at: LineMoment | None
    closed_because: LineText | None
    evidence: list[tuple[RowId, Literal["opened", "reinforced", "completed", "dropped"]]]


class IdentityItemLine(_Line):
    what: LineText
    text: LineText
    evidence: list[tuple[RowId, LineText | None]]


class PersonLine(_Line):
    line: Literal["person"]
    preferred_name: LineText | None
    time_zone: LineText | None
    clock_zone: LineText | None = None
    """Exports of an earlier version have none."""
    about: LineText
    identity: list[IdentityItemLine]
    model_made_at: LineMoment | None
    spine: LineText
    spine_version: Number
    spine_source: SpineSource
    spine_at: LineMoment | None


class ModelItemLine(_Line):
    line: Literal["model_item"]
    id: RowId
    section: Literal["relationships", "patterns", "work_context", "long_term_direction", "communication_preference"]
    text: LineText
    source: Literal["model", "rules"]
    evidence: list[RowId]
    made_at: LineMoment


class DayLine(_Line):
    line: Literal["day"]
    day: date
    confidence: Literal["high", "needs_review", "insufficient_data"]
    steering: LineText | None
    themes: list[Any]
    evidence: list[RowId]
    source: Literal["model", "rules"]
    made_at: LineMoment


class SummaryLine(_Line):
    line: Literal["summary"]
    id: RowId
    session: RowId
    stretch: Number
    text: LineText
    handover: LineText
    source: Literal["model", "rules"]
    from_seq: Number
    to_seq: Number
    ended_at: LineMoment
    in_spine: Number | None
    made_at: LineMoment


class CountLine(_Line):
    line: Literal["count"]
    day: date
    candidates: Number
    learned: Number
    duplicates: Number
    junk: Number
    echoes: Number
    contradicted: Number


class ReceiptLine(_Line):
    line: Literal["receipt"]
    id: Annotated[str, Field(pattern=r"^[0-9a-f-]{36}$")]
    made_at: LineMoment
    body: dict[str, Any]
    signature: Annotated[str, Field(pattern=r"^([0-9a-f]{2}){0,128}$")]


class EndLine(_Line):
    line: Literal["end"]
    lines: Annotated[int, Field(ge=0)]
    """How many came before: what was cut off on its way is noticed."""


ExportLine = (
    SessionLine
    | TurnLine
    | FactLine
    | EntityLine
    | EdgeLine
    | LoopLine
    | PersonLine
    | ModelItemLine
    | DayLine
    | SummaryLine
    | CountLine
    | ReceiptLine
)
KINDS: Mapping[str, type[ExportLine]] = {
    "session": SessionLine,
    "turn": TurnLine,
    "fact": FactLine,
    "entity": EntityLine,
    "edge": EdgeLine,
    "loop": LoopLine,
    "person": PersonLine,
    "model_item": ModelItemLine,
    "day": DayLine,
    "summary": SummaryLine,
    "count": CountLine,
    "receipt": ReceiptLine,
}
"""In the order they stand in: what a line refers to stands before it, but for versions of facts among themselves."""
