"""Passkeys as the web speaks of them: what a browser is asked for, and whether its answer is right. Pure.

The one file that knows the library. What a browser answers is a stranger's bytes: whatever is wrong with them, the
answer is that they are not right.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import orjson
from fido2.cose import ES256, RS256, CoseKey, EdDSA
from fido2.server import Fido2Server
from fido2.utils import websafe_encode
from fido2.webauthn import (
    AttestedCredentialData,
    AuthenticationResponse,
    PublicKeyCredentialDescriptor,
    PublicKeyCredentialParameters,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialType,
    PublicKeyCredentialUserEntity,
    RegistrationResponse,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from holdfast.core.errors import Conflict
from holdfast.core.log import get_logger

log = get_logger()

_ALGORITHMS: Sequence[type[CoseKey]] = (ES256, EdDSA, RS256)
_UNVERIFIED = UserVerificationRequirement.PREFERRED
"""The password was shown before: that the key is there is what is asked; whose finger is on it, it may ask itself."""


class NoPasskeysHere(Conflict):
    """Browsers bind a passkey to a name, and an address in numbers is none."""

    code = "no_passkeys_here"

    def __init__(self) -> None:
        super().__init__("A passkey belongs to a host name; open this installation by one, over HTTPS or as localhost.")


@dataclass(frozen=True, slots=True)
class Challenge:
    """What a key has to sign, and where it is asked to: our own address, as people reach it."""

    site: str
    value: bytes = field(repr=False)

    @property
    def rp_id(self) -> str | None:
        return host_for_passkeys(self.site)


@dataclass(frozen=True, slots=True)
class VerifiedPasskey:
    """A passkey that a browser has just made."""

    credential_id: bytes
    credential: bytes = field(repr=False)
    sign_count: int


@dataclass(frozen=True, slots=True)
class Shown:
    credential_id: bytes
    sign_count: int
    """Grows with every use, on keys that count: one that does not grow was copied."""


def host_for_passkeys(site: str) -> str | None:
    """The name that passkeys made here belong to; None where there can be none."""
    host = urlsplit(site).hostname or ""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host or None
    return None


def creation_options(challenge: Challenge, user_id: bytes, user_name: str, known: Sequence[bytes]) -> Mapping[str, Any]:
    """For `navigator.credentials.create`. `known`: keys that are set already are not made twice."""
    user = PublicKeyCredentialUserEntity(id=user_id, name=user_name, display_name=user_name)
    options, _ = _server(challenge).register_begin(
        user,
        _descriptors(known),
        resident_key_requirement=ResidentKeyRequirement.PREFERRED,
        user_verification=_UNVERIFIED,
        challenge=challenge.value,
    )
    return _as_json(options.public_key)


def request_options(challenge: Challenge, known: Sequence[bytes]) -> Mapping[str, Any]:
    """For `navigator.credentials.get`."""
    options, _ = _server(challenge).authenticate_begin(
        _descriptors(known), user_verification=_UNVERIFIED, challenge=challenge.value
    )
    return _as_json(options.public_key)


def read_made(challenge: Challenge, answer: Mapping[str, Any]) -> VerifiedPasskey | None:
    """None: it is not what was asked for."""
    try:
        response = RegistrationResponse.from_dict(answer)
        made = _server(challenge).register_complete(_state(challenge), response)
        assert made.credential_data is not None
        if response.response.client_data.cross_origin or type(made.credential_data.public_key) not in _ALGORITHMS:
            return None
        return VerifiedPasskey(made.credential_data.credential_id, bytes(made.credential_data), made.counter)
    except Exception as error:  # noqa: BLE001  border: a stranger's bytes, read by somebody else's parser
        log.info("passkey_refused", error=type(error).__name__)
        return None


def read_shown(challenge: Challenge, answer: Mapping[str, Any], known: Sequence[bytes]) -> Shown | None:
    """`known`: the credentials as they were made. None: it is none of those, or not what was asked for."""
    try:
        response = AuthenticationResponse.from_dict(answer)
        credentials = [AttestedCredentialData(one) for one in known]
        found = _server(challenge).authenticate_complete(_state(challenge), credentials, response)
        if response.response.client_data.cross_origin:
            return None
        return Shown(found.credential_id, response.response.authenticator_data.counter)
    except Exception as error:  # noqa: BLE001  border: the same
        log.info("passkey_refused", error=type(error).__name__)
        return None


def _server(challenge: Challenge) -> Fido2Server:
    name = challenge.rp_id
    if name is None:
        raise NoPasskeysHere()
    here = _origin(challenge.site)
    server = Fido2Server(
        PublicKeyCredentialRpEntity(id=name, name="Holdfast"), verify_origin=lambda origin: origin == here
    )
    server.allowed_algorithms = [
        PublicKeyCredentialParameters(type=PublicKeyCredentialType.PUBLIC_KEY, alg=one.ALGORITHM) for one in _ALGORITHMS
    ]
    return server


def _origin(site: str) -> str:
    """As a browser writes it: without a path, and without the port that goes without saying."""
    parts = urlsplit(site)
    port = "" if parts.port in (None, {"http": 80, "https": 443}.get(parts.scheme)) else f":{parts.port}"
    return f"{parts.scheme}://{parts.hostname}{port}"


def _state(challenge: Challenge) -> Mapping[str, Any]:
    return {"challenge": websafe_encode(challenge.value), "user_verification": _UNVERIFIED}


def _descriptors(known: Sequence[bytes]) -> Sequence[PublicKeyCredentialDescriptor]:
    return [PublicKeyCredentialDescriptor(type=PublicKeyCredentialType.PUBLIC_KEY, id=one) for one in known]


def _as_json(options: Mapping[str, Any]) -> Mapping[str, Any]:
    told: Mapping[str, Any] = orjson.loads(orjson.dumps(dict(options)))
    return told
