# SPDX-License-Identifier: Apache-2.0
"""Write docs/rules: the rules of every game to read, as the page shows them; a test holds the files to the games.

Usage: python scripts/write_rules.py
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from grognard.charts.rulings import Ruling
from grognard.registry import NAMES, folder, game_name, rulings, sheet
from grognard.registry.prose import anchor, markdown
from grognard.registry.rules_text import RulesText, Section, Term, rules_text

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "docs" / "rules"
LYSNA = ROOT / "examples" / "lysna"


def told() -> tuple[str, ...]:
    """Return the games that have their rules written out."""
    games = (*NAMES, game_name(str(LYSNA)))
    return tuple(name for name in games if (folder(name) / "rulebook.toml").exists())


def page(name: str) -> str:
    """Return the rules of a game as Markdown."""
    text = rules_text(name)
    return "\n".join(line.rstrip() for line in _lines(text)).rstrip() + "\n"


def _lines(text: RulesText) -> Iterator[str]:
    yield f"# {text.title}: the rules"
    yield ""
    yield "<!-- by scripts/write_rules.py, from the game's rulebook.toml and the chapters of the library -->"
    yield ""
    if text.text:
        yield from (markdown(text.text), "")
    yield from (f"- [{section.title}](#{section.id})" for section in text.sections)
    for section in text.sections:
        yield ""
        yield "\n".join(_section(text.game, section)).rstrip()


def _section(name: str, section: Section) -> Iterator[str]:
    yield from (f'<a id="{section.id}"></a>', "", f"## {section.title}", "")
    for title, terms in (
        ("Phases", section.phases),
        ("On the counters", section.states),
        ("On the map", section.markers),
    ):
        if terms:
            yield from (f"{title}:", "", *map(_term, terms), "")
    if section.text:
        yield from (markdown(section.text), "")
    if section.charts:
        titles = ", ".join(f"{sheet(name, chart).file.title} (`{chart}`)" for chart in section.charts)
        yield from (f"Charts: {titles}.", "")
    if section.rulings:
        yield from _rulings(section.rulings, rulings(name))


def _term(term: Term) -> str:
    sign = f" `{term.sign}`" if term.sign else ""
    says = f": {term.says}" if term.says else ""
    return f'- <a id="{term.id}"></a>**{term.word}**{sign}{says}'


def _rulings(names: Iterable[str], book: dict[str, Ruling]) -> Iterator[str]:
    yield from ("Rulings:", "")
    for name in names:
        ruling = book[name]
        yield f'- <a id="{anchor("ruling", name)}"></a>**{ruling.question}** {_capital(ruling.options[ruling.card])}. {ruling.why} `{name}`'
        for option, says in ruling.options.items():
            if option != ruling.card:
                errata = ", with every known correction" if option == ruling.errata else ""
                yield f"  - or `{option}`{errata}: {says}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


if __name__ == "__main__":
    PAGES.mkdir(exist_ok=True)
    for name in told():
        (PAGES / f"{name}.md").write_text(page(name), encoding="utf-8")
