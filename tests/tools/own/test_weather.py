"""The weather by Open-Meteo's wire, on loopback."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from holdfast.core.config import WebSettings
from holdfast.core.throttle import Throttle
from holdfast.tools.own.allowance import allowance
from holdfast.tools.own.weather import weather
from tests.loopback.web_server import Given, WebServer, as_json
from tests.tools.own.calling import call, refusal

pytestmark = pytest.mark.anyio

LYON = {"id": 1, "name": "Lyon", "latitude": 45.75, "longitude": 4.85, "country_code": "FR", "country": "France",
        "admin1": "Auvergne-Rhône-Alpes", "timezone": "Europe/Paris", "population": 522_000}  # fmt: skip
OTHER = {**LYON, "id": 2, "latitude": 43.2, "longitude": -98.0, "country": "United States", "admin1": "South Dakota"}
FORECAST = {
    "latitude": 45.76, "longitude": 4.84, "utc_offset_seconds": 3600, "timezone": "Europe/Paris",
    "current_units": {"time": "iso8601", "temperature_2m": "°C", "wind_speed_10m": "km/h", "relative_humidity_2m": "%",
                      "precipitation": "mm", "apparent_temperature": "°C", "weather_code": "wmo code"},
    "current": {"time": "2026-03-14T12:00", "interval": 900, "temperature_2m": 9.4, "apparent_temperature": 7.0,
                "relative_humidity_2m": 71, "precipitation": 0.0, "weather_code": 61, "wind_speed_10m": 12.6},
    "daily_units": {"temperature_2m_min": "°C", "temperature_2m_max": "°C", "precipitation_sum": "mm",
                    "precipitation_probability_max": "%"},
    "daily": {"time": ["2026-03-14", "2026-03-15"], "weather_code": [61, None], "temperature_2m_min": [4.1, 5.0],
              "temperature_2m_max": [10.2, None], "precipitation_sum": [2.5, 0], "precipitation_probability_max": [80]},
}  # fmt: skip


async def ask(web: WebServer, *, refused: bool = False, **arguments: Any) -> Any:
    settings = WebSettings(places_url=f"{web.url}/", forecast_url=web.url)
    rain = weather(settings, allowance(Throttle(), "weather", a_minute=20, an_hour=120))
    try:
        return await (refusal if refused else call)(rain.tool, None, **{"place": "Lyon", **arguments})
    finally:
        await rain.client.aclose()


def given(web: WebServer, places: Mapping[str, Any], forecast: Given | None = None) -> None:
    web.pages["/v1/search"] = as_json(places)
    web.pages["/v1/forecast"] = forecast or as_json(FORECAST)


async def test_the_weather_is_told_with_its_source_and_what_is_missing_is_left_out() -> None:
    with WebServer() as web:
        given(web, {"results": [LYON]})
        answer = await ask(web, days=2)
        forecast = web.asked[1]
    assert answer.text.splitlines() == [
        "Lyon, Auvergne-Rhône-Alpes, France (times of Europe/Paris), by Open-Meteo:",
        "Now (2026-03-14T12:00): light rain, 9.4 °C, feels like 7 °C, humidity 71 %, wind 12.6 km/h, "
        "precipitation 0 mm",
        "2026-03-14: light rain, from 4.1 °C, to 10.2 °C, precipitation 2.5 mm, with a probability of 80 %",
        "2026-03-15: from 5 °C, precipitation 0 mm",
    ]
    assert [one.url for one in answer.sources] == ["https://open-meteo.com/"]
    assert (forecast.query["latitude"], forecast.query["forecast_days"]) == ("45.75", "2")
    assert forecast.query["timezone"] == "auto"


async def test_what_stands_behind_the_comma_chooses_among_places_of_one_name() -> None:
    with WebServer() as web:
        given(web, {"results": [LYON, OTHER]})
        await ask(web, place="Lyon, South Dakota", units="imperial")
        assert web.asked[1].query["latitude"] == "43.2"
        assert web.asked[1].query["temperature_unit"] == "fahrenheit"


@pytest.mark.parametrize(
    "places",
    [{"generationtime_ms": 0.1}, {"results": []}, {"results": [{"name": "Lyon"}, None]}, {"results": 5}],
)
async def test_a_place_that_nobody_knows_is_said_so(places: dict[str, Any]) -> None:
    with WebServer() as web:
        given(web, places)
        told = await ask(web, refused=True)
    assert told == "Open-Meteo knows no such place; name a larger town near it, or its country."


@pytest.mark.parametrize(
    ("forecast", "sentence"),
    [
        (as_json({"error": True, "reason": "secret"}, 400), "Open-Meteo could not answer (400)."),
        (as_json({"current": 5, "daily": "x"}), "Open-Meteo gave an answer that cannot be read."),
    ],
)
async def test_an_answer_that_is_none_is_one_sentence_of_ours(forecast: Given, sentence: str) -> None:
    with WebServer() as web:
        given(web, {"results": [LYON]}, forecast)
        assert await ask(web, refused=True) == sentence


@pytest.mark.parametrize("arguments", [{"place": "L"}, {"days": 15}, {"country": "France"}, {"units": "kelvin"}])
async def test_arguments_beyond_their_bounds_are_refused(arguments: dict[str, Any]) -> None:
    with WebServer() as web:
        assert (await ask(web, refused=True, **arguments)).startswith("The arguments do not fit: ")
        assert web.asked == []
