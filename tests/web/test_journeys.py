# SPDX-License-Identifier: Apache-2.0
"""Through the page as a person goes: by mouse, by keys, by finger, alone and against somebody."""

import re
import time
from collections.abc import Callable

import pytest
from hand import WAYS, Hand, ways
from playwright.sync_api import Locator, Page, Route, expect
from web_fixtures import SLOW, Opened, Served, end_phase, logged, point, sound_in_any_light


def press(page: Page, served: Served, number: str) -> None:
    page.mouse.click(*point(page, served, number))


def join(page: Page, served: Served, number: str) -> None:
    """Go to a hex where friends stand: a plain press would pick them up."""
    page.keyboard.down("Shift")
    press(page, served, number)
    page.keyboard.up("Shift")


def pick(page: Page, piece: str) -> None:
    page.locator(f"button:has([data-piece='{piece}'])").click()


def seated(served: Served, opened: Opened, **options: int | bool | str) -> Page:
    made = served.table(German="person", British="person")
    page = opened(f"{served.url}/t/{made['table']}#{made['seats']['German']}", **options)
    expect(page.get_by_role("application")).to_be_visible(timeout=SLOW)
    return page


def answer_everything(page: Page) -> None:
    """Take the first option of every question that follows from an attack."""
    end = page.get_by_role("button", name=re.compile("^End combat"))
    option = page.locator("section:has(#question-title) button").first
    for _ in range(12):
        expect(end.or_(option).first).to_be_visible()
        if end.is_visible():
            return
        asked = page.locator("#question-title").inner_text()
        option.click()
        expect(page.locator("#question-title", has_text=asked)).to_have_count(0)


def test_a_whole_turn_by_mouse(served: Served, opened: Opened) -> None:
    page = opened(served.url)
    page.get_by_label("The first morning: Folkestone").check()
    page.get_by_label("Together at this screen").check()
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("application")).to_be_visible(timeout=SLOW)

    pick(page, "17id")
    expect(page.locator(".reach").first).to_be_visible()
    page.mouse.move(*point(page, served, "2311"))
    expect(page.locator(".hint")).to_contain_text("2311 is none")
    press(page, served, "2311")
    expect(page.locator(".forbidden")).to_contain_text("2311 is none")
    press(page, served, "2312")
    logged(page, "17. Infanterie lands at Hythe 2312")
    expect(page.locator(".forbidden")).to_be_empty()
    pick(page, "35id")
    page.locator("[data-go='2312']").click()
    logged(page, "35. Infanterie lands at Hythe 2312")

    page.get_by_role("button", name=re.compile("^Undo")).click()
    expect(page.locator("#log")).not_to_contain_text("35. Infanterie")
    pick(page, "35id")
    expect(page.locator(".reach").first).to_be_visible()
    join(page, served, "2312")
    logged(page, "35. Infanterie lands at Hythe 2312")
    end_phase(page)
    end_phase(page)

    expect(page.locator(".target")).to_have_count(1)
    press(page, served, "2411")
    expect(page.get_by_role("heading", name="Attack on Folkestone 2411")).to_be_visible()
    odds = page.get_by_role("list", name="Outcomes").locator(".fraction")
    expect(odds.first).to_be_visible(timeout=SLOW)
    assert sum(_share(text) for text in odds.all_inner_texts()) == pytest.approx(1)
    expect(page.get_by_role("region", name=re.compile("Combat Results"))).to_be_visible()
    page.get_by_role("checkbox", name=re.compile("35")).uncheck()
    expect(page.locator("table", has_text="attack strength").locator("td").first).to_have_text("6")
    page.get_by_role("checkbox", name=re.compile("35")).check()
    expect(page.locator("table", has_text="attack strength").locator("td").first).to_have_text("12")
    page.get_by_role("button", name=re.compile("^Attack")).click()
    logged(page, "8.8 combat: rolled")
    expect(page.locator("td.here")).to_have_count(1)
    answer_everything(page)

    for _ in range(12):
        if page.locator("header .turn strong").inner_text().startswith("2"):
            break
        end_phase(page)
    expect(page.locator("header .turn strong")).to_have_text("2/4")


def _share(text: str) -> float:
    top, _, bottom = text.partition("/")
    return int(top) / int(bottom or 1)


def test_the_tour_of_the_readme(served: Served, opened: Opened) -> None:
    """Its steps one by one, in its words: what it says is seen, is seen."""
    page = opened(served.url)
    expect(page.get_by_label("The first morning: Folkestone")).to_be_checked()
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("application")).to_be_visible(timeout=SLOW)
    expect(page.locator("header .whose")).to_contain_text("Your turn")
    page.get_by_role("button", name=re.compile(r"17\. Infanterie")).click()
    page.mouse.move(*point(page, served, "2311"))
    expect(page.locator(".hint")).to_contain_text("2311 is none")
    press(page, served, "2312")
    logged(page, "17. Infanterie lands at Hythe 2312")
    page.get_by_role("button", name=re.compile(r"35\. Infanterie")).click()
    page.locator("[data-go='2312']").click()
    logged(page, "35. Infanterie lands at Hythe 2312")
    page.keyboard.press("e")
    expect(page.locator("dialog .main")).to_be_focused()
    page.keyboard.press("Enter")
    logged(page, "German movement ends")
    page.keyboard.press("e")
    expect(page.locator("dialog .main")).to_be_focused()
    page.keyboard.press("Enter")
    logged(page, "German air attack ends")
    press(page, served, "2411")
    expect(page.get_by_role("heading", name="Attack on Folkestone 2411")).to_be_visible()
    expect(page.locator("th.lit, td.lit").first).to_be_visible(timeout=SLOW)
    page.keyboard.press("a")
    logged(page, "8.8 combat: rolled")
    answer_everything(page)
    page.keyboard.press("s")
    expect(page.locator(".legend")).to_contain_text("supplied")


def test_a_turn_by_keys_alone(served: Served, opened: Opened) -> None:
    page = seated(served, opened)
    spoken = page.locator("[aria-live=polite].unseen")
    page.keyboard.press("n")
    expect(spoken).to_contain_text("17. Infanterie")
    expect(page.locator(".reach").first).to_be_visible()
    for _ in range(20):
        page.keyboard.press("h")
        if "2312" in spoken.inner_text():
            break
    expect(spoken).to_contain_text("Hythe")
    page.keyboard.press("Enter")
    logged(page, "17. Infanterie lands at Hythe 2312")
    page.keyboard.press("ArrowUp")
    expect(spoken).to_contain_text("Hex 2311")
    page.keyboard.press("ArrowDown")
    expect(spoken).to_contain_text("Hex 2312")

    page.keyboard.press("e")
    expect(page.locator("dialog")).to_contain_text("not come onto the map. End movement?")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("header .phase strong")).to_have_text("movement")
    page.keyboard.press("e")
    page.keyboard.press("Enter")
    expect(page.locator("header .phase strong")).to_have_text("air attack")
    page.keyboard.press("e")
    expect(page.locator("dialog")).to_contain_text("can still be attacked. End air attack?")
    page.keyboard.press("Enter")
    expect(page.locator("header .phase strong")).to_have_text("combat")
    page.keyboard.press("b")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=re.compile("^Attack"))).to_be_visible(timeout=SLOW)
    page.keyboard.press("a")
    logged(page, "8.8 combat: rolled")
    end = page.get_by_role("button", name=re.compile("^End combat"))
    for _ in range(12):
        expect(end.or_(page.locator("#question-title"))).to_be_visible()
        if end.is_visible():
            break
        asked = page.locator("#question-title").inner_text()
        page.keyboard.press("1")
        expect(page.locator("#question-title", has_text=asked)).to_have_count(0)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="How to play here")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.keyboard.press("t")
    expect(page.locator(".threat").first).to_be_visible()


def test_the_board_waits_until_its_seat_has_joined(served: Served, opened: Opened) -> None:
    """Before that nothing is offered, and the first key would do nothing."""
    made = served.table(German="person", British="person")
    page = opened("about:blank")

    def late(route: Route) -> None:
        time.sleep(1)
        route.continue_()

    page.route("**/join", late)
    page.goto(f"{served.url}/t/{made['table']}#{made['seats']['German']}")
    expect(page.get_by_role("application")).to_be_visible(timeout=SLOW)
    page.keyboard.press("n")
    expect(page.locator("[aria-live=polite].unseen")).to_contain_text("17. Infanterie")


def test_two_players_apart(served: Served, opened: Opened) -> None:
    german = opened(served.url)
    german.get_by_label("The first morning: Folkestone").check()
    german.get_by_label("Apart, by link").check()
    german.get_by_role("button", name="Begin").click()
    british = opened(german.get_by_label("Link for British", exact=True).input_value(timeout=SLOW))
    expect(british.locator("header .whose")).to_have_text("Waiting for the German player", timeout=SLOW)
    expect(german.locator("header .whose")).to_have_text("Your turn", timeout=SLOW)
    pick(german, "17id")
    expect(german.locator(".reach").first).to_be_visible()
    press(german, served, "2312")
    logged(british, "17. Infanterie lands at Hythe 2312")
    expect(british.get_by_role("button", name=re.compile("^End "))).to_have_count(0)
    for _ in range(6):
        if german.locator("header .whose").inner_text() != "Your turn":
            break
        end_phase(german)
    expect(british.locator("header .whose")).to_have_text("Your turn")


def test_everybody_sees_the_roll_and_who_chooses(served: Served, opened: Opened) -> None:
    made = served.table(hotseat=False, German="person", British="person")
    keys = [made["seats"]["German"], made["seats"]["British"], made["watch"]]
    german, british, watcher = pages = [
        opened(f"{served.url}/t/{made['table']}#{key}", bypass_csp=True) for key in keys
    ]
    for page in pages:
        expect(page.get_by_role("application")).to_be_visible(timeout=SLOW)
    for piece in ("17id", "35id"):
        pick(german, piece)
        expect(german.locator(".reach").first).to_be_visible()
        join(german, served, "2312")
        expect(german.locator(f".board [data-piece='{piece}']")).to_have_count(1)
    expect(british.locator("circle.moved")).to_have_count(2)
    end_phase(german)
    end_phase(german)
    # No piece can be moved: N goes on to the hex that can be attacked.
    german.keyboard.press("n")
    expect(german.get_by_role("button", name="What if…")).to_be_visible(timeout=SLOW)
    german.get_by_role("button", name=re.compile("^Attack")).click()
    logged(watcher, "8.8 combat: rolled")
    view = served.view(made["table"], made["watch"])
    (roll,) = view["log"][-1]["rolls"]
    for page in pages:
        expect(page.locator("aside .act")).to_contain_text(re.compile(roll["says"], re.IGNORECASE))
    asked = view["question"]
    assert asked is not None, "at 12-3 across a river every result asks somebody"
    expect(watcher.locator("aside .act")).to_contain_text(f"The {asked['side']} player chooses:")
    for page in pages:
        expect(page.locator("#question-title")).to_have_text(asked["asks"])
    asks = german if asked["side"] == "German" else british
    sound_in_any_light(asks, "a question")
    asks.set_viewport_size({"width": 390, "height": 844})
    sound_in_any_light(asks, "a question on a phone")


def test_against_the_machine(served: Served, opened: Opened) -> None:
    made = served.table(German="person", British="random")
    page = opened(f"{served.url}/t/{made['table']}#{made['seats']['German']}")
    expect(page.locator("header .whose")).to_have_text("Your turn", timeout=SLOW)
    for piece in ("17id", "35id"):
        pick(page, piece)
        expect(page.locator(".reach").first).to_be_visible()
        join(page, served, "2312")
        expect(page.locator(f".board [data-piece='{piece}']")).to_have_count(1)
    for _ in range(6):
        if page.locator("header .whose").inner_text() != "Your turn":
            break
        end_phase(page)
    # The machine moves by itself, and then the turn, or the verdict, is back here.
    logged(page, "British movement ends")
    expect(page.locator("header .whose")).to_have_text(re.compile("Your turn|victory"), timeout=SLOW)


def test_an_order_whose_answer_is_lost_is_done_once(served: Served, opened: Opened) -> None:
    made = served.table(German="person", British="person")
    page = opened(f"{served.url}/t/{made['table']}#{made['seats']['German']}")
    expect(page.get_by_role("application")).to_be_visible(timeout=SLOW)
    lost = list[str]()

    def lose_the_first(route: Route) -> None:
        if lost:
            return route.continue_()
        route.fetch()
        lost.append(route.request.post_data or "")
        return route.abort()

    page.route("**/orders", lose_the_first)
    pick(page, "17id")
    expect(page.locator(".reach").first).to_be_visible()
    with page.expect_response(lambda reply: reply.url.endswith("/orders")) as again:
        press(page, served, "2312")
    assert lost == [again.value.request.post_data]
    logged(page, "17. Infanterie lands at Hythe 2312")
    expect(page.locator("[role=alert]")).to_have_count(0)
    assert served.view(made["table"], made["seats"]["German"])["seq"] == 2  # the seat joined, and the order


@pytest.mark.parametrize("way", ways("mouse"))
def test_a_server_that_goes_and_comes_back(opened: Opened, serve: Callable[..., Served], way: str) -> None:
    server = serve()
    made = server.table(German="person", British="person")
    page = opened(f"{server.url}/t/{made['table']}#{made['seats']['German']}", **WAYS[way])
    expect(page.get_by_role("application")).to_be_visible(timeout=SLOW)
    server.end()
    expect(page.get_by_text("The connection is lost")).to_be_visible()
    Hand(page, server, way).press(page.locator("button:has([data-piece='17id'])"))
    expect(page.get_by_text("The server cannot be reached just now.")).to_be_visible()
    back = serve(server.port)
    expect(page.get_by_text("The connection is lost")).to_have_count(0, timeout=SLOW)
    # What could not be asked is asked by itself, and nothing says any more that it could not.
    expect(page.get_by_text("The server cannot be reached just now.")).to_have_count(0)
    expect(page.locator(".reach").first).to_be_visible(timeout=SLOW)
    Hand(page, back, way).hex("2312")
    logged(page, "17. Infanterie lands at Hythe 2312")


@pytest.mark.parametrize("way", ways("mouse"))
def test_looking_back_and_trying_out(served: Served, opened: Opened, way: str) -> None:
    page = seated(served, opened, **WAYS[way])
    hand = Hand(page, served, way)

    def button(name: str) -> Locator:
        return page.get_by_role("button", name=name)

    hand.press(page.locator("button:has([data-piece='17id'])"))
    expect(page.locator(".reach").first).to_be_visible()
    hand.hex("2312")
    logged(page, "17. Infanterie lands")
    hand.key("r", button("Replay"))
    expect(page.locator(".board [data-piece='17id']")).to_have_count(0)
    hand.press(button("One step on"))
    expect(page.locator(".board [data-piece='17id']")).to_have_count(1)
    expect(page.locator(".moved")).to_have_count(1)
    hand.press(button("One step back"))
    expect(page.locator(".moved")).to_have_count(0)
    hand.press(button("One step on"))
    expect(page.locator("header .whose")).to_have_text("Looking back")
    expect(page.get_by_role("button", name="Supply", exact=True)).to_be_disabled()
    hand.key("Escape", button("Back to now"))
    here = page.url
    hand.press(page.get_by_role("button", name=re.compile("What if")))
    page.wait_for_url(lambda url: url != here)
    logged(page, "17. Infanterie lands")
    expect(page.get_by_text("A copy of your own: nothing here changes the real game")).to_be_visible()
    expect(page.locator(".table.copy")).to_have_css("border-left-style", "dashed")
    expect(page).to_have_title(re.compile("What if: The first"))
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.get_by_text("A copy of your own")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    hand.press(page.get_by_role("link", name="Back to the table"))
    page.wait_for_url(lambda url: url.split("#")[0] == here.split("#")[0])
    page.goto(served.url)
    expect(page.get_by_role("heading", name="Go on where you left off")).to_be_visible()
    expect(page.locator("main li", has_text="Turn 1 of 4")).to_have_count(2)
    expect(page.get_by_role("link", name=re.compile("^What if: The first"))).to_have_count(1)


def test_a_drag_moves_the_map_and_changes_nothing_else(served: Served, opened: Opened) -> None:
    """The map is a layer that only shifts: were counters drawn anew with each move, a drag would halt."""
    page = seated(served, opened)
    paper = page.locator(".paper")
    expect(paper).to_have_css("will-change", "transform")
    x, y = point(page, served, "2010")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 10, y + 10)
    page.evaluate(
        "() => { window.changes = []; new MutationObserver((all) => window.changes.push(...all.filter((each) => !each.target.closest?.('.mini')).map((each) =>"
        " `${each.target.className} ${each.attributeName}`)))"
        ".observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true }) }"
    )
    page.mouse.move(x - 90, y - 50, steps=20)
    assert set(page.evaluate("window.changes.map((each) => each.replace(/ svelte-\\w+/, ''))")) == {
        "paper style"
    }
    page.mouse.up()
    assert point(page, served, "2010") == pytest.approx((x - 90, y - 50), abs=1)


def test_what_binds_the_dice_is_shown(served: Served, opened: Opened) -> None:
    made = served.table(German="person", British="person")
    page = opened(f"{served.url}/t/{made['table']}#{made['seats']['German']}")
    expect(page.get_by_role("application")).to_be_visible(timeout=SLOW)
    page.locator("summary", has_text="Dice").click()
    dice = served.view(made["table"], made["seats"]["German"])["dice"]
    expect(page.locator("details", has_text="Commitment")).to_contain_text(dice["commitment"])
    expect(page.locator("details", has_text="Commitment")).to_contain_text("grognard verify")


def test_a_link_to_the_desk_says_everything(served: Served, opened: Opened) -> None:
    page = opened(f"{served.url}/desk/seelowe/combat")
    page.get_by_label("Attackers", exact=False).first.fill("6,5")
    page.get_by_label("Defenders", exact=False).first.fill("4")
    page.get_by_label("Terrain").select_option("forest")
    outcomes = page.get_by_role("list", name="Outcomes")
    # 11-4 is 2-1; the forest takes 2 from the die: Ar on 1 to 3, Br on 4 and 5, Dr on 6.
    expect(outcomes.locator(".fraction")).to_have_text(["1/2", "1/3", "1/6"], timeout=SLOW)
    expect(page.locator("thead th.lit")).to_have_text("2-1")
    again = opened(page.url)
    expect(again.get_by_role("list", name="Outcomes").locator(".fraction")).to_have_text(
        ["1/2", "1/3", "1/6"], timeout=SLOW
    )
    expect(again.get_by_label("Terrain")).to_have_value("forest")
    again.get_by_label("Attackers", exact=False).first.fill("1")
    expect(again.locator(".answer")).to_contain_text("not permitted")


def test_the_desk_goes_from_one_procedure_and_game_to_another(served: Served, opened: Opened) -> None:
    page = opened(f"{served.url}/desk/panzerblitz/fire")
    expect(page.get_by_role("heading", level=1)).to_have_text("Fire: a normal attack")
    page.get_by_role("link", name="Minefield").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Minefield")
    page.get_by_role("link", name="Seelöwe").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("8.0 Combat")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Minefield")


def test_the_desk_says_what_there_is_not(served: Served, opened: Opened) -> None:
    page = opened(f"{served.url}/desk")
    expect(page.get_by_role("heading", name="Which game?")).to_be_visible()
    page.goto(f"{served.url}/desk/nosuch")
    expect(page.get_by_role("heading", name="There is no game nosuch here.")).to_be_visible()
    page.goto(f"{served.url}/desk/seelowe/nosuch")
    expect(page.get_by_role("heading", name=re.compile("has no procedure nosuch"))).to_be_visible()
    page.goto(f"{served.url}/desk/seelowe/combat?attackers=6,,5&defenders=4")
    expect(page.locator(".answer")).to_contain_text("takes whole numbers")
    page.goto(f"{served.url}/desk")
    expect(page.get_by_role("heading", name="8.0 Combat")).to_be_visible()


def test_a_game_against_the_machine_has_a_link_to_watch(served: Served, opened: Opened) -> None:
    page = opened(served.url)
    page.get_by_role("button", name="Begin").click()
    page.locator("summary", has_text="A link to watch").click(timeout=SLOW)
    watcher = opened(page.get_by_label("Link to watch").input_value())
    expect(watcher.locator("header .plays")).to_contain_text("watching", timeout=SLOW)


def test_every_option_of_a_ruling_can_be_read(served: Served, opened: Opened) -> None:
    page = opened(served.url)
    page.get_by_role("radio", name=re.compile("^PanzerBlitz")).check()
    page.locator("summary", has_text="Rulings").click()
    game = next(each for each in served.http.get("/api/games").json() if each["name"] == "panzerblitz")
    open_ones = [each for each in game["rulings"] if len(each["options"]) > 1]
    ruling = max(open_ones, key=lambda each: max(map(len, each["options"].values())))
    group = page.get_by_role("group", name=ruling["question"])
    for says in ruling["options"].values():
        option = group.get_by_role("radio", name=f"{says[0].upper()}{says[1:]}", exact=True)
        expect(option).to_be_visible()
    group.locator("input:not(:checked)").first.check()
    expect(page.locator("summary", has_text="Rulings")).to_contain_text("changed")


def test_every_game_is_offered_with_its_picture_its_sentence_and_what_there_is_of_it(
    served: Served, opened: Opened
) -> None:
    games = served.http.get("/api/games").json()
    assert len(games) == 5
    page = opened(served.url, color_scheme="dark")
    for game in games:
        card = page.locator("li", has=page.get_by_role("heading", name=game["title"]))
        # The picture is the choice.
        card.locator(".picture").first.click()
        expect(card.get_by_role("radio")).to_be_checked()
        chosen = page.get_by_role("region", name=game["title"])
        expect(chosen).to_contain_text(game["about"])
        expect(chosen.get_by_role("radio")).to_have_count(len(game["scenarios"]))
        expect(chosen.get_by_role("radio").first).to_be_checked()
        expect(chosen.get_by_role("link", name="Odds at the desk")).to_have_attribute(
            "href", f"/desk/{game['name']}"
        )
        expect(chosen.get_by_role("link", name=f"{len(game['charts'])} charts")).to_be_visible()
        begun = served.http.get(f"/api/games/{game['name']}/opening").json()
        picture = card.get_by_alt_text(begun["says"], exact=True)
        picture.scroll_into_view_if_needed()
        page.wait_for_function("img => img.complete && img.naturalWidth > 0", arg=picture.element_handle())
        expect(picture).to_have_attribute("src", re.compile("theme=dark$"))
        pieces = [piece["id"] for stack in begun["stacks"] for piece in stack["pieces"]]
        assert card.locator("[data-piece]").evaluate_all("all => all.map(e => e.dataset.piece)") == pieces


def test_on_a_phone_a_game_is_chosen_and_begun(served: Served, opened: Opened) -> None:
    """The way to begin is in sight wherever one reads, and only what is chosen is told in full."""
    page = opened(served.url, width=390, height=844, has_touch=True, is_mobile=True)
    scenario = page.get_by_label("S-Day: the road to London")
    about = page.locator("label", has=scenario).locator(".told")
    expect(about).to_be_hidden()
    scenario.tap()
    expect(about).to_be_visible()
    expect(page.get_by_role("button", name="Begin")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Begin").tap()
    expect(page.get_by_role("application")).to_be_visible(timeout=SLOW)


def test_on_a_phone(served: Served, opened: Opened) -> None:
    page = seated(served, opened, width=390, height=844, has_touch=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    before = page.get_by_role("application").bounding_box()
    pick(page, "17id")
    expect(page.locator(".reach").first).to_be_visible()
    assert page.get_by_role("application").bounding_box() == before
    page.get_by_role("button", name="Show the whole map").tap()
    page.touchscreen.tap(*point(page, served, "2312"))
    logged(page, "17. Infanterie lands at Hythe 2312")
    for path in ("/", "/desk/seelowe/combat", "/charts/jarama/crt"):
        page.goto(served.url + path)
        expect(page.locator("h1").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path


def test_no_serious_fault_of_access(served: Served, opened: Opened) -> None:
    page = seated(served, opened, bypass_csp=True)
    sound_in_any_light(page, "the board")
    pick(page, "17id")
    expect(page.locator(".reach").first).to_be_visible()
    sound_in_any_light(page, "a piece in hand")
    page.keyboard.press("?")
    sound_in_any_light(page, "the help")
    for path in ("/", "/desk/seelowe/combat?attackers=6&defenders=3", "/charts/jarama/crt"):
        page.goto(served.url + path)
        expect(page.locator("h1").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        sound_in_any_light(page, path)
    page.set_viewport_size({"width": 390, "height": 844})
    sound_in_any_light(page, "a chart on a phone")
