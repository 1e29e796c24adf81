"""`grognard browse`: every chart of every game in the terminal, with look-up, errata and doubts."""

import sys
from typing import ClassVar

import typer
from rich.console import Group, RenderableType
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Footer, Input, Static, Tree

from grognard.charts.chart import Cell, Chart
from grognard.charts.drawing.text import TextChart
from grognard.charts.errors import GrognardError
from grognard.charts.rulings import Profile
from grognard.cli.answers import answer, look_up
from grognard.cli.doubts import doubts_of, told
from grognard.cli.games import games
from grognard.games import NAMES, chart, game

Leaf = tuple[str, str]


class ChartBrowser(App[None]):
    """Games and charts on the left, the chart on the right, a line to look a cell up below it."""

    TITLE = "Grognard"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Tree { width: 28; border-right: solid $primary; padding: 0 1; }
    #page { padding: 0 2; }
    #answer { height: auto; max-height: 5; padding: 0 2; color: $text-accent; }
    Input { border: none; border-top: solid $primary; height: 2; padding: 0 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "look_up", "Look up"),
        Binding("e", "errata", "Card/errata"),
        Binding("d", "doubts", "Doubts"),
        Binding("t", "tree", "Hide/show list"),
        Binding("escape", "list", "List"),
        Binding("pageup", "scroll(-1)", "Scroll", show=False, priority=True),
        Binding("pagedown", "scroll(1)", "Scroll", show=False, priority=True),
        Binding("q", "quit", "Quit"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.profile: Profile = "card"
        self.shown: Chart | None = None
        self.leaf: Leaf = (NAMES[0], game(NAMES[0]).charts[0])
        self.doubting = False

    def compose(self) -> ComposeResult:
        """Lay the page out."""
        tree: Tree[Leaf] = Tree("Games")
        tree.show_root = False
        for name in NAMES:
            branch = tree.root.add(name, expand=name == NAMES[0])
            for each in game(name).charts:
                branch.add_leaf(each, (name, each))
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
            self.doubting = False
            self.show_chart()

    def on_tree_node_selected(self, event: Tree.NodeSelected[Leaf]) -> None:
        """Enter on a chart leads to its look-up line."""
        if event.node.data:
            self.action_look_up()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Look a cell up and light it."""
        if self.shown is None or not event.value.strip():
            return
        try:
            cell = look_up(self.shown, event.value)
        except GrognardError as error:
            self.say(Text(str(error), style="bold"))
            return
        self.show(TextChart(self.shown, lit=cell))
        self.say(answer(self.shown, cell))

    def show_chart(self, lit: Cell | None = None) -> None:
        """Draw the chart the cursor is on."""
        self.shown = chart(*self.leaf, self.profile)
        name = f"{self.leaf[0]} {self.leaf[1]}, profile {self.profile}"
        self.show(Group(Text(name, style="dim"), TextChart(self.shown, lit=lit)))
        self.say("")
        line = self.query_one(Input)
        line.value = ""
        line.placeholder = "/ look up: " + ", ".join(axis.name for axis in self.shown.key_axes)

    def show(self, page: RenderableType) -> None:
        """Put something on the page, from its top."""
        self.query_one("#chart", Static).update(page)
        self.query_one("#page").scroll_home(animate=False)

    def say(self, text: RenderableType) -> None:
        """Say something under the chart."""
        self.query_one("#answer", Static).update(text)

    def action_look_up(self) -> None:
        """Go to the look-up line."""
        self.query_one(Input).focus()

    def action_errata(self) -> None:
        """Change between the card as printed and with errata."""
        self.profile = "errata" if self.profile == "card" else "card"
        self.show_chart()

    def action_doubts(self) -> None:
        """Show the doubts about the game's card, or the chart again."""
        self.doubting = not self.doubting
        if self.doubting:
            self.show(told(self.leaf[0], doubts_of(self.leaf[0])))
        else:
            self.show_chart()

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

    def action_scroll(self, pages: int) -> None:
        """Turn the chart's page."""
        page = self.query_one("#page")
        page.scroll_relative(y=pages * (page.size.height - 2), animate=False)


def browse() -> None:
    """Open the browser; where there is no terminal, list what there is to see."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        ChartBrowser().run()
        return
    games()
    typer.echo("The chart browser needs a terminal; here, `grognard chart GAME CHART` draws any of these.")
