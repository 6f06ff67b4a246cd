from __future__ import annotations

from pathlib import Path

import pytest

from holdfast.core.config import Settings, load_settings, setting_names
from holdfast.core.errors import Setup


def load(folder: Path, **environ: str) -> Settings:
    return load_settings(environ, folder=folder)


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    (tmp_path / "holdfast.toml").write_text('port = 9000\n[model]\nbase_url = "http://a"\nname = "m"\n')
    settings = load(tmp_path, HOLDFAST_MODEL_BASE_URL="http://b")
    assert (settings.port, settings.model.base_url, settings.model.name) == (9000, "http://b", "m")


def test_names_that_operators_choose_stand_between_double_underscores(tmp_path: Path) -> None:
    settings = load(
        tmp_path,
        HOLDFAST_OIDC__GOOGLE__ISSUER="https://accounts.example.org",
        HOLDFAST_OIDC__GOOGLE__CLIENT_ID="abc",
        HOLDFAST_BEARER__MY_CLERK__ISSUER="https://clerk.example.org",
        HOLDFAST_BEARER__MY_CLERK__AUDIENCE="holdfast",
    )
    assert settings.oidc["google"].client_id == "abc"
    assert settings.bearer["my_clerk"].audience == "holdfast"


def test_a_list_in_the_environment_is_parted_by_commas_wherever_it_stands(tmp_path: Path) -> None:
    settings = load(tmp_path, HOLDFAST_ALLOWED_HOSTS="a,b", HOLDFAST_MODEL_FALLBACKS="openai:x,openrouter:y/z")
    assert settings.allowed_hosts == ("a", "b")
    assert settings.model.fallbacks == ("openai:x", "openrouter:y/z")


def test_vendors_names_and_the_old_switches_are_known(tmp_path: Path) -> None:
    settings = load(tmp_path, OPENROUTER_API_KEY="k", FEATURE_CONTEXT_DEBUG="true", OPENAI_API_KEY="")
    assert settings.providers.openrouter is not None
    assert settings.providers.openai is None
    assert settings.features.context_debug is True


@pytest.mark.parametrize(
    ("environ", "sentence"),
    [
        ({"HOLDFAST_PROT": "1"}, "Did you mean HOLDFAST_PORT"),
        ({"HOLDFAST_PORT": "many"}, "port is wrong"),
        ({"HOLDFAST_PORT": "70000"}, "port is wrong"),
        ({"HOLDFAST_BEARER__X__ISSUER": "https://x"}, "audience is missing"),
        ({"HOLDFAST_OIDC__X__SECRET": "s"}, "oidc.x"),
        ({"HOLDFAST_CONFIG": "/nowhere/holdfast.toml"}, "does not exist"),
        ({"HOLDFAST_LOG_FORMAT": "xml"}, "auto, json or text"),
    ],
)
def test_what_is_wrong_is_told_by_name(tmp_path: Path, environ: dict[str, str], sentence: str) -> None:
    with pytest.raises(Setup, match=sentence):
        load(tmp_path, **environ)


def test_an_unknown_key_in_the_file_is_refused_with_the_nearest_right_one(tmp_path: Path) -> None:
    (tmp_path / "holdfast.toml").write_text("prot = 1\n")
    with pytest.raises(Setup, match="Did you mean port"):
        load(tmp_path)


def test_a_broken_file_is_told_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "holdfast.toml").write_text("port = \n")
    with pytest.raises(Setup, match=r"holdfast\.toml cannot be read"):
        load(tmp_path)


def test_an_empty_secret_is_no_secret(tmp_path: Path) -> None:
    settings = load(tmp_path, HOLDFAST_SERVICE_KEY="", HOLDFAST_OPERATOR_TOKEN="", HOLDFAST_DATABASE_URL="")
    assert (settings.service_key, settings.operator_token, settings.database_url) == (None, None, None)


def test_a_wrong_secret_is_never_echoed(tmp_path: Path) -> None:
    with pytest.raises(Setup) as told:
        load(tmp_path, HOLDFAST_PORT="hunter2-secret")
    assert "hunter2" not in told.value.message


def test_secrets_do_not_print(tmp_path: Path) -> None:
    settings = load(tmp_path, HOLDFAST_MODEL_API_KEY="sk-secret", OPENAI_API_KEY="sk-other")
    assert "sk-" not in repr(settings)


def test_every_setting_has_a_name_for_the_environment() -> None:
    assert {"HOLDFAST_PORT", "HOLDFAST_MODEL_BASE_URL", "HOLDFAST_OIDC__<NAME>__ISSUER"} <= set(setting_names())
