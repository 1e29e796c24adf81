"""The examples on these pages leave nothing behind for other tests."""

import pytest


@pytest.fixture(autouse=True)
def _no_games_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that a page opens by its folder is known on that page alone."""
    monkeypatch.setattr("grognard.games._OPENED", {})
