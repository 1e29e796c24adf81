# SPDX-License-Identifier: Apache-2.0
"""`grognard compare`: what would change the odds, and situations side by side."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from grognard.cli.console import console, write_json
from grognard.cli.odds import GameArgument, ProcedureArgument, card, worksheet_data
from grognard.cli.options import FormatOption, ProfileOption, RulingOption, check_format
from grognard.cli.situations import SituationOption, ask_procedure, given, parse_changes, read_situation
from grognard.cli.worksheets import outcomes_data, worksheet
from grognard.play.compare import Case, Comparison
from grognard.play.preview import sorted_by_numbers

# The longest result that is a column heading; longer ones are numbered and explained below.
HEAD = 6


def compare(  # noqa: PLR0913, PLR0917 - one for each option
    context: typer.Context,
    game: GameArgument = "",
    name: ProcedureArgument = "",
    also: Annotated[
        list[str] | None,
        typer.Option("--and", metavar="CHANGES", help="Another situation: river=yes,terrain=forest."),
    ] = None,
    files: Annotated[
        list[str] | None,
        typer.Option("--with", metavar="FILE", help="Another situation from a file, JSON or TOML."),
    ] = None,
    file: SituationOption = "",
    form: FormatOption = "text",
    profile: ProfileOption = "card",
    ruling: RulingOption = None,
) -> None:
    """Say what would change the odds: more factors, another condition. Or set situations side by side.

    --and and --with may be repeated; what they leave out is as in the situation given.
    """
    check_format(form)
    procedure = ask_procedure(context, game, name, file)
    if procedure is None:
        return
    typed_in = given(procedure.situation, name, context.args, file)
    comparison = Comparison(procedure, card(game, profile, ruling), typed_in)
    changes = [(text, parse_changes(text)) for text in also or ()]
    changes += [(Path(path).name, read_situation(Path(path))) for path in files or ()]
    if changes:
        cases = [comparison.case(label, change) for label, change in changes]
    else:
        cases = [*comparison.steps(), *comparison.switched()]
    if form == "json":
        write_json(_data(game, comparison, cases))
    else:
        console().print(_page(comparison, cases, one_at_a_time=not changes))


def _page(comparison: Comparison, cases: Sequence[Case], *, one_at_a_time: bool) -> RenderableType:
    base = comparison.base
    shown = [case for case in cases if not one_at_a_time or not case.same_chances(base)]
    parts: list[RenderableType] = [Text(base.refusal) if base.refusal else worksheet(base.lines), Text()]
    compared = [base, *(case for case in shown if not case.refusal)]
    for name, tell in comparison.columns:
        parts += _table(comparison, compared, name, tell)
    parts += [Text(f"not allowed, {case.label}: {case.refusal}") for case in shown if case.refusal]
    if one_at_a_time:
        alike = [case for case in cases if case.same_chances(base) and not case.refusal]
        parts += _listed("the same", (case.label for case in alike if case.same_effects(base)))
        other = (case.label for case in alike if not case.same_effects(base))
        parts += _listed("the same results with other effects", other)
    return Group(*parts)


def _listed(what: str, labels: Iterable[str]) -> list[Text]:
    names = ", ".join(labels)
    return [Text(f"{what}: {names}", style="dim")] if names else []


def _table(
    comparison: Comparison, cases: Sequence[Case], name: str, tell: Callable[[Any], str]
) -> list[RenderableType]:
    """Draw the situations, one on each line, with the results as columns, and below each how its worksheet differs.

    If parts of an outcome have a table each, its heading is the part's name, and differences are left out.
    """
    chances = [(case, case.chance.map(tell)) for case in cases if case.chance is not None]
    results = list(dict.fromkeys(result for _, chance in chances for result in chance))
    results = sorted_by_numbers(results) if name else results
    short = all(len(result) <= HEAD for result in results)
    heads = results if short else [f"({number})" for number in range(1, len(results) + 1)]
    table = Table.grid(padding=(0, 1, 0, 1))
    table.add_column()
    for _ in results:
        table.add_column(justify="right", no_wrap=True)
    table.add_row(Text(name, style="bold"), *(Text(head, style="bold") for head in heads))
    for case, chance in chances:
        shares = [f"{float(chance[result]):.1%}" if chance[result] else "-" for result in results]
        label = Text(case.label, style="bold" if case is comparison.base else "")
        why = "; ".join(f"{line.what}: {line.value}" for line in comparison.changed_lines(case))
        if why and not name:
            label.append(f"\n  {why}", style="dim")
        table.add_row(label, *shares)
    legend = [] if short else [Text(f"{head} {result}") for head, result in zip(heads, results, strict=True)]
    return [table, *legend, Text()] if results else []


def _data(game: str, comparison: Comparison, cases: Sequence[Case]) -> dict[str, Any]:
    return {
        "game": game,
        "procedure": comparison.procedure.name,
        "situations": [_case_data(comparison, case) for case in (comparison.base, *cases)],
    }


def _case_data(comparison: Comparison, case: Case) -> dict[str, Any]:
    changes = {name: value for name, value in case.given.items() if value != comparison.given.get(name)}
    data = {"label": case.label, "changes": changes, **worksheet_data(case.situation, case.lines)}
    if case.chance is None:
        return {**data, "refusal": case.refusal}
    return {**data, "outcomes": outcomes_data(case.chance)}
