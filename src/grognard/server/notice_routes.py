# SPDX-License-Identifier: Apache-2.0
"""Notices over HTTP: what the server offers, the browsers that it sends messages to, and mail addresses.

Calls about a person bear the person's secret, those about a seat its key, and those that a mail leads to the token in it.
"""

from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, JSONBody
from litestar.response import Response

from grognard.server.acting import refuse_watcher
from grognard.server.errors import Refused
from grognard.server.notices import Notices
from grognard.server.page import Page
from grognard.server.people import known_key
from grognard.server.people_routes import Nothing, find_secret
from grognard.server.routes import NO_ZERO_BYTE, find_seat_view
from grognard.server.seat_view import SeatView

Endpoint = Annotated[
    str,
    msgspec.Meta(
        min_length=1,
        max_length=1000,
        pattern=NO_ZERO_BYTE,
        description="the address of a browser at its push service",
    ),
]
Token = Annotated[
    str,
    msgspec.Meta(
        min_length=1, max_length=100, pattern=NO_ZERO_BYTE, description="what the link in a mail ends with"
    ),
]


class Offered(msgspec.Struct, frozen=True):
    """The public key of a server that sends messages to browsers (else empty), and whether it sends mails."""

    push: str
    mail: bool


class ToSubscribe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The address of a browser at its push service, and its keys as base64 for addresses."""

    endpoint: Endpoint
    p256dh: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    auth: Annotated[str, msgspec.Meta(min_length=1, max_length=50)]


class ToUnsubscribe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A browser that gets no more messages."""

    endpoint: Endpoint


class ToMail(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mail address, which is asked for a confirmation."""

    address: Annotated[str, msgspec.Meta(min_length=1, max_length=300)]


class MyMail(msgspec.Struct, frozen=True):
    """One's mail address, empty if there is none, and whether it is confirmed."""

    address: str = ""
    confirmed: bool = False


class FromMail(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The token of a link in a mail."""

    token: Token


@get("/api/notices", sync_to_thread=True)
def show_telling(notices: NamedDependency[Notices]) -> Offered:
    """Show which notices this server sends to players who have closed the page."""
    return Offered(notices.public_key, mail=notices.mailboxes is not None)


class MyNoticesController(Controller):
    """Where a person with a secret gets notices of all tables on the list."""

    path = "/api/me"
    dependencies = {"bearer": Provide(find_secret, sync_to_thread=False)}  # noqa: RUF012 - Litestar's way

    @post("/browsers", sync_to_thread=True)
    def subscribe(
        self, bearer: NamedDependency[str], data: JSONBody[ToSubscribe], notices: NamedDependency[Notices]
    ) -> None:
        """Get notices of all one's tables in a browser."""
        notices.subscribe(known_key(notices.store, bearer), data.endpoint, data.p256dh, data.auth)

    @post("/browsers/leave", sync_to_thread=True)
    def unsubscribe(
        self, bearer: NamedDependency[str], data: JSONBody[ToUnsubscribe], notices: NamedDependency[Notices]
    ) -> None:
        """Get no more notices in a browser."""
        notices.store.unsubscribe(known_key(notices.store, bearer), data.endpoint)

    @get("/mail", sync_to_thread=True)
    def mail(self, bearer: NamedDependency[str], notices: NamedDependency[Notices]) -> MyMail:
        """Show one's mail address."""
        return _my_mail(notices, known_key(notices.store, bearer))

    @post("/mail", sync_to_thread=True)
    def ask(
        self, bearer: NamedDependency[str], data: JSONBody[ToMail], notices: NamedDependency[Notices]
    ) -> MyMail:
        """Name a mail address, in place of an earlier one; it is sent a mail that asks for its confirmation."""
        person = known_key(notices.store, bearer)
        notices.ask(person, data.address)
        return _my_mail(notices, person)

    @post("/mail/leave", sync_to_thread=True)
    def forget(
        self, bearer: NamedDependency[str], data: JSONBody[Nothing], notices: NamedDependency[Notices]
    ) -> None:
        """Delete one's mail address."""
        del data
        notices.store.drop_mailbox(known_key(notices.store, bearer))


class SeatNoticesController(Controller):
    """Where the player with the key of a seat gets notices of the tables that it opens."""

    path = "/api/tables/{table_id:str}/browsers"
    dependencies = {"seat_view": Provide(find_seat_view)}  # noqa: RUF012 - Litestar's way

    @post(sync_to_thread=True)
    def subscribe(
        self,
        seat_view: NamedDependency[SeatView],
        data: JSONBody[ToSubscribe],
        notices: NamedDependency[Notices],
    ) -> None:
        """Get notices of this seat's turns in a browser."""
        refuse_watcher(seat_view.seat)
        notices.subscribe(seat_view.seat.hash, data.endpoint, data.p256dh, data.auth)

    @post("/leave", sync_to_thread=True)
    def unsubscribe(
        self,
        seat_view: NamedDependency[SeatView],
        data: JSONBody[ToUnsubscribe],
        notices: NamedDependency[Notices],
    ) -> None:
        """Get no more notices in a browser."""
        notices.store.unsubscribe(seat_view.seat.hash, data.endpoint)


class MailController(Controller):
    """Where the links in mails lead."""

    path = "/api/mail"

    @post("/confirm", sync_to_thread=True)
    def confirm(self, data: JSONBody[FromMail], notices: NamedDependency[Notices]) -> None:
        """Confirm a mail address."""
        notices.confirm(data.token)

    @post("/stop", sync_to_thread=True)
    def stop(self, data: JSONBody[FromMail], notices: NamedDependency[Notices]) -> None:
        """Get no more mails; the address is deleted."""
        notices.store.stop_mailbox(data.token)


LINK = "/mail/{what:str}/{token:str}"


@get(LINK, include_in_schema=False, sync_to_thread=False)
def show_link(page: NamedDependency[Page], what: FromPath[str], token: FromPath[str]) -> Response[bytes]:
    """Answer with the page, which then does what the link says."""
    del token
    return page.answer(f"mail/{what}")


@post(LINK, include_in_schema=False, sync_to_thread=True)
def stop_by_mail(what: FromPath[str], token: FromPath[str], notices: NamedDependency[Notices]) -> None:
    """End mails for a mail program that has a button of its own (RFC 8058): it posts a form, whose fields do not matter."""
    if what != "stop":
        raise Refused(404, "a mail program can end mails at their link, and do nothing else")
    notices.store.stop_mailbox(token)


def _my_mail(notices: Notices, person: bytes) -> MyMail:
    kept = notices.store.mailbox(person)
    return MyMail() if kept is None else MyMail(kept.address, kept.confirmed)
