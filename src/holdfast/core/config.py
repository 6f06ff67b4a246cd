"""One nested `Settings`, read once and passed on by `wiring`.

Two places may say something: the environment and `holdfast.toml` (the file named by `HOLDFAST_CONFIG`, else the one
in the working folder). The environment wins. A name nobody knows is refused, because a misspelt setting that is
silently ignored costs an evening.

In the file a setting stands by its own name (`port = 8000`), nested ones in tables (`[model] base_url = …`). In the
environment it is `HOLDFAST_` and the path in capitals: `HOLDFAST_PORT`, `HOLDFAST_MODEL_BASE_URL`,
`HOLDFAST_OIDC__GOOGLE__ISSUER` (two underscores around names an operator chooses).
"""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Iterator, Mapping
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Literal, get_args, get_origin
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError, field_validator

from holdfast.core.errors import Setup
from holdfast.core.private import blot_out, keep_others_out

Registration = Literal["open", "invite", "closed"]
ModelsForPersonas = Literal["chain", "any"]

MIN_KEY_CHARACTERS = 32
"""Of a key that an operator chooses and anybody may try to guess."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)


class ModelEndpoint(_Part):
    """One OpenAI-compatible endpoint as the primary model."""

    base_url: str | None = None
    api_key: SecretStr | None = None
    name: str | None = None
    fallbacks: tuple[str, ...] = ()
    """Models of configured providers (`provider:model`) to try after it; unset, those that the keys bring."""
    for_personas: ModelsForPersonas | None = None
    """What personas of people's own may name: models of this chain, or any of a configured provider. Unset: any where
    this machine alone reaches us; elsewhere those of the chain."""
    prices: tuple[str, ...] = ()
    """`provider:model=in/out`, in US dollars for a million tokens; where a provider tells what an answer cost, that
    counts."""
    context_tokens: int = Field(default=128_000, ge=1_000)
    sees_images: bool = False
    thinks: bool = False
    first_byte_seconds: float = Field(default=60.0, gt=0)
    between_bytes_seconds: float = Field(default=60.0, gt=0)


LocalEmbedding = Literal["multilingual", "fast-english"]


class EmbeddingEndpoint(_Part):
    """Remote embeddings; unset, the local models serve."""

    base_url: str | None = None
    api_key: SecretStr | None = None
    name: str | None = None
    dimensions: int | None = None
    documents: LocalEmbedding = "multilingual"
    """Which local model reads documents; another choice later makes their vectors anew, in the background."""


class TranscribeEndpoint(_Part):
    """Speech to text at an OpenAI-compatible endpoint (LemonFox, Whisper); unset, the local model hears."""

    base_url: str | None = None
    api_key: SecretStr | None = None
    name: str = "whisper-1"


class VoiceEndpoint(_Part):
    """Text to speech."""

    provider: Literal["local", "openai", "elevenlabs"] = "local"
    base_url: str | None = None
    api_key: SecretStr | None = None
    name: str | None = None
    """The model there."""
    speaker: str | None = None
    """Which of the provider's voices speaks."""


class SpeechSettings(_Part):
    transcribe: TranscribeEndpoint = TranscribeEndpoint()
    voice: VoiceEndpoint = VoiceEndpoint()
    longest_seconds: float = Field(default=300.0, gt=0, le=1800)
    keep_hours: float = Field(default=24.0, gt=0, le=24 * 30)
    """How long spoken answers can be fetched, and recordings that were not understood are kept."""


class OidcProvider(_Part):
    issuer: str
    client_id: str
    client_secret: SecretStr | None = None
    label: str | None = None
    allowed_domains: tuple[str, ...] = ()
    """Whoever has a verified e-mail address there gets an account, whatever `registration` says, and nobody else does;
    `*` is everybody. Unset: as `registration` says."""


class BearerIssuer(_Part):
    """An issuer whose JWTs are accepted. Without an audience any token of that issuer would do, so both are needed."""

    issuer: str
    audience: str
    allowed_domains: tuple[str, ...] = ()
    """As with a provider."""


class FeatureSettings(_Part):
    context_debug: bool = False
    shadow_path: bool = False
    memory_curator: bool = False
    rewrite_questions: bool = False
    """The model says what a question is about that goes on with another one, before documents are searched."""
    rerank_passages: bool = False
    """The model puts the passages that were found in order, before the first of them are told."""


class ProviderKeys(_Part):
    """Keys found in the environment under their vendors' own names; they fill the model chain."""

    openrouter: SecretStr | None = None
    openai: SecretStr | None = None
    anthropic: SecretStr | None = None


class GraphSettings(_Part):
    """FalkorDB as a second sink of the memory, by Graphiti; unset, Postgres alone holds the graph."""

    url: SecretStr | None = None
    per_turn: bool = False
    """Send every turn as an episode of its own, besides the summaries of sessions."""
    timeout_seconds: float = Field(default=2.0, gt=0)


class MemorySettings(_Part):
    url: str | None = None
    """Another Holdfast's memory service, reached over HTTP with the service key; unset, this process serves."""
    window_messages: int = Field(default=12, ge=2, le=200)
    session_close_gap_minutes: float = Field(default=15.0, gt=0)
    idle_close_enabled: bool = True
    outbox_drain_enabled: bool = True
    most_attempts: int = Field(default=8, ge=1)
    outbox_keep_days: int = Field(default=30, ge=1)
    learn_delay_seconds: float = Field(default=3.0, ge=0)
    graph: GraphSettings = GraphSettings()


class ProgramSettings(_Part):
    """`/api/v1`, the door for programs."""

    origins: tuple[str, ...] = ()
    """Sites whose pages may call it with a key, as `https://app.example.org`; `*`: any."""


class WebSettings(_Part):
    """What assistants look up on the web. A search needs one of three: a SearXNG, or a key of Brave or Tavily."""

    enabled: bool = True
    """False: no tool of the house goes outside, neither to search nor to pages nor for the weather."""
    searxng_url: str | None = None
    brave_api_key: SecretStr | None = None
    brave_url: str = "https://api.search.brave.com"
    tavily_api_key: SecretStr | None = None
    tavily_url: str = "https://api.tavily.com"
    forecast_url: str = "https://api.open-meteo.com"
    places_url: str = "https://geocoding-api.open-meteo.com"
    searches_an_hour: int = Field(default=120, ge=1)
    """Of one person."""
    pages_an_hour: int = Field(default=240, ge=1)


class LimitSettings(_Part):
    """How much of this process others may hold at once. Whoever meets one of these is told to come back in a moment."""

    body_bytes_at_once: int = Field(default=128_000_000, ge=8_000_000)
    """Bodies that are being read, all requests together; what of a file goes to disk is not counted."""
    strangers_at_once: int = Field(default=256, ge=1)
    """Bodies that come in pieces from people who are not signed in."""
    strangers_of_a_peer: int = Field(default=32, ge=1)
    """The same, of one network."""
    requests_at_once: int = Field(default=2_000, ge=10)
    """Of everybody, streams that are followed among them; what asks after our health is always answered."""
    requests_of_a_person: int = Field(default=100, ge=4)
    share_of_a_person: float = Field(default=0.04, gt=0, le=1)
    """Of the event loop: whoever takes more waits while others are served who take less."""
    turns_of_a_person: int = Field(default=32, ge=1)
    """Answers that are being written for one person."""
    connections_of_a_person: int = Field(default=6, ge=1)
    """Of the database pool; always at least one is left to others."""
    lock_seconds: float = Field(default=3.0, gt=0, le=30)
    """How long a request waits in the database for another to be done with the same rows."""
    recordings_at_once: int = Field(default=4, ge=1)
    """In memory, to be heard; one of a person."""


class S3(_Part):
    """Where blobs live when not in a folder: any S3-compatible store."""

    bucket: str | None = None
    endpoint: str | None = None
    region: str = "us-east-1"
    access_key_id: SecretStr | None = None
    secret_access_key: SecretStr | None = None


class UpstashSettings(_Part):
    """Upstash Vector as a home of documents' vectors, for the namespaces that are assigned to it."""

    url: str | None = None
    token: SecretStr | None = None
    general_url: str | None = None
    """Of the index for what everybody may read."""
    general_token: SecretStr | None = None
    namespaces: tuple[str, ...] = ()
    """Kinds of namespaces that are kept there; with `:postgres` behind it Postgres answers where it does not."""


class ConnectorSettings(_Part):
    folders: tuple[Path, ...] = ()
    """Of this server, that its admins may have documents fetched from; unset, none."""


class DeclaredMcpServer(_Part):
    """A server of everybody's that brings tools: an address, or a program of this machine."""

    url: str | None = None
    command: tuple[str, ...] = ()
    headers: dict[str, SecretStr] = {}
    env: dict[str, SecretStr] = {}


class McpSettings(_Part):
    commands: bool = False
    """Whether admins may have programs of this machine started as servers; those in `servers` always are."""
    servers: dict[str, DeclaredMcpServer] = {}
    """By their names; in the file alone."""


class MailSettings(_Part):
    """The server that mails leave by; unset, they are kept for the admin's outbox page."""

    smtp_host: str | None = None
    smtp_port: int = Field(default=587, ge=1, le=65535)
    smtp_user: str | None = None
    smtp_password: SecretStr | None = None
    smtp_tls: Literal["starttls", "tls", "none"] = "starttls"
    from_address: str | None = None
    a_day: int = Field(default=2000, ge=1)
    """Mails in a day, of everybody; those that strangers cause are at most half of them."""
    a_day_per_person: int = Field(default=50, ge=1)
    a_day_per_peer: int = Field(default=100, ge=1)
    """That people who are not signed in cause from one network."""


class Settings(_Part):
    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=0, le=65535)
    data_dir: Path = Field(default_factory=lambda: _default_data_dir())
    models_dir: Path | None = None
    personas_dir: Path | None = None
    """The operator's own packs, a folder each; one of the same id takes the place of the bundled one."""
    database_url: SecretStr | None = None
    app_database_url: SecretStr | None = None
    """The same database by the app's own login; `database_url` then only migrates."""
    worker_database_url: SecretStr | None = None
    redis_url: SecretStr | None = None
    redis_patience_seconds: float = Field(default=0.3, gt=0, le=60)
    """How long it is waited for; then Postgres serves, or this process alone."""
    public_url: str | None = None
    """The address people type; needed behind a proxy. `https://` turns on Secure cookies."""
    allowed_hosts: tuple[str, ...] = ()
    """Further host names this server answers to, besides loopback and the public one."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses whose X-Forwarded-For counts."""
    allow_outbound: tuple[str, ...] = ()
    """host:port pairs inside our own network that people's settings may reach."""

    model: ModelEndpoint = ModelEndpoint()
    embedding: EmbeddingEndpoint = EmbeddingEndpoint()
    speech: SpeechSettings = SpeechSettings()
    providers: ProviderKeys = ProviderKeys()
    oidc: dict[str, OidcProvider] = {}
    bearer: dict[str, BearerIssuer] = {}
    s3: S3 = S3()
    connectors: ConnectorSettings = ConnectorSettings()
    upstash: UpstashSettings = UpstashSettings()
    mail: MailSettings = MailSettings()
    mcp: McpSettings = McpSettings()
    memory: MemorySettings = MemorySettings()
    features: FeatureSettings = FeatureSettings()
    limits: LimitSettings = LimitSettings()
    programs: ProgramSettings = ProgramSettings()
    web: WebSettings = WebSettings()

    secret_key: SecretStr | None = None
    """Encrypts secrets at rest. Unset: one is made and kept in the data folder."""
    service_key: SecretStr | None = None
    operator_token: SecretStr | None = None
    cron_secret: SecretStr | None = None
    """Opens `/api/cron/…`; unset, there is nothing there."""
    registration: Registration | None = None
    """Who may make an account: anybody, whoever has an invite, nobody. Unset: anybody where this machine alone reaches
    us; elsewhere nobody after the first."""
    default_plan: Literal["free", "pro", "business", "unlimited"] | None = None
    """Of whoever has no plan of their own; unset: unlimited, as long as nothing is sold here."""
    database_pool_size: int = Field(default=10, ge=3, le=100)
    embedded_worker: bool = True
    stop_grace_seconds: float = Field(default=20.0, ge=0)

    log_level: str = "info"
    log_format: str = "auto"
    sentry_dsn: SecretStr | None = None
    otel_endpoint: str | None = None

    @field_validator(
        "app_database_url",
        "worker_database_url",
        "service_key",
        "operator_token",
        "cron_secret",
        "secret_key",
        "database_url",
        "redis_url",
        mode="before",
    )
    @classmethod
    def _an_empty_secret_is_no_secret(cls, value: Any) -> Any:
        return None if value == "" else value

    @field_validator("log_format")
    @classmethod
    def _known_format(cls, value: str) -> str:
        if value not in ("auto", "json", "text"):
            raise ValueError("must be auto, json or text")
        return value

    @property
    def is_https(self) -> bool:
        return bool(self.public_url and self.public_url.startswith("https://"))

    @property
    def is_reachable(self) -> bool:
        """Whether others come here than who sits at this machine: by its address, or by a proxy's."""
        hosts = [self.host, urlsplit(self.public_url).hostname or "" if self.public_url else "localhost"]
        return not all(_is_loopback(host) for host in hosts)

    @property
    def models_for_personas(self) -> ModelsForPersonas:
        return self.model.for_personas or ("chain" if self.is_reachable else "any")

    @property
    def registration_rule(self) -> Registration:
        return self.registration or ("closed" if self.is_reachable else "open")


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def _default_data_dir() -> Path:
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "holdfast"


_BY_VENDOR_NAME: Mapping[str, tuple[str, ...]] = {
    "OPENROUTER_API_KEY": ("providers", "openrouter"),
    "OPENAI_API_KEY": ("providers", "openai"),
    "ANTHROPIC_API_KEY": ("providers", "anthropic"),
    "UPSTASH_USER_RAG_REST_URL": ("upstash", "url"),
    "UPSTASH_USER_RAG_REST_TOKEN": ("upstash", "token"),
    "UPSTASH_VECTOR_REST_URL": ("upstash", "general_url"),
    "UPSTASH_VECTOR_REST_TOKEN": ("upstash", "general_token"),
    "BRAVE_API_KEY": ("web", "brave_api_key"),
    "TAVILY_API_KEY": ("web", "tavily_api_key"),
    "CRON_SECRET": ("cron_secret",),
    "FEATURE_CONTEXT_DEBUG": ("features", "context_debug"),
    "FEATURE_SHADOW_PATH": ("features", "shadow_path"),
    "FEATURE_MEMORY_CURATOR": ("features", "memory_curator"),
    "FEATURE_REWRITE_QUESTIONS": ("features", "rewrite_questions"),
    "FEATURE_RERANK_PASSAGES": ("features", "rerank_passages"),
}
"""Names that programs and people already use; the seeds' switches among them."""

_NOT_SETTINGS = {"HOLDFAST_CONFIG"}
_NAMED_BY_OPERATORS = ("oidc", "bearer")


def load_settings(environ: Mapping[str, str] | None = None, *, folder: Path | None = None) -> Settings:
    """Settings from the file and the environment, or `Setup` with the name that is wrong and the nearest right one."""
    environ = os.environ if environ is None else environ
    values = _from_file(environ, folder or Path.cwd())
    for path, value in _from_environment(environ):
        _put(values, path, value)
    try:
        settings = Settings.model_validate(values)
    except ValidationError as error:
        raise Setup(_in_words(error)) from None
    _check_keys(settings)
    return settings


def _check_keys(settings: Settings) -> None:
    """Whoever sits at this machine may call themselves what they like; strangers guess."""
    if not settings.is_reachable:
        return
    for name, opens in (("service_key", "everybody's memory"), ("operator_token", "the figures of the installation")):
        key: SecretStr | None = getattr(settings, name)
        if key is not None and len(key.get_secret_value()) < MIN_KEY_CHARACTERS:
            raise Setup(
                f"HOLDFAST_{name.upper()} has fewer than {MIN_KEY_CHARACTERS} characters, and whoever guesses it opens "
                f"{opens}: `openssl rand -hex 32` makes a good one."
            )


def load_settings_once() -> Settings:
    """For a server: the environment is read, and then holds no setting any more. Whatever a server starts later
    (Postgres, the demo model) never sees a key, and nobody finds one in /proc."""
    settings = load_settings()
    keep_others_out()
    for name in [name for name in os.environ if name in _BY_VENDOR_NAME or name.startswith("HOLDFAST_")]:
        blot_out(name)
        del os.environ[name]
    return settings


def _from_file(environ: Mapping[str, str], folder: Path) -> dict[str, Any]:
    named = environ.get("HOLDFAST_CONFIG")
    file = Path(named) if named else folder / "holdfast.toml"
    if not file.exists():
        if named:
            raise Setup(f"HOLDFAST_CONFIG names {file}, which does not exist.")
        return {}
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise Setup(f"{file} cannot be read: {error}.") from None


def _from_environment(environ: Mapping[str, str]) -> Iterator[tuple[tuple[str, ...], Any]]:
    known = dict(_paths(Settings, ()))
    for name, value in environ.items():
        if name in _BY_VENDOR_NAME:
            if value:
                yield _BY_VENDOR_NAME[name], value
        elif name.startswith("HOLDFAST_") and name not in _NOT_SETTINGS:
            yield _path_of(name, known), value.split(",") if _is_list(name, known) else value


def _path_of(name: str, known: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    if name in known:
        return known[name]
    group, *rest = name.removeprefix("HOLDFAST_").lower().split("__")
    if group in _NAMED_BY_OPERATORS and len(rest) == 2 and all(rest):
        return (group, *rest)
    near = difflib.get_close_matches(name, known, n=1)
    hint = f" Did you mean {near[0]}?" if near else " `holdfast settings` lists the names."
    raise Setup(f"{name} is set in the environment, but there is no such setting.{hint}")


def _paths(part: type[BaseModel], before: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for name, field in part.model_fields.items():
        path = (*before, name)
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield from _paths(field.annotation, path)
        elif get_origin(field.annotation) is not dict:
            yield "HOLDFAST_" + "_".join(path).upper(), path


def _is_list(name: str, known: Mapping[str, tuple[str, ...]]) -> bool:
    part: Any = Settings
    for step in _path_of(name, known):
        # Below names that operators choose, every entry is of one kind.
        part = (
            get_args(part)[1] if get_origin(part) is dict else getattr(part.model_fields.get(step), "annotation", None)
        )
    return get_origin(part) is tuple


def _put(values: dict[str, Any], path: tuple[str, ...], value: Any) -> None:
    *parents, last = path
    for parent in parents:
        inner = values.setdefault(parent, {})
        if not isinstance(inner, dict):
            raise Setup(f"{parent} must be a table in holdfast.toml.")
        values = inner
    values[last] = value


def _in_words(error: ValidationError) -> str:
    first = error.errors(include_input=False, include_url=False)[0]
    where = ".".join(str(step) for step in first["loc"])
    if first["type"] == "extra_forbidden":
        near = difflib.get_close_matches(str(first["loc"][-1]), [path[-1] for _, path in _paths(Settings, ())], n=1)
        return f"There is no setting {where}." + (f" Did you mean {near[0]}?" if near else "")
    if first["type"] == "missing":
        return f"The setting {where} is missing."
    return f"The setting {where} is wrong: {first['msg']}."


def setting_names() -> list[str]:
    """Every environment name, for `holdfast settings` and the documentation."""
    dynamic = [
        f"HOLDFAST_{group.upper()}__<NAME>__{field.upper()}"
        for group in _NAMED_BY_OPERATORS
        for field in get_args(Settings.model_fields[group].annotation)[1].model_fields
    ]
    return sorted([name for name, _ in _paths(Settings, ())] + dynamic + list(_BY_VENDOR_NAME))
