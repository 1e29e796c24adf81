"""What a seat may see of a table, made from the position as its side sees it and from nothing else."""

from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.play.board import Reachable, Side, Sight, Trace
from grognard.play.game import Lens
from grognard.play.narrate import eyes, glimpse, is_dim, told_at
from grognard.play.phase_end import Follows, attacks_undone, what_follows
from grognard.play.shown import Shown
from grognard.play.states import all_states
from grognard.play.table import Table
from grognard.play.visibility import as_seen, asked_as_seen
from grognard.procedures.procedure import NotAllowed
from grognard.server.errors import Refused
from grognard.server.live_table import LiveTable
from grognard.server.moment import Moment, undoing
from grognard.server.odds import Odds, odds_shown
from grognard.server.record import Note
from grognard.server.saved_log import saved_log
from grognard.server.seats import Seat
from grognard.server.view_data import DiceShown, LogLine, LogRoll, PhaseEnd, Question, View
from grognard.umpire import Choose

# The side that looks; nobody for a watcher, and none of this once everybody sees all, as `told` has it.
Looking = tuple[Side, ...] | None


class SeatView:
    """A seat at a table: everything that may be shown to it."""

    def __init__(self, live: LiveTable, seat: Seat) -> None:
        self.live = live
        self.seat = seat
        self.game = live.game

    def viewer(self, now: Moment) -> Side | None:
        """Return the side that looks: of a key that plays several, the one that acts; a watcher is none."""
        sides = self.seat.sides
        if now.to_act in sides:
            return now.to_act
        return sides[0] if sides else None

    def looking(self, now: Moment) -> Looking:
        """Return as who this seat looks at the table, its past too, while it stands so. The end of the game lays all open."""
        if now.over:
            return None
        viewer = self.viewer(now)
        return () if viewer is None else (viewer,)

    def position(self, now: Moment) -> Any:
        """Return the position as it may be seen now."""
        return _seen(now.standing, self.looking(now))

    # The whole table

    def view(self) -> View:
        """Return the table as it stands; made once for each moment and seat."""
        now = self.live.moment
        kept: tuple[int, View] | None = self.live.views.get(self.seat.sides)
        if kept is None or kept[0] != now.seq:
            kept = now.seq, self._view(now, self.looking(now), present=True)
            self.live.views[self.seat.sides] = kept
        return kept[1]

    def past(self, seq: int) -> View:
        """Return the table as it stood after some event, with nothing to be done, as whoever looks now may see it."""
        looking = self.looking(self.live.moment)
        return self._view(self.live.past(seq), looking, present=False)

    def _view(self, now: Moment, looking: Looking, *, present: bool) -> View:
        header, to_act = self.live.record.header, now.to_act
        position = _seen(now.standing, looking)
        shown, shows = self.live.shown(position), self.game.view
        orders = present and now.asked is None and to_act in self.seat.sides and bool(shown.actors)
        offers = shown.why_idle | shows.blocked_targets(position) if orders else {}
        return View(
            table=self.live.id,
            game=header.game,
            scenario=header.scenario,
            map=self.live.scenario.map,
            title=self.live.scenario.title,
            profile=header.profile,
            rulings=header.switched,
            free=header.free,
            copy_of=header.copy_of,
            sealed=self.live.sealed,
            seq=now.seq,
            you=self.seat.sides,
            to_act=to_act,
            status=shown.status,
            pieces=shown.pieces,
            markers=shows.markers(position),
            plans=shows.plans(position),
            lenses=shows.lenses,
            states=all_states(shows.states, (word for piece in shown.pieces for word in piece.states)),
            boxes=shows.boxes(position),
            lines=shows.lines,
            printed=shows.printed,
            sequence=self.game.text.sequence,
            stacked=shows.stacked,
            marks=shows.marks,
            offers=offers,
            spent=tuple(each for each, why in offers.items() if not why and shows.is_spent(position, each)),
            can_end=self._phase_end(shown) if orders else None,
            deeds=shows.actions(position) if orders else [],
            battles=shown.battles if orders else [],
            question=self._question(now, looking) if present else None,
            undoable=present and undoing(now) in self.seat.sides,
            log=self._log(now, looking),
            dice=DiceShown(
                header.commitment, now.rolled, self.live.secret.hex() if self.live.moment.over else ""
            ),
            programs=self.live.record.programs,
        )

    def _phase_end(self, shown: Shown) -> PhaseEnd | None:
        """Return the order that ends the phase, if it may be given."""
        position, status = shown.position, shown.status
        order = next(iter(self.game.rules.orders(position, "")), None) if "" in shown.actors else None
        if order is None:
            return None
        follows, tag = self._follows(shown, order), order.__struct_config__.tag
        return PhaseEnd(
            order=msgspec.to_builtins(order),
            says=self.game.text.tell(position, order),
            ends_turn=follows.ends_turn,
            follows=follows.says,
            undone=tuple(attacks_undone(shown, ends_turn=follows.ends_turn)),
            does=status.ends or (f"end {status.phase}" if tag == "end" else f"{tag}"),
            lightly=status.phase in self.game.view.set_up,
        )

    def _follows(self, shown: Shown, order: msgspec.Struct) -> Follows:
        try:
            with self.live.carrying_out:
                return what_follows(shown, order)
        except NotAllowed:
            return Follows()

    def _question(self, now: Moment, looking: Looking) -> Question | None:
        if not isinstance(now.asked, Choose):
            return None
        position = _seen(now.standing, looking)
        asked, order = asked_as_seen(now.asked, self.viewer(now)), now.table.log.entries[-1].order
        mine = asked.side in self.seat.sides
        options = [self.game.text.option(position, asked, each) for each in asked.options] if mine else []
        # An order is told as it was given, from the position before it.
        whole = now.table.position
        before = eyes(self.game, order, looking)(whole)
        dim = is_dim(self.game, order, self.game.rules.to_move(whole), looking)
        return Question(
            side=asked.side,
            why=self.game.text.label(asked.why),
            asks=self.game.text.ask(before, order, asked),
            options=tuple(options),
            order_told=(
                glimpse(self.game, before, order, before) if dim else self.game.text.tell(before, order)
            ),
        )

    # The log

    def _log(self, now: Moment, looking: Looking) -> list[LogLine]:
        """Tell every entry of the log; of others' orders that look the same one after another only the last."""
        table, found = now.table, list[LogLine]()
        for at, note in enumerate(now.notes):
            line = self._line(table, at, note, looking)
            if found and looking is not None and line.side not in looking and _is_again(found[-1], line):
                found.pop()
            found.append(line)
        return found

    def _line(self, table: Table[Any], at: int, note: Note, looking: Looking) -> LogLine:
        """Tell one entry as whoever looks is told it; told once and remembered."""
        # Where nothing is hidden all are told the same.
        looking = looking if self.live.hides else None
        known: tuple[Note, LogLine] | None = self.live.told.get((at, looking))
        if known is None or known[0] != note:
            known = note, self._told(table, at, note, looking)
            self.live.told[at, looking] = known
        return known[1]

    def _told(self, table: Table[Any], at: int, note: Note, looking: Looking) -> LogLine:
        found = told_at(table, at, looking)
        status = self.live.shown(_seen(table.positions[at], looking)).status
        # Rolls that were copied from another table come first, and have no number on this one.
        fresh = [stamp.index for stamp in note.rolls]
        indexes = [0] * (len(found.rolls) - len(fresh)) + fresh
        rolls = [
            LogRoll(each.why, each.dice, each.faces, sum(each.faces), each.meaning, index, each.says)
            for each, index in zip(found.rolls, indexes, strict=True)
        ]
        return LogLine(
            seq=note.seq,
            side=found.side,
            lines=found.lines,
            turn=status.turn,
            phase=status.phase,
            rolls=tuple(rolls),
            warned=found.warned,
            results=found.results,
        )

    def save(self) -> bytes:
        """Return the log as it is saved; while the game hides something it is refused."""
        if self.live.sealed:
            raise Refused(403, self.live.sealed)
        return saved_log(self.live)

    # Overlays

    def reach(self, piece: str) -> Reachable:
        """Return where a piece can go."""
        position = self.position(self.live.moment)
        if all(each.id != piece for each in self.game.view.pieces(position)):
            raise Refused(404, f"there is no piece {piece!r} at this table")
        return self.game.view.reach(position, piece)

    def supply(self) -> dict[str, Trace]:
        """Return the supply of every piece."""
        self._check_lens("supply")
        return self.game.view.supply(self.position(self.live.moment))

    def threat(self, side: Side) -> dict[str, str]:
        """Return what a side could attack."""
        if side not in self.game.sides:
            raise Refused(422, f"there is no side {side!r}; there are {' and '.join(self.game.sides)}")
        self._check_lens("threat")
        return self.game.view.threat(self.position(self.live.moment), side)

    def sight(self, hex_name: str) -> Sight:
        """Return what is seen from a hex."""
        self._check_lens("sight")
        return self.game.view.sight(self.position(self.live.moment), hex_name)

    def _check_lens(self, lens: Lens) -> None:
        if lens not in self.game.view.lenses:
            raise Refused(
                404, f"this game has no view of {lens}; it has {' and '.join(self.game.view.lenses)}"
            )

    def preview(self, order: dict[str, Any]) -> Odds:
        """Return what an order would roll on and every outcome; what may not be ordered is refused."""
        position, found = self.position(self.live.moment), self.live.parse(order)
        refusal = "" if self.live.record.header.free else self.game.rules.why_illegal(position, found)
        if refusal:
            raise NotAllowed(refusal)
        with self.live.carrying_out:
            return odds_shown(self.game.view.preview(position, found), self.live.record.header.game)


def _seen(position: Any, looking: Looking) -> Any:
    return position if looking is None else as_seen(position, next(iter(looking), None))


def _is_again(before: LogLine, line: LogLine) -> bool:
    """Say whether an entry tells nothing that the one before it did not tell; what was rolled is always told."""
    return not line.rolls and replace(before, seq=line.seq) == line
