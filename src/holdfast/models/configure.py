"""From settings to models: what an operator's address and keys amount to.

Order of the chain: the model named by `[model]`, then its `fallbacks`; where none are named, a model of each key that
was found: OpenRouter, OpenAI, Anthropic. With nothing at all, the demo model answers. A persona may name any model of a
configured provider besides, and it is built when it is first named.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from pydantic import SecretStr

from holdfast.core.config import Settings
from holdfast.core.errors import Setup
from holdfast.core.first_words import GiveWay
from holdfast.models.answer import Timeouts
from holdfast.models.chain import Chain
from holdfast.models.demo_model import DemoModel
from holdfast.models.document_embedder import DocumentEmbedder
from holdfast.models.e5 import MultilingualEmbedder
from holdfast.models.embed import LocalEmbedder, RemoteEmbedder
from holdfast.models.endpoint import Endpoint
from holdfast.models.local import models_folder
from holdfast.models.local_kinds import CHAT_MODEL, EMBEDDING_MODEL, MULTILINGUAL_MODEL
from holdfast.models.openai_compatible import OpenAICompatible
from holdfast.models.openai_request import Thinking
from holdfast.models.prices import read_prices
from holdfast.models.types import Embedder, Model
from holdfast.models.via_pydantic_ai import ViaPydanticAI


@dataclass(frozen=True, slots=True)
class _Provider:
    """An OpenAI-compatible provider that is known by name."""

    base_url: str
    default_model: str
    headers: dict[str, str] = field(default_factory=dict)
    extra: dict[str, Any] = field(default_factory=dict)
    limit_field: str = "max_tokens"


_COMPATIBLE = {
    "openrouter": _Provider(
        "https://openrouter.ai/api/v1",
        "openrouter/auto",
        headers={"X-Title": "Holdfast"},
        extra={"usage": {"include": True}},
    ),
    "openai": _Provider("https://api.openai.com/v1", "gpt-5.4-mini", limit_field="max_completion_tokens"),
}
_ANTHROPIC_MODEL = "claude-sonnet-5-5"
_KEYED_CONTEXT_TOKENS = 128_000
_VECTOR_LENGTHS = {"text-embedding-3-small": 1536, "text-embedding-3-large": 3072, "text-embedding-ada-002": 1536}


def build_chain(settings: Settings) -> Chain:
    models = [model for model in (_primary(settings), *_after_it(settings)) if model is not None]
    if not models:
        models = [DemoModel(models_folder(settings) / CHAT_MODEL)]
    # An operator may name as primary what a key would bring anyway.
    return Chain(
        list({model.name: model for model in models}.values()),
        build=partial(build_model, settings),
        prices=read_prices(settings.model.prices),
    )


def build_model(settings: Settings, name: str) -> Model | None:
    """A model by its name, `provider:model`; None where that provider is not configured here."""
    chosen = settings.model
    provider, _, model = name.partition(":")
    if not model:
        return None
    if chosen.base_url is not None and provider == _provider_of(chosen.base_url):
        return _compatible(settings, provider, model, chosen.base_url, chosen.api_key)
    key = _key_of(settings, provider)
    if key is None:
        return None
    if provider in _COMPATIBLE:
        return _keyed(settings, provider, model, key)
    return ViaPydanticAI(name, _secret(key), timeouts=_timeouts(settings))


def build_embedder(
    settings: Settings,
    *,
    threads: int | None = None,
    is_beside_answers: bool = True,
    gives_way: GiveWay | None = None,
) -> Embedder:
    """What is not in the settings is for the local model: see there."""
    chosen = settings.embedding
    if chosen.base_url is None:
        folder = models_folder(settings) / EMBEDDING_MODEL
        return LocalEmbedder(folder, threads=threads, is_beside_answers=is_beside_answers, gives_way=gives_way)
    if chosen.name is None:
        raise Setup("HOLDFAST_EMBEDDING_BASE_URL is set; HOLDFAST_EMBEDDING_NAME must say which model to use there.")
    dimensions = chosen.dimensions or _VECTOR_LENGTHS.get(chosen.name.rpartition("/")[2])
    if dimensions is None:
        raise Setup(f"HOLDFAST_EMBEDDING_DIMENSIONS must say how long the vectors of {chosen.name} are.")
    # Only these models can shorten their vectors on request; other servers may refuse the field.
    asks = chosen.dimensions is not None and "text-embedding-3" in chosen.name
    endpoint = Endpoint(chosen.base_url, _secret(chosen.api_key))
    return RemoteEmbedder(endpoint, chosen.name, dimensions, asks_for_dimensions=asks)


def build_document_embedder(
    settings: Settings,
    memory: Embedder,
    *,
    threads: int | None = None,
    is_beside_answers: bool = True,
    gives_way: GiveWay | None = None,
) -> DocumentEmbedder:
    """The memory's own where that is the one that is chosen, or where the chosen one was not fetched."""
    folder = models_folder(settings) / MULTILINGUAL_MODEL
    multilingual = MultilingualEmbedder(
        folder, threads=threads, is_beside_answers=is_beside_answers, gives_way=gives_way
    )
    if not isinstance(memory, LocalEmbedder):
        return DocumentEmbedder(memory, [multilingual, LocalEmbedder(models_folder(settings) / EMBEDDING_MODEL)])
    if settings.embedding.documents == "fast-english" or not multilingual.is_here:
        return DocumentEmbedder(memory, [multilingual])
    return DocumentEmbedder(multilingual, [memory])


def _primary(settings: Settings) -> Model | None:
    chosen = settings.model
    if chosen.base_url is not None:
        if chosen.name is None:
            raise Setup("HOLDFAST_MODEL_BASE_URL is set; HOLDFAST_MODEL_NAME must say which model to use there.")
        provider = _provider_of(chosen.base_url)
        return _compatible(settings, provider, chosen.name, chosen.base_url, chosen.api_key)
    if chosen.name is None:
        return None
    provider, separator, name = chosen.name.partition(":")
    if not separator or not name:
        raise Setup(
            "HOLDFAST_MODEL_NAME names a model, but not where it is: set HOLDFAST_MODEL_BASE_URL, or write "
            "provider:model, as in anthropic:claude-sonnet-5-5."
        )
    key = _key_of(settings, provider)
    if provider in _COMPATIBLE:
        return _compatible(settings, provider, name, _COMPATIBLE[provider].base_url, key)
    return ViaPydanticAI(chosen.name, _secret(key), context_tokens=chosen.context_tokens, timeouts=_timeouts(settings))


def _after_it(settings: Settings) -> Sequence[Model]:
    """The fallbacks in the order an operator gave them, or what the keys bring."""
    return [_fallback(settings, name) for name in settings.model.fallbacks] or _by_keys(settings)


def _fallback(settings: Settings, name: str) -> Model:
    model = build_model(settings, name)
    if model is None:
        raise Setup(
            f"HOLDFAST_MODEL_FALLBACKS names {name}, but no provider of that name is configured: write provider:model, "
            "and set the provider's key (OPENROUTER_API_KEY, OPENAI_API_KEY, ANTHROPIC_API_KEY)."
        )
    return model


def _by_keys(settings: Settings) -> list[Model]:
    keys = dict(settings.providers)
    models: list[Model] = [
        _keyed(settings, name, provider.default_model, keys[name])
        for name, provider in _COMPATIBLE.items()
        if keys[name] is not None
    ]
    if (key := keys["anthropic"]) is not None:
        models.append(ViaPydanticAI(f"anthropic:{_ANTHROPIC_MODEL}", _secret(key), timeouts=_timeouts(settings)))
    return models


def _key_of(settings: Settings, provider: str) -> SecretStr | None:
    """`[model]` may bring the key of the provider that its name begins with."""
    chosen, keys = settings.model, dict(settings.providers)
    is_its_own = chosen.base_url is None and (chosen.name or "").startswith(f"{provider}:")
    return (chosen.api_key if is_its_own else None) or keys.get(provider)


def _keyed(settings: Settings, provider: str, model: str, key: SecretStr) -> OpenAICompatible:
    """What an operator says of `[model]` is not said of what a key brings."""
    thinking = _thinking(provider, model, is_said_to=False)
    built = _compatible(settings, provider, model, _COMPATIBLE[provider].base_url, key)
    return replace(built, context_tokens=_KEYED_CONTEXT_TOKENS, sees_images=True, thinking=thinking)


def _compatible(
    settings: Settings, provider: str, model: str, base_url: str, api_key: SecretStr | None
) -> OpenAICompatible:
    known = _COMPATIBLE.get(provider)
    endpoint = Endpoint(
        base_url, _secret(api_key), headers=known.headers if known else None, timeouts=_timeouts(settings)
    )
    return OpenAICompatible(
        endpoint,
        provider,
        model,
        context_tokens=settings.model.context_tokens,
        sees_images=settings.model.sees_images,
        limit_field=known.limit_field if known else "max_tokens",
        # Models that think before they speak refuse a temperature.
        takes_temperature=not _is_openai_thinker(provider, model),
        thinking=_thinking(provider, model, is_said_to=settings.model.thinks),
        extra=known.extra if known else {},
    )


def _thinking(provider: str, model: str, *, is_said_to: bool) -> Thinking:
    if provider == "openai":
        return "effort" if _is_openai_thinker(provider, model) else "none"
    return "budget" if is_said_to else "none"


def _is_openai_thinker(provider: str, model: str) -> bool:
    return provider == "openai" and model.startswith(("gpt-5", "o1", "o3", "o4"))


def _provider_of(base_url: str) -> str:
    host = urlsplit(base_url).hostname
    return next((name for name, known in _COMPATIBLE.items() if urlsplit(known.base_url).hostname == host), "custom")


def _timeouts(settings: Settings) -> Timeouts:
    return Timeouts(settings.model.first_byte_seconds, settings.model.between_bytes_seconds)


def _secret(value: SecretStr | None) -> str | None:
    return None if value is None else value.get_secret_value()
