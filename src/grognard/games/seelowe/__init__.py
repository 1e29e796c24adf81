"""Seelöwe: the invasion of Britain, 1940. One module per chapter of its rules."""

from grognard.games.seelowe import air, combat

PROCEDURES = (combat.PROCEDURE, air.PROCEDURE)
