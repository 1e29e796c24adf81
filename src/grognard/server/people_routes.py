# SPDX-License-Identifier: Apache-2.0
"""One's name and one's tables, over HTTP. Every call bears the secret that the browser made; it stands in no address."""

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import JSONBody

from grognard.server.people import Me, forget_me, leave, me, name_me, renew_me, sit
from grognard.server.seats import bearer
from grognard.server.tables import Tables

AnyRequest = Request[Any, Any, Any]
Key = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class ToName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name to be known by."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class ToRenew(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The secret to be known by from now on: 32 random bytes in 43 letters, digits, - and _."""

    secret: Key


class ToSit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table, and the key to a seat there."""

    table: Key
    key: Key


class ToLeave(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be taken off the list."""

    table: Key


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing more is needed than the secret."""


def find_secret(request: AnyRequest) -> str:
    """Return the secret that a request bears."""
    return bearer(request.headers.get("authorization"))


class PeopleController(Controller):
    """A person, known by a secret, and the tables that go with it."""

    path = "/api/me"
    # It is called otherwise than any member of a body: a fault of one with its name would be taken for the server's own.
    dependencies = {"bearer": Provide(find_secret, sync_to_thread=False)}  # noqa: RUF012 - Litestar's way

    @get(sync_to_thread=True)
    def show(self, bearer: NamedDependency[str], tables: NamedDependency[Tables]) -> Me:
        """Show one's name and tables: those that wait for one first."""
        return me(tables, bearer)

    @post(sync_to_thread=True)
    def name(
        self, bearer: NamedDependency[str], data: JSONBody[ToName], tables: NamedDependency[Tables]
    ) -> Me:
        """Take a name, or another one."""
        name_me(tables, bearer, data.name)
        return me(tables, bearer)

    @post("/secret", sync_to_thread=True)
    def renew(
        self, bearer: NamedDependency[str], data: JSONBody[ToRenew], tables: NamedDependency[Tables]
    ) -> Me:
        """Take another secret; the one before opens nothing any more."""
        renew_me(tables, bearer, data.secret)
        return me(tables, data.secret)

    @post("/forget", sync_to_thread=True)
    def forget(
        self, bearer: NamedDependency[str], data: JSONBody[Nothing], tables: NamedDependency[Tables]
    ) -> None:
        """Forget a name and which tables went with it."""
        del data
        forget_me(tables, bearer)

    @post("/tables", sync_to_thread=True)
    def sit(
        self, bearer: NamedDependency[str], data: JSONBody[ToSit], tables: NamedDependency[Tables]
    ) -> None:
        """Put a table on one's list, with the key to a seat there."""
        sit(tables, bearer, data.table, data.key)

    @post("/tables/leave", sync_to_thread=True)
    def leave(
        self, bearer: NamedDependency[str], data: JSONBody[ToLeave], tables: NamedDependency[Tables]
    ) -> None:
        """Take a table off one's list."""
        leave(tables, bearer, data.table)
