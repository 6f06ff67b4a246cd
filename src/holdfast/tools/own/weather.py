"""The weather of a place, now and for some days: Open-Meteo, whose data is free for use that is not commercial, under
CC BY 4.0; so the source is named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import httpx2
from pydantic import Field

from holdfast.core.config import WebSettings
from holdfast.core.http import operator_client
from holdfast.tools.own.allowance import Allowance
from holdfast.tools.own.answers import ServiceQuestion, ask
from holdfast.tools.own.arguments import ToolArguments, ToolCard, offer
from holdfast.tools.types import Tool, ToolAnswer, ToolCaller, ToolFailed, ToolProgress, WebSource

A_MINUTE, AN_HOUR = 20, 120
SERVICE = "Open-Meteo"
_SOURCE = WebSource("https://open-meteo.com/", "Weather data by Open-Meteo.com")
_NOW = "temperature_2m,apparent_temperature,relative_humidity_2m,precipitation,weather_code,wind_speed_10m"
_DAILY = "weather_code,temperature_2m_min,temperature_2m_max,precipitation_sum,precipitation_probability_max"
_CODES: Mapping[int, str] = {
    0: "clear", 1: "mostly clear", 2: "partly cloudy", 3: "overcast", 45: "fog", 48: "freezing fog",
    51: "light drizzle", 53: "drizzle", 55: "heavy drizzle", 56: "freezing drizzle", 57: "heavy freezing drizzle",
    61: "light rain", 63: "rain", 65: "heavy rain", 66: "freezing rain", 67: "heavy freezing rain",
    71: "light snow", 73: "snow", 75: "heavy snow", 77: "snow grains", 80: "light showers", 81: "showers",
    82: "violent showers", 85: "light snow showers", 86: "heavy snow showers", 95: "thunderstorm",
    96: "thunderstorm with hail", 99: "thunderstorm with heavy hail",
}  # fmt: skip

WEATHER = ToolCard(
    "weather",
    "Weather",
    "The weather of a place now, and the forecast of up to 14 days. Name the town, and its country or region where "
    "several have the name. Say that the data is from Open-Meteo.",
)


class WeatherArguments(ToolArguments):
    place: str = Field(min_length=2, max_length=100, description="A town, such as Lyon or Springfield, Illinois")
    country: str | None = Field(None, pattern=r"^[A-Za-z]{2}$", description="Its two-letter code, such as FR")
    days: int = Field(3, ge=1, le=14)
    units: Literal["metric", "imperial"] = "metric"


@dataclass(frozen=True, slots=True)
class Weather:
    settings: WebSettings
    allowance: Allowance
    client: httpx2.AsyncClient

    @property
    def tool(self) -> Tool:
        return offer(WEATHER, WeatherArguments, self.tell, seconds=30.0)

    async def tell(self, caller: ToolCaller, asked: WeatherArguments, progress: ToolProgress) -> ToolAnswer:
        async with self.allowance.of(caller.user_id):
            place = await self._place(asked)
            progress(f"Asking for the weather of {_named(place)}", None)
            found = await self._forecast(place, asked)
        return ToolAnswer("\n".join(_lines(place, found)), [_SOURCE])

    async def _place(self, asked: WeatherArguments) -> Mapping[str, Any]:
        """The first of those that fit; what stands behind a comma chooses among several of one name."""
        name, _, region = asked.place.partition(",")
        asks = {"name": name.strip(), "count": "10", "language": "en", "format": "json"}
        if asked.country:
            asks["countryCode"] = asked.country.upper()
        found = await ask(
            self.client, SERVICE, ServiceQuestion(f"{self.settings.places_url.rstrip('/')}/v1/search", asks)
        )
        rows = found.get("results")
        places: list[Mapping[str, Any]] = [one for one in rows if _is_place(one)] if isinstance(rows, list) else []
        fitting = [one for one in places if region.strip().casefold() in _whole_name(one)]
        if not fitting:
            raise ToolFailed(f"{SERVICE} knows no such place; name a larger town near it, or its country.")
        return fitting[0]

    async def _forecast(self, place: Mapping[str, Any], asked: WeatherArguments) -> Mapping[str, Any]:
        asks = {
            "latitude": str(place["latitude"]),
            "longitude": str(place["longitude"]),
            "current": _NOW,
            "daily": _DAILY,
            "timezone": "auto",
            "forecast_days": str(asked.days),
        }
        if asked.units == "imperial":
            asks |= {"temperature_unit": "fahrenheit", "wind_speed_unit": "mph", "precipitation_unit": "inch"}
        return await ask(
            self.client, SERVICE, ServiceQuestion(f"{self.settings.forecast_url.rstrip('/')}/v1/forecast", asks)
        )


def weather(settings: WebSettings, allowed: Allowance) -> Weather:
    return Weather(settings, allowed, operator_client())


def _is_place(row: object) -> bool:
    return isinstance(row, dict) and all(
        isinstance(row.get(name), int | float) and not isinstance(row.get(name), bool)
        for name in ("latitude", "longitude")
    )


def _whole_name(place: Mapping[str, Any]) -> str:
    return " ".join(str(place.get(part, "")) for part in ("admin1", "admin2", "admin3", "country")).casefold()


def _named(place: Mapping[str, Any]) -> str:
    names = [place.get("name"), place.get("admin1"), place.get("country")]
    return ", ".join(name[:80] for name in names if isinstance(name, str) and name)


def _lines(place: Mapping[str, Any], found: Mapping[str, Any]) -> Sequence[str]:
    now, daily = found.get("current"), found.get("daily")
    units, daily_units = found.get("current_units"), found.get("daily_units")
    lines = [f"{_named(place)} (times of {str(found.get('timezone', 'the place'))[:60]}), by {SERVICE}:"]
    if isinstance(now, dict):
        lines.append(f"Now ({str(now.get('time', ''))[:20]}): {_now(now, units if isinstance(units, dict) else {})}")
    if isinstance(daily, dict):
        lines += _days(daily, daily_units if isinstance(daily_units, dict) else {})
    if len(lines) == 1:
        raise ToolFailed(f"{SERVICE} gave an answer that cannot be read.")
    return lines


def _now(now: Mapping[str, Any], units: Mapping[str, Any]) -> str:
    return _joined(
        _sky(now.get("weather_code")),
        _measured("", now, "temperature_2m", units),
        _measured("feels like ", now, "apparent_temperature", units),
        _measured("humidity ", now, "relative_humidity_2m", units),
        _measured("wind ", now, "wind_speed_10m", units),
        _measured("precipitation ", now, "precipitation", units),
    )


def _days(daily: Mapping[str, Any], units: Mapping[str, Any]) -> Sequence[str]:
    """Parallel lists, in which a value may be missing."""
    times = daily.get("time")
    lines = []
    for place, day in enumerate(times if isinstance(times, list) else ()):
        row = {
            name: values[place] if isinstance(values, list) and place < len(values) else None
            for name, values in daily.items()
        }
        told = _joined(
            _sky(row.get("weather_code")),
            _measured("from ", row, "temperature_2m_min", units),
            _measured("to ", row, "temperature_2m_max", units),
            _measured("precipitation ", row, "precipitation_sum", units),
            _measured("with a probability of ", row, "precipitation_probability_max", units),
        )
        lines.append(f"{str(day)[:10]}: {told}")
    return lines


def _measured(before: str, row: Mapping[str, Any], name: str, units: Mapping[str, Any]) -> str:
    value = row.get(name)
    if not isinstance(value, int | float) or isinstance(value, bool):
        return ""
    unit = units.get(name, "")
    return f"{before}{value:g} {unit[:10] if isinstance(unit, str) else ''}".strip()


def _sky(code: object) -> str:
    return _CODES.get(code, "") if isinstance(code, int) else ""


def _joined(*told: str) -> str:
    return ", ".join(one for one in told if one) or "nothing is known"
