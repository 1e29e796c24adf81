# SPDX-License-Identifier: Apache-2.0
"""Mails to players, sent through a mail server that the operator names: `smtp://USER:PASSWORD@HOST:PORT?from=ADDRESS`.

`smtps://` is encrypted from the first byte on; `smtp://` becomes so by STARTTLS, which a server on another machine must offer.
"""

import re
import smtplib
import ssl
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from ipaddress import ip_address
from typing import Literal
from urllib.parse import parse_qsl, unquote, urlsplit

import msgspec

from grognard.charts.errors import GrognardError
from grognard.server.errors import in_one_line

# Seconds that a mail server may take to answer.
SECONDS = 20.0
LONGEST = 254
# The usual form. The standard allows more, such as quotes, which is rather used to trick mail programs.
ADDRESS = re.compile(
    r"[A-Za-z0-9_%+'-]+(\.[A-Za-z0-9_%+'-]+)*@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])"
)
FAULTY = (
    "--mail takes the address of a mail server and the sender of the mails, such as "
    "smtp://USER:PASSWORD@mail.example.org:587?from=board@example.org"
)
# Some mail programs cannot follow a link that is folded or encoded.
WHOLE = SMTP.clone(max_line_length=900)
PORTS = {"smtp": 587, "smtps": 465}


class Mailer(msgspec.Struct, frozen=True):
    """A mail server, and the sender of the mails. `links` is where links in mails lead, if the operator says so."""

    host: str
    port: int
    tls: Literal["at once", "starttls", "none"]
    user: str
    password: str
    sender: str
    links: str = ""

    def send(self, message: EmailMessage) -> None:
        """Send a mail, and wait for it; raise OSError or SMTPException if that fails."""
        context = ssl.create_default_context()
        if self.tls == "at once":
            with smtplib.SMTP_SSL(self.host, self.port, timeout=SECONDS, context=context) as server:
                self._hand_over(server, message)
            return
        with smtplib.SMTP(self.host, self.port, timeout=SECONDS) as server:
            if self.tls == "starttls":
                server.starttls(context=context)
            self._hand_over(server, message)

    def _hand_over(self, server: smtplib.SMTP, message: EmailMessage) -> None:
        if self.user:
            server.login(self.user, self.password)
        server.send_message(message)


def parse_mailer(address: str) -> Mailer:
    """Return the mail server at an address. The refusal of a faulty address does not repeat its password."""
    try:
        parts = urlsplit(address)
        port = parts.port or PORTS[parts.scheme]
        told = dict(parse_qsl(parts.query, strict_parsing=True))
    except (ValueError, KeyError):
        raise GrognardError(FAULTY) from None
    host, sender, links = parts.hostname or "", told.pop("from", ""), told.pop("links", "")
    plain = told.pop("tls", "") == "no"
    if not host or told or parts.path.strip("/") or not is_address(sender) or not address.isprintable():
        raise GrognardError(FAULTY)
    if links and not re.fullmatch(r"https?://[A-Za-z0-9.:\[\]-]+/?", links):
        raise GrognardError(
            "links= of --mail takes where this server is reached, such as https://board.example.org"
        )
    return Mailer(
        host=host,
        port=port,
        tls="at once" if parts.scheme == "smtps" else "none" if plain or is_here(host) else "starttls",
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        sender=sender,
        links=links.rstrip("/"),
    )


def is_here(host: str) -> bool:
    """Return whether a host is this machine."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def is_address(text: str) -> bool:
    """Return whether a text is a mail address."""
    return len(text) <= LONGEST and len(text.partition("@")[0]) <= 64 and ADDRESS.fullmatch(text) is not None


class Letters(msgspec.Struct, frozen=True):
    """Writes the mails: `sender` is their sender, `site` is where their links lead."""

    sender: str
    site: str

    def confirmation(self, to: str, token: str) -> EmailMessage:
        """Ask the reader to confirm the address."""
        return self._letter(
            to,
            token,
            "May this address get mails when it is your turn?",
            f"Somebody, probably you, has asked the board at {self.site} to write to this address when it is\n"
            "his or her turn in a game. To agree, open this link within a day, and press the button:\n\n"
            f"{self.site}/mail/confirm/{token}\n\n"
            "If it was not you, do nothing: you get no other mail.",
        )

    def turn(self, to: str, token: str, table: str, title: str, side: str) -> EmailMessage:
        """Tell the reader that it is his turn at a table, or that the game is over."""
        told = in_one_line(title)
        news = f"It is your turn ({in_one_line(side)})." if side else "The game is over."
        return self._letter(
            to,
            token,
            f"{told}: {'your turn' if side else 'the game is over'}",
            f"{told}\n{news}\n\n{self.site}/t/{table}\n\n"
            "The link opens the table in a browser in which you have played; it is no key to it.",
        )

    def _letter(self, to: str, token: str, subject: str, text: str) -> EmailMessage:
        stop = f"{self.site}/mail/stop/{token}"
        letter = EmailMessage(WHOLE)
        letter["From"], letter["To"], letter["Subject"] = self.sender, to, subject
        letter["Date"] = formatdate()
        letter["Message-ID"] = make_msgid(domain=self.sender.partition("@")[2])
        letter["Auto-Submitted"] = "auto-generated"
        letter["List-Unsubscribe"] = f"<{stop}>"
        letter["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        letter.set_content(f"{text}\n\nNo more mails to this address: {stop}\n")
        return letter
