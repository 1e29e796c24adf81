# SPDX-License-Identifier: Apache-2.0
"""The chapters that only Iron Curtain has, by their sections in `rules.toml`."""

from grognard.games.iron_curtain.attack_orders import Attacks
from grognard.games.iron_curtain.contamination import Contamination
from grognard.games.iron_curtain.entry_orders import Reinforcements
from grognard.games.iron_curtain.evaluation import Evaluation
from grognard.games.iron_curtain.game import IronCurtain
from grognard.games.iron_curtain.move_orders import Moves
from grognard.games.iron_curtain.overrun_orders import Overruns
from grognard.games.iron_curtain.position import Position
from grognard.games.iron_curtain.scenario import ScenarioFile
from grognard.games.iron_curtain.stacking import Stacks
from grognard.games.iron_curtain.strike_orders import Strikes
from grognard.games.iron_curtain.supply import SupplyLines
from grognard.rules.definition import Own
from grognard.rules.stack_retreat import StackRetreat
from grognard.rules.step_losses import ChartedLosses

OWN = Own(
    chapters={
        "strikes": Strikes, "contamination": Contamination, "losses": ChartedLosses, "supply": SupplyLines,
        "movement": Moves, "entry": Reinforcements, "stacking": Stacks, "overrun": Overruns, "combat": Attacks,
        "retreat": StackRetreat, "evaluation": Evaluation,
    },
    scenario=ScenarioFile,
    position=Position,
    game=IronCurtain,
)  # fmt: skip
