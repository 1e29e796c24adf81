# SPDX-License-Identifier: Apache-2.0
"""`grognard browse`: every chart of every game in the terminal, with look-up, errata and doubts."""

import sys
from typing import ClassVar

import typer
from rich.console import Console, Group, RenderableType
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Footer, Input, Static, Tree

from grognard.charts.axis import Axis
from grognard.charts.chart import Chart
from grognard.charts.drawing.text import TextChart
from grognard.charts.errors import GrognardError
from grognard.charts.rulings import Profile
from grognard.cli.answers import answer, look_up
from grognard.cli.doubts import doubts_text
from grognard.cli.games import games
from grognard.cli.rulings import ruling_text
from grognard.registry import NAMES, chart, game
from grognard.registry import rulings as rulings_of
from grognard.registry.each_game import of_each_game

Leaf = tuple[str, str]
LEAST = 20
MARGIN = 4
# Headings of at least this length are looked up by their short names.
LONG = 20


class ChartBrowser(App[None]):
    """Games and charts on the left, the chart on the right, a line to look up a cell below it."""

    TITLE = "Grognard"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Tree { width: 28; border-right: solid $primary; padding: 0 1; }
    #page { padding: 0 2; }
    #answer { height: auto; max-height: 9; overflow-y: auto; padding: 0 2; color: $text-accent; }
    Input { border: none; border-top: solid $primary; height: 2; padding: 0 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "look_up", "Look up"),
        Binding("e", "errata", "Errata"),
        Binding("d", "doubts", "Doubts"),
        Binding("r", "rulings", "Rulings"),
        Binding("pageup", "turn(-1)", "Up", show=False, priority=True),
        Binding("pagedown", "turn(1)", "Page", key_display="PgDn", priority=True),
        Binding("t", "tree", "Wide"),
        Binding("escape", "list", "List"),
        Binding("q", "quit", "Quit"),
        Binding("ctrl+c", "quit", "Quit", show=False, priority=True),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.profile: Profile = "card"
        self.leaf: Leaf = (NAMES[0], game(NAMES[0]).charts[0])
        self.chart = chart(*self.leaf)
        self.beside = ""

    def compose(self) -> ComposeResult:
        """Lay the page out."""
        tree: Tree[Leaf] = Tree("Games")
        tree.show_root = False
        charts, _ = of_each_game(lambda name: game(name).charts)
        for name, listed in charts.items():
            branch = tree.root.add(name, expand=name == NAMES[0])
            for chart_name in listed:
                branch.add_leaf(chart_name, (name, chart_name))
        with Horizontal():
            yield tree
            with Vertical():
                with VerticalScroll(id="page", can_focus=False):
                    yield Static(id="chart")
                yield Static(id="answer")
                yield Input(id="look-up")
        yield Footer()

    def on_mount(self) -> None:
        """Show the first chart."""
        self.query_one(Tree).focus()
        self.query_one(Tree).move_cursor(self.query_one(Tree).root.children[0].children[0])
        self.show_chart()

    def on_tree_node_highlighted(self, event: Tree.NodeHighlighted[Leaf]) -> None:
        """Follow the cursor through the list."""
        if event.node.data and event.node.data != self.leaf:
            self.leaf = event.node.data
            self.query_one(Input).value = ""
            self.show_chart()

    def on_tree_node_selected(self, event: Tree.NodeSelected[Leaf]) -> None:
        """Enter on a chart leads to its look-up line."""
        if event.node.data:
            self.action_look_up()

    def on_input_submitted(self) -> None:
        """Look up a cell and highlight it."""
        self.show_chart()

    def show_chart(self) -> None:
        """Draw the chart at the cursor, with the cell of the look-up line highlighted."""
        self.chart = chart(*self.leaf, self.profile)
        self.beside = ""
        line = self.query_one(Input)
        line.placeholder = f"/ look up: {example(self.chart)}"
        lit, text = None, Text()
        if line.value.strip():
            try:
                lit = look_up(self.chart, line.value)
                text = answer(self.chart, lit)
            except GrognardError as error:
                text = Text(str(error), style="bold")
        self.query_one("#answer", Static).update(text)
        self.show(TextChart(self.chart, lit=lit), at_lit=lit is not None)

    def show(self, page: RenderableType, *, at_lit: bool = False) -> None:
        """Put something on the page, from its top or from the highlighted cell."""
        self.query_one("#chart", Static).update(page)
        view = self.query_one("#page")
        top = lit_line(page, max(LEAST, view.size.width - MARGIN)) - view.size.height // 2 if at_lit else 0
        view.scroll_to(y=max(0, top), animate=False)

    def show_beside(self, what: str, page: RenderableType) -> None:
        """Show something else about the chart, or the chart again."""
        if self.beside == what:
            self.show_chart()
            return
        self.beside = what
        self.show(page)

    def action_look_up(self) -> None:
        """Go to the look-up line."""
        self.query_one(Input).focus()

    def action_errata(self) -> None:
        """Switch between the card as printed and with errata."""
        self.profile = "errata" if self.profile == "card" else "card"
        self.show_chart()

    def action_doubts(self) -> None:
        """Show the doubts about the chart, or the chart again."""
        self.show_beside("doubts", doubts_text(self.chart.label, list(self.chart.doubts.values())))

    def action_rulings(self) -> None:
        """Show the game's rulings, or the chart again."""
        name = self.leaf[0]
        texts = [ruling_text(name, title, ruling) for title, ruling in rulings_of(name).items()]
        self.show_beside("rulings", Group(*texts))

    def action_tree(self) -> None:
        """Give the whole width to the chart, or show the list again."""
        tree = self.query_one(Tree)
        tree.display = not tree.display
        if tree.display:
            tree.focus()

    def action_list(self) -> None:
        """Go back to the list."""
        self.query_one(Tree).display = True
        self.query_one(Tree).focus()

    def action_turn(self, pages: int) -> None:
        """Turn the page of the chart."""
        page = self.query_one("#page")
        page.scroll_relative(y=pages * (page.size.height - 2), animate=False)


def example(table: Chart) -> str:
    """Say what a chart is looked up by, with an example from its middle."""
    names = ", ".join(axis.name for axis in table.key_axes)
    values = ", ".join(_short(axis, axis.labels[len(axis.labels) // 2]) for axis in table.key_axes)
    return f"{values}  ({names})"


def _short(axis: Axis, label: str) -> str:
    return label if len(label) < LONG else axis.names(label)[0]


def lit_line(page: RenderableType, width: int) -> int:
    """Return the line of a page on which something is shown in reverse."""
    lines = Console(width=width).render_lines(page)
    lit = (at for at, line in enumerate(lines) if any(part.style and part.style.reverse for part in line))
    return next(lit, 0)


def browse() -> None:
    """Open the browser; if there is no terminal, list the charts."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        ChartBrowser().run()
        return
    games()
    typer.echo("The chart browser needs a terminal; here, `grognard chart GAME CHART` draws any of these.")
