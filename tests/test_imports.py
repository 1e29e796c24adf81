# SPDX-License-Identifier: Apache-2.0
"""What is loaded when: a look at a chart must not wait for what it does not use."""

import subprocess
import sys

import pytest


def loaded(code: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    return {name.split(".")[0] for name in done.stdout.splitlines()[-1].split()}


def test_the_library_brings_only_msgspec() -> None:
    """And what msgspec itself brings, where it is installed."""
    modules = loaded("import grognard")
    assert "msgspec" in modules
    assert modules - loaded("import msgspec") - sys.stdlib_module_names == {"grognard"}


@pytest.mark.parametrize(
    "command", ["['chart', 'seelowe', 'crt']", "['doubts', 'jarama']", "['games']", "['map', 'seelowe/kent']"]
)
def test_no_command_but_browse_loads_the_browser_or_a_compiler(command: str) -> None:
    code = f"import sys; sys.argv[1:] = {command}\nfrom grognard.cli import main\ntry: main()\nexcept SystemExit: pass"
    modules = loaded(code)
    assert "rich" in modules
    assert {"apsw", "litestar", "numba", "numpy", "textual", "uvicorn"}.isdisjoint(modules)
