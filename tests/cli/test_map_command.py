# SPDX-License-Identifier: Apache-2.0
"""`grognard map` as a user runs it."""

import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest

Grognard = Callable[..., subprocess.CompletedProcess[str]]
ISLE = str(Path(__file__).parent.parent.parent / "docs" / "example-map.toml")


def test_a_map_of_a_game_as_text(grognard: Grognard) -> None:
    done = grognard("map", "seelowe/kent")
    assert done.returncode == 0
    assert done.stdout.startswith("Kent and Sussex, 1940, 5 km a hex\n\n   | 01    03    05")
    assert "  Dover: 2610\n" in done.stdout


@pytest.mark.parametrize(("game", "board"), [("jarama", "jarama"), ("seelowe", "kent")])
def test_a_game_alone_stands_for_the_map_of_its_first_scenario(
    grognard: Grognard, game: str, board: str
) -> None:
    assert grognard("map", game).stdout == grognard("map", f"{game}/{board}").stdout != ""


def test_a_map_as_a_picture(grognard: Grognard) -> None:
    done = grognard("map", ISLE, "--format", "svg")
    assert ET.fromstring(done.stdout).tag.endswith("svg")  # noqa: S314 - our own text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            (),
            "grognard: name a map, such as panzerblitz/balka or panzerblitz/sukhaya or jarama/ermita or jarama/jarama or iron-curtain/ahlden or iron-curtain/north-germany or seelowe/kent or seelowe/sandgate or asl-sk/schuppen or asl-sk/village, or the path of a map file\n",
        ),
        (
            ("seelowe/essex",),
            "grognard: there is no map in seelowe called 'essex'; there are kent, sandgate\n",
        ),
        (("selowe/kent",), "grognard: there is no game 'selowe'; did you mean seelowe?\n"),
        (("seelowe", "--format", "png"), "grognard: there is no format 'png'; there are text, svg\n"),
        (("none.toml",), "grognard: cannot read none.toml: no such file or directory\n"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(
    grognard: Grognard, arguments: tuple[str, ...], said: str
) -> None:
    done = grognard("map", *arguments)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)


def test_the_faults_of_a_map_file_are_all_named(grognard: Grognard, tmp_path: Path) -> None:
    path = tmp_path / "isle.toml"
    text = Path(ISLE).read_text(encoding="utf-8")
    path.write_text(
        text.replace('Southby = "0403"', 'Southby = "0901"').replace("0703 0704", "0703 0705"),
        encoding="utf-8",
    )
    done = grognard("map", str(path))
    assert done.returncode == 2
    assert done.stderr == (
        f"grognard: {path} has 2 faults:\n"
        "  line 47: road Mill Lane, 0705: is not next to 0703\n"
        "  line 50: town Southby, 0901: is sea\n"
    )


def test_games_lists_the_maps(grognard: Grognard) -> None:
    said = grognard("games").stdout
    assert "map seelowe/kent" in said
    assert "scenario seelowe/hythe" in said
    assert "exercise seelowe/sandgate" in said
    assert "Between equal programs the Germans win three games in four" in " ".join(said.split())
