# SPDX-License-Identifier: Apache-2.0
"""Messages to browsers: encrypted as RFC 8291 has its example, posted to public hosts alone."""

import asyncio
import socket
import ssl
import threading
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, derive_private_key
from reaching import PushService, certificate, plain

from grognard.server import outside
from grognard.server.kept_notices import Browser
from grognard.server.outside import Answer, NotOutside, Outside, checked_endpoint, is_public
from grognard.server.web_push import Signer, browser_of, encoded, encrypted, new_private_key, sealed

# The public key of the browser in the example of RFC 8291.
POINT = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"


def test_the_example_of_the_standard_comes_out_to_the_byte() -> None:
    """RFC 8291, appendix A."""
    browser = Browser(
        "",
        plain(POINT),
        plain("BTBZMqHH6r4Tts7J_aSIgg"),
    )
    own = derive_private_key(
        int.from_bytes(plain("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), SECP256R1()
    )
    salt = plain("DGv6ra1nlYgDCS1FRnbzlw")
    assert encoded(sealed(b"When I grow up, I want to be a watermelon\2", browser, own, salt)) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
        "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_no_two_messages_are_alike_and_all_are_as_long() -> None:
    point = plain(Signer(new_private_key()).public_key)
    browser = browser_of("https://push.example.org/1", encoded(point), encoded(b"a" * 16))
    one, other = encrypted(b"a", browser), encrypted(b"a" * 400, browser)
    assert len(one) == len(other)
    assert one != encrypted(b"a", browser)


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [
        ("", "YWFhYWFhYWFhYWFhYWFhYQ"),
        (encoded(b"\4" + b"a" * 64), "YWFhYWFhYWFhYWFhYWFhYQ"),
        (POINT, "YWFh"),
        ("é", "YWFhYWFhYWFhYWFhYWFhYQ"),
        ("A", "YWFhYWFhYWFhYWFhYWFhYQ"),
    ],
)
def test_keys_that_are_none_are_refused(p256dh: str, auth: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - of three kinds
        browser_of("https://push.example.org/1", p256dh, auth)


@pytest.mark.parametrize(
    "endpoint",
    [
        "", "push.example.org", "http://push.example.org/1", "https://push.example.org:8443/1", "https://127.0.0.1/1",
        "https://[::1]/1", "https://10.0.0.1/1", "https://localhost/1", "https://router/1", "https://me:secret@push.example.org/1",
        "https://push.example.org/1#x", "https://push.example.org/\r\nhost: a", "https://push.example.org/ 1", "https://[1/",
        "https://push.example.org:x/", "file:///etc/passwd", "https://püsh.example.org/1", "https://push.example.org/" + "a" * 1000,
        "https://push..example.org/1", "https://.example.org/1", "https://" + "a" * 64 + ".org/1", "https://a\\b.org/1",
    ],
)  # fmt: skip
def test_an_address_within_or_odd_is_refused(endpoint: str) -> None:
    with pytest.raises(NotOutside):
        checked_endpoint(endpoint)


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("142.250.1.1", True), ("2a00:1450:4001::1", True), ("10.1.2.3", False), ("192.168.0.1", False), ("172.16.0.1", False),
        ("127.0.0.1", False), ("169.254.169.254", False), ("100.64.0.1", False), ("0.0.0.1", False), ("224.0.0.1", False),
        ("255.255.255.255", False), ("::1", False), ("::", False), ("fe80::1%eth0", False), ("fd00::1", False), ("ff02::1", False),
        ("::ffff:10.0.0.1", False), ("::ffff:142.250.1.1", True), ("2002:0a00:0001::", False), ("64:ff9b::10.0.0.1", False),
        ("64:ff9b::142.250.1.1", True), ("64:ff9b:1::1", False), ("2001::1", False), ("router", False),
    ],
)  # fmt: skip
def test_what_is_of_the_public_network(address: str, *, public: bool) -> None:
    assert is_public(address) is public


def post(way: Outside, endpoint: str) -> Answer:
    return asyncio.run(way.post(endpoint, {}, b"x"))


@pytest.mark.parametrize("inside", ["10.0.0.7", "127.0.0.1", "::ffff:192.168.0.1"])
def test_a_name_that_leads_inside_is_not_followed(monkeypatch: pytest.MonkeyPatch, inside: str) -> None:
    """Not even if it leads outside, too: which of the two is taken would be chance."""
    asked: list[Any] = []
    found = [(0, 0, 0, "", ("142.250.1.1", 443)), (0, 0, 0, "", (inside, 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    monkeypatch.setattr(asyncio, "open_connection", lambda *args, **_: asked.append(args))
    with pytest.raises(NotOutside, match="is not public"):
        post(Outside(), "https://push.example.org/1")
    assert asked == []


def test_the_connection_goes_to_the_address_that_was_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    async def connect(*args: Any, **named: Any) -> None:
        asked.append((*args, named["server_hostname"]))
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [(0, 0, 0, "", ("142.250.1.1", 443))])
    monkeypatch.setattr(asyncio, "open_connection", connect)
    with pytest.raises(ConnectionRefusedError):
        post(Outside(), "https://push.example.org/1")
    assert asked == [("142.250.1.1", 443, "push.example.org")]


def test_a_host_shows_a_certificate_of_its_name_and_leads_nowhere_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    context, path = certificate(tmp_path, "localhost")
    monkeypatch.setenv("SSL_CERT_FILE", str(path))
    service = PushService(context, "localhost")
    try:
        # It takes nothing that is not signed, but it is reached.
        assert post(Outside(loopback=True), f"{service.url}/to/x").status == 400
        service.faults.clear()
        with pytest.raises(ssl.SSLCertVerificationError):
            post(Outside(loopback=True), f"{service.url}/to/x".replace("localhost", "127.0.0.1"))
        monkeypatch.setattr(service, "_answer", lambda *_: (307, {"location": "/to/y", "retry-after": "7"}))
        assert post(Outside(loopback=True), f"{service.url}/to/x") == Answer(307, 7)
        assert service.asked == ["/to/x"] * 2
        monkeypatch.setattr(service, "_answer", lambda *_: (429, {"retry-after": "9" * 5000}))
        assert post(Outside(loopback=True), f"{service.url}/to/x") == Answer(429, 0)
    finally:
        service.close()


@pytest.mark.parametrize(
    "said",
    [b"", b"220 mail.example.org\r\n", b"HTTP/1.1 200 OK\r\n" + b"a: b\r\n" * 20000],
    ids=["nothing", "mail", "endless"],
)
def test_a_service_that_does_not_speak_http_is_left(monkeypatch: pytest.MonkeyPatch, said: bytes) -> None:
    monkeypatch.setattr(outside, "SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def speak() -> None:
            connection, _ = listening.accept()
            try:
                connection.sendall(said)
                connection.recv(4096)
                connection.recv(4096)
            except OSError:
                pass
            finally:
                connection.close()

        speaking = threading.Thread(target=speak, daemon=True)
        speaking.start()
        with pytest.raises((ConnectionError, TimeoutError)):
            post(Outside(loopback=True), f"http://127.0.0.1:{listening.getsockname()[1]}/")
        speaking.join(5)
