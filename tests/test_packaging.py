# SPDX-License-Identifier: Apache-2.0
"""What is pinned, and that nothing of one machine is in it."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from itertools import chain
from pathlib import Path

import pytest

import grognard

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-test.txt", "requirements-release.txt"])
def test_every_package_is_pinned_by_hash_and_no_address(name: str) -> None:
    text = (ROOT / name).read_text()
    packages = [line for line in text.splitlines() if line and not line.startswith(" ")]
    assert packages
    assert all(re.match(r"[\w.-]+==[\w.]+( ; [^\\]+)? \\$", line) for line in packages)
    assert text.count("--hash=sha256:") >= len(packages)
    assert "://" not in text


def test_the_locks_agree() -> None:
    def pins(name: str) -> set[str]:
        return {line.split(" ")[0] for line in (ROOT / name).read_text().splitlines() if "==" in line}

    assert pins("requirements.txt") <= pins("requirements-test.txt")
    assert pins("requirements.txt") <= pins("requirements-release.txt")


def test_every_package_that_is_needed_to_run_is_bounded() -> None:
    """A release of somebody else's must not break what is installed from the wheel."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = [
        *project["dependencies"],
        *chain.from_iterable(project.get("optional-dependencies", {}).values()),
    ]
    # An extra may need another, which is of the same release.
    others = [name for name in needed if not name.startswith("grognard[")]
    assert others
    assert [name for name in others if not re.search(r">=[\w.]+,<[\w.]+$", name)] == []


def test_the_package_that_is_built_says_that_it_is_typed(tmp_path: Path) -> None:
    """Built from a copy, without a network: the wheel has the marker, the data files, and the page that lay there."""
    for name in ("pyproject.toml", "README.md", "LICENSE", "NOTICE", "hatch_build.py"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    page = tmp_path / "src/grognard/web/dist"
    page.mkdir(parents=True, exist_ok=True)
    (page / "index.html").write_text("a page")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", "out"]
    alone = {**os.environ, "GROGNARD_NO_PAGE": "1"}
    subprocess.run(build, cwd=tmp_path, check=True, capture_output=True, env=alone)
    (wheel,) = (tmp_path / "out").glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "grognard/py.typed" in names
    assert "grognard/games/seelowe/cards/crt.toml" in names
    assert "grognard/web/dist/index.html" in names


@pytest.mark.parametrize(
    "folder",
    [
        "src/grognard",
        "tests",
        "bench",
        "scripts",
        "docs",
        "web/src",
        "web/tests",
        "web/scripts",
        "web/browser",
    ],
)
def test_every_source_says_its_licence(folder: str) -> None:
    """A file that is carried elsewhere keeps its licence with it."""
    kinds = {".py", ".ts", ".js", ".mjs", ".svelte", ".css"}
    made = {"node_modules", "dist", "chromium", "fonts", "schema.d.ts"}
    sources = [
        path for path in (ROOT / folder).rglob("*") if path.suffix in kinds and not made & set(path.parts)
    ]
    said = "SPDX-License-Identifier: Apache-2.0"
    silent = [path for path in sources if said not in path.read_text(encoding="utf-8")[:200]]
    assert sources
    assert not silent, silent


def test_the_version_is_the_same_everywhere() -> None:
    assert tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"] == grognard.__version__
    assert json.loads((ROOT / "web/package.json").read_text())["version"] == grognard.__version__
    assert f"## {grognard.__version__}\n" in (ROOT / "CHANGELOG.md").read_text()


@pytest.mark.parametrize("name", ["web", "web/browser"])
def test_a_lock_of_npm_names_no_address_and_every_platform_s_part(name: str) -> None:
    """A lock made on one platform alone is refused by npm on the others."""
    lock = json.loads((ROOT / name / "package-lock.json").read_text())
    packages = lock["packages"]
    assert not [name for name, entry in packages.items() if "resolved" in entry]
    assert all("integrity" in entry for name, entry in packages.items() if name)
    missing = [
        (name, part)
        for name, entry in packages.items()
        for part in entry.get("optionalDependencies", {})
        if f"node_modules/{part}" not in packages and f"{name}/node_modules/{part}" not in packages
    ]
    assert not missing


def test_playing_fetches_nothing_that_only_tests_need() -> None:
    """What the page is built of is apart from what it is checked with, and the browser of the tests apart from both."""
    package = json.loads((ROOT / "web/package.json").read_text())
    assert {"svelte", "vite", "subset-font"} <= package["dependencies"].keys()
    assert {"vitest", "svelte-check", "axe-core"} <= package["devDependencies"].keys()
    packages = json.loads((ROOT / "web/package-lock.json").read_text())["packages"]
    assert not [each for each in packages if "chromium" in each]
