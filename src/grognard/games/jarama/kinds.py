# SPDX-License-Identifier: Apache-2.0
"""What a side may order: one row for each kind of order, in the order in which they are offered."""

from grognard.games.jarama import (
    battle,
    bombardment_orders,
    engineering,
    legal_orders,
    move_orders,
    order_text,
    orders,
    previews,
    recon_orders,
    sequence,
)
from grognard.games.jarama.board import Board
from grognard.games.jarama.position import Position
from grognard.play.kinds import Kind, Kinds, no_piece, only, taking
from grognard.rules.orders import Arrive, EndPhase, MoveTogether
from grognard.rules.sentences import says

_unit_to, _units_to = taking("unit", "to"), taking("units", "to")
_feature, _hexside, _unit = taking("unit", "feature"), taking("unit", "hexside"), taking("unit")

KINDS: Kinds[Board, Position] = Kinds(
    (
        Kind(
            order=orders.Deploy, phases=("deployment",),
            actors=legal_orders.own_units, orders=legal_orders.deployments,
            why_illegal=_unit_to(move_orders.why_not_deploy), rule=_unit_to(move_orders.deploy),
            text=says("{unit} is set up in {to}"),
        ),
        Kind(
            order=orders.AirRecon, phases=("air",),
            actors=legal_orders.BOMBS.targets, orders=legal_orders.flights,
            why_illegal=recon_orders.why_not_overfly, rule=recon_orders.fly_over, preview=previews.flight,
            text=says("{units} reconnoitres {target} from the air"),
        ),
        legal_orders.BOMBS.kind("air", bombardment_orders.strike, previews.bombs, order_text.strike_text),
        legal_orders.BOMBARDMENTS.kind("bombardment", bombardment_orders.strike, previews.shelling, order_text.strike_text),
        Kind(
            order=orders.Activate, phases=("activation",),
            actors=legal_orders.formations, orders=legal_orders.activations,
            why_idle=legal_orders.why_inactive,
            why_illegal=taking("formation")(sequence.why_not_activate), rule=sequence.activate,
            text=says("{side} activates {formation}"),
        ),
        Kind(
            order=orders.Pass, phases=("activation",),
            actors=no_piece, orders=only(orders.Pass()),
            why_illegal=taking()(sequence.why_not_pass), rule=taking()(sequence.end_phase),
            text=says("{side} passes for the rest of the turn"),
        ),
        legal_orders.PATROLS.kind(
            "recon", recon_orders.patrol, previews.patrol, says("{units} {verb:reconnoitres|reconnoitre} {target}")
        ),
        Kind(
            order=MoveTogether, phases=("movement",),
            actors=legal_orders.own_units, orders=legal_orders.moves,
            why_illegal=_units_to(move_orders.why_not_move), rule=_units_to(move_orders.move),
            text=order_text.move_text,
        ),
        Kind(
            order=Arrive, phases=("movement",),
            orders=legal_orders.arrivals,
            why_illegal=_unit_to(move_orders.why_not_arrive), rule=_unit_to(move_orders.arrive),
            text=says("{unit} arrives at {to}"),
        ),
        Kind(
            order=orders.Repair, phases=("movement",),
            orders=legal_orders.repairs,
            why_illegal=_feature(engineering.why_not_repair), rule=_feature(engineering.repair),
            text=says("{unit} repairs {feature}"),
        ),
        Kind(
            order=orders.Lay, phases=("movement",),
            orders=legal_orders.spans,
            why_illegal=_hexside(engineering.why_not_lay), rule=_hexside(engineering.lay),
            text=says("{unit} lays pontoons over {hexside}"),
        ),
        Kind(
            order=orders.TakeUp, phases=("movement",),
            orders=legal_orders.taken_up,
            why_illegal=_unit(engineering.why_not_take_up), rule=_unit(engineering.take_up),
            text=says("{unit} takes its pontoons up"),
        ),
        legal_orders.MOBILE_ATTACKS.kind("movement", battle.attack, previews.attack, order_text.attack_text),
        legal_orders.ATTACKS.kind("combat", battle.attack, previews.attack, order_text.attack_text),
        Kind(
            order=EndPhase, phases=("deployment", "air", "bombardment", "recon", "movement", "combat"),
            actors=no_piece, orders=only(EndPhase()),
            why_illegal=taking()(sequence.why_not_end), rule=taking()(sequence.end_phase),
            text=says("{side} {ending}"),
        ),
    ),
    legal_orders.why_idle,
)  # fmt: skip
