# SPDX-License-Identifier: Apache-2.0
"""A page of somebody else's in a real browser: it reaches no server on the visitor's machine, whatever its name is led to."""

from typing import Any

from playwright.sync_api import Browser
from web_fixtures import Served

NEW = {"game": "seelowe", "scenario": "hythe", "hotseat": True}
# What the page tries, and what it is told: a status, or why nothing.
ASK = """async ([address, kind]) => {
    const sent = {method: "POST", body: JSON.stringify(%s), headers: {"content-type": kind}}
    const told = async (options) => {
        try { const answer = await fetch(address, options); return [answer.status, await answer.text()] }
        catch (error) { return [0, ""] }
    }
    return [await told({}), await told(sent), await told({...sent, mode: "no-cors", headers: {}})]
}"""


def test_a_page_from_elsewhere_reaches_nothing(served: Served, chromium: Browser) -> None:
    """Its name is led to this machine, or it asks for this machine by address."""
    own = served.table(German="person")
    before = served.http.get("/api/health").json()["tables"]
    context = chromium.new_context()
    page = context.new_page()

    evil = f"http://evil.example:{served.port}"
    # The browser knows no longer where a page came from when its name is led elsewhere; what its script may do, it may do here.
    arrived = page.goto(evil)
    assert arrived
    assert arrived.status == 421
    ask = ASK % str(NEW).replace("True", "true")
    led_here: Any = page.evaluate(ask, [f"{evil}/api/tables", "application/json"])
    assert [status for status, _ in led_here] == [421, 421, 421]
    assert "is not called evil.example" in led_here[1][1]
    by_address: Any = page.evaluate(ask, [f"{served.url}/api/tables", "application/json"])
    assert by_address == [[0, ""]] * 3, "no answer may be read"
    games: Any = page.evaluate(ask, [f"{served.url}/api/games", "text/plain"])
    assert games == [[0, ""]] * 3
    context.close()
    assert served.http.get("/api/health").json()["tables"] == before
    assert served.view(own["table"], own["watch"])["seq"] == 0
