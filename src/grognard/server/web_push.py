# SPDX-License-Identifier: Apache-2.0
"""Messages to browsers through their push services: encrypted for the browser (RFC 8291) and signed by the server (RFC 8292).

This module needs `cryptography`, which the extra `push` installs.
"""

import hmac
import os
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    derive_private_key,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from grognard.server.kept_notices import Browser

CURVE = SECP256R1()
# Bytes of a private and a public key, of a browser's secret, and of the salt of a message.
SCALAR, POINT, AUTH, SALT = 32, 65, 16, 16
# Messages are padded to a multiple of this, so that their length reveals nothing.
BLOCK = 512
# The longest message that every push service takes, before it is encrypted.
MOST = 3993
RECORD = 4096
# Letters of the name under which a service stores only the newest message.
TOPIC = 32
# Seconds that a signature is valid; services accept at most a day.
HOLDS = 12 * 3600


def new_private_key() -> bytes:
    """Make a key for a server to sign with."""
    return generate_private_key(CURVE).private_numbers().private_value.to_bytes(SCALAR, "big")


class Signer:
    """Signs the requests of this server to push services; `contact` is the address of its operator."""

    def __init__(self, private_key: bytes, contact: str = "") -> None:
        self._secret = private_key
        self._key = derive_private_key(int.from_bytes(private_key, "big"), CURVE)
        self._contact = contact
        self.public_key = encoded(_point(self._key.public_key()))

    def header(self, endpoint: str) -> str:
        """Return the header `Authorization` of a request to a push service."""
        parts = urlsplit(endpoint)
        claims: dict[str, str | int] = {
            "aud": f"{parts.scheme}://{parts.netloc.removesuffix(':443')}",
            "exp": int(time.time()) + HOLDS,
        }
        if self._contact:
            claims["sub"] = self._contact
        said = ".".join(
            encoded(msgspec.json.encode(each)) for each in ({"typ": "JWT", "alg": "ES256"}, claims)
        )
        r, s = decode_dss_signature(self._key.sign(said.encode(), ECDSA(SHA256())))
        signature = encoded(r.to_bytes(SCALAR, "big") + s.to_bytes(SCALAR, "big"))
        return f"vapid t={said}.{signature}, k={self.public_key}"

    def topic(self, table: str) -> str:
        """Return the name under which a newer message about a table replaces an older one; it does not reveal the table."""
        return encoded(hmac.digest(self._secret, table.encode(), "sha256"))[:TOPIC]


def browser_of(endpoint: str, p256dh: str, auth: str) -> Browser:
    """Return a browser from what its page sends; raise ValueError if its keys are none."""
    key, secret = decoded(p256dh), decoded(auth)
    EllipticCurvePublicKey.from_encoded_point(CURVE, key)
    if len(key) != POINT or len(secret) != AUTH:
        raise ValueError("this is no key and secret of a browser")
    return Browser(endpoint, key, secret)


def encrypted(message: bytes, browser: Browser) -> bytes:
    """Return a message encrypted for a browser."""
    room = min(MOST, -(-(len(message) + 1) // BLOCK) * BLOCK) - len(message) - 1
    return sealed(message + b"\2" + bytes(room), browser, generate_private_key(CURVE), os.urandom(SALT))


def sealed(padded: bytes, browser: Browser, own: EllipticCurvePrivateKey, salt: bytes) -> bytes:
    """Return a record of RFC 8188, encrypted with the key of RFC 8291."""
    theirs = EllipticCurvePublicKey.from_encoded_point(CURVE, browser.p256dh)
    point = _point(own.public_key())
    named = b"WebPush: info\0" + browser.p256dh + point
    shared = _derived(browser.auth, own.exchange(ECDH(), theirs), named, 32)
    key = _derived(salt, shared, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(salt, shared, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes((len(point),)) + point
    return head + AESGCM(key).encrypt(nonce, padded, None)


def encoded(plain: bytes) -> str:
    """Return bytes as base64 for addresses, without padding."""
    return urlsafe_b64encode(plain).decode().rstrip("=")


def decoded(text: str) -> bytes:
    """Return the bytes of such a text."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _point(key: EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(secret)
