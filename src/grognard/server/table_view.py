# SPDX-License-Identifier: Apache-2.0
"""A table as a seat may see it, made from the position as its side sees it and from nothing else."""

from typing import Any

import msgspec

from grognard.charts.errors import repeated
from grognard.play.board import Side
from grognard.play.board_view import BoardView
from grognard.play.narrate import glimpse, is_glimpsed, seen_by_all
from grognard.play.phase_end import Follows, attacks_undone, what_follows
from grognard.play.states import all_states
from grognard.play.upgrade_notice import upgrade_notice, withdrawn_notice
from grognard.play.visibility import asked_as_seen
from grognard.procedures.procedure import NotAllowed
from grognard.server.errors import Refused
from grognard.server.paragraphs import battle_shown, blocked_in, paragraphs, question_told
from grognard.server.read_table import ReadTable
from grognard.server.record import Undone
from grognard.server.seat_log import Looking, log_lines, seen_by
from grognard.server.seat_numbers import last_of
from grognard.server.seats import Seat, replay_key
from grognard.server.table_state import TableState, undoing
from grognard.server.view_data import DiceSeat, DiceShown, PhaseEnd, Question, View
from grognard.umpire import Choose, Roll


class TableView:
    """What a seat may see of a table that was read, now and as it was."""

    def __init__(self, live: ReadTable, seat: Seat) -> None:
        self.live = live
        self.seat = seat
        self.game = live.game

    def viewer(self, now: TableState) -> Side | None:
        """Return the side that looks: of a key that plays several, the one to act; None for a watcher."""
        sides = self.seat.sides
        if now.to_act in sides:
            return now.to_act
        return sides[0] if sides else None

    def looking(self, now: TableState) -> Looking:
        """Return the side as which this seat looks at the table and its past. When the game is over, everything is revealed."""
        if now.over:
            return None
        viewer = self.viewer(now)
        return () if viewer is None else (viewer,)

    def position(self, now: TableState) -> Any:
        """Return the position as it may be seen now."""
        return seen_by(self.looking(now), now.standing)

    def past(self, number: int) -> View:
        """Return the table as it stood after some event, with nothing to be done, as the seat may see it now."""
        self.check_number(number)
        return self.view_at(self.live.past(self.event(number)), self.looking(self.live.moment), present=False)

    def check_number(self, number: int) -> None:
        """Refuse the number of an event that the seat does not know of."""
        last = self.number(self.live.moment.seq)
        if not 0 <= number <= last:
            raise Refused(422, f"this table has events from 0 to {last}, not {repeated(number)}")

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

    def view_at(self, now: TableState, looking: Looking, *, present: bool) -> View:
        """Return the table as it stands or stood at a moment; nothing is to be done unless it is the `present` one."""
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
            notice=self.notice,
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

    def _dice(self, now: TableState, rolled: int) -> DiceShown:
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

    @property
    def notice(self) -> str:
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

    def _question(self, now: TableState, looking: Looking) -> Question | None:
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
