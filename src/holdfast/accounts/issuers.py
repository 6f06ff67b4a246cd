"""An issuer of tokens: where it says it lives, the keys it publishes, and whether it signed something.

What may verify a token is ours to fix. The issuer is one that the operator configured; its keys come from its own
discovery document, never from an address or a key inside a token; only asymmetric algorithms count, since with a
shared-secret one the published key itself would forge tokens.

Keys change. A token with a key we do not know makes us look again, but not more often than every half minute: anyone
can send tokens with invented key names. What was fetched once is kept through the issuer's outages.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import httpx2
import orjson
from joserfc import jwt
from joserfc.errors import BadSignatureError, ClaimError, InvalidKeyIdError, JoseError
from joserfc.jwk import JWKRegistry, KeySet
from joserfc.jws import JWSRegistry
from pydantic import BaseModel, ValidationError

from holdfast.accounts.types import BadToken, ProviderUnavailable
from holdfast.core.clock import Clock, utc_now
from holdfast.core.log import get_logger

log = get_logger()
T = TypeVar("T")

ALGORITHMS = frozenset(
    {"RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519"}
)
LEEWAY_SECONDS = 60
MAX_TOKEN_BYTES = 8_192
_MAX_ANSWER_BYTES = 500_000
_FETCH_SECONDS = 5.0


class EndlessAnswer(Exception):
    """A provider's answer was larger than any honest one."""


async def read_bounded(response: httpx2.Response) -> bytes:
    """As it came over the wire: what is packed unfolds to any size, and nobody asked for it packed."""
    body = bytearray()
    async for piece in response.aiter_raw():
        body += piece
        if len(body) > _MAX_ANSWER_BYTES:
            raise EndlessAnswer
    return bytes(body)


class Published(BaseModel):
    """What we use of a discovery document."""

    issuer: str
    jwks_uri: str
    authorization_endpoint: str | None = None
    token_endpoint: str | None = None
    id_token_signing_alg_values_supported: list[str] | None = None
    token_endpoint_auth_methods_supported: list[str] = ["client_secret_basic"]

    @property
    def algorithms(self) -> Collection[str]:
        stated = self.id_token_signing_alg_values_supported
        return ALGORITHMS if stated is None else ALGORITHMS.intersection(stated)


@dataclass(frozen=True, slots=True)
class FetchPace:
    """How long what we fetched is good for, and how soon we may ask again."""

    fresh_seconds: float = 900.0
    pause_seconds: float = 30.0


class _Unusable(Exception):
    """The issuer gave nothing we can use. Why is a code in snake_case, for the log."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class CachedFetch(Generic[T]):
    """Something fetched when first needed and again when old; one fetch at a time, and the old one through outages."""

    def __init__(self, issuer: str, fetch: Callable[[], Awaitable[T]], patience: FetchPace) -> None:
        self._issuer = issuer
        self._fetch = fetch
        self._patience = patience
        self._lock = asyncio.Lock()
        self._value: T | None = None
        self._fetched_at = self._tried_at = -1e9

    async def get(self) -> T:
        if self._value is not None and time.monotonic() - self._fetched_at < self._patience.fresh_seconds:
            return self._value
        return await self.get_newer()

    async def get_newer(self) -> T:
        asked_at = time.monotonic()
        async with self._lock:
            if self._value is not None and self._fetched_at > asked_at:
                return self._value  # somebody fetched it while we waited
            if time.monotonic() - self._tried_at >= self._patience.pause_seconds:
                self._tried_at = time.monotonic()
                try:
                    self._value = await self._fetch()
                    self._fetched_at = time.monotonic()
                except _Unusable as error:
                    is_known = self._value is not None
                    log.warning("issuer_unavailable", upstream=self._issuer, reason=error.reason, is_known=is_known)
        if self._value is None:
            raise ProviderUnavailable("The sign-in provider is not answering; try again in a moment.")
        return self._value


class Issuer:
    def __init__(
        self,
        http: httpx2.AsyncClient,
        url: str,
        *,
        clock: Clock = utc_now,
        patience: FetchPace = FetchPace(),
    ) -> None:
        self.url = url.rstrip("/")
        self._http = http
        self._clock = clock
        self._published = CachedFetch(self.url, self._discover, patience)
        self._keys = CachedFetch(self.url, self._fetch_keys, patience)

    async def published(self) -> Published:
        return await self._published.get()

    async def verified(self, token: str, audiences: Collection[str]) -> Mapping[str, Any]:
        """The claims, once signature, algorithm, issuer, audience and times are right; `BadToken` otherwise."""
        if len(token) > MAX_TOKEN_BYTES:
            raise BadToken("too_large")
        published = await self.published()
        try:
            claims = _claims(token, await self._keys.get(), published.algorithms)
        except _UnknownKey:
            try:
                claims = _claims(token, await self._keys.get_newer(), published.algorithms)
            except _UnknownKey as error:
                raise BadToken(error.reason) from None
        self._check(claims, published.issuer, audiences)
        return claims

    def _check(self, claims: dict[str, Any], issuer: str, audiences: Collection[str]) -> None:
        rules = jwt.JWTClaimsRegistry(
            now=int(self._clock().timestamp()),
            leeway=LEEWAY_SECONDS,
            iss={"essential": True, "value": issuer},
            aud={"essential": True, "values": list(audiences)},
            sub={"essential": True},
            exp={"essential": True},
        )
        try:
            rules.validate(claims)
        except ClaimError as error:
            # `claim` names claims that the rules above ask for, several with commas between them; no value of theirs.
            raise BadToken(f"{error.error}_{error.claim.replace(',', '_')}") from None

    async def _discover(self) -> Published:
        try:
            found = Published.model_validate_json(await self._get(f"{self.url}/.well-known/openid-configuration"))
        except ValidationError:
            raise _Unusable("no_discovery_document") from None
        if found.issuer.rstrip("/") != self.url:
            raise _Unusable("calls_itself_otherwise")
        addresses = (found.jwks_uri, found.authorization_endpoint, found.token_endpoint)
        if self.url.startswith("https://") and not all(a.startswith("https://") for a in addresses if a is not None):
            raise _Unusable("address_without_tls")
        return found

    async def _fetch_keys(self) -> KeySet:
        try:
            listed = orjson.loads(await self._get((await self.published()).jwks_uri))["keys"]
        except ProviderUnavailable:
            raise _Unusable("no_discovery_document") from None
        except (ValueError, KeyError, TypeError):
            raise _Unusable("no_keys") from None
        return _key_set(listed if isinstance(listed, list) else [])

    async def _get(self, url: str) -> bytes:
        try:
            async with (
                asyncio.timeout(_FETCH_SECONDS),
                self._http.stream("GET", url, headers={"accept-encoding": "identity"}) as response,
            ):
                body = await read_bounded(response)
        except EndlessAnswer:
            raise _Unusable("endless_answer") from None
        except (httpx2.HTTPError, httpx2.InvalidURL, TimeoutError):
            raise _Unusable("not_answering") from None
        if response.status_code != 200:
            raise _Unusable(f"answered_{response.status_code}")
        return body


class _UnknownKey(Exception):
    """Signed with a key we do not have, or (where keys carry no name) not with the one we have."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def _claims(token: str, keys: KeySet, algorithms: Collection[str]) -> dict[str, Any]:
    # Issuers put names of their own into the header (Clerk: `cat`), so unknown ones pass; `crit` is still obeyed.
    rules = JWSRegistry(algorithms=list(algorithms), strict_check_header=False)
    if not algorithms:
        raise BadToken("no_algorithm_in_common")
    try:
        return jwt.decode(token, keys, registry=rules).claims
    except (InvalidKeyIdError, BadSignatureError) as error:
        raise _UnknownKey(error.error) from None
    except JoseError as error:
        raise BadToken(error.error or "not_readable") from None
    except (ValueError, TypeError, KeyError, AttributeError):
        # The library meets a header of any shape before it has verified anything.
        raise BadToken("not_readable") from None


def _key_set(listed: list[Any]) -> KeySet:
    keys = []
    for entry in listed[:100]:
        # A shared secret has no place among published keys, and a key for encryption signs nothing.
        if not isinstance(entry, dict) or entry.get("kty") not in ("RSA", "EC", "OKP") or entry.get("use") == "enc":
            continue
        try:
            keys.append(JWKRegistry.import_key(entry))
        except (JoseError, ValueError, TypeError, KeyError) as error:
            log.warning("issuer_key_skipped", error=type(error).__name__)
    return KeySet(keys)
