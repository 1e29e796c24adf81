# SPDX-License-Identifier: Apache-2.0
"""The commands as a user runs them; where streams and encodings matter, in a process of their own."""

import csv
import io
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from grognard.__main__ import main
from grognard.registry import NAMES, game

Grognard = Callable[..., subprocess.CompletedProcess[str]]
Write = Callable[..., Path]


def test_games_lists_games_and_charts(grognard: Grognard) -> None:
    done = grognard("games")
    assert done.returncode == 0
    for word in ("panzerblitz", "jarama", "iron-curtain", "seelowe", "asl-sk", "crt-1962", "ambush,"):
        assert word in done.stdout
    plain = " ".join(done.stdout.split())
    for name in NAMES:
        assert re.fullmatch(r"[A-Z][^.]+\.", game(name).about), "one sentence"
        assert game(name).about in plain


def test_units_are_listed_by_the_words_of_their_line(grognard: Grognard) -> None:
    listed = grognard("units", "panzerblitz").stdout.splitlines()
    assert len(listed) == 71
    assert "panther      German  Panther" in "\n".join(listed)
    found = grognard("units", "panzerblitz", "soviet", "TANK").stdout
    assert [line.split()[0] for line in found.splitlines()] == ["t34c", "t34-85", "kv85", "js2", "js3"]
    assert "15 A 8 / 10 11" in found


def test_the_units_of_a_scenario_are_listed(grognard: Grognard) -> None:
    found = grognard("units", "jarama/pindoque", "tanks").stdout
    assert [line.split()[0] for line in found.splitlines()] == ["pz1", "t26a", "t26b"]
    assert "pz1   Nationalist  Panzer I Company  Tanks  4-6 at2" in found
    told = grognard("units", "jarama").stderr
    assert "grognard units jarama/pindoque lists those of a scenario" in told


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            "seelowe",
            "seelowe writes units by their strengths and has no list of them; there are lists for panzerblitz",
        ),
        ("jarama/tobruk", "there is no scenario in jarama called 'tobruk'; there are pindoque, jarama"),
        ("panzerblitz sherman", "no unit of panzerblitz has sherman in its line; leave a word out"),
        ("tobruk", "there is no game 'tobruk'"),
    ],
)
def test_units_that_are_not_there(grognard: Grognard, words: str, sentence: str) -> None:
    done = grognard("units", *words.split())
    assert done.returncode == 2
    assert done.stderr.startswith(f"grognard: {sentence}")


def test_a_chart_as_csv(grognard: Grognard) -> None:
    done = grognard("chart", "jarama", "crt", "--format", "csv")
    rows = list(csv.reader(io.StringIO(done.stdout)))
    assert rows[0] == ["Die Roll:", "1-3+", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1", "8-1+"]
    assert rows[5][9] == "D1R1"
    assert len(rows) == 11


def test_profile_and_ruling_change_a_cell(grognard: Grognard) -> None:
    def cell(*options: str) -> str:
        text = grognard("chart", "jarama", "crt", "--format", "csv", *options).stdout
        return list(csv.reader(io.StringIO(text)))[5][9]

    assert cell() == "D1R1"
    assert cell("--profile", "errata") == "D2R1"
    assert cell("--profile", "errata", "--ruling", "crt-7-1-at-5=printed") == "D1R1"


def test_a_whole_card_in_every_format(grognard: Grognard) -> None:
    assert len(json.loads(grognard("chart", "seelowe", "--format", "json").stdout)) == 5
    assert grognard("chart", "seelowe", "--format", "html").stdout.count("<table") == 5
    assert grognard("chart", "seelowe", "--format", "csv").stdout.count("\n\n") == 4
    assert "[10.7] Air Attack Table" in grognard("chart", "seelowe").stdout


def test_a_cell_is_looked_up_by_value(grognard: Grognard) -> None:
    done = grognard("chart", "seelowe", "crt", "--at", "7-2,8")
    assert " ".join(done.stdout.split()).endswith(
        "6 at 3-1: De: Defender eliminated; all defending unit(s) are eliminated. "
        "(7-2 is 3-1 by ruling odds-rounding; 8 is above the table and counts as 6 by ruling die-clamp)"
    )
    doubted = grognard("chart", "jarama", "crt", "--at", "7-1,5").stdout
    assert "doubted, ruling crt-7-1-at-5: D2R1 is proposed" in doubted
    ruled = grognard("chart", "jarama", "crt", "--at", "7-1,5", "--profile", "errata").stdout
    assert "corrected, ruling crt-7-1-at-5: D1R1 is printed" in ruled
    assert "3 at Any unit: 10" in grognard("chart", "jarama", "random-loss", "--at", "3,10").stdout


def test_a_label_with_a_comma_is_found_by_its_own_text(grognard: Grognard) -> None:
    """The card heads a column 2,3: two or three air units."""
    for typed in ("2,3,4", "2, 3, 4", "3,4"):
        assert "4 at 2,3: " in grognard("chart", "seelowe", "air-extended", "--at", typed).stdout
    assert "is looked up by" in grognard("chart", "seelowe", "air-extended", "--at", "2,4,4").stderr


@pytest.mark.parametrize(
    ("name", "typed", "cell"),
    [
        ("panzerblitz wec", "h,all others", "H & M at ALL OTHERS (including trucks) At All Ranges: Normal AF"),
        ("panzerblitz tec", "woods,effect on defense", "WOODS at EFFECT ON DEFENSE (DEFENDING unit on a given terrain): Add 1"),
        ("iron-curtain tec", "open,no retreat terrain", "Open at No Retreat Terrain? (7.2d): ="),
        ("iron-curtain tec", "Secondary Road,leg", "Secondary Road at MP Costs Any: 1"),
        ("iron-curtain chemical", "NATO,5", "5 at Entry: NATO: Step"),
        ("iron-curtain chemical", "5, nato", "5 at Entry: NATO: Step"),
        ("iron-curtain nuclear", "6,entry", "6 at Entry: Step Step"),
        ("seelowe crt", "4,3-1", "4 at 3-1: Ex"),
        ("asl-sk odds", "5,20", "5 at 20: 1-4"),
        ("asl-sk ambush", "cx,drm", "2 (CX) at drm: +1"),
        ("asl-sk ambush", "4,drm", "4 (bu or stunned) at drm: +1"),
    ],
)  # fmt: skip
def test_a_part_of_a_heading_and_either_order_find_a_cell(
    here: Grognard, name: str, typed: str, cell: str
) -> None:
    done = here("chart", *name.split(), "--at", typed)
    assert " ".join(done.stdout.split()).startswith(cell)


@pytest.mark.parametrize(
    ("name", "typed", "sentence"),
    [
        ("panzerblitz wec", "a,armored", "'armored' may be armored near or armored far; say which"),
        ("panzerblitz wec", "a,armor", "TYPE OF TARGET has no 'armor'; it has armored near, armored far, others (WEC Weapons Effectiveness Chart is looked up by CLASS OF WEAPON BEING FIRED and TYPE OF TARGET)"),
        ("iron-curtain chemical", "5,entry", "'entry' may be Entry: NATO or Entry: WP; say which"),
        ("iron-curtain nuclear", "six,entry", "no column is called 'six'; there are Strike, Entry (Nuclear Weapons Table is looked up by column and One Die)"),
        ("iron-curtain nuclear", "6", "Nuclear Weapons Table is looked up by column (Strike, Entry) and One Die, not by 1 value"),
        ("jarama anti-air", "5,0", "Die Roll 0 is below the table, which runs from 1 to 10 (Antiair Defense Table is looked up by AA Factors and Die Roll)"),
    ],
)  # fmt: skip
def test_a_look_up_that_finds_nothing_says_what_there_is(
    here: Grognard, name: str, typed: str, sentence: str
) -> None:
    """Two numbers are never changed round: the die has no 0, and nobody asked for no AA factors and a 5."""
    done = here("chart", *name.split(), "--at", typed)
    assert (done.returncode, done.stderr) == (2, f"grognard: {sentence}\n")


def test_what_was_typed_is_repeated_no_farther_than_it_helps(here: Grognard) -> None:
    for typed in ("9" * 5000 + ",3", "7-2," + "9" * 5000):
        said = here("chart", "seelowe", "crt", "--at", typed).stderr
        assert ("9" * 80 + "...'" in said, "9" * 81 in said) == (True, False), said


def test_odds_beyond_the_table_are_looked_up_where_columns_share_a_die(
    grognard: Grognard, write: Write, ruling: str
) -> None:
    path = write(text=SHARED)
    (path.parent / "rulings.toml").write_text(ruling.replace("printed", "refuse").replace("corrected", "W"))
    done = grognard("chart", str(path), "--at", "6-1,3", "--profile", "errata")
    assert (done.returncode, done.stderr) == (0, "")
    assert " ".join(done.stdout.split()) == "6-1: W: a win (6-1 is above the table: W by ruling first)"


# Columns share a die, and the card's words name odds that no row has.
SHARED = '''
title = "Breakthrough"
source = "made up"
table = """
Odds | No  | Yes
-----+-----+----
4-1  | 1-3 | 4-6
5-1  | 1-2 | 3-6
"""
[rows]
kind = "odds"
ruled = { above = "first" }
says = "Odds of 6-1 or more are W."
[columns]
kind = "named"
[cells]
kinds = ["die", "code"]
dice = "1d6"
across = ["No", "Yes"]
[codes]
W = "a win"
'''


def test_the_ruling_of_a_repair_may_be_named(grognard: Grognard) -> None:
    done = grognard("chart", "panzerblitz", "crt", "--ruling", "crt-4-1-column=restored")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_look_up_for_another_program(grognard: Grognard) -> None:
    found = json.loads(grognard("chart", "panzerblitz", "crt", "--at", "11:3,5", "--format", "json").stdout)
    assert (found["text"], found["row"], found["column"], found["how"]) == ("DD", "5", "3-1", "11-3 is 3-1")


def test_a_slip_does_what_it_is_read_as(grognard: Grognard, write: Write, erratum: str) -> None:
    slip = erratum.replace('"DE"', '"D E"').replace('"NE"', '"DE"') + "slip = true\n"
    codes = ('"Defender eliminated."', '{ means = "Defender eliminated.", does = { losses = 1 } }')
    text = write(("4   | NE  | DE", "4   | NE  | D E"), codes).read_text()
    path = write(text=text + slip)
    found = json.loads(grognard("chart", str(path), "--at", "2-1,4", "--format", "json").stdout)
    assert (found["text"], found["reads"], found["does"]) == ("D E", "DE", {"losses": 1})


def test_what_a_look_up_says_of_doubtful_cells(grognard: Grognard) -> None:
    def said(*arguments: str) -> str:
        return " ".join(grognard("chart", *arguments).stdout.split())

    own = "docs/example-crt.toml"
    assert said(own, "--at", "3-1,2").endswith("doubted: NE is proposed)")
    assert said(own, "--at", "3-1,2", "--profile", "errata").endswith("corrected: DR is printed)")
    assert said(own, "--at", "3-1,6").endswith("repaired)")
    assert said("iron-curtain", "tec", "--at", "open,no retreat").endswith(
        "(= is printed and read as -, ruling tec-slips)"
    )


@pytest.mark.parametrize("command", [["games"], ["chart", "seelowe", "crt"], ["doubts"], ["rulings"]])
def test_a_terminal_without_unicode_gets_question_marks(process: Grognard, command: list[str]) -> None:
    done = process(*command, PYTHONIOENCODING="ascii", PYTHONUTF8="0", LC_ALL="C")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()


def test_data_is_utf_8_whatever_the_terminal(process: Grognard) -> None:
    done = process("chart", "seelowe", "air-normal", "--format", "csv", PYTHONIOENCODING="ascii")
    assert "•" in done.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_one_sentence() -> None:
    with Path("/dev/full").open("w") as full:
        run = [sys.executable, "-m", "grognard", "chart", "jarama"]
        done = subprocess.run(run, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "grognard: cannot go on: no space left on device\n")


def test_a_reader_who_has_enough_is_no_error() -> None:
    run = f"{shlex.quote(sys.executable)} -m grognard chart jarama | head -n 1"
    done = subprocess.run(
        ["/bin/bash", "-o", "pipefail", "-c", run], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr, done.stdout) == (0, "", "jarama tec, profile card\n")


def test_doubts_in_every_format(grognard: Grognard) -> None:
    text = grognard("doubts")
    assert text.returncode == 0
    for line in (
        "seelowe: no doubt",
        "asl-sk: 135 doubts",
        "jarama: 14 doubts",
        "crt, order, decided by ruling crt-7-1-at-5; how sure: high",
        "ground-recon, noted, decided by ruling ground-recon-order; how sure: low",
    ):
        assert line in text.stdout
    rows = json.loads(grognard("doubts", "jarama", "--format", "json").stdout)
    (cell,) = [row for row in rows if row["chart"] == "crt"]
    assert (cell["cell"], cell["printed"], cell["proposal"]) == ("5 at 7-1", "D1R1", "D2R1")
    assert cell["sure"] == "high"
    table = list(csv.DictReader(io.StringIO(grognard("doubts", "asl-sk", "--format", "csv").stdout)))
    assert sum(row["ruling"] == "odds-arithmetic" for row in table) == 111


def test_doubts_of_one_chart(grognard: Grognard) -> None:
    text = grognard("doubts", "panzerblitz", "crt").stdout
    assert text.startswith("panzerblitz crt: 11 doubts\n")
    rows = json.loads(grognard("doubts", "jarama", "tec", "--format", "json").stdout)
    assert {row["chart"] for row in rows} == {"tec"}


def test_rulings_show_options_and_profiles(grognard: Grognard) -> None:
    text = grognard("rulings", "jarama").stdout
    assert "printed (card): D1R1, as printed" in text
    assert "corrected (errata): D2R1" in text


def test_a_chart_of_ones_own_is_drawn_and_linted(grognard: Grognard, write: Write) -> None:
    done = grognard("chart", str(write(("3   | NE  | NE", "3   | NE  | AE"))))
    assert done.returncode == 0
    assert "A small CRT" in done.stdout
    assert "AE?" in done.stdout
    assert "small: 1 doubt" in done.stdout
    assert "small: no doubt" in grognard("chart", str(write())).stdout


def test_a_faulty_chart_names_every_fault(grognard: Grognard, write: Write) -> None:
    path = write(("3   | NE  | NE", "3   | NE  | ZZ"), ("6   | DE  | DE\n", ""))
    done = grognard("chart", str(path))
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.splitlines()[1:] == [
        "  line 8: cell 3 at 2-1: unknown code 'ZZ'; there are AE, NE, DE",
        "  line 10: row 5: no label has the die result 6 of 1d6",
    ]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chart", "seelow"], "there is no game 'seelow'; did you mean seelowe?"),
        (["chart", "chess"], "there is no game 'chess'; there are panzerblitz, jarama, iron-curtain, seelowe, asl-sk"),
        (["chart", "jarama", "bombardmet"], "there is no chart in jarama called 'bombardmet'; did you mean bombardment?"),
        (["chart", "jarama", "crt", "--format", "pdf"], "there is no format 'pdf'; there are text, csv, json, html"),
        (["chart", "jarama", "crt", "--profile", "cards"], "there is no profile 'cards'; did you mean card?"),
        (["chart", "jarama", "crt", "--ruling", "x"], "'x' is not a ruling; write it as name=option"),
        (["chart", "jarama", "crt", "--ruling", "crt-7-1=printed"], "there is no ruling 'crt-7-1'; did you mean crt-7-1-at-5?"),
        (["chart", "jarama", "crt", "--at", ""], "say what to look up, with commas between: Ratio, Die Roll"),
        (["chart", "jarama", "crt", "--at", "1-1,2", "--format", "csv"], "--at answers in text or json, not in csv"),
        (["chart", "jarama", ""], "there is no chart in jarama called ''; there are tec, movement,"),
        (["chart", "hello.txt"], "hello.txt is no game, and a chart file ends in .toml"),
        (["chart", "panzerblitz", "crt", "--ruling", "halving=total"], "ruling halving is one of play: it changes nothing on crt"),
        (["chart", "seelowe", "crt", "--at", "9" * 5000 + "-1,2"], "'999"),
        (["chart", "jarama", "demoralization", "--at", "4,1,²"], "a die shows a whole number, not '²'"),
        (["chart", "jarama", "demoralization", "--at", "4,1," + "9" * 5000], "a die shows a whole number, not '999"),
        (["chart", "jarama", "--at", "1,2"], "--at looks one cell up; name the chart too"),
        (["chart", "seelowe", "crt", "--at", "3-1"], "[8.8] Combat Results Table is looked up by Combat Odds and Die Roll, not by 1 value"),
        (["chart"], "name a game (panzerblitz, jarama, iron-curtain, seelowe, asl-sk) or the path of a chart file"),
        (["chart", "none.toml"], "cannot read none.toml: no such file or directory"),
        (["chart", "none.toml", "crt"], "none.toml is one chart; leave out 'crt'"),
        (["doubts", "jaramma"], "there is no game 'jaramma'; did you mean jarama?"),
        (["doubts", "--format", "html"], "there is no format 'html'; there are text, csv, json"),
        (["rulings", "x"], "there is no game 'x'; there are panzerblitz, jarama, iron-curtain, seelowe, asl-sk"),
        (["doubts", "panzerblitz", "ctr"], "there is no chart in panzerblitz called 'ctr'; did you mean crt"),
        (["doubts", "good.toml"], "good.toml is no game; grognard chart good.toml draws a chart file, with its doubts"),
        (["rulings", "good.toml"], "good.toml is no game; grognard chart good.toml draws a chart file, with its doubts"),
        (["chrt"], "No such command 'chrt'. Did you mean 'chart'? grognard --help lists the commands"),
        (["chart", "seelowe", "--wide"], "No such option: --wide"),
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence_and_status_2(
    grognard: Grognard, arguments: list[str], sentence: str
) -> None:
    done = grognard(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(f"grognard: {sentence}")
    assert done.stderr.count("\n") == 1


def test_without_a_terminal_browse_says_what_there_is(process: Grognard) -> None:
    done = process("browse")
    assert done.returncode == 0
    assert "The chart browser needs a terminal" in done.stdout


def test_help_and_version(process: Grognard) -> None:
    assert "Usage: grognard" in process().stdout
    assert process("--version").stdout.startswith("grognard 0.")
    assert process().returncode == process("--help").returncode == 0


def test_a_ruling_of_ones_own_is_switched(
    grognard: Grognard, write: Write, erratum: str, ruling: str
) -> None:
    path = write(text=write().read_text() + erratum + 'ruling = "first"\n')
    (path.parent / "rulings.toml").write_text(ruling)
    assert grognard("chart", str(path), "--at", "2-1,4").stdout.startswith("4 at 2-1: DE")
    switched = grognard("chart", str(path), "--at", "2-1,4", "--ruling", "first=corrected")
    assert switched.stdout.startswith("4 at 2-1: NE")


def test_closed_streams_are_no_traceback(tmp_path: Path) -> None:
    """Standard output closed by the shell: nothing to say, and nothing that looks like a crash."""
    errors = tmp_path / "errors"
    script = f'"{sys.executable}" -m grognard chart seelowe crt >&- 2>"{errors}"'
    done = subprocess.run(["/bin/sh", "-c", script], check=False)
    assert (done.returncode, errors.read_text()) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("fuzz seelowe --seed many", "--seed takes a whole number; "),
        ("match seelowe --elo much", "--elo takes a number; "),
        ("serve --workers 99999", "--workers is at most 64; "),
        ("solve seelowe/sandgate --games -1", "--games is at least 2; "),
    ],
)
def test_a_number_that_an_option_does_not_take_is_refused_in_plain_words(
    grognard: Grognard, arguments: str, says: str
) -> None:
    done = grognard(*arguments.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"grognard: {says}")
    assert done.stderr.count("\n") == 1


def test_a_group_of_commands_by_itself_lists_them_as_grognard_does(grognard: Grognard) -> None:
    for group in ((), ("lab",)):
        done = grognard(*group)
        assert (done.returncode, done.stderr) == (0, "")
        assert "Commands:" in done.stdout


def test_ctrl_c_while_the_command_is_still_loaded_leaves_no_traceback(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Interrupted:
        @staticmethod
        def find_spec(name: str, *_: object) -> None:
            if name == "grognard.cli":
                raise KeyboardInterrupt

    monkeypatch.delitem(sys.modules, "grognard.cli", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Interrupted, *sys.meta_path])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 130
