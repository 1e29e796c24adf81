# SPDX-License-Identifier: Apache-2.0
"""`grognard play --text` as a person plays it: typed lines, and a real terminal with its keys."""

import os
import pty
import re
import select
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from kit import playthrough

from grognard.play.log import load_log
from grognard.rules.victory_levels import Lead, Level

Here = Callable[..., subprocess.CompletedProcess[str]]
FORD = Path(__file__).parents[1] / "rules" / "ford"
HYTHE = ("play", "seelowe/hythe", "--text")
# Both divisions land at Hythe, nobody flies, and both attack Folkestone over the canal.
ASSAULT = "land 17id hythe\nland 35id 2312\nend\ny\nend\ny\nattack folkestone\n"


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GROGNARD_DATA", str(tmp_path))
    return tmp_path / "games"


def words(text: str) -> str:
    return " ".join(text.split())


def test_the_folder_of_games_is_made_for_its_owner_alone(
    here: Here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server may keep its secrets there later."""
    monkeypatch.setenv("GROGNARD_DATA", str(tmp_path / "new"))
    assert here(*HYTHE, typed="quit\n").returncode == 0
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700


def test_a_first_turn(here: Here, data: Path) -> None:
    """12 to 3 is 4-1; the canal takes 2 off the die: -1 and 0 are Br, 1 and 2 Dr, 3 and 4 Ex."""
    done = here(*HYTHE, "--against", "person", "--seed", "2", typed=ASSAULT + "y\n1\n35id\n1\nlog\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    said = words(done.stdout)
    for line in (
        "Turn 1 of 4, 24 September 1940: German movement. Points: German 0, British 0.",
        "17. Infanterie lands at Hythe 2312",
        "odds 12-3 4-1 5-1 crt: Combat Odds, ruling odds-rounding",
        "Ex: attacker loses 6, defender loses 3 ████████ 33.3% 1/3",
        "Attack? [y/N]",
        "8.8 combat: rolled 6: Ex, exchange",
        "German: Exchange (8.81): which unit of strength 6 to lose? 1 17. Infanterie 2 35. Infanterie",
        "German: The enemy is gone: who advances into Folkestone 2411? 1 17. Infanterie 2 nobody, all stay where they are",
        "5 17. Infanterie and 35. Infanterie attack Folkestone 2411",
    ):
        assert line in said
    (path,) = data.glob("*.jsonl")
    log = load_log(path)
    assert log.header.seats == {"German": "person", "British": "person"}
    assert [answer.given for answer in log.entries[-1].answers] == [[6], [6], ["35id"], "17id"]


def test_the_lines_of_a_game_that_was_left_go_on(here: Here, data: Path) -> None:
    """Left in the middle of an attack, at an open question: it is asked again."""
    here(*HYTHE, "--against", "person", "--seed", "2", typed=ASSAULT + "y\n")
    (path,) = data.glob("*.jsonl")
    again = here(*HYTHE, typed="\n2\nquit\n")
    said = words(again.stdout)
    assert "A game of seelowe/hythe is not finished: Turn 1 of 4, 24 September 1940: German combat." in said
    assert (
        "German: Exchange (8.81): the attackers lose at least 3 in return. "
        "Which strengths of 17. Infanterie (6) and 35. Infanterie (6)? 1 lose strength 6 2 lose strength 6 + 6"
        in said
    )
    assert [answer.given for answer in load_log(path).entries[-1].answers] == [[6], [6, 6]]
    assert f"The game is kept in {path}" in again.stdout.replace("\n", "")


def test_whoever_declines_begins_anew_and_the_old_game_stays(here: Here, data: Path) -> None:
    here(*HYTHE, typed="land 17id hythe\n")
    old = load_log(data / "seelowe-hythe-1.jsonl")
    here(*HYTHE, typed="n\nland 35id 2212\n")
    assert load_log(data / "seelowe-hythe-1.jsonl") == old
    assert load_log(data / "seelowe-hythe-2.jsonl").entries[0].order["unit"] == "35id"


def test_a_game_in_which_nothing_was_ordered_is_not_kept(here: Here, data: Path) -> None:
    assert "Nothing was ordered, and nothing is kept." in here(*HYTHE, typed="units\n").stdout
    assert not list(data.glob("*"))


def test_a_whole_game_against_the_program_holds(here: Here, tmp_path: Path) -> None:
    """Two divisions land and then hold still; whatever is asked of them, they take the first option."""
    path = tmp_path / "game.jsonl"
    typed = "land 17id hythe\nland 35id hythe\n" + "end\n\n1\n" * 40
    done = here(*HYTHE, "--save", str(path), "--against", "random", "--seed", "1", typed=typed)
    assert "Turn 4 of 4, 30 September 1940: the game is over." in done.stdout
    assert words(done.stdout).endswith("tells the game.")
    verified = here("verify", str(path))
    assert verified.returncode == 0
    assert "Played under the present rules" in verified.stdout


PINDOQUE = ("play", "jarama/pindoque", "--text", "--against", "person", "--seed", "1")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("attack 2214", "He 46 Pava reconnoitres 2214 from the air"),
        ("attack 2214", "with one of: air-recon, bomb, units, railroad, bridge. Reconnoitre? [y/N]"),
        ("attack 2214 ju52 bridge", "Ju 52 of Tablada bombs the bridge in 2214"),
        ("attack 2214 ju52 at=railroad", "Ju 52 of Tablada bombs the railroad in 2214"),
        ("attack 2214 ju52", "Ju 52 of Tablada bombs 2214"),
        ("attack 2214 bomb", "Ju 52 of Tablada and He 51 of the Legion bomb 2214"),
        ("attack 2214 bridge", "Bomb? [y/N]"),
        ("attack 2214 brigde", "'brigde' is no unit; besides units air-recon, bomb, units, railroad, bridge can be said."),
        ("attack", "Bombs on 2214, at units or railroad or bridge: ju52 Ju 52 of Tablada,"),
        ("attack", "Bombs on the bridge in 2409: ju52"),
        ("status", "Gózquez 2, and 0 for Troop points the enemy lost, 1 for each."),
        ("status", "Arganda 6, and 0 for Troop points the enemy lost, 2 for each."),
    ],
)  # fmt: skip
def test_what_is_said_to_what_is_typed_by_the_jarama(here: Here, typed: str, said: str) -> None:
    done = here(*PINDOQUE, typed=f"end\nend\n{typed}\n")
    assert said in words(done.stdout)


@pytest.mark.parametrize("name", ["jarama/pindoque", "seelowe/hythe"])
def test_a_game_in_a_file_of_its_own_goes_on_by_that_file(here: Here, tmp_path: Path, name: str) -> None:
    path = tmp_path / "game.jsonl"
    left = here("play", name, "--text", "--against", "person", "--save", str(path), typed="end\n\nquit\n")
    said = left.stdout.replace("\n", "").replace(" ", "")
    assert f"grognardplay--load{path}--textgoesonwithit." in said
    again = here("play", "--load", str(path), "--text", typed="log\nquit\n")
    assert "1 " in again.stdout
    assert "ends" in again.stdout


def test_by_a_seed_a_game_is_the_same_again(here: Here, tmp_path: Path) -> None:
    logs = []
    for name in ("one", "two"):
        here(*HYTHE, "--save", str(tmp_path / name), "--side", "British", "--seed", "5", typed="")
        logs.append(load_log(tmp_path / name))
    assert logs[0] == logs[1]
    assert logs[0].header.seats == {"German": "greedy", "British": "person"}
    assert len(logs[0].entries) > 2


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("land 17id ramsgate", "the assault lands on beaches, and 2805 is none."),
        ("land 17id dover", "enemy units are in 2610."),
        ("land gd 2312", "Großdeutschland comes on turn 2."),
        ("land fjr2 2515", "Fallschirmjäger 2 cannot go to 2515."),
        ("land 17 2312", "17. Infanterie lands at Hythe 2312"),
        ("land infanterie 2312", "'infanterie' may be 17id 17. Infanterie, 35id 35. Infanterie,"),
        ("move", "write it as move UNIT... [HEX]."),
        ("land 17id 35id 2312", "each unit goes by an order of its own here: arrive 17id 2312."),
        ("land 99id 2312", "there is no unit '99id'; there are 17id, 35id,"),
        ("land 17id 9999", "'9999' is off the map, which has 0101 to 3020."),
        ("attack 2411", "nothing can be attacked now."),
        ("undo", "there is nothing to take back since the last roll or change of side."),
        ("land 17id 2312\nundo\nunits 2312", "Taken back. German> units 2312 Hythe 2312, beach Nobody is there."),
        ("dance", "there is no command 'dance'; there are move, land,"),
        ("supply 17id", "17. Infanterie is not on the map, and supply is traced on it."),
        ("land 17id 2312\nsupply 17id", "17. Infanterie at 2312: supplied"),
        ("land 17id 2312\nend\n\nattack 2411", "German air units may not attack units in a city hex (13.0); what can be attacked is 2209."),
        ("land 17id 2312\nend\n\nattack", "Air attack on 2209: kg2 Kampfgeschwader 2,"),
        ("land 17id 2312\nmap", "12 | . f . . s G1 ~ ~"),
        ("units folkestone", "Folkestone 2411, city British folk Folkestone Garrison 3-3 infantry Folkestone 2411"),
        ("save", "The game is kept in "),
        ("log x", "'x' is no number of orders."),
        ("reach 35b", "35th Brigade does not move in the German movement phase"),
        ("land 17id 2312\nland 35id 2312\nend\nno\nstatus", "3 units have not come onto the map. End the phase? [Y/n] no German> status Turn 1 of 4, 24 September 1940: German movement."),
        ("end\ny\nend", "That ends the German turn. End it? [Y/n]"),
        ("land 17id 2312\nend\nperhaps\nquit", "[Y/n] perhaps Answer y or n, or quit. 4 units have not come onto the map. End the phase? [Y/n] quit The game is kept"),
        ("help", "attack [HEX] [UNIT...] see the odds, then attack or not"),
    ],
)  # fmt: skip
def test_what_is_said_to_what_is_typed(here: Here, typed: str, said: str) -> None:
    done = here(*HYTHE, "--seed", "1", typed=f"{typed}\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert said in words(done.stdout)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("units 2912", "2912, slope Here: mines. Nobody is there."),
        ("units t1", "'t1' is not a hex"),
        ("units 3209", "t1 T-34 1st Company 15 A 8 10-11 tank 3209"),
        ("map 2912", "12 | . . /w !m S2 ."),
        ("sight 2714 2712", "2714 sees 2712, but"),
        ("sight 3110 2714", "3110 sees 2714"),
        ("supply", "there is no command 'supply'"),
        ("end\ny\ndo t1", "1 dismount SMG Company"),
    ],
)
def test_mines_sight_and_riders_are_told(here: Here, typed: str, said: str) -> None:
    done = here("play", "panzerblitz/kurgan", "--text", "--side", "Soviet", "--seed", "1", typed=f"{typed}\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert said in words(done.stdout)


def test_the_end_of_movement_with_units_unmoved_is_asked_about(here: Here) -> None:
    """Of 20 Pact units that can act one waits in Saxony; one moves, and 18 have not. No strike was made before."""
    typed = "end\ny\nmove 7gt 3425\nend\nn\nquit\n"
    done = here("play", "iron-curtain/hannover-1983", "--text", "--against", "person", typed=typed)
    said = words(done.stdout)
    assert "WP strikes (left: 5 air strikes)." in said
    assert "Not used: 5 air strikes. End the phase? [Y/n]" in said
    assert "1 unit has not come onto the map. 18 units have not moved. End the phase? [Y/n] n WP>" in said


def test_a_stack_moves_by_one_order_and_is_taken_back_by_one(here: Here) -> None:
    """7th and 10th Guards Tank begin in 3525; 3125 is four open hexes away."""
    typed = "end\ny\nmove 10gt 7gt 3125\nundo\nunits 3525\nmove 7gt 10gt 0117\nquit\n"
    done = here("play", "iron-curtain/hannover-1983", "--text", "--against", "person", typed=typed)
    said = words(done.stdout)
    assert "7th Guards Tank and 10th Guards Tank move from 3525 to 3125" in said
    after = said[said.index("Taken back.") :]
    assert "10gt 10th Guards Tank ●● 9-7-7 armour 3525 7gt 7th Guards Tank ●● 9-7-7 armour 3525" in after
    assert "7th Guards Tank and 10th Guards Tank cannot go there: 0117 costs" in after


def test_what_is_known_of_the_enemy_is_told_and_formations_are_activated(here: Here) -> None:
    """After deployment, which asks nothing, André Marty stands alone beyond the bridge, next to Nationalists."""
    typed = "end\nend\nenemy\nunits 2214\nmap 2214\n" + "end\ny\n" * 4 + "do 1\nquit\n"
    done = here("play", "jarama/pindoque", "--text", "--against", "person", "--seed", "4", typed=typed)
    said = words(done.stdout)
    assert "End the phase?" not in said[: said.index("Turn 1 of 3, 11 February 1937: Nationalist air")]
    assert "2214: Republican force: 1 unit (turn 1) Nothing is known of 12 forces." in said
    assert "2214, clear Here: Republican force: 1 unit (turn 1). Nobody is there." in said
    assert " R1 " in said
    assert " R? " in said
    assert "Say do and a number: 1 activate" in said
    assert re.search(r"(Nationalist|Republican) activates (Barrón's|XII International) Brigade", said)


def test_free_play_warns_and_obeys(here: Here, data: Path) -> None:
    done = here(*HYTHE, "--free", typed="land 17id dover\ny\nland 17id ashford\nn\n")
    assert "Against the rules: enemy units are in 2610. All the same? [y/N]" in words(done.stdout)
    log = load_log(next(data.glob("*.jsonl")))
    assert (len(log.entries), log.entries[0].order["to"]) == (1, "2610")
    assert log.entries[0].warned
    again = here(*HYTHE, typed="\nunits dover\n")
    assert "Dover 2610, city German 17id 17. Infanterie" in words(again.stdout)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["play", "seelowe/dover", "--text"], "there is no scenario in seelowe called 'dover'; there are hythe, sealion, sandgate"),
        (["play", "--text", "--side", "Germany"], "there is no side 'Germany'; did you mean German?"),
        (["play", "--text", "--against", "greed"], "there is no opponent 'greed'; did you mean greedy?"),
        (["play", "--text", "--load", "none"], "cannot read none: no such file or directory"),
        (["play", "--text", "--save", "README.md"], "README.md is there already; go on with it by --load README.md,"),
        (["play", "--text", "--save", "docs"], "docs is a folder; name a file, such as docs/game.jsonl"),
        (["play", "--text", "--save", "/nowhere/x"], "/nowhere/x cannot be saved to: there is no folder /nowhere"),
        (["play", "seelowe", "--text", "--ruling", "x=y"], "there is no ruling 'x'; there are odds-rounding,"),
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence(here: Here, arguments: list[str], sentence: str) -> None:
    done = here(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"grognard: {sentence}")
    assert done.stderr.count("\n") == 1


class Terminal:
    """The command in a terminal of its own: what is typed, and what is seen."""

    def __init__(self, *arguments: str) -> None:
        self.main, side = pty.openpty()
        env = {**os.environ, "COLUMNS": "80", "TERM": "xterm", "PYTHONUTF8": "1"}
        run = [sys.executable, "-m", "grognard", *arguments]
        # Whoever is started by a shell in the background is deaf to Ctrl-C, and so would be whoever he starts.
        heard = signal.signal(signal.SIGINT, signal.SIG_DFL)
        self.process = subprocess.Popen(
            run, stdin=side, stdout=side, stderr=side, env=env, start_new_session=True
        )
        signal.signal(signal.SIGINT, heard)
        os.close(side)
        self.seen = ""

    def type(self, keys: str) -> None:
        os.write(self.main, keys.encode())

    def until(self, wanted: str, seconds: float = 60) -> None:
        """Wait until something is seen, from where was looked last."""
        end = time.monotonic() + seconds
        while wanted not in self.seen:
            assert time.monotonic() < end, self.seen
            if select.select([self.main], [], [], 0.2)[0]:
                self.seen += re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|\x07|\r", "", self._read())
        self.seen = self.seen.split(wanted, 1)[1]

    def _read(self) -> str:
        try:
            return os.read(self.main, 65536).decode(errors="replace")
        except OSError:
            return ""

    def end(self) -> int:
        try:
            return self.process.wait(30)
        finally:
            os.close(self.main)


def test_at_a_terminal_with_tab_and_ctrl_d(data: Path) -> None:
    terminal = Terminal(*HYTHE, "--seed", "2")
    terminal.until("German> ")
    terminal.type("la\t17\t23\t\r")  # completed to: land 17id 2312
    terminal.until("17. Infanterie lands at Hythe 2312")
    terminal.until("German> ")
    terminal.type("\x04")
    terminal.until("The game is kept in ")
    assert terminal.end() == 0
    assert load_log(data / "seelowe-hythe-1.jsonl").entries[0].order == {
        "type": "arrive",
        "unit": "17id",
        "to": "2312",
    }


def test_at_a_terminal_ctrl_c_loses_nothing(data: Path) -> None:
    terminal = Terminal(*HYTHE, "--against", "person")
    terminal.until("German> ")
    terminal.type("land 35id 2212\r")
    terminal.until("German> ")
    terminal.type("land 17")
    time.sleep(0.2)
    os.killpg(terminal.process.pid, 2)
    terminal.until("The game is kept in ")
    assert terminal.end() == 0
    assert len(load_log(data / "seelowe-hythe-1.jsonl").entries) == 1


@pytest.mark.parametrize(("against", "laid_open"), [("random", True), ("person", False)])
def test_when_a_game_is_over_all_that_it_hid_is_laid_open(
    here: Here,
    tmp_path: Path,
    against: str,
    laid_open: bool,  # noqa: FBT001 - whether something was hidden from who sits there
) -> None:
    """The recorded game but for its last order: Asensio's staff has been in 1921 all the time, and nobody has seen it."""
    path = tmp_path / "game.jsonl"
    *lines, _ = playthrough("jarama/pindoque", "jsonl").read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    seats = ("--side", "Republican", "--against", against)
    done = here("play", "--load", str(path), "--text", *seats, "--seed", "1", typed="units\nend\ny\n")
    before, after = words(done.stdout).split("the game is over")
    assert "ahq Asensio's Staff ●● 1-6 Headquarters not seen" in before
    assert ("ahq Asensio's Staff ●● 1-6 Headquarters 1921" in after) == laid_open
    assert ("Everything is laid open." in after) == laid_open


def test_what_a_unit_can_do_besides_is_listed_with_how_to_say_it(here: Here) -> None:
    typed = "end\n\ndo r1\ndo r1 1\nmove r1 1005\n"
    done = here("play", "asl-sk/night", "--text", "--seed", "1", typed=typed)
    said = words(done.stdout)
    assert "1 run: two more MF, and CX until its next movement phase Say do r1 1 to do the first." in said
    assert "1st Rifle runs, and is CX" in said
    assert "1st Rifle moves from 1203 to 1005" in said


def test_a_game_of_ones_own_that_is_left_says_how_to_go_on_from_anywhere(here: Here, tmp_path: Path) -> None:
    # The game goes by the name of its folder, and other tests of this process open the ford itself.
    folder = shutil.copytree(FORD, tmp_path / "my games" / "brook")
    left = words(here("play", f"{folder}/ford", "--text", "--seed", "1", typed="move r1 0301\nquit\n").stdout)
    assert f"grognard play '{folder}/ford' --text goes on with it." in left
    kept = here("play", f"{folder}/ford", "--text", typed="y\nquit\n").stdout
    assert "A game of brook/ford is not finished" in words(kept)
    saved = tmp_path / "a save.jsonl"
    left = here("play", f"{folder}/ford", "--text", "--save", str(saved), typed="move r1 0301\nquit\n").stdout
    assert f"grognard play '{folder}/ford' --load '{saved}' --text goes on" in words(left)


def test_two_games_in_folders_of_one_name_are_not_taken_for_each_other(
    here: Here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = (shutil.copytree(FORD, tmp_path / where / "fords") for where in ("x", "y"))
    here("play", f"{one}/ford", "--text", "--seed", "1", typed="move r1 0301\nquit\n")
    # As in another process: the first is forgotten.
    monkeypatch.setattr("grognard.registry._OPENED", {})
    monkeypatch.setenv("GROGNARD_GAMES", "")
    assert "is not finished" not in here("play", f"{other}/ford", "--text", typed="quit\n").stdout
    monkeypatch.setattr("grognard.registry._OPENED", {})
    monkeypatch.setenv("GROGNARD_GAMES", "")
    assert "is not finished" in here("play", f"{one}/ford", "--text", typed="quit\n").stdout


def test_who_plays_is_looked_at_before_a_kept_game_is_offered(here: Here) -> None:
    here(*HYTHE, typed="land 17id hythe\nquit\n")
    for option, says in (
        ("--side", "there is no side 'French'"),
        ("--against", "there is no opponent 'French'"),
    ):
        done = here(*HYTHE, option, "French")
        assert (done.returncode, done.stdout) == (2, "")
        assert says in done.stderr


def test_a_save_of_another_scenario_than_the_one_named_is_refused(here: Here, tmp_path: Path) -> None:
    saved = tmp_path / "hythe.jsonl"
    here(*HYTHE, "--save", str(saved), typed="land 17id hythe\nquit\n")
    done = here("play", "panzerblitz/kurgan", "--text", "--load", str(saved))
    assert done.returncode == 2
    assert f"{saved} is a game of seelowe/hythe, and not of panzerblitz/kurgan" in done.stderr
    assert here("play", "seelowe", "--text", "--load", str(saved), typed="quit\n").returncode == 0


def test_orders_may_be_written_as_logs_and_python_have_them(here: Here) -> None:
    typed = "17id arrives 2312\n35id arrives 2312\nend\ny\nend\ny\n17id, 35id attack 2411\ny\n"
    said = words(
        here(*HYTHE, "--against", "person", "--seed", "2", typed=typed + "1\n35id\n1\nquit\n").stdout
    )
    for line in (
        "35. Infanterie lands at Hythe 2312",
        "odds 12-3 4-1 5-1",
        "Do it? [y/N]",
        "8.8 combat: rolled 6",
    ):
        assert line in said


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("17id, 35id attack 2411", "17. Infanterie does not attack in the German movement phase"),
        ("17id moves", "'17id moves' does not say to; write it as UNIT move TO"),
        ("99xx moves 2312", "there is no unit '99xx'"),
        ("frobnicate 17id", "there is no command 'frobnicate'"),
    ],
)
def test_such_an_order_is_refused_like_any_other(here: Here, line: str, says: str) -> None:
    assert says in words(here(*HYTHE, typed=f"{line}\nquit\n").stdout)


def test_the_article_of_a_side_that_begins_with_a_vowel() -> None:
    first, *_ = Lead("Austrian", 0, [Level(3, "Won"), Level(-9, "Lost")]).levels_told()
    assert first == "From an Austrian lead of 3: Won."
