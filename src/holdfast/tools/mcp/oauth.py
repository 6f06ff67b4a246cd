"""Signing in at a server: found out where, registered there, sent there, come back from.

The library knows the steps and reads the documents; the way between them is ours. What is under way stands in the
database and not in a request that waits, so that a restart or another process loses nobody, and every address that a
stranger names on the way is asked through the guarded way out.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit

import httpx2
from mcp.client.auth.exceptions import OAuthFlowError, OAuthRegistrationError
from mcp.client.auth.oauth2 import check_registration_usable
from mcp.client.auth.utils import (
    build_oauth_authorization_server_metadata_discovery_urls,
    build_protected_resource_metadata_discovery_urls,
    create_client_registration_request,
    extract_resource_metadata_from_www_auth,
    extract_scope_from_www_auth,
    get_client_metadata_scopes,
    handle_auth_metadata_response,
    handle_protected_resource_response,
    handle_registration_response,
    issuers_match,
    validate_metadata_issuer,
)
from mcp.shared.auth import OAuthClientMetadata, OAuthMetadata, ProtectedResourceMetadata
from mcp.shared.auth_utils import check_resource_allowed, resource_url_from_server_url
from pydantic import AnyUrl, ValidationError

from holdfast.core.errors import AppError
from holdfast.core.guard import AddressRefused
from holdfast.core.http import Fetched, Outside
from holdfast.tools.mcp.servers import GivenRegistration
from holdfast.tools.mcp.tokens import ANSWERS, McpClientAtProvider
from holdfast.tools.mcp.types import McpFailed, McpFault

_GRANTS = ["authorization_code", "refresh_token"]
_VERSION = "2025-11-25"
_TRAVEL = ("content-length", "transfer-encoding", "content-encoding")
_INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": _VERSION,
        "capabilities": {},
        "clientInfo": {"name": "holdfast", "version": "1"},
    },
}
_NO_SIGN_IN = McpFault("protocol", "The server tells no address to sign in at.")
_NOT_OURS = McpFault("refused", "The server's sign-in service is another's, or tells lies about itself.")
_NOT_REGISTERED = McpFault("refused", "The sign-in service does not register clients; enter a client id by hand.")
_NO_PKCE = McpFault("refused", "The sign-in service cannot protect the way back (PKCE).")


@dataclass(frozen=True, slots=True)
class SignInService:
    """Where one signs in, as the documents of the server and of its authorization server say."""

    issuer: str | None
    authorization_endpoint: str
    token_endpoint: str
    metadata: OAuthMetadata | None
    resource: str | None
    scope: str | None
    base: str


async def discover(outside: Outside, url: str, headers: Mapping[str, str]) -> SignInService:
    """What opens the server is sent to the server alone; to whom it sends us nothing goes along."""
    challenge = await _asked_without_token(outside, url, headers)
    resource = await _resource(outside, extract_resource_metadata_from_www_auth(challenge), url)
    issuer = str(resource.authorization_servers[0]) if resource else None
    metadata = await _metadata(outside, issuer, url)
    base = _base(url)
    if resource is not None and metadata is None:
        raise McpFailed(_NO_SIGN_IN)
    return SignInService(
        issuer or (str(metadata.issuer) if metadata else None),
        str(metadata.authorization_endpoint) if metadata else urljoin(base, "/authorize"),
        str(metadata.token_endpoint) if metadata else urljoin(base, "/token"),
        metadata,
        _resource_of(resource, url),
        get_client_metadata_scopes(extract_scope_from_www_auth(challenge), resource, metadata, _GRANTS),
        base,
    )


async def _asked_without_token(outside: Outside, url: str, headers: Mapping[str, str]) -> httpx2.Response:
    sent = {"content-type": "application/json", "accept": "application/json, text/event-stream", **headers}
    request = httpx2.Request("POST", url, json=_INITIALIZE)
    answer = await _fetched(outside, url, method="POST", headers=sent, content=request.content)
    if answer is None:
        raise McpFailed(McpFault("unreachable", "The server cannot be reached."))
    return answer


async def _resource(outside: Outside, named: str | None, url: str) -> ProtectedResourceMetadata | None:
    for address in build_protected_resource_metadata_discovery_urls(named, url):
        answer = await _fetched(outside, address)
        if answer is None or answer.status_code >= 500 or answer.status_code == 429:
            raise McpFailed(McpFault("unreachable", "The server's sign-in service is not answering."))
        found = await handle_protected_resource_response(answer)
        if found is not None:
            ours = resource_url_from_server_url(url)
            if not check_resource_allowed(requested_resource=ours, configured_resource=str(found.resource)):
                raise McpFailed(_NOT_OURS)
            return found
    return None


async def _metadata(outside: Outside, issuer: str | None, url: str) -> OAuthMetadata | None:
    for address in build_oauth_authorization_server_metadata_discovery_urls(issuer, url):
        answer = await _fetched(outside, address)
        goes_on, found = await handle_auth_metadata_response(answer) if answer else (False, None)
        if not goes_on:
            raise McpFailed(McpFault("unreachable", "The server's sign-in service is not answering."))
        if found is not None:
            _must_be_of(found, issuer, url)
            return found
    return None


def _must_be_of(metadata: OAuthMetadata, issuer: str | None, url: str) -> None:
    """Whoever publishes it must be who was asked, and able to keep a stolen code from being worth anything."""
    try:
        if issuer is not None:
            validate_metadata_issuer(metadata, issuer)
        elif not issuers_match(str(metadata.issuer), _base(url)):
            raise OAuthFlowError
    except OAuthFlowError:
        raise McpFailed(_NOT_OURS) from None
    methods = metadata.code_challenge_methods_supported
    if methods is not None and "S256" not in methods:
        raise McpFailed(_NO_PKCE)


def _resource_of(found: ProtectedResourceMetadata | None, url: str) -> str | None:
    return str(found.resource) if found is not None else None


async def register(outside: Outside, service: SignInService, redirect_uri: str) -> McpClientAtProvider:
    """What we are there from now on."""
    wanted = OAuthClientMetadata(
        redirect_uris=[AnyUrl(redirect_uri)],
        client_name="Holdfast",
        scope=service.scope,
        grant_types=_GRANTS,
        token_endpoint_auth_method=_way_wanted(service.metadata),
        application_type="web",
    )
    request = create_client_registration_request(service.metadata, wanted, service.base)
    answer = await _fetched(
        outside, str(request.url), method="POST", headers={"content-type": "application/json"}, content=request.content
    )
    try:
        if answer is None:
            raise OAuthRegistrationError
        given = await handle_registration_response(answer)
        check_registration_usable(given)
    except (OAuthRegistrationError, ValidationError):
        raise McpFailed(_NOT_REGISTERED) from None
    way = given.token_endpoint_auth_method or ("client_secret_basic" if given.client_secret else "none")
    return _client(service, redirect_uri, given.client_id, given.client_secret, way)


def by_hand(service: SignInService, given: GivenRegistration, redirect_uri: str) -> McpClientAtProvider:
    """A registration that somebody entered."""
    offered = service.metadata.token_endpoint_auth_methods_supported if service.metadata else None
    way = "client_secret_basic" if not offered or "client_secret_basic" in offered else "client_secret_post"
    return _client(service, redirect_uri, given.client_id, given.client_secret, way if given.client_secret else "none")


def _client(
    service: SignInService, redirect_uri: str, client_id: str, secret: str | None, way: str
) -> McpClientAtProvider:
    return McpClientAtProvider(
        service.issuer,
        service.token_endpoint,
        client_id,
        None if way == "none" else secret,
        way,
        service.resource,
        redirect_uri,
    )


def _way_wanted(metadata: OAuthMetadata | None) -> Any:
    offered: Sequence[str] = (metadata.token_endpoint_auth_methods_supported if metadata else None) or ["none"]
    return next((way for way in ("none", "client_secret_basic", "client_secret_post") if way in offered), "none")


def address_to_sign_in(
    service: SignInService, client: McpClientAtProvider, scope: str | None, state: str, verifier: str
) -> str:
    """Where the browser goes. It must be a page of the web: a browser would follow other words too."""
    target = urlsplit(service.authorization_endpoint)
    if target.scheme not in ("http", "https") or not target.hostname or "@" in target.netloc or target.fragment:
        raise McpFailed(_NO_SIGN_IN)
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    query = {
        "response_type": "code",
        "client_id": client.client_id,
        "redirect_uri": client.redirect_uri,
        "state": state,
        "code_challenge": challenge,
        "code_challenge_method": "S256",
        **({"resource": client.resource} if client.resource else {}),
        **({"scope": scope} if scope else {}),
        **({"prompt": "consent"} if scope and "offline_access" in scope.split() else {}),
    }
    joint = "&" if target.query else "?"
    return f"{service.authorization_endpoint}{joint}{urlencode(query)}"


def must_come_from(issuer: str | None, told: str | None, is_always_told: bool) -> None:
    """Whoever sends the browser back says who they are (RFC 9207), where they said that they would."""
    if told is None and not is_always_told:
        return
    if told is None or issuer is None or told != issuer:
        raise McpFailed(_NOT_OURS)


def tells_issuer(service: SignInService) -> bool:
    return bool(service.metadata and service.metadata.authorization_response_iss_parameter_supported)


async def _fetched(outside: Outside, url: str, **request: Any) -> httpx2.Response | None:
    """None: nobody answered, or with too much."""
    headers = {"accept": "application/json", "mcp-protocol-version": _VERSION, **request.pop("headers", {})}
    try:
        answer: Fetched = await outside.fetch(url, headers=headers, limits=ANSWERS, **request)
    except AddressRefused as refused:
        raise McpFailed(McpFault("not_public", refused.message)) from None
    except AppError:
        return None
    return httpx2.Response(
        answer.status, headers=_plain(answer.headers), content=answer.body, request=httpx2.Request("GET", url)
    )


def _plain(headers: Mapping[str, str]) -> dict[str, str]:
    """Without those that say how the body travelled; it is here."""
    return {name: value for name, value in headers.items() if name.lower() not in _TRAVEL}


def _base(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
