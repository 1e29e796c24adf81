"""What a seat may see of a table, made from the position as its side sees it and from nothing else."""

from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from grognard.play.board import (
    Battle,
    Deed,
    LineMeaning,
    Marker,
    MarkerKind,
    Option,
    Piece,
    Plan,
    Preview,
    Reachable,
    Side,
    Sight,
    Status,
    Trace,
)
from grognard.play.boxes import Box
from grognard.play.game import Lens
from grognard.play.log import Entry
from grognard.play.narrate import eyes, glimpse, is_dim, told_at
from grognard.play.phase_end import Follows, attacks_undone, what_follows
from grognard.play.shown import Shown
from grognard.play.states import State, all_states
from grognard.play.table import Table
from grognard.play.visibility import as_seen, asked_as_seen
from grognard.procedures.procedure import Line, NotAllowed
from grognard.server.errors import Refused
from grognard.server.live import Live
from grognard.server.moment import Moment, undoing
from grognard.server.record import Note, ServedHeader, Stamp, encode
from grognard.server.seats import Seat
from grognard.umpire import Choose

# The side that looks; nobody for a watcher, and none of this once everybody sees all, as `told` has it.
Looking = tuple[Side, ...] | None


class PhaseEnd(msgspec.Struct, frozen=True):
    """The order that ends the phase, what it is in words, and whether the turn of a side ends with it.

    `does` is the word for giving it, `follows` says whose turn ends or who acts then. `undone` says what was announced and comes to nothing by it, and what could still
    be attacked. It is given `lightly` where nothing need be asked first, whatever is undone.
    """

    order: dict[str, Any]
    says: str
    ends_turn: bool
    follows: str = ""
    undone: tuple[str, ...] = ()
    does: str = ""
    lightly: bool = False


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A decision that a side is asked for, in the rule's words and as a sentence.

    Its options are shown to whoever may decide.
    """

    side: Side
    why: str
    asks: str
    kind: Literal["choose"] = "choose"
    options: tuple[Option, ...] = ()
    order_told: str = ""


class LogRoll(msgspec.Struct, frozen=True):
    """A roll: why, with which dice, what came up, what it meant, and its number on this table (0 in a copy).

    `says` has its meaning in words.
    """

    why: str
    dice: str
    faces: tuple[int, ...]
    total: int
    meaning: str
    index: int = 0
    says: str = ""


class LogLine(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the log in words. `seq` is the last event that touched it: `?at=seq` shows what it led to.

    Of its lines the last `results` say what became of the pieces.
    """

    seq: int
    side: Side
    lines: tuple[str, ...]
    turn: int
    phase: str
    rolls: tuple[LogRoll, ...] = ()
    warned: str = ""
    results: int = 0


class DiceShown(msgspec.Struct, frozen=True):
    """What binds the dice, how many rolls there were, and the secret once the game is over."""

    commitment: str
    rolled: int
    secret: str = ""


class View(msgspec.Struct, frozen=True, kw_only=True):
    """A table as a seat sees it. `sealed` says why it gives out neither a copy nor its log; nothing where it does.

    `offers` says of each who or what can be ordered why nothing may be, and nothing where something may; `spent` are
    those of whom that is no more than a phase would not wait for.
    """

    table: str
    game: str
    scenario: str
    map: str
    title: str
    profile: str
    rulings: dict[str, str]
    free: bool
    copy_of: str
    sealed: str
    seq: int
    you: tuple[Side, ...]
    to_act: Side | None
    status: Status
    pieces: list[Piece]
    markers: list[Marker]
    plans: list[Plan]
    lenses: tuple[Lens, ...]
    states: tuple[State, ...]
    boxes: list[Box]
    lines: tuple[LineMeaning, ...]
    printed: tuple[tuple[str, str], ...]
    sequence: tuple[tuple[str, str], ...]
    stacked: bool
    marks: tuple[MarkerKind, ...]
    offers: dict[str, str]
    spent: tuple[str, ...]
    can_end: PhaseEnd | None
    deeds: list[Deed]
    battles: list[Battle]
    question: Question | None
    undoable: bool
    log: list[LogLine]
    dice: DiceShown
    programs: dict[Side, str]


class Outcome(msgspec.Struct, frozen=True):
    """One outcome and how likely it is: exactly, and as a decimal for a screen."""

    result: str
    says: str
    chance: str
    decimal: float


class Way(msgspec.Struct, frozen=True):
    """One way that a part of an outcome can go, and how likely it is."""

    says: str
    chance: str
    decimal: float


class OddsPart(msgspec.Struct, frozen=True):
    """One part of every outcome by itself, such as the steps the attacker loses."""

    name: str
    ways: tuple[Way, ...]


class Odds(msgspec.Struct, frozen=True):
    """What would be rolled on, line by line, and every outcome. Both are empty where nothing is rolled.

    `parts` tell outcomes that are not read one by one; `told` is what is rolled on, in a few words.
    """

    game: str
    procedure: str
    lines: tuple[Line, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    assumes: tuple[str, ...] = ()
    parts: tuple[OddsPart, ...] = ()
    told: str = ""


class Eyes:
    """A seat at a table: everything that may be shown to it."""

    def __init__(self, live: Live, seat: Seat) -> None:
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
        """Return the log as it is saved: JSON Lines, with what proves each roll."""
        if self.live.sealed:
            raise Refused(403, self.live.sealed)
        now = self.live.moment
        header = _SavedHeader.of(self.live.record.header, self.live.secret if now.over else b"")
        entries = [
            _SavedEntry(entry.order, entry.answers, entry.warned, note.rolls)
            for entry, note in zip(now.table.log.entries, now.notes, strict=True)
        ]
        return b"".join(encode(line) + b"\n" for line in (header, *entries))

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


def odds_shown(preview: Preview | None, game: str) -> Odds:
    """Return a preview as it is sent."""
    if preview is None:
        return Odds(game, "")
    outcomes = (
        Outcome(each.result, each.says, str(each.chance), float(each.chance)) for each in preview.outcomes
    )
    parts = (
        OddsPart(part.name, tuple(Way(says, str(each), float(each)) for says, each in part.ways))
        for part in preview.parts
    )
    return Odds(
        preview.game,
        preview.procedure,
        preview.lines,
        tuple(outcomes),
        preview.assumes,
        tuple(parts),
        preview.told,
    )


class _SavedHeader(ServedHeader, frozen=True, kw_only=True):
    """The header of a save; it has the secret of the dice once the game is over."""

    secret: str = ""

    @classmethod
    def of(cls, header: ServedHeader, secret: bytes) -> "_SavedHeader":
        return cls(**msgspec.structs.asdict(header), secret=secret.hex())


class _SavedEntry(Entry, frozen=True, omit_defaults=True):
    """An entry of a save, with what proves its rolls."""

    rolls: tuple[Stamp, ...] = ()
