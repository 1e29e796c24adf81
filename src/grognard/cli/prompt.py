# SPDX-License-Identifier: Apache-2.0
"""What a person types in the terminal: a line with completion, a yes or no."""

import sys
from collections.abc import Callable

from grognard.charts.errors import GrognardError

Complete = Callable[[list[str], str], list[str]]


class Quit(Exception):
    """The person wants to leave: by Ctrl-D, Ctrl-C or quit."""


def read_line(prompt: str) -> str:
    """Read a line; Ctrl-D and Ctrl-C leave. If there is no terminal, the line is echoed after the prompt."""
    try:
        line = input(prompt).strip()
    except (EOFError, KeyboardInterrupt) as error:
        raise Quit from error
    if not sys.stdin.isatty():
        sys.stdout.write(f"{line}\n")
    return line


def is_yes(question: str, *, default: bool) -> bool:
    """Ask for a yes or a no; an empty line means the default, shown in capitals, and quit leaves."""
    while True:
        answer = read_line(f"{question} [{'Y/n' if default else 'y/N'}] ").lower()
        if not answer:
            return default
        if answer in ("q", "quit"):
            raise Quit
        if answer in ("y", "yes", "n", "no"):
            return answer.startswith("y")
        question = f"Answer y or n, or quit. {question.removeprefix('Answer y or n, or quit. ')}"


def use_completion(complete: Complete) -> None:
    """Complete words with the Tab key, if the terminal can."""
    try:
        import readline  # noqa: PLC0415 - not on every system
    except ImportError:
        return
    matches: list[str] = []

    def ask(text: str, state: int) -> str | None:
        if state == 0:
            before = readline.get_line_buffer()[: readline.get_begidx()].split()
            try:
                words = complete(before, text)
            except GrognardError:
                words = []
            matches[:] = [word for word in words if word.lower().startswith(text.lower())]
        return f"{matches[state]} " if state < len(matches) else None

    readline.set_completer_delims(" \t")
    readline.set_completer(ask)
    # On some systems libedit has the name readline, with other commands.
    emulated = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if emulated else "tab: complete")
