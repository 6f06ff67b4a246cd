"""What an operator must do before strangers can reach the installation: the checklist of `docs/security.md`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from urllib.parse import urlsplit

from pydantic import SecretStr

from holdfast.cli.checks.finding import Finding, bad, good, warning
from holdfast.core.config import Settings

MIN_SECRET_CHARACTERS = 32


def public(settings: Settings) -> Iterator[Finding]:
    yield _address(settings)
    yield _proxies(settings)
    yield _registration(settings)
    yield _user()
    yield from _secrets(settings)
    yield _plan(settings)
    yield _mail(settings)
    yield _logins(settings)
    yield _redis(settings)
    yield _debug(settings)


def _address(settings: Settings) -> Finding:
    if settings.is_https:
        return good("address", str(settings.public_url))
    return bad("address", "HOLDFAST_PUBLIC_URL is not an https:// address: cookies would travel in the open")


def _proxies(settings: Settings) -> Finding:
    if settings.trusted_proxies:
        return good("proxies", ", ".join(settings.trusted_proxies))
    return warning("proxies", "HOLDFAST_TRUSTED_PROXIES is unset: behind a proxy all people count as one visitor")


def _registration(settings: Settings) -> Finding:
    if settings.registration_rule == "open":
        return bad("registration", "is open to everybody; set HOLDFAST_REGISTRATION to invite or closed")
    return good("registration", settings.registration_rule)


def _user() -> Finding:
    if os.geteuid() == 0:
        return bad("user", "is root; run Holdfast as a user of its own")
    return good("user", "is not root")


def _secrets(settings: Settings) -> Iterator[Finding]:
    for name in ("secret_key", "service_key", "operator_token", "cron_secret"):
        value: SecretStr | None = getattr(settings, name)
        if value is not None and len(value.get_secret_value()) < MIN_SECRET_CHARACTERS:
            yield bad("secrets", f"HOLDFAST_{name.upper()} has fewer than {MIN_SECRET_CHARACTERS} characters")


def _plan(settings: Settings) -> Finding:
    if settings.default_plan in (None, "unlimited"):
        return bad("plan", "whoever has no plan is unlimited, at your cost; set HOLDFAST_DEFAULT_PLAN")
    return good("plan", f"{settings.default_plan} for whoever has none of their own")


def _mail(settings: Settings) -> Finding:
    if settings.mail.smtp_host is None:
        return warning("mail", "no server is configured: invitations are kept for the admin instead of sent")
    if settings.mail.smtp_tls == "none":
        return bad("mail", "leaves without encryption; set HOLDFAST_MAIL_SMTP_TLS")
    return good("mail", "leaves encrypted")


def _logins(settings: Settings) -> Finding:
    if settings.database_url is None or (settings.app_database_url and settings.worker_database_url):
        return good("logins", "app and worker are themselves in the database")
    return bad("logins", "app and worker are the owner in the database; give each its URL")


def _redis(settings: Settings) -> Finding:
    if settings.redis_url is None:
        return good("Redis login", "not configured; Postgres serves")
    if urlsplit(settings.redis_url.get_secret_value()).password:
        return good("Redis login", "has a password")
    return bad("Redis login", "has no password: whoever reaches it may read answers of the last hour")


def _debug(settings: Settings) -> Finding:
    if settings.features.context_debug:
        return bad("debug", "FEATURE_CONTEXT_DEBUG shows whole prompts to whoever asks; switch it off")
    return good("debug", "prompts are not shown")
