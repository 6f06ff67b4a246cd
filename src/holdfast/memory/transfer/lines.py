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

FORMAT = "holdfast-memory"
VERSION = 1
MOST_IN_WINDOW = 1_000
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


Text = Annotated[str, AfterValidator(_storable), Field(max_length=200_000)]
Name = Annotated[str, AfterValidator(_storable), Field(min_length=1, max_length=200)]
Id = Annotated[int, Field(ge=1, le=2**63 - 1)]
Number = Annotated[int, Field(ge=0, le=10**9)]
"""Half of what a column takes: it is counted on from here."""
Moment = Annotated[AwareDatetime, AfterValidator(_in_reach)]
Share = Annotated[float, Field(ge=0, le=1)]
MadeBy = Literal["none", "model", "rules"]
Source = Literal["model", "rules", "person"]


class _Line(BaseModel):
    model_config = ConfigDict(extra="forbid", alias_generator=to_camel, hide_input_in_errors=True, frozen=True)


class Header(_Line):
    line: Literal["header"]
    format: Literal["holdfast-memory"]
    version: Literal[1]
    tenant_id: Text
    user_id: Text
    exported_at: Moment


class Session(_Line):
    line: Literal["session"]
    id: Id
    session_id: Name
    persona_id: Text | None
    is_generated: bool
    stretch: Number
    stretch_from: Number
    stretch_at: Moment | None
    next_seq: Number
    window_from: Number
    folded_to: Number
    learned_to: Number
    rolling_summary: Text
    summary_source: MadeBy
    first_at: Moment | None
    last_at: Moment | None
    last_user_at: Moment | None
    opened_at: Moment
    touched_at: Moment
    closed_at: Moment | None

    @model_validator(mode="after")
    def _is_no_larger_than_a_window(self) -> Self:
        # Closing it writes a row for each number in its window, whether or not there is such a turn.
        if self.next_seq - self.window_from > MOST_IN_WINDOW:
            raise ValueError("its window is too large")
        return self


class Turn(_Line):
    line: Literal["turn"]
    id: Id
    session: Id
    seq: Number
    external_id: Name | None
    persona_id: Text | None
    role: Literal["user", "assistant", "system", "tool"]
    name: Text | None
    text: Text
    said_at: Moment
    stored_at: Moment
    is_echo: bool


class Fact(_Line):
    line: Literal["fact"]
    id: Id
    persona_id: Text | None
    lineage: Id | None
    subject: Text
    predicate: Text
    object: Text
    text: Text
    confidence: Share
    source: Source
    valid_from: Moment | None
    valid_to: Moment | None
    learned_at: Moment
    retired_at: Moment | None
    retired_because: Literal["superseded", "contradicted", "edited", "withdrawn", "folded"] | None
    superseded_by: Id | None
    times_reinforced: Number
    reinforced_at: Moment | None
    is_pinned: bool
    is_doubtful: bool
    evidence: list[Id]
    grounds: list[Id]


class Entity(_Line):
    line: Literal["entity"]
    id: Id
    key: Text
    name: Text
    kind: Literal["person", "place", "organization", "animal", "thing"]
    relation: Text | None
    mentions: Number
    first_at: Moment
    last_at: Moment
    mentioned_in: list[Id]


class Edge(_Line):
    line: Literal["edge"]
    id: Id
    from_entity: Id
    to_entity: Id
    relation: Text
    fact_id: Id


class Loop(_Line):
    line: Literal["loop"]
    id: Id
    persona_id: Text | None
    kind: Literal["commitment", "thread", "friction", "habit", "win"]
    status: Literal["open", "completed", "dropped"]
    text: Text
    signature: Text
    confidence: Share
    salience: Share
    time_horizon: Literal["today", "this_week", "this_month", "later", "ongoing"]
    due_at: Moment | None
    snoozed_until: Moment | None
    source: Source
    opened_at: Moment
    reinforced_at: Moment | None
    times_reinforced: Number
    closed_at: Moment | None
    closed_because: Text | None
    evidence: list[tuple[Id, Literal["opened", "reinforced", "completed", "dropped"]]]


class IdentityItem(_Line):
    what: Text
    text: Text
    evidence: list[tuple[Id, Text | None]]


class Person(_Line):
    line: Literal["person"]
    preferred_name: Text | None
    time_zone: Text | None
    clock_zone: Text | None = None
    """Exports of an earlier version have none."""
    about: Text
    identity: list[IdentityItem]
    model_made_at: Moment | None
    spine: Text
    spine_version: Number
    spine_source: MadeBy
    spine_at: Moment | None


class ModelItem(_Line):
    line: Literal["model_item"]
    id: Id
    section: Literal["relationships", "patterns", "work_context", "long_term_direction", "communication_preference"]
    text: Text
    source: Literal["model", "rules"]
    evidence: list[Id]
    made_at: Moment


class Day(_Line):
    line: Literal["day"]
    day: date
    confidence: Literal["high", "needs_review", "insufficient_data"]
    steering: Text | None
    themes: list[Any]
    evidence: list[Id]
    source: Literal["model", "rules"]
    made_at: Moment


class Summary(_Line):
    line: Literal["summary"]
    id: Id
    session: Id
    stretch: Number
    text: Text
    handover: Text
    source: Literal["model", "rules"]
    from_seq: Number
    to_seq: Number
    ended_at: Moment
    in_spine: Number | None
    made_at: Moment


class Count(_Line):
    line: Literal["count"]
    day: date
    candidates: Number
    learned: Number
    duplicates: Number
    junk: Number
    echoes: Number
    contradicted: Number


class Receipt(_Line):
    line: Literal["receipt"]
    id: Annotated[str, Field(pattern=r"^[0-9a-f-]{36}$")]
    made_at: Moment
    body: dict[str, Any]
    signature: Annotated[str, Field(pattern=r"^([0-9a-f]{2}){0,128}$")]


class End(_Line):
    line: Literal["end"]
    lines: Annotated[int, Field(ge=0)]
    """How many came before: what was cut off on its way is noticed."""


Line = Session | Turn | Fact | Entity | Edge | Loop | Person | ModelItem | Day | Summary | Count | Receipt
KINDS: Mapping[str, type[Line]] = {
    "session": Session,
    "turn": Turn,
    "fact": Fact,
    "entity": Entity,
    "edge": Edge,
    "loop": Loop,
    "person": Person,
    "model_item": ModelItem,
    "day": Day,
    "summary": Summary,
    "count": Count,
    "receipt": Receipt,
}
"""In the order they stand in: what a line refers to stands before it, but for versions of facts among themselves."""
