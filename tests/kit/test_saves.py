# SPDX-License-Identifier: Apache-2.0
"""Saved games that were spoiled are refused with a plain sentence, or are legal games all the same; never a traceback.

Every moment of a game can be saved and opened. `make long` spoils thousands of saves.
"""

import json
from pathlib import Path

import pytest
from kit import every_scenario, moments_of, open_log
from spoiling import is_plain_words, spoil_and_open

from grognard.charts.errors import GrognardError
from grognard.play.log import Entry, load_log, parse_log, plain, print_log, save_log
from grognard.play.table import replay_checked
from grognard.umpire import Roll, answer_to

# How many are tried of each scenario.
MUTANTS = 40


@every_scenario
def test_a_spoiled_save_is_refused_in_words_or_is_a_legal_game(name: str, tmp_path: Path) -> None:
    refused = spoil_and_open(name, 0, MUTANTS, tmp_path)
    assert [words for words in refused if not is_plain_words(words)] == []
    assert len(refused) > MUTANTS / 3


@every_scenario
def test_every_moment_can_be_saved_and_opened(name: str, tmp_path: Path) -> None:
    """Also in the midst of an order, with a question open."""
    path = tmp_path / "game.jsonl"
    tables = moments_of(name, 1)
    asking = [table for table in tables if table.in_hand]
    assert asking
    for table in (*asking[:6], *asking[-2:], tables[-1]):
        save_log(table.log, path)
        again = open_log(load_log(path))
        assert (again.log, again.positions) == (table.log, table.positions)
        assert again.question == table.question
        assert again.to_act == table.to_act


@every_scenario
def test_an_answer_that_could_not_be_given_is_refused_with_its_entry(name: str) -> None:
    table = next(table for table in moments_of(name, 1) if table.question.startswith("roll"))
    entry: Entry = table.log.entries[-1]
    asked = table.asked
    assert isinstance(asked, Roll)
    wrong = plain(Entry(entry.order, (answer_to(asked, (99,)),)))
    text = print_log(table.before_order.log) + json.dumps(wrong) + "\n"
    with pytest.raises(GrognardError, match=rf"^entry {len(table.log.entries)}: roll .* takes .*, not 99$"):
        open_log(parse_log(text))
    assert replay_checked(table.before_order, entry) == table
