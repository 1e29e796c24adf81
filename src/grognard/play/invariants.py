"""What must hold in every game, whatever its rules, after every step of it."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any

import msgspec

from grognard.charts.errors import GrognardError
from grognard.charts.plurals import counted
from grognard.play.board import Preview
from grognard.play.canonical import fingerprint
from grognard.play.game import BoardGame, every_order
from grognard.play.invalid_orders import is_offered, same, strange_orders
from grognard.play.order_sets import Orders
from grognard.play.preview import Foreseen, watched
from grognard.play.roundtrip_checks import is_plain, survives_a_save, survives_from_the_start, undo_is_exact
from grognard.play.step_checks import Checks, Moment
from grognard.play.visibility import as_seen
from grognard.umpire import Open, Reading, Roll, after
from grognard.umpire.ask import ways

# How many rolls of an order are followed one after another: such as antiair fire, and then the bombs.
ROLLS_DEEP = 2

# The position


def is_sound(moment: Moment) -> Iterator[str]:
    """The game itself finds nothing wrong with the position, nor with the step that led to it."""
    yield from moment.game.rules.faults(moment.position)
    if moment.is_done:
        yield from moment.game.rules.step_faults(moment.before.position, moment.order, moment.position)


def past_is_unchanged(moment: Moment) -> Iterator[str]:
    """An order leaves the position it was given in as it was."""
    if fingerprint(moment.before.position) != moment.known:
        yield "an order changed the position it was given in"


def keeps_time(moment: Moment) -> Iterator[str]:
    """The turn is one of the scenario's and never goes back; there is a verdict if and only if the game is over."""
    status, was = moment.game.view.status(moment.position), moment.game.view.status(moment.before.position)
    mover = moment.game.rules.to_move(moment.position)
    if not 1 <= status.turn <= status.turns or not was.turn <= status.turn <= was.turn + 1:
        yield f"turn {status.turn} of {status.turns} follows turn {was.turn}"
    if status.side != mover:
        yield f"the status says {status.side} is to move, the game says {mover}"
    if bool(status.verdict) != (mover is None):
        yield f"{mover or 'nobody'} is to move and the verdict is {status.verdict!r}"


# Orders


def somebody_can_act(moment: Moment) -> Iterator[str]:
    """A side to move has an order to give; when the game is over there is none."""
    mover = moment.game.rules.to_move(moment.position)
    found = next(every_order(moment.game, moment.position), None)
    if (found is None) != (mover is None):
        yield f"{mover or 'nobody'} is to move and the first order offered is {found}"


def actors_can_act(moment: Moment) -> Iterator[str]:
    """An actor that is said to be idle has no orders; and an order that is drawn by lot is one that may be given."""
    for actor in moment.rng.sample(moment.actors, min(2, len(moment.actors))):
        orders = moment.game.rules.orders(moment.position, actor)
        drawn = orders.draw(moment.rng) if isinstance(orders, Orders) else next(iter(orders), None)
        if drawn is None and any(True for _ in orders):
            yield f"{actor} has orders, and none is drawn"
        idle = moment.game.rules.why_idle(moment.position, actor)
        if bool(idle) != (drawn is None):
            yield f"{actor} is said to be idle: {idle!r}, and the order drawn is {drawn}"
        if drawn is not None and moment.game.rules.why_illegal(moment.position, drawn):
            yield f"{drawn} is drawn and refused"


def offers_are_accepted(moment: Moment) -> Iterator[str]:
    """What is offered is not refused."""
    for order in moment.sampled():
        if reason := moment.game.rules.why_illegal(moment.position, order):
            yield f"{order} is offered and refused: {reason}"


def others_are_refused(moment: Moment) -> Iterator[str]:
    """What is not offered is refused with a sentence: orders of the past, altered ones and nonsense."""
    for order in strange_orders(moment):
        reason = moment.game.rules.why_illegal(moment.position, order)
        if reason and not is_sentence(reason):
            yield f"{order} is refused without a clear sentence: {reason!r}"
        if not reason and not is_offered(moment, order):
            yield f"{order} is accepted and not offered"


def others_wait(moment: Moment) -> Iterator[str]:
    """An order of the side that is not to move is refused. One that names nothing, such as a phase's end, is anybody's."""
    mover = moment.game.rules.to_move(moment.position)
    past = list(zip(moment.after.positions, moment.after.log.entries, strict=False))
    for position, entry in moment.rng.sample(past, min(3, len(past))):
        order = entry.order
        named = bool(order.__struct_fields__)
        if (
            named
            and moment.game.rules.to_move(position) != mover
            and not moment.game.rules.why_illegal(moment.position, order)
        ):
            yield f"{mover} may give an order of the other side: {order}"


def is_sentence(text: str) -> bool:
    """Say whether a text can stand as one sentence before a player."""
    return bool(text.strip()) and text == text.strip() and "\n" not in text and not text.startswith("<")


def reach_is_what_is_offered(moment: Moment) -> Iterator[str]:
    """Where a piece is shown to go is where it may be ordered; what is shown as refused is refused for that reason.

    Where it may go together with others is shown of each alone.
    """
    pieces = {piece.id for piece in moment.game.view.pieces(moment.position)}
    movers = [
        each
        for each in moment.actors
        if each in pieces and not moment.game.rules.why_idle(moment.position, each)
    ]
    if not movers:
        return
    actor = moment.rng.choice(movers)
    found = moment.game.view.reach(moment.position, actor)
    shown = [step.order for step in found.steps.values()]
    kinds = {type(order) for order in shown}
    offered = [
        order
        for order in moment.game.rules.orders(moment.position, actor)
        if type(order) in kinds and len(getattr(order, "units", ())) <= 1
    ]
    if set(map(same, shown)) != set(map(same, offered)):
        yield f"{actor} is shown {counted(len(shown), 'hex', 'hexes')} and offered {len(offered)}, and they are not the same"
    yield from _shown_refusals(moment, found)


def _shown_refusals(moment: Moment, found: Any) -> Iterator[str]:
    if not found.steps or not found.refusals:
        return
    there, step = next(iter(found.steps.items()))
    field = next((name for name in step.order.__struct_fields__ if getattr(step.order, name) == there), None)
    for hex_name in moment.rng.sample(sorted(found.refusals), min(5, len(found.refusals))):
        shown = found.refusals[hex_name]
        order = msgspec.structs.replace(step.order, **{field: hex_name}) if field else None
        if not is_sentence(shown):
            yield f"{hex_name} is out of reach of {found.piece} without a clear sentence: {shown!r}"
        elif order and (said := moment.game.rules.why_illegal(moment.position, order)) != shown:
            yield f"{hex_name} is shown to {found.piece} as {shown!r} and refused as {said!r}"


def foresees_the_roll(moment: Moment) -> Iterator[str]:
    """The chances shown before an order sum to 1, and belong to the very rolls that it then asks for."""
    for order in moment.sampled(orders=1):
        with watched() as previews:
            shown = moment.game.view.preview(moment.position, order)
        if shown is None:
            continue
        chances = _chances(shown)
        if any(not 0 < outcome.chance <= 1 for outcome in shown.outcomes) or sum(chances.values()) != 1:
            yield f"{order} shows chances that do not sum to 1: {list(map(str, chances.values()))}"
        found = next((each for each in reversed(previews) if each.procedure.name == shown.procedure), None)
        if found is None:
            continue
        worked_out = _chances(found)
        for says in chances.keys() & worked_out.keys():
            if chances[says] != worked_out[says]:
                yield f"{order} shows {chances[says]} for {says!r}, and it is {worked_out[says]}"
        for foreseen, rolled in roll_pairs(moment.game, moment.position, order, found):
            if not reads_alike(foreseen.read, rolled.read):
                said = f"{dict(foreseen.read.meanings)} and rolls {dict(rolled.read.meanings)}"
                yield f"{order} foresees {said} for {rolled.why}"


def _chances(shown: Preview | Foreseen) -> dict[str, Fraction]:
    """Return the chance of everything that is said to come of an order."""
    chances: dict[str, Fraction] = {}
    for outcome in shown.outcomes:
        chances[outcome.says] = chances.get(outcome.says, Fraction(0)) + outcome.chance
    return chances


def reads_alike(one: Reading[Any], other: Reading[Any]) -> bool:
    """Say whether two readings of dice are the same, total by total.

    A meaning that the other does not have at all may be the same in other words: "the defender" and "the German side".
    """
    if one.dice != other.dice:
        return False
    pairs = {(str(one[total]), str(other[total])) for total in ways(one.dice)}
    names, others = {name for name, _ in pairs}, {name for _, name in pairs}
    return len(pairs) == len(names) == len(others) and all(
        name == its or (name not in others and its not in names) for name, its in pairs
    )


def roll_pairs(
    game: BoardGame[Any], position: Any, order: msgspec.Struct, found: Foreseen, deep: int = ROLLS_DEEP
) -> Iterator[tuple[Roll[Any], Roll[Any]]]:
    """Run through the first rolls of an order, each as it was foreseen and as the order asks for it.

    They are followed for as long as both the procedure and the order ask for a roll: what else the order does on the
    map, and what it asks a side to choose, no procedure knows of.
    """
    paths: list[tuple[Any, ...]] = [()]
    for answers in paths:
        foreseen = after(found.procedure.rule(found.sheet), answers)
        rolled = after(game.rules.carry_out(position, order), answers)
        if isinstance(foreseen, Open) and isinstance(rolled, Open):
            one, other = foreseen.ask, rolled.ask
            if isinstance(one, Roll) and isinstance(other, Roll):
                yield one, other
                if len(answers) + 1 < deep:
                    paths += [(*answers, meaning) for meaning, _ in other.read.branches]


def _first_question(game: BoardGame[Any], position: Any, order: msgspec.Struct) -> object:
    return after(game.rules.carry_out(position, order), ())


def nothing_crashes(moment: Moment) -> Iterator[str]:
    """Any order, legal or not, can be told, weighed and in free play carried out; or a sentence says why not."""
    game, position = moment.game, moment.position
    for order in strange_orders(moment):
        yield from _breakdowns(order, "told", partial(game.text.tell, position, order))
        yield from _breakdowns(order, "weighed", partial(game.view.preview, position, order))
        yield from _breakdowns(order, "carried out", partial(_first_question, game, position, order))


def _breakdowns(order: msgspec.Struct, done: str, do: Callable[[], object]) -> Iterator[str]:
    """Do one thing with an order; it is done, or refused with a sentence."""
    try:
        do()
    except GrognardError as error:
        if not is_sentence(str(error)):
            yield f"{order}, being {done}, is refused without a clear sentence: {error}"
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what we look for
        yield f"{order}, being {done}, breaks down with {type(error).__name__}: {error}"


def sees_what_it_needs(moment: Moment) -> Iterator[str]:
    """What a side is offered can be worked out from what it sees."""
    mover = moment.game.rules.to_move(moment.position)
    seen = as_seen(moment.position, mover)
    if mover is None or seen is moment.position:
        return
    for order in moment.sampled():
        if moment.game.rules.why_illegal(seen, order):
            yield f"{order} is offered by what {mover} does not see"


# What is cheap at every step; what is dear now and then, for there are many steps.
EVERY_STEP = Checks(
    {
        "sound": (1, is_sound),
        "past unchanged": (1, past_is_unchanged),
        "time": (1, keeps_time),
        "somebody can act": (1, somebody_can_act),
        "save": (1, survives_a_save),
        "plain": (1, is_plain),
        "undo": (1, undo_is_exact),
        "preview": (6, foresees_the_roll),
        "actors": (8, actors_can_act),
        "offers accepted": (8, offers_are_accepted),
        "others wait": (8, others_wait),
        "seen": (8, sees_what_it_needs),
        "others refused": (16, others_are_refused),
        "no crash": (16, nothing_crashes),
        "reach": (60, reach_is_what_is_offered),
        "replay": (300, survives_from_the_start),
    }
)
