"""What all bodies share: camelCase on the wire, unknown fields refused, text that can be stored."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel


class WireModel(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, alias_generator=to_camel, validate_by_name=True)


class QueryModel(BaseModel):
    """What an address takes behind its question mark, where that is much (`Annotated[FactsQuery, Query()]`). Names that
    it does not know are let be, as in every other address."""

    model_config = ConfigDict(frozen=True, alias_generator=to_camel)


def _storable(text: str) -> str:
    if "\x00" in text:
        raise ValueError("text may not hold NUL")
    return text


Text = Annotated[str, AfterValidator(_storable)]
Ordinal = Annotated[int, Field(ge=1, le=2**31 - 1)]
"""The number of a version or a page, as a column can hold it."""
LanguageTag = Annotated[Text, Field(pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$", max_length=35)]
PersonaName = Annotated[str, Field(min_length=1, max_length=100), AfterValidator(_storable)]


def _in_utc(moment: datetime) -> datetime:
    try:
        return moment.astimezone(UTC)
    except OverflowError:  # at the ends of the calendar; refused where its bounds are known
        return moment


def _in_calendar(moment: datetime) -> datetime:
    try:
        return moment.astimezone(UTC)
    except OverflowError:
        raise ValueError("a time lies between the years 1 and 9999") from None


AskedTime = Annotated[AwareDatetime, AfterValidator(_in_calendar)]
"""A time that stored ones are compared with."""
Moment = Annotated[AwareDatetime, AfterValidator(_in_utc)]
"""A time that is told back to its sender: sent with any offset, told in UTC like every other."""
