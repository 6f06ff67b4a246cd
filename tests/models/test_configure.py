from __future__ import annotations

import typing
from typing import Any

import pytest
from pydantic_ai.models import KnownModelName

from holdfast.core.config import Settings
from holdfast.core.errors import Setup
from holdfast.models.configure import build_chain, build_embedder
from holdfast.models.embed import LocalEmbedder, RemoteEmbedder
from holdfast.models.openai_compatible import OpenAICompatible

KEYS = {"openrouter": "k1", "openai": "k2", "anthropic": "k3"}


def settings(**parts: Any) -> Settings:
    return Settings.model_validate(parts)


def names(**parts: Any) -> list[str]:
    return [model.name for model in build_chain(settings(**parts)).models]


def test_with_nothing_configured_the_demo_model_answers_and_says_so() -> None:
    (model,) = build_chain(settings()).models
    assert model.name == "local:smollm2-135m"
    assert model.is_demo


def test_keys_fill_the_chain_in_order() -> None:
    assert names(providers=KEYS) == [
        "openrouter:openrouter/auto",
        "openai:gpt-5.4-mini",
        "anthropic:claude-sonnet-5-5",
    ]


def test_a_named_endpoint_comes_first() -> None:
    chosen = {"base_url": "http://127.0.0.1:11434/v1", "name": "llama3", "context_tokens": 9_000, "sees_images": True}
    chain = build_chain(settings(model=chosen, providers={"openai": "k"}))
    assert [model.name for model in chain.models] == ["custom:llama3", "openai:gpt-5.4-mini"]
    assert (chain.models[0].context_tokens, chain.models[0].sees_images) == (9_000, True)


def test_an_endpoint_of_a_known_provider_bears_its_name() -> None:
    assert names(model={"base_url": "https://openrouter.ai/api/v1", "name": "qwen/qwen3", "api_key": "k"}) == [
        "openrouter:qwen/qwen3"
    ]


@pytest.mark.parametrize("name", ["openrouter:qwen/qwen3", "anthropic:claude-opus-5", "google:gemini-3.8-flash"])
def test_a_model_may_be_named_by_its_provider_alone(name: str) -> None:
    assert names(model={"name": name, "api_key": "k"}) == [name]


def test_a_model_that_a_key_brings_anyway_is_there_once() -> None:
    assert names(model={"name": "anthropic:claude-sonnet-5-5"}, providers={"anthropic": "k"}) == [
        "anthropic:claude-sonnet-5-5"
    ]


def test_fallbacks_that_an_operator_names_take_the_place_of_what_the_keys_bring() -> None:
    chosen = {"name": "openrouter:qwen/qwen3", "fallbacks": ["openrouter:meta/llama-5", "openai:gpt-5.4"]}
    assert names(model=chosen, providers=KEYS) == ["openrouter:qwen/qwen3", "openrouter:meta/llama-5", "openai:gpt-5.4"]
    assert names(model={"fallbacks": ["anthropic:claude-opus-5"]}, providers=KEYS) == ["anthropic:claude-opus-5"]


@pytest.mark.parametrize("name", ["anthropic:claude-opus-5", "claude-opus-5", "openai:", "model_fields:x"])
def test_a_fallback_of_a_provider_without_a_key_is_refused_by_name(name: str) -> None:
    with pytest.raises(Setup, match=f"HOLDFAST_MODEL_FALLBACKS names {name}"):
        build_chain(settings(model={"fallbacks": [name]}, providers={"openai": "k"}))


LOCAL = {"base_url": "http://127.0.0.1:11434/v1", "name": "llama3", "context_tokens": 9_000}


@pytest.mark.parametrize(
    ("parts", "name", "is_here"),
    [
        ({"providers": KEYS}, "openrouter:meta/llama-5", True),
        ({"providers": KEYS}, "openai:gpt-5.4", True),
        ({"providers": KEYS}, "anthropic:claude-opus-5", True),
        ({"providers": KEYS}, "google:gemini-3.8-flash", False),
        ({"providers": KEYS}, "custom:llama3", False),
        ({"providers": {"openai": "k"}}, "openrouter:meta/llama-5", False),
        ({"model": LOCAL}, "custom:qwen3:8b", True),
        ({"model": {"name": "google:gemini-3.8-pro", "api_key": "k"}}, "google:gemini-3.8-flash", True),
        ({}, "local:other", False),
    ],
)
def test_a_persona_may_name_any_model_of_a_configured_provider(parts: dict[str, Any], name: str, is_here: bool) -> None:
    chain = build_chain(settings(**parts))
    assert chain.lacking([name]) == ([] if is_here else [name])
    own = [model.name for model in chain.models]
    assert [model.name for model in chain.prefer([name]).models] == ([name, *own] if is_here else own)


def test_a_model_of_the_operators_own_endpoint_reads_as_much_as_the_operator_said() -> None:
    chain = build_chain(settings(model=LOCAL)).prefer(["custom:qwen3:8b"])
    assert [model.context_tokens for model in chain.models] == [9_000, 9_000]


def test_the_default_names_are_known_to_the_library_of_the_day() -> None:
    known = typing.get_args(KnownModelName.__value__)
    assert {"openai:gpt-5.4-mini", "anthropic:claude-sonnet-5-5"} <= set(known)


def test_openais_own_peculiarities_are_met() -> None:
    (model,) = build_chain(settings(providers={"openai": "k"})).models
    assert isinstance(model, OpenAICompatible)
    assert (model.limit_field, model.takes_temperature) == ("max_completion_tokens", False)


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ({"providers": {"openrouter": "k", "openai": "k"}}, ["none", "effort"]),
        ({"model": {"base_url": "http://127.0.0.1:1/v1", "name": "qwen3"}}, ["none"]),
        ({"model": {"base_url": "http://127.0.0.1:1/v1", "name": "qwen3", "thinks": True}}, ["budget"]),
        (
            {"model": {"name": "openrouter:qwen/qwen3", "thinks": True}, "providers": {"openrouter": "k"}},
            ["budget", "none"],
        ),
        ({"model": {"name": "openai:gpt-4.1", "thinks": True, "api_key": "k"}}, ["none"]),
    ],
)
def test_only_a_model_said_to_think_is_given_a_budget_for_it(parts: dict[str, Any], expected: list[str]) -> None:
    models = build_chain(settings(**parts)).models
    assert [model.thinking for model in models if isinstance(model, OpenAICompatible)] == expected


@pytest.mark.parametrize(
    ("model", "hint"),
    [
        ({"base_url": "http://127.0.0.1:1/v1"}, "HOLDFAST_MODEL_NAME"),
        ({"name": "llama3"}, "HOLDFAST_MODEL_BASE_URL"),
        ({"name": "openrouter:"}, "HOLDFAST_MODEL_BASE_URL"),
    ],
)
def test_half_a_setting_is_refused_with_the_missing_half(model: dict[str, str], hint: str) -> None:
    with pytest.raises(Setup, match=hint):
        build_chain(settings(model=model))


def test_embeddings_are_local_unless_an_endpoint_is_named() -> None:
    embedder = build_embedder(settings())
    assert isinstance(embedder, LocalEmbedder)
    assert (embedder.name, embedder.dimensions) == ("all-minilm-l6-v2", 384)
    chosen = {"base_url": "https://api.openai.com/v1", "name": "text-embedding-3-small"}
    remote = build_embedder(settings(embedding=chosen))
    assert isinstance(remote, RemoteEmbedder)
    assert (remote.name, remote.dimensions) == ("text-embedding-3-small", 1536)
    assert build_embedder(settings(embedding={**chosen, "dimensions": 256})).dimensions == 256


def test_an_unknown_embedding_model_must_say_how_long_its_vectors_are() -> None:
    with pytest.raises(Setup, match="HOLDFAST_EMBEDDING_DIMENSIONS"):
        build_embedder(settings(embedding={"base_url": "http://127.0.0.1:1/v1", "name": "nomic"}))
    with pytest.raises(Setup, match="HOLDFAST_EMBEDDING_NAME"):
        build_embedder(settings(embedding={"base_url": "http://127.0.0.1:1/v1"}))


@pytest.mark.parametrize(
    ("settings", "rule"),
    [
        ({}, "any"),
        ({"host": "0.0.0.0"}, "chain"),
        ({"public_url": "https://holdfast.example"}, "chain"),
        ({"host": "0.0.0.0", "model": {"for_personas": "any"}}, "any"),
        ({"model": {"for_personas": "chain"}}, "chain"),
    ],
)
def test_who_only_this_machine_reaches_opens_every_model_to_personas_unless_the_operator_says_otherwise(
    settings: dict[str, Any], rule: str
) -> None:
    assert Settings.model_validate(settings).models_for_personas == rule
