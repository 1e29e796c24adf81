# SPDX-License-Identifier: Apache-2.0
"""What takes notices: a push service with browsers that subscribe there, and a mail server. Both are real, and both look closely."""

import asyncio
import datetime as dt
import json
import queue
import secrets
import socket
import ssl
import threading
import time
from base64 import urlsafe_b64decode
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    ECDSA,
    SECP256R1,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from grognard.server.web_push import encoded

CURVE = SECP256R1()
PATIENCE = 10


def plain(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Subscribed:
    """A browser at a push service: its address there, and the keys that only it has."""

    def __init__(self, service: "PushService", name: str) -> None:
        self.endpoint = f"{service.url}/to/{name}"
        self._key = generate_private_key(CURVE)
        self.point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.auth = secrets.token_bytes(16)

    @property
    def told(self) -> dict[str, str]:
        """What the page tells the server of it."""
        return {"endpoint": self.endpoint, "p256dh": encoded(self.point), "auth": encoded(self.auth)}

    def read(self, body: bytes) -> dict[str, Any]:
        """Decrypt a message, as RFC 8291 and RFC 8188 say."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        point, sealed = body[21 : 21 + length], body[21 + length :]
        assert length == 65
        assert len(sealed) <= size <= 4096
        shared = self._key.exchange(ECDH(), EllipticCurvePublicKey.from_encoded_point(CURVE, point))
        secret = self._made(self.auth, shared, b"WebPush: info\0" + self.point + point, 32)
        key = self._made(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = self._made(salt, secret, b"Content-Encoding: nonce\0", 12)
        text, mark, padding = AESGCM(key).decrypt(nonce, sealed, None).rpartition(b"\2")
        assert mark
        assert not padding.strip(b"\0")
        # Its length tells nothing.
        assert len(sealed) == 512 + 16
        read: dict[str, Any] = json.loads(text)
        return read

    def _made(self, salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
        return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(secret)


class PushService:
    """A push service that takes only what is signed as RFC 8292 says, by the key that its browsers subscribed with."""

    def __init__(self, context: ssl.SSLContext | None = None, host: str = "127.0.0.1") -> None:
        self.taken: queue.Queue[tuple[str, dict[str, Any], dict[str, str]]] = queue.Queue()
        self.browsers: dict[str, Subscribed] = {}
        # How it answers at each address; what is not here is taken.
        self.answers: dict[str, list[tuple[int, dict[str, str]]]] = {}
        self.asked: list[str] = []
        self.faults: list[str] = []
        self.public_key = ""
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                service.asked.append(self.path)
                status, headers = service._answer(self.path, dict(self.headers.items()), body)
                self.send_response(status)
                for name, value in {**headers, "content-length": "0"}.items():
                    self.send_header(name, value)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        if context is not None:
            self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self.url = f"{'https' if context else 'http'}://{host}:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def browser(self, name: str) -> Subscribed:
        made = self.browsers[f"/to/{name}"] = Subscribed(self, name)
        return made

    def answer(self, name: str, *statuses: int, **headers: str) -> None:
        """Answer so at an address, one after another, and take what comes afterwards."""
        self.answers[f"/to/{name}"] = [(status, headers) for status in statuses]

    def _answer(self, path: str, headers: dict[str, str], body: bytes) -> tuple[int, dict[str, str]]:
        try:
            self._check(headers)
            read = self.browsers[path].read(body)
        except Exception as error:  # noqa: BLE001 - the test tells
            self.faults.append(repr(error))
            return 400, {}
        if self.answers.get(path):
            return self.answers[path].pop(0)
        self.taken.put((path.rpartition("/")[2], read, headers))
        return 201, {}

    def _check(self, headers: dict[str, str]) -> None:
        named = {name.lower(): value for name, value in headers.items()}
        assert named["content-encoding"] == "aes128gcm"
        assert int(named["ttl"]) > 0
        assert len(named["topic"]) == 32
        kind, _, rest = named["authorization"].partition(" ")
        parts = dict(part.strip().split("=", 1) for part in rest.split(","))
        assert (kind, parts["k"]) == ("vapid", self.public_key)
        head, claims, signature = parts["t"].split(".")
        assert json.loads(plain(head)) == {"typ": "JWT", "alg": "ES256"}
        said, signed = json.loads(plain(claims)), plain(signature)
        assert said["aud"] == self.url
        assert time.time() < said["exp"] <= time.time() + 24 * 3600
        pair = encode_dss_signature(*(int.from_bytes(half, "big") for half in (signed[:32], signed[32:])))
        key = EllipticCurvePublicKey.from_encoded_point(CURVE, plain(self.public_key))
        key.verify(pair, f"{head}.{claims}".encode(), ECDSA(SHA256()))

    def next(self) -> tuple[str, dict[str, Any]]:
        """Return what was taken next: for which browser, and what it read."""
        name, read, _ = self.taken.get(timeout=PATIENCE)
        assert self.faults == []
        return name, read

    def all(self, count: int) -> dict[str, dict[str, Any]]:
        """Return so many messages, by the browsers that they were for."""
        found = dict(self.next() for _ in range(count))
        assert len(found) == count
        return found

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class Listening(Controller):
    """A mail server that can hang up: stopped in the midst of a mail, it would leave its connection open."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self.sessions: list[SMTP] = []
        super().__init__(*arguments, **options)

    def factory(self) -> SMTP:
        session: SMTP = super().factory()  # type: ignore[no-untyped-call]
        self.sessions.append(session)
        return session

    async def hang_up(self) -> None:
        for session in self.sessions:
            if isinstance(session.transport, asyncio.WriteTransport):
                session.transport.abort()
        # The loop closes what was aborted on its next round.
        await asyncio.sleep(0)


class MailSink:
    """A mail server that keeps what it is handed."""

    def __init__(self, **options: Any) -> None:
        self.taken: queue.Queue[EmailMessage] = queue.Queue()
        # What it answers to the text of a mail, one after another; then it takes them.
        self.answers: list[str] = []
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._controller = Listening(self, hostname="127.0.0.1", port=self.port, **options)
        self._controller.start()
        self._runs = True

    async def handle_DATA(self, _: Any, __: Any, envelope: Any) -> str:  # noqa: N802 - aiosmtpd's way
        if self.answers:
            return self.answers.pop(0)
        read = message_from_bytes(envelope.content.replace(b"\r\n", b"\n"), policy=default)
        assert isinstance(read, EmailMessage)
        assert envelope.rcpt_tos == [read["To"]]
        self.taken.put(read)
        return "250 taken"

    def next(self) -> EmailMessage:
        return self.taken.get(timeout=PATIENCE)

    def close(self) -> None:
        if self._runs:
            asyncio.run_coroutine_threadsafe(self._controller.hang_up(), self._controller.loop).result(
                PATIENCE
            )
            self._controller.stop()
        self._runs = False


def certificate(folder: Path, host: str) -> tuple[ssl.SSLContext, Path]:
    """Make a certificate of a host; return what a server needs for it, and the file by which others trust it."""
    key, name = generate_private_key(CURVE), x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, host)])
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(hours=1))
        .not_valid_after(now + dt.timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, SHA256())
    )
    path, own = folder / f"{host}.pem", folder / f"{host}.key"
    path.write_bytes(made.public_bytes(Encoding.PEM))
    own.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path, own)
    return context, path
