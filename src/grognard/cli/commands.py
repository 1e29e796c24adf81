# SPDX-License-Identifier: Apache-2.0
"""What can be typed in a game: orders, and questions about it. It knows a game only by its board."""

from collections.abc import Callable
from typing import Any, get_args

import msgspec
from rich.table import Table as Grid
from rich.text import Text

from grognard.charts.errors import GrognardError, NoSuch
from grognard.cli.inspect import Inspect, numbered
from grognard.cli.parse_attack import parse_attack, ways
from grognard.cli.positions import hex_of, place
from grognard.cli.prompt import Quit, is_yes
from grognard.cli.session import Session, give
from grognard.cli.worksheets import preview_table
from grognard.play.board import Battle, Piece, Reachable
from grognard.play.board_view import BoardView
from grognard.play.notation import names_order, parse_order
from grognard.play.phase_end import what_follows
from grognard.procedures.procedure import NotAllowed
from grognard.umpire import Choose


class Commands(Inspect):
    """The commands of a game at a terminal, by name."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.commands: dict[str, tuple[Callable[[list[str]], None], str, str]] = {
            "move": (self.move, "move UNIT... [HEX]", "move a unit, or several of a hex together; a town's name will do for its hex"),
            "land": (self.move, "land UNIT [HEX]", "bring a unit onto the map: by sea, by air, over the edge"),
            "attack": (self.attack, "attack [HEX] [UNIT...]", "see the odds, then attack or not; with all who may, unless named. Where there is more to choose, it is said as well: attack 2214 bomb bridge"),
            "do": (self.do, "do [UNIT] [NUMBER]", "what else a unit can do, or your side, such as getting on and off; and do it"),
            "end": (self.end, "end", "end the phase"),
            "undo": (self.undo, "undo", "take the last order back, as far as the last roll"),
            "reach": (self.reach, "reach UNIT", "where a unit can go, drawn with the costs"),
            "units": (self.units, "units [HEX]", "every unit with its place and state, or those in a hex"),
            "enemy": (self.enemy, "enemy", "what is known of the enemy, hex by hex, and since when"),
            "map": (self.map, "map [HEX]", "the map where units stand, or around a hex"),
            "supply": (self.supply, "supply [UNIT]", "who is in supply, and how it is traced or cut"),
            "sight": (self.sight, "sight HEX [HEX]", "what is seen from a hex, or why another is not"),
            "status": (self.status, "status", "turn, phase, points, and what is left to do"),
            "log": (self.log, "log [N]", "the last orders told"),
            "save": (self.save, "save [FILE]", "keep a copy; the game itself is kept after every order"),
            "help": (self.help, "help", "this list"),
            "quit": (self.quit, "quit", "leave; the game is kept"),
        }  # fmt: skip
        missing = {"supply", "sight"}.difference(session.game.view.lenses)
        missing |= set() if any(mark.kind == "force" for mark in session.game.view.marks) else {"enemy"}
        self.commands = {name: command for name, command in self.commands.items() if name not in missing}

    # Reading

    def obey(self, line: str) -> None:
        """Do what was typed: an answer to an open question, or a command, of which the beginning is enough."""
        word, *rest = line.split()
        choice = self.session.table.asked
        if isinstance(choice, Choose) and self.session.answer(choice, line):
            return
        near = [name for name in self.commands if name.startswith(word.lower())]
        if not near and isinstance(choice, Choose):
            raise NotAllowed(f"{line!r} is no answer; say 1 to {len(choice.options)}")
        if not near:
            self._written(line)
            return
        act, usage, _ = self.commands[near[0]]
        if isinstance(choice, Choose) and act in (self.move, self.attack, self.do, self.end):
            raise NotAllowed(
                f"answer first: {self.session.game.text.label(choice.why)}, 1 to {len(choice.options)}"
            )
        if len(rest) < sum(not part.startswith("[") for part in usage.split()[1:]):
            raise GrognardError(f"write it as {usage}")
        act(rest)

    def _written(self, line: str) -> None:
        """Obey an order that is written as in logs and in Python: 17id arrives 2312. The odds of an attack are shown first."""
        orders = self.session.game.order
        try:
            order = parse_order(orders, line)
        except GrognardError as error:
            # A line that names no order was meant as a command.
            if not names_order(orders, line):
                raise NoSuch("command", line.split(maxsplit=1)[0], self.commands) from error
            raise
        if order in self.session.game.rules.orders(self.session.seen, ""):
            self.end([])
        elif self._refusal(order) or self.session.game.view.preview(self.session.seen, order) is None:
            self._give(order)
        else:
            self._ask(order, "Do it?")

    def complete(self, before: list[str], _text: str) -> list[str]:
        """Return the words that may come next."""
        if not before:
            return list(self.commands)
        mine = [piece.id for piece in self.pieces() if piece.side == self.session.table.to_act]
        match [self._full(before[0]), *before[1:]]:
            case ["attack"]:
                return [battle.target for battle in self.session.game.view.battles(self.session.seen)]
            case ["attack", target, *_]:
                battles = self._battles(target)
                able = [one.piece for battle in battles for one in battle.pieces if not one.why_not]
                return [*ways(battles), *dict.fromkeys(able)]
            case ["move" | "land", unit, *_]:
                return [*self.session.game.view.reach(self.session.seen, self.piece(unit).id).steps, *mine]
            case ["move" | "land" | "do" | "reach" | "supply"]:
                return mine
        return []

    def _full(self, word: str) -> str:
        return next((name for name in self.commands if name.startswith(word.lower())), word)

    # Orders

    def move(self, words: list[str]) -> None:
        """Move a unit, or several units of a hex by one order; or bring one onto the map."""
        if len(words) == 1:
            self.reach(words)
            return
        pieces, to = [self.piece(word) for word in words[:-1]], self.hex(words[-1])
        if len(pieces) > 1:
            self._give(self._going(pieces, to))
            return
        reach = self.session.game.view.reach(self.session.seen, pieces[0].id)
        step = reach.steps.get(to)
        self._give(step.order if step is not None else self._forced(pieces[0], to, reach))

    def _forced(self, piece: Piece, to: str, reach: Reachable) -> msgspec.Struct:
        """Return an order that the rules do not offer, in free play; otherwise raise an error with the reason."""
        board = self.session.board
        if not self.session.table.log.header.free:
            nowhere = reach.allowed if not reach.steps else f"{piece.name} cannot go to {place(board, to)}"
            raise NotAllowed(reach.refusals.get(to) or nowhere)
        return self._going([piece], to)

    def _going(self, pieces: list[Piece], to: str) -> msgspec.Struct:
        """Return the order that sends pieces to a hex; several pieces only if the game moves them by one order."""
        on_map = hex_of(self.session.board, pieces[0].at) is not None
        kind, ids = "move" if on_map else "arrive", [piece.id for piece in pieces]
        shape = next(
            order_type
            for order_type in get_args(self.session.game.order)
            if order_type.__struct_config__.tag == kind
        )
        if "units" in shape.__struct_fields__:
            return self._order({"type": kind, "units": ids, "to": to})
        if len(ids) > 1:
            raise NotAllowed(f"each unit goes by an order of its own here: {kind} {ids[0]} {to}")
        return self._order({"type": kind, "unit": ids[0], "to": to})

    def _order(self, data: dict[str, Any]) -> msgspec.Struct:
        try:
            order: msgspec.Struct = msgspec.convert(data, self.session.game.order, strict=False)
        except msgspec.ValidationError as error:
            raise GrognardError(f"that is no order: {error}") from error
        return order

    def attack(self, words: list[str]) -> None:
        """Show what an attack rolls on and every outcome, and carry it out if it is confirmed."""
        if not words:
            self.show_battles()
            return
        battles = self._battles(words[0])
        words_read = parse_attack(battles, words[1:])
        battle, named = words_read.battle, [self._part(word, battles).id for word in words_read.units]
        chosen = named or [
            candidate.piece for candidate in battle.pieces if not candidate.why_not and not candidate.aside
        ]
        order = self._order(
            {"type": battle.type, "units": chosen, "target": battle.target, **words_read.options}
        )
        self._refusal(order)
        hint = ""
        if len(words) == 1 and (other := ways(battles)):
            hint = f"Or say attack {words[0]} with one of: {', '.join(other)}."
        self._ask(order, f"{battle.does.capitalize()}?", hint)

    def _ask(self, order: msgspec.Struct, asks: str, hint: str = "") -> None:
        """Show every outcome of an order, and carry it out if it is confirmed."""
        self._show_preview(order)
        if hint:
            self.session.show(Text(hint, style="dim"))
        if is_yes(asks, default=False):
            give(self.session, order)
        else:
            self.session.show(Text("Not done."))

    def _part(self, word: str, battles: list[Battle]) -> Piece:
        """Find a unit that is to take part; a word that is not a unit may have been meant as an option of the attack."""
        try:
            return self.piece(word)
        except NoSuch as error:
            if other := ways(battles):
                raise NotAllowed(
                    f"{word!r} is no unit; besides units {', '.join(other)} can be said"
                ) from error
            raise

    def _show_preview(self, order: msgspec.Struct) -> None:
        preview = self.session.game.view.preview(self.session.seen, order)
        if preview is not None:
            self.session.show(Text(self.session.game.text.tell(self.session.seen, order), style="bold"))
            self.session.show(preview_table(preview))

    def do(self, words: list[str]) -> None:
        """List what a unit, or the side, can do other than move; or do one of these things."""
        game, seen = self.session.game, self.session.seen
        own = game.view.actions(seen) if not words or words[0].isdecimal() else []
        who, actions, rest = f"{self.session.table.to_act}", own, words
        if not own and words:
            piece = self.piece(words[0])
            who, actions, rest = piece.name, [*game.view.reach(seen, piece.id).actions], words[1:]
        if not actions:
            raise NotAllowed(f"{who} can do nothing else now")
        if not rest:
            first = " ".join(["do", *words, "1"])
            self.session.show(Text(numbered(actions)), Text(f"Say {first} to do the first.", style="dim"))
        elif rest[0].isdecimal() and 1 <= int(rest[0]) <= len(actions):
            self._give(actions[int(rest[0]) - 1].order)
        else:
            raise NotAllowed(f"{rest[0]!r} is none of the things {who} can do; say 1 to {len(actions)}")

    def _battles(self, word: str) -> list[Battle]:
        """Return the ways to attack a hex, the plain one first."""
        battles = self.session.game.view.battles(self.session.seen)
        targets = list(dict.fromkeys(battle.target for battle in battles))
        target = self.hex(word)
        if target in targets:
            return [battle for battle in battles if battle.target == target]
        if not targets:
            raise NotAllowed("nothing can be attacked now")
        # What the rules would say to an attack on this hex like that on another.
        example = battles[0]
        able = [
            candidate.piece for candidate in example.pieces if not candidate.why_not and not candidate.aside
        ]
        order = self._order({"type": example.type, "units": able, "target": target})
        reason = self.session.game.rules.why_illegal(self.session.seen, order)
        raise NotAllowed(f"{reason}; what can be attacked is {', '.join(targets)}")

    def end(self, words: list[str]) -> None:
        """End the phase; if something is left undone, or a side's turn ends with it, ask first."""
        del words
        session = self.session
        order = next(iter(session.game.rules.orders(session.seen, "")))
        follows = what_follows(BoardView(session.game, session.seen), order)
        undone = self.undone(ends_turn=follows.ends_turn)
        asks = [*undone, follows.says, "End it?" if follows.ends_turn else "End the phase?"]
        if not (undone or follows.ends_turn) or is_yes(" ".join(filter(None, asks)), default=True):
            give(session, order)

    def _refusal(self, order: msgspec.Struct) -> str:
        """Return the rules' objection to an order; unless play is free, raise it as an error."""
        reason = self.session.game.rules.why_illegal(self.session.seen, order)
        if reason and not self.session.table.log.header.free:
            raise NotAllowed(reason)
        return reason

    def _give(self, order: msgspec.Struct) -> None:
        reason = self._refusal(order)
        if not reason or is_yes(f"Against the rules: {reason}. All the same?", default=False):
            give(self.session, order)

    def undo(self, words: list[str]) -> None:
        """Take back the last order."""
        del words
        self.session.take_back()

    def help(self, words: list[str]) -> None:
        """List the commands."""
        del words
        table = Grid.grid(padding=(0, 2, 0, 0))
        for _, usage, says in self.commands.values():
            table.add_row(Text(usage, style="bold"), Text(says))
        self.session.show(
            table,
            Text(
                "The beginning of a command will do, and Tab completes words. Orders may be written as logs have them, too: UNIT moves HEX; UNIT, UNIT attack HEX.",
                style="dim",
            ),
        )

    def quit(self, words: list[str]) -> None:
        """Leave."""
        del words
        raise Quit
