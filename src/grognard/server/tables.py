# SPDX-License-Identifier: Apache-2.0
"""All tables of a server: made, found, copied, and played on by programs when it is their move."""

import logging
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any
from weakref import WeakValueDictionary

import msgspec
from msgspec.structs import replace

from grognard.charts.errors import BadFile, GrognardError, NoSuch
from grognard.play.game import BoardGame
from grognard.play.log import Header
from grognard.play.table import cannot_follow
from grognard.server.errors import FAULTY, Closed, Refused, Stale
from grognard.server.following import catch_up, catch_up_beside
from grognard.server.library import Library, game_of
from grognard.server.live_table import LiveTable
from grognard.server.loading import Loaded
from grognard.server.looking_back import Copying
from grognard.server.new_table import (
    LoadedTable,
    Made,
    NewTable,
    begun,
    copy_record,
    loaded_record,
    new_record,
    new_seats,
)
from grognard.server.opened_game import OpenedGame
from grognard.server.programs import Programs
from grognard.server.record import Copied, Record, ServedHeader
from grognard.server.store import Row, Store, StoredTable
from grognard.server.table_state import TableState
from grognard.server.timekeeping import Timekeeper
from grognard.server.workers import Here, Work

# Tables kept in memory; others are read again when they are needed.
ROOM = 256
LOG = logging.getLogger(__name__)


class Tables:
    """The tables of one store."""

    def __init__(  # noqa: PLR0913 - some say how
        self,
        store: Store,
        library: Library,
        pace: float = 0.1,
        thinking: Work | None = None,
        *,
        programs: bool = True,
        turns: Callable[[LiveTable, TableState], None] | None = None,
    ) -> None:
        """Let programs wait `pace` seconds between two acts while anyone watches, so that each is seen.

        Their jobs are done by `thinking`, in this process unless another is given. If several servers share a store,
        one without `programs` leaves them to others. `turns` hears of each act that is kept here.
        """
        self.store = store
        self._turns = turns
        self.library = library
        self.time = Timekeeper(store)
        self._live: dict[str, LiveTable] = {}
        # Every table still referenced anywhere, even one dropped from memory: no table must exist twice.
        self._held: WeakValueDictionary[str, LiveTable] = WeakValueDictionary()
        self._lock = threading.Lock()
        # A lock for each table that is being read, dropped after the last reader.
        self._reading: WeakValueDictionary[str, threading.Lock] = WeakValueDictionary()
        self.programs = Programs(store, thinking or Here(library), pace, self.find)
        if programs:
            self.programs.start()
        # Acts of other servers are applied to followed tables in the order in which they are announced.
        self._following = ThreadPoolExecutor(1, "following")
        store.listen(self._hear)

    @property
    def count(self) -> int:
        """The number of tables in memory."""
        return len(self._live)

    # Made and found

    def make(self, new: NewTable) -> Made:
        """Make a table."""
        record, game = new_record(new, self.library)
        return self._create(record, game, hotseat=new.hotseat)

    def load(self, new: LoadedTable, loaded: Loaded) -> Made:
        """Make a table that goes on from a saved game, which was checked by the rules."""
        record, game, begins = loaded_record(new, loaded, self.library)
        return self._create(record, game, hotseat=new.hotseat, begins=begins)

    def copy(self, live: LiveTable, began: Copying) -> Made:
        """Make a table that begins as another stands, or stood; one key plays all sides of it."""
        if live.sealed:
            raise Refused(403, live.sealed)
        return self._create(copy_record(began), live.game, hotseat=True, begins=began.begins)

    def _create(
        self, record: Record, game: BoardGame[Any], *, hotseat: bool, begins: Sequence[Copied] = ()
    ) -> Made:
        made, seats = new_seats(record, game.sides, hotseat=hotseat)
        self.take_in(begun(record, game, seats, begins), record, game)
        return made

    def take_in(self, kept: StoredTable, record: Record, game: BoardGame[Any]) -> None:
        """Store a new table, and let it begin."""
        live = self._opened(kept, record.header, game)
        # A copy may begin at an open roll.
        fallen = live.with_rolls([(live.moment, Row(0, b""))])[1:]
        if fallen:
            kept = replace(kept, rows=(*kept.rows, *(row for _, row in fallen)))
            live = self._opened(kept, record.header, game)
        kept = replace(kept, stood=live.stood())
        self.store.create(kept, turn=live.program(live.moment) is not None)
        self._remember(live)
        self.programs.play_on(live)

    def find(self, table: str) -> LiveTable:
        """Return a table by its name, from the store if it is not in memory."""
        live = self._up_to_date(table)
        if live is not None:
            return live
        with self._lock:
            alone = self._reading.setdefault(table, threading.Lock())
        # A second reader waits, and finds what the first has read: a table is in memory only once.
        with alone:
            live = self._in_memory(table)
            if live is not None:
                return live
            live = self._load(table)
            self._remember(live)
        self.programs.play_on(live)
        return live

    def at_hand(self, table: str) -> LiveTable | None:
        """Return a table that is in memory, perhaps behind the store; None if it must be read from there."""
        return self._in_memory(table)

    def _in_memory(self, table: str) -> LiveTable | None:
        live = self._held.get(table)
        return None if live is None or live.broken else live

    def _up_to_date(self, table: str) -> LiveTable | None:
        """Return a table that is in memory, brought up to the store; None if it must be read from there."""
        live = self._in_memory(table)
        if live is None or not self.store.shared:
            return live
        catch_up(live)
        return None if live.broken else live

    def _hear(self, table: str) -> None:
        # The tables may be closed by now.
        with suppress(RuntimeError):
            self._following.submit(self._moved, table)

    def _moved(self, table: str) -> None:
        """Apply what another process did to tables followed here; "" is: perhaps at any table."""
        for name in [table] if table else list(self._held):
            live = self._in_memory(name)
            # Others are brought up to date when they are looked for.
            if live is None or not live.followed:
                continue
            before = live.moment
            try:
                catch_up(live)
                catch_up_beside(live)
            except Refused as error:
                LOG.warning("table %s could not be followed: %s", name, error)
            if live.moment is before:
                # A link may have been replaced, and streams opened with the old key must end.
                live.tell_of_it()

    def _game_of(self, header: Header) -> BoardGame[Any]:
        try:
            return game_of(header, self.library)
        except NoSuch as error:
            LOG.error("%s/%s cannot be opened: %s", header.game, header.scenario, error)  # noqa: TRY400 - the message says everything
            raise Closed(
                f"{header.game}/{header.scenario} is not among the games here", "cannot be opened"
            ) from error

    def _load(self, table: str) -> LiveTable:
        kept = self.store.load(table)
        if kept is None:
            raise Refused(404, f"there is no table {table!r}")
        header = msgspec.json.decode(kept.record, type=Record).header
        try:
            live = self._opened(kept, header, self._game_of(header))
        except Closed:
            raise
        except BadFile as error:
            LOG.error("table %s cannot be opened: %s", table, error)  # noqa: TRY400 - the message says everything
            raise Closed(FAULTY, "cannot be opened") from error
        except (GrognardError, msgspec.ValidationError) as error:
            LOG.error("table %s cannot be opened: %s", table, error)  # noqa: TRY400 - likewise
            raise Closed(str(error)) from error
        except Exception as error:
            LOG.exception("table %s cannot be opened", table)
            raise Closed(cannot_follow(error)) from error
        try:
            live.withdraw()
        except Stale:
            # Another server has just done so.
            return self._load(table)
        return live

    def _opened(self, kept: StoredTable, header: ServedHeader, game: BoardGame[Any]) -> LiveTable:
        rulings = tuple(sorted(self.library.rulings_of(header).items()))
        scenario = self.library.scenario(header.game, header.scenario)
        present = self.library.present(header.game, header.scenario)
        opened = OpenedGame(header.game, header.scenario, header.profile, rulings, present.rules)
        return LiveTable(self.store, kept, game, opened, scenario, present, self.time.now)

    def _remember(self, live: LiveTable) -> None:
        """Keep a table in memory, and drop one that is not followed."""
        live.after.append(self.programs.play_on)
        live.on_kept = self._turns
        with self._lock:
            self._held[live.id] = self._live[live.id] = live
            if len(self._live) > ROOM:
                self._let_go(keep=live)

    def _let_go(self, keep: LiveTable) -> None:
        for name, live in list(self._live.items()):
            if live is not keep and not live.followed and not self.programs.thinks(name):
                del self._live[name]
                return

    def close(self) -> None:
        """Let programs finish their thinking, and close the store."""
        self.programs.close()
        self._following.shutdown(wait=True, cancel_futures=True)
        self.time.close()
        self.store.close()
