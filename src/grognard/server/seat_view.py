# SPDX-License-Identifier: Apache-2.0
"""What a seat may see of a table, made from the position as its side sees it and from nothing else."""

from collections.abc import Callable
from typing import Any

import msgspec

from grognard.charts.errors import repeated
from grognard.play.board import Side
from grognard.play.board_view import BoardView
from grognard.play.game import Lens
from grognard.play.narrate import glimpse, is_glimpsed, seen_by_all
from grognard.play.phase_end import Follows, attacks_undone, what_follows
from grognard.play.states import all_states
from grognard.play.upgrade_notice import upgrade_notice, withdrawn_notice
from grognard.play.visibility import asked_as_seen
from grognard.procedures.procedure import NotAllowed
from grognard.server.errors import Refused, Stale
from grognard.server.guided import GuideShown, guide_of, guided
from grognard.server.jobs import Improve, LookAhead, Preview, Reach, Sight, Supply, Threat, pack
from grognard.server.live_table import LiveTable
from grognard.server.moment import Moment, undoing
from grognard.server.paragraphs import battle_shown, blocked_in, paragraphs, question_told
from grognard.server.record import Undone
from grognard.server.saved_log import saved_log
from grognard.server.seat_log import Looking, log_lines, seen_by
from grognard.server.seat_numbers import last_of
from grognard.server.seats import Seat, replay_key
from grognard.server.view_data import DiceSeat, DiceShown, PhaseEnd, Question, View
from grognard.umpire import Choose, Roll


class SeatView:
    """A seat at a table: everything that may be shown to it."""

    def __init__(self, live: LiveTable, seat: Seat, key: bytes = b"") -> None:
        """Look at a table from a seat, which was opened by a key with this hash; by its own if none is named."""
        self.live = live
        self.seat = seat
        self.key = key or seat.hash
        self.game = live.game

    def viewer(self, now: Moment) -> Side | None:
        """Return the side that looks: of a key that plays several, the one to act; None for a watcher."""
        sides = self.seat.sides
        if now.to_act in sides:
            return now.to_act
        return sides[0] if sides else None

    def looking(self, now: Moment) -> Looking:
        """Return the side as which this seat looks at the table and its past. When the game is over, everything is revealed."""
        if now.over:
            return None
        viewer = self.viewer(now)
        return () if viewer is None else (viewer,)

    def position(self, now: Moment) -> Any:
        """Return the position as it may be seen now."""
        return seen_by(self.looking(now), now.standing)

    # The whole table

    def view(self) -> View:
        """Return the table as it stands; worked out once for each moment and seat."""
        now = self.live.moment
        kept: tuple[int, View] | None = self.live.views.get(self.seat.sides)
        if kept is None or kept[0] != now.seq:
            kept = now.seq, self._view(now, self.looking(now), present=True)
            self.live.views[self.seat.sides] = kept
        return kept[1]

    def written(self) -> tuple[int, bytes]:
        """Return the number of the last event and the table as JSON; written once for all that follow it from such a seat."""
        view = self.view()
        kept: tuple[View, bytes] | None = self.live.written.get(self.seat.sides)
        if kept is None or kept[0] is not view:
            kept = self.live.written[self.seat.sides] = (view, msgspec.json.encode(view))
        return view.seq, kept[1]

    def written_past(self, number: int) -> bytes:
        """Return the table as it stood after some event as JSON."""
        return msgspec.json.encode(self.past(number))

    def past(self, number: int) -> View:
        """Return the table as it stood after some event, with nothing to be done, as the seat may see it now."""
        now = self.live.moment
        last = self.number(now.seq)
        if not 0 <= number <= last:
            raise Refused(422, f"this table has events from 0 to {last}, not {repeated(number)}")
        return self._view(self.live.past(self.event(number)), self.looking(now), present=False)

    # Events by their numbers, as this seat counts them

    def number(self, seq: int) -> int:
        """Return the number of an event; if the game hides things, this seat counts only events of which it sees something."""
        live = self.live
        return live.numbers(self.seat.sides)[seq] if live.hides and not live.moment.over else seq

    def event(self, number: int) -> int:
        """Return the last event that has a number."""
        live = self.live
        return (
            last_of(live.numbers(self.seat.sides), number) if live.hides and not live.moment.over else number
        )

    def order(self, expect: int, command: str, order: dict[str, Any]) -> int:
        """Give an order upon the table as it stands after an event; return the number of the last event then."""
        return self._acted(expect, lambda at: self.live.order(self.seat, at, command, order))

    def answer(self, expect: int, command: str, option: Any) -> int:
        """Answer the question that is open after an event; return the number of the last event then."""
        return self._acted(expect, lambda at: self.live.answer(self.seat, at, command, option))

    def undo(self, expect: int, command: str) -> int:
        """Take back the act that ended with an event; return the number of the last event then."""
        return self._acted(expect, lambda at: self.live.undo(self.seat, at, command))

    def _acted(self, expect: int, act: Callable[[int], int]) -> int:
        try:
            return self.number(act(self.event(expect)))
        except Stale as error:
            raise Stale(expect, self.number(error.seq)) from error

    def _view(self, now: Moment, looking: Looking, *, present: bool) -> View:
        header, to_act = self.live.record.header, now.to_act
        position = seen_by(looking, now.standing)
        shown, shows = self.live.shown(position), self.game.view
        awaited = present and now.asked is None and to_act in self.seat.sides and not now.dice.missing
        orders = awaited and bool(shown.actors)
        phase = shown.status.step or shown.status.phase
        blocked = blocked_in(phase, shows.blocked_targets(position)) if orders else {}
        offers = shown.why_idle | blocked if orders else {}
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
            notice=self._notice(),
            seq=self.number(now.seq),
            you=self.seat.sides,
            to_act=to_act,
            status=now.status(shown.status),
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
            offers={actor: str(why) for actor, why in offers.items()},
            paragraphs=paragraphs(offers),
            spent=tuple(
                actor for actor, why in offers.items() if not why and shows.is_spent(position, actor)
            ),
            can_end=self._phase_end(shown) if orders else None,
            actions=shows.actions(position) if orders else [],
            battles=[battle_shown(battle) for battle in shown.battles] if orders else [],
            question=self._question(now, looking) if present else None,
            undoable=present and not isinstance(now.asked, Roll) and undoing(now) in self.seat.sides,
            log=log_lines(self.live, now, looking, self.number),
            dice=self._dice(now if present else self.live.moment, now.rolls),
            programs=self.live.record.programs,
            replay=replay_key(self.live.secret) if self.live.moment.over else "",
        )

    def _dice(self, now: Moment, rolled: int) -> DiceShown:
        """Say what binds the dice at this moment, for views of the past too; only the count of rolls is the past's."""
        live, dice = self.live, now.dice
        awaited = dice.awaited if isinstance(now.asked, Roll) else None
        return DiceShown(
            tier=dice.tier,
            commitment=live.record.header.commitment,
            rolled=rolled,
            head=live.head(now),
            seats=tuple(DiceSeat(seat.sides, seat.nonce, seat.link) for seat in dice.seats),
            joins=dice.missing,
            reveals=() if awaited is None else awaited.sides,
            secret=live.secret.hex() if now.over else "",
        )

    def _notice(self) -> str:
        """Say what changed in the rules since the game began. While the game hides something, only its side learns why an order was withdrawn."""
        live, last = self.live, self.live.events[-1] if self.live.events else None
        secret = live.hides and not live.moment.over
        said = [upgrade_notice(live.reopened, secret=secret)]
        if isinstance(last, Undone) and last.why:
            said.append(withdrawn_notice("" if secret and last.side not in self.seat.sides else last.why))
        return " ".join(filter(None, said))

    def _phase_end(self, shown: BoardView) -> PhaseEnd | None:
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

    def _follows(self, shown: BoardView, order: msgspec.Struct) -> Follows:
        try:
            with self.live.carrying_out:
                return what_follows(shown, order)
        except NotAllowed:
            return Follows()

    def _question(self, now: Moment, looking: Looking) -> Question | None:
        if not isinstance(now.asked, Choose):
            return None
        position = seen_by(looking, now.standing)
        asked, order = asked_as_seen(now.asked, self.viewer(now)), now.table.log.entries[-1].order
        mine = asked.side in self.seat.sides
        options = [self.game.text.option(position, asked, option) for option in asked.options] if mine else []
        # An order is told as it was given, from the position before it.
        whole = now.table.position
        before = seen_by_all(self.game, order, looking)(whole)
        dim = is_glimpsed(self.game, order, self.game.rules.to_move(whole), looking)
        return Question(
            side=asked.side,
            why=self.game.text.label(asked.why),
            asks=self.game.text.ask(before, order, asked),
            options=tuple(options),
            order_told=(
                glimpse(self.game, before, order, before) if dim else self.game.text.tell(before, order)
            ),
            paragraph=question_told(asked.why),
        )

    def guide(self) -> GuideShown:
        """Return the guided first turn, and how far this seat's side has come with it."""
        now, side = self.live.moment, guide_of(self.live).side
        if side not in self.seat.sides:
            raise Refused(403, f"the guided first turn is for the {side} side")
        return guided(self.live, now, self.position(now))

    def save(self) -> bytes:
        """Return the log as it is saved; refused while the game hides something."""
        if self.live.sealed:
            raise Refused(403, self.live.sealed)
        with self.live.lock:
            kept, over = self.live.store.load(self.live.id), self.live.moment.over
        if kept is None:
            raise Refused(404, f"there is no table {self.live.id!r}")
        return saved_log(kept, over=over)

    # Jobs for this seat

    def reach(self, piece: str) -> Reach:
        """Return the job that asks where a piece can go."""
        return Reach(**self._on_map(), piece=piece)

    def supply(self) -> Supply:
        """Return the job that asks for the supply of every piece."""
        self._check_lens("supply")
        return Supply(**self._on_map())

    def threat(self, side: Side) -> Threat:
        """Return the job that asks what a side could attack."""
        if side not in self.game.sides:
            raise Refused(422, f"there is no side {side!r}; there are {' and '.join(self.game.sides)}")
        self._check_lens("threat")
        return Threat(**self._on_map(), side=side)

    def sight(self, hex_name: str) -> Sight:
        """Return the job that asks what is seen from a hex."""
        self._check_lens("sight")
        return Sight(**self._on_map(), hex=hex_name)

    def preview(self, order: dict[str, Any]) -> Preview:
        """Return the job that asks what an order would roll on, and for every outcome; an illegal order is refused."""
        return Preview(**self._on_map(), order=order, free=self.live.record.header.free)

    def hint(self, order: dict[str, Any]) -> Improve:
        """Ask who of the units of an order had better stay out of it."""
        return Improve(**self._on_map(), order=order, free=self.live.record.header.free)

    def ahead(self, hex_name: str) -> LookAhead:
        """Return the job that asks whether this seat can attack a hex later in its turn."""
        now = self.live.moment
        if now.asked is not None or now.to_act not in self.seat.sides:
            raise Refused(403, "only the side to act can look ahead in its turn")
        return LookAhead(**self._on_map(), hex=hex_name, free=self.live.record.header.free)

    def _on_map(self) -> dict[str, Any]:
        return {"opened": self.live.opened, "position": pack(self.position(self.live.moment))}

    def _check_lens(self, lens: Lens) -> None:
        if lens not in self.game.view.lenses:
            raise Refused(
                404, f"this game has no view of {lens}; it has {' and '.join(self.game.view.lenses)}"
            )
