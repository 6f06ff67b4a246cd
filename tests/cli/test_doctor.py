from __future__ import annotations

import asyncio
import http.server
import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from holdfast.cli.checks import machine, services
from holdfast.cli.checks.finding import Finding, good
from holdfast.cli.doctor import all_checks, examine
from holdfast.core.config import Settings
from holdfast.core.errors import Setup
from holdfast.core.sandbox.types import Confinement
from tests.cli.running import environment, holdfast
from tests.loopback.smtp_server import PASSWORD, USER, SmtpServer
from tests.loopback.web_server import Given, WebServer, as_json
from tests.personas.packs import LEAST, write_pack


@pytest.fixture
def endpoint() -> Iterator[tuple[str, list[str]]]:
    """A model's address that wants the key `right`, and what was asked of it."""
    asked: list[str] = []

    class Answer(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(f"{self.command} {self.path}")
            right = self.headers.get("authorization") == "Bearer right"
            self.rfile.read(int(self.headers.get("content-length", 0)))
            self.send_response(200 if right else 401)
            self.end_headers()

        do_POST = do_GET

        def log_message(self, *_: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/v1", asked
        server.shutdown()


def _model(base_url: str, key: str, *, deep: bool = False) -> Finding:
    settings = Settings.model_validate({"model": {"base_url": base_url, "api_key": key, "name": "m"}})
    return asyncio.run(services.model(settings, deep=deep))


def test_a_persona_that_names_a_model_nobody_configured_is_told(tmp_path: Path) -> None:
    packs = write_pack(tmp_path, LEAST + "[answering]\nmodels = ['openai:gpt-5.4', 'openrouter:qwen/qwen3']\n")
    settings = Settings.model_validate({"personas_dir": packs, "providers": {"openai": "k"}})
    found = machine.personas(settings)
    assert (found.state, "gardener (openrouter:qwen/qwen3)" in found.says) == ("warning", True)
    both = Settings.model_validate({"personas_dir": packs, "providers": {"openai": "k", "openrouter": "k"}})
    assert machine.personas(both).state == "good"


def test_a_reachable_model_is_good_and_only_deep_costs_a_token(endpoint: tuple[str, list[str]]) -> None:
    url, asked = endpoint
    assert _model(url, "right").state == "good"
    assert _model(url, "right", deep=True).state == "good"
    assert asked == ["GET /v1/models", "POST /v1/chat/completions"]


def test_a_refused_key_and_a_silent_address_say_which_setting_to_change(endpoint: tuple[str, list[str]]) -> None:
    refused = _model(endpoint[0], "wrong")
    assert refused.state == "bad"
    assert "HOLDFAST_MODEL_API_KEY" in refused.says
    silent = _model("http://127.0.0.1:9/v1", "right")
    assert silent.state == "bad"
    assert "HOLDFAST_MODEL_BASE_URL" in silent.says


def test_a_redis_that_is_not_there_is_told() -> None:
    settings = Settings.model_validate({"redis_url": "redis://127.0.0.1:9"})
    assert "does not answer" in asyncio.run(services.redis(settings)).says
    assert asyncio.run(services.redis(Settings())).state == "good"


def _mail(port: int, **mail: str) -> Settings:
    given = {"smtp_host": "127.0.0.1", "smtp_port": port, "smtp_tls": "none", **mail}
    return Settings.model_validate({"mail": given, "public_url": "https://holdfast.example"})


def test_a_mail_server_is_knocked_at_and_what_is_wrong_names_its_setting() -> None:
    async def knock(**mail: str) -> Finding:
        async with SmtpServer(needs_password=True) as server:
            found = await services.mail(_mail(server.port, **mail))
            assert server.mails == []
            return found

    assert asyncio.run(services.mail(Settings())).state == "good"
    assert asyncio.run(knock(smtp_user=USER, smtp_password=PASSWORD)).state == "good"
    refused = asyncio.run(knock(smtp_user=USER, smtp_password="wrong password"))
    assert refused.state == "bad"
    assert "HOLDFAST_MAIL_SMTP_PASSWORD" in refused.says
    assert "wrong password" not in refused.says
    assert "HOLDFAST_MAIL_SMTP_TLS" in asyncio.run(knock(smtp_tls="starttls")).says
    assert "HOLDFAST_MAIL_SMTP_HOST" in asyncio.run(services.mail(_mail(9))).says


def test_a_search_engine_is_tried_where_that_costs_nothing() -> None:
    def looked(deep: bool = False, **web: object) -> Finding:
        return asyncio.run(services.search(Settings.model_validate({"web": web}), deep=deep))

    assert "HOLDFAST_WEB_SEARXNG_URL" in looked().says
    assert looked(enabled=False).state == "good"
    with WebServer() as web:
        web.pages["/search"] = as_json({"results": []})
        assert (looked(searxng_url=web.url).state, looked(searxng_url=web.url).says) == ("good", "by SearXNG")
        web.pages["/search"] = Given("off", 403)
        refused = looked(searxng_url=web.url)
        assert (refused.state, "search.formats" in refused.says) == ("bad", True)
        web.asked.clear()
        assert looked(tavily_url=web.url, tavily_api_key="wrong").state == "good"
        assert web.asked == []
        told = looked(deep=True, tavily_url=web.url, tavily_api_key="wrong")
        assert (told.state, "wrong" in told.says) == ("bad", False)


def test_secrets_others_can_read_are_told(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path)
    assert machine.data_folder(settings).state == "good"
    (tmp_path / "postgres.json").write_text("{}")
    (tmp_path / "postgres.json").chmod(0o644)
    assert "chmod 600" in machine.data_folder(settings).says


def test_one_part_that_breaks_does_not_hide_the_others() -> None:
    def breaks(settings: Settings) -> Finding:
        raise ValueError

    def refuses(settings: Settings) -> Finding:
        raise Setup("do this")

    found = list(examine(Settings(), [("a", breaks), ("b", refuses), ("c", lambda settings: good("c", "fine"))]))
    assert [(finding.state, finding.says) for finding in found] == [
        ("bad", "could not be checked (ValueError); please report it"),
        ("bad", "do this"),
        ("good", "fine"),
    ]


def test_every_part_is_looked_at(tmp_path: Path) -> None:
    done = holdfast("doctor", "--json", env=environment(tmp_path / "data"))
    parts = {finding["part"] for finding in json.loads(done.stdout)}
    named = {name for name, _ in all_checks(deep=False)} - {"local models"}
    assert named <= parts
    assert not (tmp_path / "data").exists(), "looking makes nothing"


def test_a_wrong_setting_is_a_finding(tmp_path: Path) -> None:
    done = holdfast("doctor", env=environment(tmp_path, HOLDFAST_PORT="99999"))
    assert done.returncode == 1
    assert "✗ settings" in done.stdout


def test_what_a_machine_lacks_around_strangers_bytes_is_said_in_sentences() -> None:
    whole = Confinement(is_other_user=True, is_alone=True, is_rooted=True, landlock=7, is_filtered=True)
    assert whole.lacking == []
    bare = Confinement(is_other_user=False, is_alone=False, is_rooted=False, landlock=0, is_filtered=False)
    assert [sentence.split(",")[0] for sentence in bare.lacking] == [
        "this machine allows no user namespaces",
        "it has no Landlock",
        "it has no seccomp filter for this processor",
    ]


def test_the_sandbox_of_this_machine_is_tried_and_told() -> None:
    found = asyncio.run(machine.sandbox(Settings()))
    assert found.part == "sandbox"
    assert found.state in ("good", "warning")
    assert "what people send" in found.says


def test_the_door_is_looked_at_where_others_come_by() -> None:
    proxied = {"public_url": "https://holdfast.example", "trusted_proxies": ["127.0.0.1"]}
    for given, state, word in (
        ({}, "good", "only this machine"),
        ({"host": "0.0.0.0"}, "warning", "HOLDFAST_PUBLIC_URL"),
        ({"public_url": "http://holdfast.example"}, "warning", "without TLS"),
        ({"public_url": "https://holdfast.example"}, "warning", "HOLDFAST_TRUSTED_PROXIES"),
        ({**proxied, "registration": "open"}, "warning", "may register"),
        (proxied, "good", "closed"),
    ):
        found = machine.door(Settings.model_validate(given))
        assert (found.state, word in found.says) == (state, True), (given, found)


def test_servers_of_the_file_are_named_and_those_that_cannot_be_used_too() -> None:
    def found(**server: object) -> tuple[str, str]:
        told = machine.connections(Settings.model_validate({"mcp": {"servers": {"clock": server}}}))
        return told.state, told.says

    assert found(url="https://clock.example.org/mcp") == ("good", "clock")
    assert found(command=["sh", "-c", "true"])[0] == "good"
    assert found(command=["there-is-no-such-program"])[0] == "bad"
    state, says = found(url="ftp://clock.example.org")
    assert (state, "clock" in says) == ("bad", True)
