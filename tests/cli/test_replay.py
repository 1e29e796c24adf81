# SPDX-License-Identifier: Apache-2.0
"""`grognard replay` and `grognard verify` on a short game that a reader can follow, and on spoilt copies of it."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import grognard
from grognard import registry
from grognard.registry.games import hash_of_rules

Here = Callable[..., subprocess.CompletedProcess[str]]

# Two divisions land at Hythe and attack Folkestone over the canal: 12 to 3, 4-1. A 6 is Ex: one division for a brigade.
GAME = (Path(__file__).parent.parent.parent / "docs" / "example-game.jsonl").read_text(encoding="utf-8")
HEADER = GAME.splitlines()[0]


@pytest.fixture
def saved(tmp_path: Path) -> Callable[..., str]:
    """Write the game to a file, with some of its text replaced, each text once."""

    def written(*changes: tuple[str, str]) -> str:
        text = GAME
        for old, new in changes:
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        path = tmp_path / "game.jsonl"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return written


Saved = Callable[..., str]


def test_a_game_is_told_turn_by_turn(here: Here, saved: Saved) -> None:
    done = here("replay", saved())
    assert (done.returncode, done.stderr) == (0, "")
    lines = [line.rstrip() for line in done.stdout.splitlines()]
    assert lines[0] == "The first morning: Folkestone (seelowe/hythe), profile card; German: person;"
    assert lines[2:] == [
        "",
        "Turn 1, 24 September 1940: German movement",
        "    1  17. Infanterie lands at Hythe 2312",
        "    2  35. Infanterie lands at Hythe 2312",
        "    3  German movement ends",
        "",
        "Turn 1, 24 September 1940: German air attack",
        "    4  German air attack ends",
        "",
        "Turn 1, 24 September 1940: German combat",
        "    5  17. Infanterie and 35. Infanterie attack Folkestone 2411 at 12-3, column",
        "4-1 5-1, die -2",
        "         8.8 combat: rolled 6: Ex, exchange",
        "         German, 8.81 exchange: lose strength 6",
        "         German, 8.81 which unit of strength 6 to lose: 35. Infanterie",
        "         German, advance into 2411: 17. Infanterie",
        "         35. Infanterie and Folkestone Garrison are eliminated",
        "         17. Infanterie advances to Folkestone 2411",
        "    6  German combat ends",
        "         the Germans take Folkestone 2411",
        "",
        "Turn 1 of 4, 24 September 1940: British movement. Points: German 5, British 1.",
    ]


def test_the_position_after_some_orders(here: Here, saved: Saved) -> None:
    path = saved()
    said = here("replay", path, "--at", "2").stdout
    assert "17id  17. Infanterie     6-4 infantry    Hythe 2312      ashore" in said
    assert "Turn 1 of 4, 24 September 1940: German movement." in said
    found = json.loads(here("replay", path, "--at", "5", "--format", "json").stdout)
    places = {piece["id"]: piece["at"] for piece in found["pieces"]}
    assert (places["17id"], places["35id"], places["folk"]) == ("2411", "eliminated", "eliminated")
    assert found["status"]["phase"] == "combat"
    assert found["entries"][-1]["rolls"] == [
        {"why": "8.8 combat", "dice": "1d6", "faces": [6], "meaning": "Ex", "says": "Ex, exchange"}
    ]


def test_a_game_that_holds(here: Here, saved: Saved) -> None:
    done = here("verify", saved())
    assert done.returncode == 0
    assert "It does not say which rules it was played under." in done.stdout
    assert "It holds: 6 orders and 4 answers, every one as the rules ask it." in done.stdout
    present = hash_of_rules("seelowe")
    bound = saved(('"scenario":"hythe",', f'"scenario":"hythe","rules":"{present}",'))
    assert f"Played under the present rules ({present[:12]})." in here("verify", bound).stdout
    other = here("verify", saved(('"scenario":"hythe",', '"scenario":"hythe","rules":"0123456789abcdef",')))
    assert other.returncode == 0
    assert f"Played under other rules (0123456789ab; the present ones are {present[:12]})." in other.stdout


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (('8.8 combat","given":[6]', '8.8 combat","given":[7]'), "entry 5: roll 1d6 8.8 combat takes 1d6, not 7"),
        (('8.8 combat","given":[6]', '8.8 combat","given":[3,3]'), "entry 5: roll 1d6 8.8 combat takes 1d6, not 3, 3"),
        (('"given":["35id"]', '"given":["21ir"]'), "entry 5: ('21ir',) is no option of German 8.81 which unit of strength 6 to lose"),
        (("roll 1d6 8.8", "roll 1d8 8.8"), "entry 5: the record answers 'roll 1d8 8.8 combat', but the rule asks 'roll 1d6 combat 2411'"),
        ((',{"question":"German advance into 2411","given":"17id"}', ""), "entry 6: an order is being carried out, which asks 'German advance into 2411'"),
        (('"unit":"35id","to":"2312"', '"unit":"35id","to":"1910"'), "entry 2: enemy units are in 1910"),
        (('"unit":"35id","to":"2312"', '"unit":"35id","to":"9999"'), "entry 2: '9999' is off the map"),
        (('{"type":"arrive","unit":"17id"', '{"type":"swim","unit":"17id"'), "entry 1 is no order of this game: Invalid value 'swim'"),
    ],
)  # fmt: skip
def test_a_game_that_does_not_hold_says_where(
    here: Here, saved: Saved, change: tuple[str, str], fault: str
) -> None:
    done = here("verify", saved(change))
    assert (done.returncode, done.stderr) == (1, "")
    assert fault in " ".join(done.stdout.split())


def test_a_game_of_other_rules_is_not_called_wrong(here: Here, saved: Saved) -> None:
    """Whether somebody has changed it or the rules have, the present rules alone cannot tell."""
    other = ('"scenario":"hythe",', '"scenario":"hythe","rules":"0123456789abcdef",')
    done = here("verify", saved(other, ('8.8 combat","given":[6]', '8.8 combat","given":[7]')))
    assert done.returncode == 1
    assert "It cannot be followed under the present rules; 4 of 6 orders could be followed:" in done.stdout
    assert "Whether it holds can be said only under the rules that it was played under." in done.stdout
    assert "It does not hold" not in done.stdout


def test_a_game_that_cannot_be_replayed_is_one_sentence(here: Here, saved: Saved) -> None:
    done = here("replay", saved(("roll 1d6 8.8", "roll 1d8 8.8")))
    assert (done.returncode, done.stdout) == (2, "")
    assert "cannot be replayed under the present rules: entry 5: the record answers" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is empty; a log begins with its header"),
        ("[" * 100_000, "is nested too deep to be a saved game"),
        ("hello\n", "is no saved game: its first line is not the header of one"),
        (HEADER.replace("hythe", "dover") + "\n", "there is no scenario in seelowe called 'dover'"),
        (HEADER.replace("seelowe", "chess") + "\n", "the saved game is one of 'chess', which is none of"),
    ],
)
def test_what_cannot_be_read_is_status_2(here: Here, tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(text, encoding="utf-8")
    for command in ("verify", "replay"):
        done = here(command, str(path))
        assert (done.returncode, done.stdout) == (2, "")
        assert sentence in done.stderr


def test_a_number_beyond_the_game(here: Here, saved: Saved) -> None:
    done = here("replay", saved(), "--at", "7")
    assert done.returncode == 2
    assert done.stderr.endswith("has 6 orders; --at takes 0 to 6\n")
    assert (
        here("verify", "none.jsonl").stderr == "grognard: cannot read none.jsonl: no such file or directory\n"
    )


# Games of one's own

LYSNA = Path(__file__).parent.parent.parent / "examples" / "lysna"


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Save a game that was opened by the path of its folder; after that the folder is not known any more."""
    monkeypatch.delenv(registry.GAMES_VARIABLE, raising=False)
    monkeypatch.setattr(registry, "_OPENED", {})
    path = tmp_path / "lysna.jsonl"
    game = grognard.open(LYSNA / "bridges")
    game.play(dict.fromkeys(game.sides, "random"), seed=1).save(path)
    monkeypatch.setattr(registry, "_OPENED", {})
    return str(path)


def test_a_save_of_a_game_of_ones_own_opens_by_the_folder_of_the_game(here: Here, own: str) -> None:
    done = here("verify", own, "--game", str(LYSNA))
    assert (done.returncode, done.stderr) == (0, "")
    assert "It holds: " in done.stdout


def test_it_is_replayed_likewise(here: Here, own: str) -> None:
    assert here("replay", own, "--game", f"{LYSNA}/").stdout.startswith(
        "Eight days on the Lysna (lysna/bridges)"
    )


def test_it_is_played_on_by_the_folder_before_it(here: Here, own: str) -> None:
    done = here("play", str(LYSNA), "--text", "--load", own)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_listed_folder_needs_no_option(here: Here, own: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(registry.GAMES_VARIABLE, str(LYSNA.parent))
    assert "It holds: " in here("verify", own).stdout


@pytest.mark.parametrize("command", [("verify",), ("replay",), ("play", "--text", "--load")])
def test_without_its_folder_a_sentence_says_how_it_is_given(
    here: Here, own: str, command: tuple[str, ...]
) -> None:
    done = here(*command, own)
    how = f"grognard play FOLDER --text --load {own}" if command[0] == "play" else "--game FOLDER"
    assert done.returncode == 2
    assert done.stderr == (
        "grognard: the saved game is one of 'lysna', which is none of panzerblitz, jarama, iron-curtain, seelowe, asl-sk; "
        f"if it is one of your own, give its folder by {how}, or in $GROGNARD_GAMES\n"
    )


def test_the_folder_of_another_game_is_refused(here: Here, saved: Saved) -> None:
    done = here("verify", saved(), "--game", str(LYSNA))
    assert done.returncode == 2
    assert f"is one of seelowe, and {LYSNA} is not its folder: it is lysna" in done.stderr


def test_python_loads_it_by_the_folder(own: str) -> None:
    with pytest.raises(
        grognard.GrognardError, match=r"give its folder by load\(path, game=FOLDER\), or in \$GROGNARD_GAMES"
    ):
        grognard.load(own)
    assert grognard.load(own, game=LYSNA).verify().holds
