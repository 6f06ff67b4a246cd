"""A security key in software: it makes and shows passkeys as a browser hands them on, and lies if told to."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.hashes import SHA256
from fido2.cose import ES256, RS256, CoseKey, EdDSA
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import Aaguid, AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

Flag = AuthenticatorData.FLAG
PrivateKey = ec.EllipticCurvePrivateKey | ed25519.Ed25519PrivateKey | rsa.RSAPrivateKey


@dataclass
class SoftKey:
    origin: str
    """Of the page that the browser shows."""
    private: PrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    credential_id: bytes = field(default_factory=lambda: os.urandom(32))
    count: int = 0
    flags: Flag = Flag.UP
    client: dict[str, Any] = field(default_factory=dict)
    """Words to put over those of the client data."""

    def made(self, options: Mapping[str, Any]) -> dict[str, Any]:
        credential = AttestedCredentialData.create(Aaguid.NONE, self.credential_id, self._public())
        data = AuthenticatorData.create(
            _hash(options["rp"]["id"]), Flag(self.flags | Flag.AT), self.count, bytes(credential)
        )
        client = self._client_data("webauthn.create", options["challenge"])
        attestation = AttestationObject.create("none", data, {})
        return self._told({"clientDataJSON": client, "attestationObject": bytes(attestation)})

    def shown(self, options: Mapping[str, Any]) -> dict[str, Any]:
        self.count += 1 if self.count else 0
        data = AuthenticatorData.create(_hash(options["rpId"]), self.flags, self.count)
        client = self._client_data("webauthn.get", options["challenge"])
        signature = self._sign(bytes(data) + hashlib.sha256(client).digest())
        return self._told({"clientDataJSON": client, "authenticatorData": bytes(data), "signature": signature})

    def _client_data(self, kind: str, challenge: str) -> bytes:
        said = {"type": kind, "challenge": websafe_decode(challenge), "origin": self.origin, **self.client}
        return bytes(CollectedClientData.create(**said))

    def _told(self, response: Mapping[str, bytes]) -> dict[str, Any]:
        name = websafe_encode(self.credential_id)
        said = {key: websafe_encode(value) for key, value in response.items()}
        return {"id": name, "rawId": name, "type": "public-key", "response": said, "clientExtensionResults": {}}

    def _public(self) -> CoseKey:
        kinds = {ec.EllipticCurvePrivateKey: ES256, ed25519.Ed25519PrivateKey: EdDSA, rsa.RSAPrivateKey: RS256}
        kind = next(kind for private, kind in kinds.items() if isinstance(self.private, private))
        return kind.from_cryptography_key(self.private.public_key())  # type: ignore[attr-defined, no-any-return]

    def _sign(self, message: bytes) -> bytes:
        if isinstance(self.private, ec.EllipticCurvePrivateKey):
            return self.private.sign(message, ec.ECDSA(SHA256()))
        if isinstance(self.private, rsa.RSAPrivateKey):
            return self.private.sign(message, PKCS1v15(), SHA256())
        return self.private.sign(message)


def _hash(rp_id: str) -> bytes:
    return hashlib.sha256(rp_id.encode()).digest()
