# SPDX-License-Identifier: Apache-2.0
"""The report of a batch: who wins, how the points went, where it was fought, which attacks were made, what the dice did.

It is made from the data alone, so that it can be made again. Needs the extra `lab`.
"""

from collections.abc import Iterator
from functools import partial
from html import escape
from itertools import chain

from grognard.lab.balance import plots
from grognard.lab.balance.figures import Balance, balance, luck_by_game
from grognard.lab.balance.heat import Ground, ground, heat_svg
from grognard.lab.balance.page import (
    facts,
    figure,
    grid,
    heat_figure,
    number_range,
    page,
    paragraph,
    percent,
    percent_range,
    section,
    signed,
    stack,
    table,
)
from grognard.lab.balance.setting import Setting, setting_of
from grognard.lab.balance.tables import (
    OTHERS,
    attacks_by_column,
    columns_in_order,
    deaths,
    lost_units,
    luck_and_expectation,
    presence,
    spread_by_turn,
)
from grognard.lab.batch.match import Match
from grognard.lab.batch.results import Results

# Of a side's units, those most often lost are shown.
MOST_UNITS = 14


def report(results: Results) -> str:
    """Return the report of a folder of results as a page."""
    setting = setting_of(results.match)
    told = balance(results, setting.sides)
    parts = [heading(setting, results.match), verdict(told, results.match), _how(results, setting, told)]
    address = ""
    if results.match.detail:
        shown = ground_of(setting, results)
        address = shown.picture
        parts += [_turns(results, setting), _where(results, setting, shown)]
        parts += [_attacks(results, setting), _luck(results, setting, told)]
    parts.append(data(results, told))
    return page(f"Balance of {setting.title}", address, parts)


# The parts of a report


def heading(setting: Setting, match: Match, kind: str = "Balance report") -> str:
    """Return the title of a report and what was played."""
    changed = [f"{name} = {option}" for name, option in match.rulings.items()] + list(match.edits)
    played = match.a if match.a == match.b else f"{match.a} against {match.b}"
    told = facts(
        [
            ("Scenario", f"{match.scenario}, {setting.game}"),
            ("Players", f"{played}, sides swapped within each pair of games"),
            ("Profile", match.profile),
            ("Changed", "; ".join(changed)),
        ]
    )
    return f"<header>{paragraph(kind, 'kicker')}<h1>{escape(setting.title)}</h1>{told}</header>"


def verdict(told: Balance, match: Match) -> str:
    """Return who wins, in words, as a bar, and on a scale with the range in which a scenario counts as even."""
    first, second = told.sides
    score = told.score[first]
    bar = "".join(
        f'<div class="{kind}" style="flex: {share.mean:.4f} 1 0" title="{name} {percent_range(share)}">{label}</div>'
        for kind, name, share in (
            ("first", first, told.wins[first]),
            ("neither", "draw", told.draws),
            ("second", second, told.wins[second]),
        )
        if share.mean > 0
        for label in [f"{name} {percent(share.mean)}" if share.mean > 0.13 else ""]
    )
    # The first side stands on the left, as on the bar.
    low, high = 100 * (1 - score.high), 100 * (1 - score.low)
    scale = (
        '<div class="scale"><div class="even"><span>even: 35 to 65%</span></div>'
        f'<div class="range" style="left: {low:.1f}%; width: {high - low:.1f}%"></div>'
        f'<div class="spot" style="left: {100 * (1 - score.mean):.1f}%"></div></div>'
        f'<div class="ticks"><span>{first} always wins</span><span>50%</span><span>{second} always wins</span></div>'
    )
    return "\n".join(
        [
            paragraph(conclusion(told, match), "lead"),
            f'<div class="shares"><div class="bar">{bar}</div>{scale}</div>',
            paragraph(
                "The spot is the share of wins and half the draws of each side, the bar through it the 95% interval.",
                "soft",
            ),
        ]
    )


def conclusion(told: Balance, match: Match) -> str:
    """Say who wins, and whether the scenario is even between these players."""
    first, second = told.sides
    wins = f"In {told.games:,} games the {first} side wins {percent_range(told.wins[first])}, the {second} side {percent_range(told.wins[second])}"
    drawn = f", and {percent(told.draws.mean)} are drawn." if told.draws.mean else "."
    if match.a != match.b:
        return wins + drawn
    return f"{wins}{drawn} {_evenness(told)}"


def _evenness(told: Balance) -> str:
    """Say whether a scenario is even between equal players, if there were enough games to tell."""
    side = told.stronger
    score = told.score[side]
    if told.leans is None:
        return (
            f"So few games cannot tell whether the scenario is even: with half the draws the {side} side has {percent_range(score)}, "
            "and more than 65% would be a lean."
        )
    if told.leans:
        return f"The scenario leans to the {side} side, which has {percent_range(score)} with half the draws."
    return "Between equal players the scenario is even: neither side has more than 65% with half the draws."


def _how(results: Results, setting: Setting, told: Balance) -> str:
    """Return by how much it was won, and how long it took."""
    first = setting.sides[0]
    figures = [stack(_ending_tables(setting, told))]
    leads = [lead for lead in results.games().select("lead").collect()["lead"].to_list() if lead is not None]
    if leads:
        caption = "Dashed: where another verdict begins." if setting.levels else ""
        figures.append(
            figure(f"Lead of the {first} side at the end", plots.leads(leads, first, setting.levels), caption)
        )
    if len(told.turns) > 1:
        figures.append(figure("Length in turns", plots.columns(told.turns, "turns")))
    return section("How it ends", grid(figures))


def _ending_tables(setting: Setting, told: Balance) -> Iterator[str]:
    rows = [[words, f"{count}", percent(count / told.games)] for words, count in told.verdicts.items()]
    yield figure("Verdicts", table(["verdict", "games", "share"], rows))
    if told.players:
        by_player = [
            [player, *(percent_range(share) for share in shares.values())]
            for player, shares in told.players.items()
        ]
        yield figure("By player", table(["wins of", *(f"as {side}" for side in setting.sides)], by_player))
    if told.losses:
        losses = [[side, number_range(lost)] for side, lost in told.losses.items()]
        yield figure("Units lost in a game", table(["side", "mean (95%)"], losses))


def _turns(results: Results, setting: Setting) -> str:
    """Return how points, strength and ground went over the turns."""
    kinds = (
        ("points", "Points", "points"),
        ("strength", "Strength on the map", "sum of the first numbers on the counters"),
        ("units", "Units on the map", "units"),
        ("ground", "Ground held", "hexes that count for victory"),
    )
    figures = [
        figure(title, plots.over_turns(rows, setting.sides, axis))
        for column, title, axis in kinds
        if (rows := spread_by_turn(results, column))
    ]
    said = "Lines are means; half of all games lie in the dark band, eight in ten in the light one. A game that ended early stays as it ended."
    return section("Turn by turn", paragraph(said, "soft"), grid(figures))


def ground_of(setting: Setting, *batches: Results) -> Ground:
    """Draw the part of the map that units of some batches were in."""
    used = (each.units().select("hex").unique().collect()["hex"].to_list() for each in batches)
    return ground(setting.board, frozenset(chain.from_iterable(used)))


def _where(results: Results, setting: Setting, shown: Ground) -> str:
    """Return where each side's units were, and where they were lost."""
    figures: list[str] = []
    for side, colour in zip(setting.sides, plots.SIDES, strict=True):
        were, died = presence(results, side), deaths(results, side)
        draw = partial(heat_svg, shown, colour=colour)
        figures += [
            heat_figure(f"Where {side} units were", draw(were, unit="turns of units a game"),
                        f"0|{max(were.values(), default=0):.1f} ends of turns that a unit spends in the hex, a game", [colour]),
            heat_figure(f"Where {side} units were lost", draw(died, unit="units lost a game"),
                        f"0|{max(died.values(), default=0):.2f} units lost in the hex, a game", [colour]),
        ]  # fmt: skip
    names = setting.units
    for side in setting.sides:
        shares = list(lost_units(results, side).items())[:MOST_UNITS]
        rows = [{"name": names.get(unit, unit), "share": lost, "side": side} for unit, lost in shares]
        if rows:
            figures.append(figure(f"{side} units most often lost", plots.lost(rows, setting.sides)))
    said = "A unit counts once for each turn that it ends in a hex. Point at a hex for its figure; colours grow with the square root."
    return section("Where it is fought", paragraph(said, "soft"), grid(figures))


def _attacks(results: Results, setting: Setting) -> str:
    """Return which attacks were made at which odds, and what came of them."""
    rows = attacks_by_column(results, setting.columns)
    return section("Attacks", grid(_attack_figures(rows, setting)) if rows else paragraph("Nobody attacked."))


def _attack_figures(rows: list[dict[str, object]], setting: Setting) -> Iterator[str]:
    totals: dict[tuple[str, str], float] = {}
    for row in rows:
        key = (str(row["kind"]), str(row["side"]))
        totals[key] = totals.get(key, 0.0) + float(str(row["number"]))
    busiest = {kind: max(total for (one, _), total in totals.items() if one == kind) for kind, _ in totals}
    by_kind = sorted(totals, key=lambda key: (-busiest[key[0]], key[0], setting.sides.index(key[1])))
    for kind, side in by_kind:
        own = [row for row in rows if (row["kind"], row["side"]) == (kind, side)]
        labels = [str(row["column"]) for row in own]
        results = _ranked(row for row in rows if row["kind"] == kind)
        order = columns_in_order(labels, setting.columns)
        drawn = plots.attacks(own, order, results, "column")
        yield figure(
            f"{side}: {kind}",
            drawn,
            f"{totals[kind, side]:.1f} a game; the column of the chart, and the result of the dice.",
        )


def _ranked(rows: Iterator[dict[str, object]]) -> list[str]:
    """Return the results of attacks, the most frequent first; those taken together come last."""
    counts: dict[str, float] = {}
    for row in rows:
        counts[str(row["result"])] = counts.get(str(row["result"]), 0.0) + float(str(row["number"]))
    return sorted(counts, key=lambda result: (result == OTHERS, -counts[result]))


def _luck(results: Results, setting: Setting, told: Balance) -> str:
    """Return what the dice did, against what came of it."""
    first = setting.sides[0]
    luck = luck_by_game(results, setting.sides)
    games = results.games().select("game", "lead", "winner").drop_nulls().collect().rows()
    points = [
        {"luck": luck.get(game, 0.0), "lead": lead, "winner": winner or "draw"}
        for game, lead, winner in games
    ]
    parts = []
    if points and luck:
        said = (
            f"{percent(told.luck)} of what tells the leads apart goes with the dice."
            if told.luck is not None
            else ""
        )
        parts.append(
            figure(
                "Luck against result",
                plots.scatter(
                    points, setting.sides, f"luck of {first}, summed over its game", f"lead of {first}"
                ),
                said,
            )
        )
    rows = [
        [
            f"{row['side']}: {row['kind']}", f"{row['number']:.1f}", percent(row["weighed"] or 0),
            *("" if row[name] is None else signed(row[name]) for name in ("expected", "luck")),
            "" if row["spread"] is None else f"{row['spread']:.2f}",
        ]
        for row in luck_and_expectation(results)
    ]  # fmt: skip
    if rows:
        heads = ["attacks", "a game", "weighed", "expected", "luck", "spread of luck"]
        parts.append(
            figure(
                "What attacks promised and gave",
                table(heads, rows),
                "In the units of the game's own evaluation, for the side that attacked: the mean over all outcomes, and what the dice gave beyond it.",
            )
        )
    said = "Luck is what came of the dice less the exact mean over all that could have come; over many games it comes to nothing."
    return section("Luck", paragraph(said, "soft"), grid(parts)) if parts else ""


def data(results: Results, told: Balance) -> str:
    """Return what the report was made from, and how to make it again."""
    match = results.match
    return section(
        "The data",
        facts(
            [
                (
                    "Games",
                    f"{told.games:,}, in pairs that share their dice; as of {told.games / told.alike:,.0f} independent ones",
                ),
                ("Seed", match.seed),
                ("Version", f"Grognard {match.grognard}, rules {match.rules[:12]}"),
                (
                    "A game",
                    f"{told.orders:.0f} orders and {told.rolls:.0f} rolls in the middle one, {told.seconds:.2f} s of thought on average",
                ),
            ]
        ),
        paragraph(
            "Shares have Wilson's 95% intervals, widened as far as the two games of a pair are alike; means have Student's over the pairs.",
            "soft",
        ),
    )
