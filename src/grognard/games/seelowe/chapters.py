# SPDX-License-Identifier: Apache-2.0
"""The chapters that only Seelöwe has, by their sections in `rules.toml`."""

from grognard.games.seelowe.air_orders import AirAttacks
from grognard.games.seelowe.landing import LandingFile, Landings
from grognard.rules.definition import Own

OWN = Own(chapters={"air": AirAttacks, "entry": Landings}, scenario=LandingFile)
