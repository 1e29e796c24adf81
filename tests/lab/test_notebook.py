# SPDX-License-Identifier: Apache-2.0
"""The notebook in docs, run cell by cell on a small folder of results."""

import json
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

NOTEBOOK = Path(__file__).parents[2] / "docs/lab.ipynb"
# Made by grognard lab sweep seelowe/hythe --games 12 --cell "crt 3-1/*" --as De.
KEPT = Path(__file__).parent / "kept"


def cells() -> list[dict[str, Any]]:
    read: list[dict[str, Any]] = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    return read


def test_it_is_a_notebook_of_format_4_without_outputs() -> None:
    """What the format asks of each cell; outputs would hold the results of somebody's machine."""
    read = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    assert (read["nbformat"], read["nbformat_minor"]) == (4, 5)
    assert read["metadata"]["language_info"]["name"] == "python"
    names = [cell["id"] for cell in read["cells"]]
    assert len(set(names)) == len(names)
    for cell in read["cells"]:
        assert all(isinstance(line, str) for line in cell["source"])
        assert cell["metadata"] == {}
        assert cell["cell_type"] in {"code", "markdown"}
        assert cell["cell_type"] == "markdown" or (cell["outputs"], cell["execution_count"]) == ([], None)


def test_its_cells_run_in_order_and_their_last_lines_have_values(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copytree(KEPT, tmp_path / "sweep-seelowe-hythe")
    copytree(KEPT / "base", tmp_path / "balance-seelowe-hythe")
    monkeypatch.chdir(tmp_path)
    known: dict[str, Any] = {}
    shown: list[Any] = []
    for cell in (cell for cell in cells() if cell["cell_type"] == "code"):
        *before, last = "".join(cell["source"]).rsplit("\n", 1)
        exec("\n".join(before), known)  # noqa: S102 - our own notebook
        shown.append(eval(last, known))  # noqa: S307 - likewise
    assert shown[0].scenario == "seelowe/hythe"
    assert shown[2]["share"].sum() == pytest.approx(1)
    assert set(shown[4].columns) == {"turn", "German", "British"}
    assert isinstance(shown[-1], float)
    assert all(value is not None for value in shown)
