"""What Holdfast talks to: its database, Redis, a mail server, models."""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.cli.checks.finding import Finding, bad, good, warning
from holdfast.core.config import Settings

_SILENT_SECONDS = 60.0


def _database_url(settings: Settings) -> str | None:
    from holdfast.core.embedded.postgres import find_postgres

    if settings.database_url:
        return settings.database_url.get_secret_value()
    running = find_postgres(settings.data_dir)
    return running.dsn("holdfast_owner") if running else None


async def database(settings: Settings) -> Finding:
    from holdfast.core.migrate import is_current, known_revisions, open_or_explain

    url = _database_url(settings)
    if url is None:
        return good("database", "embedded; it runs while `holdfast up` does")
    connection = await open_or_explain(url)
    try:
        if not await is_current(connection):
            return warning("database", "answers, but its schema is older than the code; run `holdfast migrate`")
        if settings.database_url and not (settings.app_database_url and settings.worker_database_url):
            return warning(
                "database",
                "answers, but app and worker log in as the owner of the tables; "
                "give HOLDFAST_APP_DATABASE_URL and HOLDFAST_WORKER_DATABASE_URL",
            )
        return good("database", f"answers, at revision {known_revisions()[-1]}")
    finally:
        await connection.close()


async def worker(settings: Settings) -> Finding:
    from holdfast.core.jobs import worker_silent_seconds
    from holdfast.core.migrate import is_current, open_or_explain

    url = _database_url(settings)
    if url is None:
        return good("worker", "it runs while `holdfast up` does")
    connection = await open_or_explain(url)
    try:
        silent = await worker_silent_seconds(connection) if await is_current(connection) else None
    finally:
        await connection.close()
    if silent is not None and silent < _SILENT_SECONDS:
        return good("worker", f"was heard {silent:.0f} seconds ago")
    since = "was never heard" if silent is None else f"was not heard for {silent:.0f} seconds"
    return warning("worker", f"{since}: none runs, or it keeps dying; look for worker_died in the log")


async def redis(settings: Settings) -> Finding:
    if not settings.redis_url:
        return good("Redis", "not configured; Postgres serves")
    from redis.asyncio import Redis
    from redis.exceptions import RedisError

    try:
        async with Redis.from_url(settings.redis_url.get_secret_value(), socket_timeout=5) as client:
            await client.ping()
            version = (await client.info("server"))["redis_version"]
    except (RedisError, OSError, ValueError) as error:
        return bad("Redis", f"HOLDFAST_REDIS_URL does not answer ({type(error).__name__}); is it running?")
    return good("Redis", f"answers, version {version}")


async def mail(settings: Settings) -> Finding:
    """Knocks and signs in; no mail is sent."""
    given = settings.mail
    if not given.smtp_host:
        return good("mail", "no server configured; mails are kept for the admin's outbox page")
    import smtplib
    import ssl

    from holdfast.core.smtp import SmtpMailer

    server = f"{given.smtp_host}:{given.smtp_port}"
    try:
        await SmtpMailer(settings).knock()
    except smtplib.SMTPAuthenticationError:
        return bad("mail", f"{server} refuses HOLDFAST_MAIL_SMTP_USER and HOLDFAST_MAIL_SMTP_PASSWORD")
    except (ssl.SSLError, smtplib.SMTPNotSupportedError) as error:
        return bad("mail", f"{server} does not encrypt as HOLDFAST_MAIL_SMTP_TLS wants it ({type(error).__name__})")
    except (smtplib.SMTPException, OSError, ValueError) as error:
        return bad("mail", f"{server} does not answer ({type(error).__name__}); is HOLDFAST_MAIL_SMTP_HOST right?")
    if not settings.public_url:
        return warning("mail", f"{server} answers; set HOLDFAST_PUBLIC_URL, or links in mails name the host asked for")
    return good("mail", f"{server} answers")


async def model(settings: Settings, *, deep: bool) -> Finding:
    """The configured endpoint: its list of models costs nothing, one token costs next to nothing (`--deep`)."""
    endpoint = settings.model
    if not endpoint.base_url:
        keys = [f"{name.upper()}_API_KEY" for name, key in settings.providers if key]
        if keys:
            return good("model", f"by {', '.join(keys)}")
        return warning("model", "only the demo model; HOLDFAST_MODEL_BASE_URL plugs in a real one")
    import httpx2

    headers = {"authorization": f"Bearer {endpoint.api_key.get_secret_value()}"} if endpoint.api_key else {}
    base = endpoint.base_url.rstrip("/")
    try:
        async with httpx2.AsyncClient(headers=headers, timeout=20) as client:
            if deep:
                asked = {"model": endpoint.name, "messages": [{"role": "user", "content": "Hi"}], "max_tokens": 1}
                answer = await client.post(f"{base}/chat/completions", json=asked)
            else:
                answer = await client.get(f"{base}/models")
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        return bad("model", f"{base} does not answer ({type(error).__name__}); is HOLDFAST_MODEL_BASE_URL right?")
    if answer.status_code in (401, 403):
        return bad("model", f"{base} refuses the key in HOLDFAST_MODEL_API_KEY ({answer.status_code})")
    if answer.status_code >= 400:
        return bad("model", f"{base} answers {answer.status_code}; are the address and HOLDFAST_MODEL_NAME right?")
    return good("model", f"{endpoint.name or 'unnamed'} at {base} {'answered' if deep else 'is reachable'}")


async def search(settings: Settings, *, deep: bool) -> Finding:
    """A SearXNG is asked, which costs nothing; an engine that counts questions only with `--deep`."""
    from holdfast.tools.own.engines import WebQuery, open_engine
    from holdfast.tools.types import ToolFailed

    if not settings.web.enabled:
        return good("web search", "HOLDFAST_WEB_ENABLED is false: assistants do not go outside")
    engine = open_engine(settings.web)
    if engine is None:
        return good(
            "web search",
            "not configured: assistants say so; HOLDFAST_WEB_SEARXNG_URL, HOLDFAST_WEB_BRAVE_API_KEY or "
            "HOLDFAST_WEB_TAVILY_API_KEY connects an engine",
        )
    try:
        if settings.web.searxng_url or deep:
            await engine.search(WebQuery("holdfast", 1))
    except ToolFailed as failed:
        hint = "; its settings.yml must list json under search.formats" if settings.web.searxng_url else ""
        return bad("web search", f"{failed.sentence.rstrip('.')}{hint}")
    finally:
        await engine.aclose()
    return good("web search", f"by {engine.name}")


def local_models(settings: Settings, *, deep: bool) -> Iterator[Finding]:
    from holdfast.models.local import check_local, list_local, models_folder

    folder = models_folder(settings)
    for found in check_local(folder) if deep else list_local(folder):
        if found.state == "ready":
            yield good(found.name, f"{found.kind} model, {'checked' if deep else 'present'}")
        else:
            yield warning(found.name, found.problem or f"{found.state}; `holdfast models fetch` brings it")
