# SPDX-License-Identifier: Apache-2.0
"""What must hold in every game after every step, whatever its rules."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any

import msgspec

from grognard.charts.errors import GrognardError
from grognard.charts.plurals import counted
from grognard.play.board import Part, Preview
from grognard.play.canonical import fingerprint
from grognard.play.game import BoardGame, every_order
from grognard.play.invalid_orders import invalid_orders, is_offered, order_key
from grognard.play.order_sets import Orders
from grognard.play.preview import WorkedPreview, recorded_previews
from grognard.play.refusal import Refusal
from grognard.play.roundtrip_checks import is_plain, survives_a_save, survives_from_the_start, undo_is_exact
from grognard.play.step_checks import CheckedStep, Checks
from grognard.play.visibility import as_seen
from grognard.umpire import Open, Reading, Roll, after
from grognard.umpire.ask import ways

# How many successive rolls of an order are followed, such as antiair fire and then the bombs.
ROLLS_DEEP = 2

# The position


def is_sound(step: CheckedStep) -> Iterator[str]:
    """The game itself reports no fault of the position, nor of the step that led to it."""
    yield from step.game.rules.faults(step.position)
    if step.is_done:
        yield from step.game.rules.step_faults(step.before.position, step.order, step.position)


def past_is_unchanged(step: CheckedStep) -> Iterator[str]:
    """An order leaves the position it was given in unchanged."""
    if fingerprint(step.before.position) != step.fingerprint_before:
        yield "an order changed the position it was given in"


def keeps_time(step: CheckedStep) -> Iterator[str]:
    """The turn is one of the scenario's and never goes back, the phase is in the sequence of play, and a verdict ends the game."""
    status, was = step.game.view.status(step.position), step.game.view.status(step.before.position)
    mover = step.game.rules.to_move(step.position)
    if not 1 <= status.turn <= status.turns or not was.turn <= status.turn <= was.turn + 1:
        yield f"turn {status.turn} of {status.turns} follows turn {was.turn}"
    if status.side != mover:
        yield f"the status says {status.side} is to move, the game says {mover}"
    if bool(status.verdict) != (mover is None):
        yield f"{mover or 'nobody'} is to move and the verdict is {status.verdict!r}"
    if (phase := status.phase_in_sequence) not in (sequence := dict(step.game.text.sequence)):
        yield f"the phase {phase!r} is none of the sequence of play: {', '.join(sequence)}"


# Orders


def a_side_can_act(step: CheckedStep) -> Iterator[str]:
    """A side to move has an order to give; when the game is over there is none."""
    mover = step.game.rules.to_move(step.position)
    first = next(every_order(step.game, step.position), None)
    if (first is None) != (mover is None):
        yield f"{mover or 'nobody'} is to move and the first order offered is {first}"


def actors_can_act(step: CheckedStep) -> Iterator[str]:
    """An actor that is said to be idle has no orders, and an order that is drawn at random is legal."""
    for actor in step.rng.sample(step.actors, min(2, len(step.actors))):
        orders = step.game.rules.orders(step.position, actor)
        random_order = orders.draw(step.rng) if isinstance(orders, Orders) else next(iter(orders), None)
        if random_order is None and any(True for _ in orders):
            yield f"{actor} has orders, and none is drawn"
        idle = step.game.rules.why_idle(step.position, actor)
        if bool(idle) != (random_order is None):
            yield f"{actor} is said to be idle: {idle!r}, and the order drawn is {random_order}"
        if random_order is not None and step.game.rules.why_illegal(step.position, random_order):
            yield f"{random_order} is drawn and refused"


def offers_are_accepted(step: CheckedStep) -> Iterator[str]:
    """An offered order is not refused."""
    for order in step.sampled():
        if reason := step.game.rules.why_illegal(step.position, order):
            yield f"{order} is offered and refused: {reason}"


def others_are_refused(step: CheckedStep) -> Iterator[str]:
    """An order that is not offered is refused with a sentence that names its matter: a past, altered or nonsensical one."""
    for order in invalid_orders(step):
        reason = step.game.rules.why_illegal(step.position, order)
        if reason and not is_sentence(reason):
            yield f"{order} is refused without a clear sentence: {reason!r}"
        if reason and not isinstance(reason, Refusal):
            yield f"{order} is refused, and what the rules tell of it under is not said: {reason!r}"
        if not reason and not is_offered(step, order):
            yield f"{order} is accepted and not offered"


def others_wait(step: CheckedStep) -> Iterator[str]:
    """An order of the side that is not to move is refused. One without fields, such as the end of a phase, belongs to either."""
    mover = step.game.rules.to_move(step.position)
    past = list(zip(step.after.positions, step.after.log.entries, strict=False))
    for position, entry in step.rng.sample(past, min(3, len(past))):
        order = entry.order
        named = bool(order.__struct_fields__)
        if (
            named
            and step.game.rules.to_move(position) != mover
            and not step.game.rules.why_illegal(step.position, order)
        ):
            yield f"{mover} may give an order of the other side: {order}"


def is_sentence(text: str) -> bool:
    """Return whether a text can be shown to a player as one sentence."""
    return bool(text.strip()) and text == text.strip() and "\n" not in text and not text.startswith("<")


def reach_is_what_is_offered(step: CheckedStep) -> Iterator[str]:
    """Where a piece is shown to go is where it may be ordered; what is shown as refused is refused for that reason.

    Moves together with others are shown for each piece alone.
    """
    pieces = {piece.id for piece in step.game.view.pieces(step.position)}
    movers = [
        actor
        for actor in step.actors
        if actor in pieces and not step.game.rules.why_idle(step.position, actor)
    ]
    if not movers:
        return
    actor = step.rng.choice(movers)
    reach = step.game.view.reach(step.position, actor)
    shown = [step_to.order for step_to in reach.steps.values()]
    kinds = {type(order) for order in shown}
    offered = [
        order
        for order in step.game.rules.orders(step.position, actor)
        if type(order) in kinds and len(getattr(order, "units", ())) <= 1
    ]
    if set(map(order_key, shown)) != set(map(order_key, offered)):
        yield f"{actor} is shown {counted(len(shown), 'hex', 'hexes')} and offered {len(offered)}, and they are not the same"
    yield from _shown_refusals(step, reach)


def _shown_refusals(step: CheckedStep, reach: Any) -> Iterator[str]:
    if not reach.steps or not reach.refusals:
        return
    there, way = next(iter(reach.steps.items()))
    field = next((name for name in way.order.__struct_fields__ if getattr(way.order, name) == there), None)
    for hex_name in step.rng.sample(sorted(reach.refusals), min(5, len(reach.refusals))):
        shown = reach.refusals[hex_name]
        order = msgspec.structs.replace(way.order, **{field: hex_name}) if field else None
        if not is_sentence(shown):
            yield f"{hex_name} is out of reach of {reach.piece} without a clear sentence: {shown!r}"
        elif order and (said := step.game.rules.why_illegal(step.position, order)) != shown:
            yield f"{hex_name} is shown to {reach.piece} as {shown!r} and refused as {said!r}"


def foresees_the_roll(step: CheckedStep) -> Iterator[str]:
    """The chances shown before an order sum to 1, and belong to the rolls that it then asks for."""
    for order in step.sampled(orders=1):
        with recorded_previews() as previews:
            shown = step.game.view.preview(step.position, order)
        if shown is None:
            continue
        chances = _chances(shown)
        if any(not 0 < outcome.chance <= 1 for outcome in shown.outcomes) or sum(chances.values()) != 1:
            yield f"{order} shows chances that do not sum to 1: {list(map(str, chances.values()))}"
        preview = next(
            (preview for preview in reversed(previews) if preview.procedure.name == shown.procedure), None
        )
        if preview is None:
            continue
        yield from (f"{order} {fault}" for fault in shown_otherwise(shown, preview))
        for foreseen, rolled in roll_pairs(step.game, step.position, order, preview):
            if not reads_alike(foreseen.read, rolled.read):
                said = f"{dict(foreseen.read.meanings)} and rolls {dict(rolled.read.meanings)}"
                yield f"{order} foresees {said} for {rolled.why}"


def _chances(shown: Preview | WorkedPreview) -> dict[str, Fraction]:
    """Return the chance of each result of an order, by its words."""
    chances: dict[str, Fraction] = {}
    for outcome in shown.outcomes:
        chances[outcome.says] = chances.get(outcome.says, Fraction(0)) + outcome.chance
    return chances


def shown_otherwise(shown: Preview, worked_out: WorkedPreview) -> Iterator[str]:
    """Say where the chances shown differ from those that were worked out.

    A board may word an outcome in its own way, such as with the names of the sides: its counterpart is then found
    by the code of its result and by its chance.
    """
    shown_chances, worked_chances = _chances(shown), _chances(worked_out)
    for says in shown_chances.keys() & worked_chances.keys():
        if shown_chances[says] != worked_chances[says]:
            yield f"shows {shown_chances[says]} for {says!r}, and it is {worked_chances[says]}"
    coded = any(outcome.result for outcome in shown.outcomes)
    shown_codes, worked_codes = _by_code(shown, coded=coded), _by_code(worked_out, coded=coded)
    for code in sorted(shown_codes.keys() | worked_codes.keys()):
        if shown_codes.get(code) != worked_codes.get(code):
            told = " and it is ".join(
                ", ".join(map(str, codes.get(code, ()))) or "no chance"
                for codes in (shown_codes, worked_codes)
            )
            yield f"shows {told} for the result {code!r}"
    if list(map(_ways, shown.parts)) != list(map(_ways, worked_out.parts)):
        yield "shows other chances of the parts of an outcome than there are"


def _by_code(shown: Preview | WorkedPreview, *, coded: bool) -> dict[str, list[Fraction]]:
    """Return the chances of all outcomes by the codes of their results, or all together if they have no codes."""
    codes: dict[str, list[Fraction]] = {}
    for outcome in shown.outcomes:
        codes.setdefault(outcome.result if coded else "", []).append(outcome.chance)
    return {code: sorted(chances) for code, chances in codes.items()}


def _ways(part: Part) -> list[Fraction]:
    return sorted(chance for _, chance in part.ways)


def reads_alike(one: Reading[Any], other: Reading[Any]) -> bool:
    """Return whether two readings of dice are the same, total by total.

    A meaning that the other reading does not have may be the same in other words: "the defender" and "the German
    side".
    """
    if one.dice != other.dice:
        return False
    pairs = {(str(one[total]), str(other[total])) for total in ways(one.dice)}
    names, others = {name for name, _ in pairs}, {name for _, name in pairs}
    return len(pairs) == len(names) == len(others) and all(
        name == its or (name not in others and its not in names) for name, its in pairs
    )


def roll_pairs(
    game: BoardGame[Any], position: Any, order: msgspec.Struct, preview: WorkedPreview
) -> Iterator[tuple[Roll[Any], Roll[Any]]]:
    """Yield the first rolls of an order, each as the preview foresaw it and as the order asks for it.

    They are followed as long as both the procedure and the order ask for a roll; the procedure does not know what
    else the order does on the map or asks a side to choose.
    """
    paths: list[tuple[Any, ...]] = [()]
    for answers in paths:
        foreseen = after(preview.procedure.rule(preview.sheet), answers)
        rolled = after(game.rules.carry_out(position, order), answers)
        if isinstance(foreseen, Open) and isinstance(rolled, Open):
            one, other = foreseen.ask, rolled.ask
            if isinstance(one, Roll) and isinstance(other, Roll):
                yield one, other
                if len(answers) + 1 < ROLLS_DEEP:
                    paths += [(*answers, meaning) for meaning, _ in other.read.branches]


def _first_question(game: BoardGame[Any], position: Any, order: msgspec.Struct) -> object:
    return after(game.rules.carry_out(position, order), ())


def nothing_crashes(step: CheckedStep) -> Iterator[str]:
    """Any order, legal or not, can be told, previewed and in free play carried out; or a sentence says why not."""
    game, position = step.game, step.position
    for order in invalid_orders(step):
        yield from _breakdowns(order, "told", partial(game.text.tell, position, order))
        yield from _breakdowns(order, "weighed", partial(game.view.preview, position, order))
        yield from _breakdowns(order, "carried out", partial(_first_question, game, position, order))


def _breakdowns(order: msgspec.Struct, done: str, do: Callable[[], object]) -> Iterator[str]:
    """Do one thing with an order; it must succeed, or be refused with a sentence."""
    try:
        do()
    except GrognardError as error:
        if not is_sentence(str(error)):
            yield f"{order}, being {done}, is refused without a clear sentence: {error}"
    except Exception as error:  # noqa: BLE001 - any error is a finding
        yield f"{order}, being {done}, breaks down with {type(error).__name__}: {error}"


def sees_what_it_needs(step: CheckedStep) -> Iterator[str]:
    """What a side is offered is legal by what it sees."""
    mover = step.game.rules.to_move(step.position)
    seen = as_seen(step.position, mover)
    if mover is None or seen is step.position:
        return
    for order in step.sampled():
        if step.game.rules.why_illegal(seen, order):
            yield f"{order} is offered by what {mover} does not see"


# Cheap checks are made at every step; expensive ones once in so many steps.
EVERY_STEP = Checks(
    {
        "sound": (1, is_sound),
        "past unchanged": (1, past_is_unchanged),
        "time": (1, keeps_time),
        "a side can act": (1, a_side_can_act),
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
