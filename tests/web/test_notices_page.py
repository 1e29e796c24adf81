# SPDX-License-Identifier: Apache-2.0
"""Being told of one's turn when the page is closed: switched on in the page, shown by the service worker, and opened by its click."""

import json
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect
from reaching import MailSink
from test_my_tables import PHONE, at_the_table, take_name
from web_fixtures import SLOW, Opened, Served, sound_in_any_light, until

from grognard.server.web_push import Signer, encoded, new_private_key

# The browser of the tests reaches no push service and has no place for notices: what those would say is said here, first to the page.
SERVICE = """
window.Notification = class {
  static permission = localStorage.getItem("grognard-notices") ? "granted" : "default";
  static requestPermission = async () => (Notification.permission = "granted");
};
window.subscription = %s;
PushManager.prototype.getSubscription = async () => window.has ?? null;
PushManager.prototype.subscribe = async (options) => {
  window.has = { endpoint: window.subscription.endpoint, options, toJSON: () => window.subscription,
    unsubscribe: async () => (window.has = null) };
  return window.has;
};
"""
# Then to the service worker, which a click would also give leave to open windows.
SHOWS = """() => {
  self.shown = [];
  self.opened = [];
  registration.showNotification = async (title, options) => void self.shown.push({ title, ...options });
  clients.openWindow = async (path) => void self.opened.push(path);
}"""
CLICKS = """async () => {
  const done = [];
  const click = { notification: { data: self.shown[0].data, close() {} }, waitUntil: (each) => done.push(each) };
  self.dispatchEvent(Object.assign(new Event("notificationclick"), click));
  await Promise.all(done);
  return self.opened;
}"""


@pytest.fixture
def sink() -> Iterator[MailSink]:
    found = MailSink()
    yield found
    found.close()


def deliver(page: Page, url: str, told: dict[str, str]) -> None:
    """Let the browser take a message, as from its push service."""
    found = list[str]()
    session = page.context.new_cdp_session(page)
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(each["registrationId"] for each in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    until(page, "() => navigator.serviceWorker.ready.then(() => true)")
    while not found:
        page.wait_for_timeout(50)
    data = {"origin": url, "registrationId": found[0], "data": json.dumps(told)}
    session.send("ServiceWorker.deliverPushMessage", data)


def test_a_message_is_shown_and_its_click_opens_the_table(served: Served, opened: Opened) -> None:
    made = served.table(hotseat=False, dice="server")
    told = {"p256dh": Signer(new_private_key()).public_key, "auth": encoded(b"a" * 16)}
    subscription = json.dumps({"endpoint": "https://push.example.org/1", "keys": told})
    page = opened("about:blank", width=1440)
    page.add_init_script(SERVICE % subscription)
    page.goto(f"{served.url}/t/{made['table']}#{made['seats']['British']}")
    page.get_by_label("Notify me when it is my turn").check(timeout=SLOW)
    expect(page.get_by_text("Also when this page is closed.")).to_be_visible(timeout=SLOW)
    # Another page of the browser is open, and none of the table.
    page.goto(f"{served.url}/desk")
    (worker,) = page.context.service_workers
    worker.evaluate(SHOWS)
    deliver(page, served.url, {"table": made["table"], "title": "A morning", "side": "British"})
    while not worker.evaluate("self.shown.length"):
        page.wait_for_timeout(50)
    shown = worker.evaluate("self.shown.map(({ title, body, tag }) => [title, body, tag])")
    assert shown == [["Your turn", "A morning: British", f"grognard-{made['table']}"]]
    assert worker.evaluate(CLICKS) == [f"/t/{made['table']}"]
    page.goto(f"{served.url}/t/{made['table']}")
    at_the_table(page)
    expect(page.locator("header .points div", has_text="British")).to_contain_text("(you)")
    # It keeps nothing of the page.
    assert page.evaluate(
        "async () => [await caches.keys(), navigator.serviceWorker.controller?.scriptURL]"
    ) == [
        [],
        f"{served.url}/notices.js",
    ]
    page.get_by_label("Notify me when it is my turn").uncheck()
    until(page, "() => window.has === null")


def test_a_mail_address_is_named_confirmed_and_ended(
    serve: Callable[..., Served], opened: Opened, sink: MailSink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GROGNARD_MAIL", f"smtp://127.0.0.1:{sink.port}?from=board@example.org")
    here = serve()
    desk = opened(f"{here.url}/me", width=1440, bypass_csp=True)
    take_name(desk, "Anna")
    turns = desk.get_by_role("region", name="When it is my turn")
    turns.get_by_label("Mail address").fill("anna@example.org")
    desk.keyboard.press("Enter")
    expect(turns).to_contain_text("A mail is on its way to anna@example.org", timeout=SLOW)
    sound_in_any_light(desk, "one's own page with a mail address")
    letter = sink.next().get_content()
    found = re.search(r"http\S+/mail/confirm/\S+", letter)
    assert found, letter
    phone = opened(found[0], bypass_csp=True, **PHONE)
    agrees = phone.get_by_role("button", name="Send me mails")
    expect(agrees).to_be_visible(timeout=SLOW)
    sound_in_any_light(phone, "the page of a link in a mail")
    agrees.tap()
    expect(phone.get_by_role("heading", name="Mails are on")).to_be_visible(timeout=SLOW)
    desk.reload()
    expect(turns).to_contain_text("A mail goes to anna@example.org", timeout=SLOW)
    phone.goto(found[0].replace("confirm", "stop"))
    expect(phone.get_by_role("heading", name="No more mails")).to_be_visible(timeout=SLOW)
    desk.reload()
    expect(turns.get_by_label("Mail address")).to_be_visible(timeout=SLOW)
