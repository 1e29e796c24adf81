# Two commands matter: `make play` and `make test`. Both set up what they need, in .venv, from pinned packages.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
PY := .venv/bin/python
PIP := $(PY) -m pip --disable-pip-version-check --quiet

.PHONY: install install-test page play test check fuzz twins kill-test openapi pictures bench lock clean

install: .venv/installed
install-test: .venv/installed-test

# The page is built with the install; this builds it anew after a change in web/.
page: .venv/installed
	@$(PY) hatch_build.py build

play: .venv/installed
	@$(PY) -m grognard play

test: check
	$(PY) -m pytest --numprocesses auto --maxprocesses 8 --dist worksteal

check: .venv/installed-test
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(PY) .venv/bin/lint-imports
	$(PY) hatch_build.py check test

# A thousand random games of every scenario, and a thousand spoiled saves: half an hour.
fuzz: .venv/installed-test
	$(PY) -m grognard fuzz --games 1000
	GROGNARD_MUTANTS=1000 $(PY) -m pytest tests/kit/test_saves.py

# A hundred thousand pairs of worlds that a side must not tell apart: cheap doors with each, dear ones with a share of them.
# About an hour on one core, less on several. Broken off, it says from which game to go on: make twins FROM=12.
twins: .venv/installed-test
	$(PY) tests/kit/twin_run.py --pairs 100000 --from $(or $(FROM),0)

# Kill a server 200 times under live play; make test does it 10 times.
kill-test: .venv/installed-test
	$(PY) tests/server/killing.py 200

# What the page has its types from.
openapi: .venv/installed
	$(PY) -m grognard.server.schema > web/openapi.json

# The pictures of the docs, of the board as it is now; with one game's name of that alone: make pictures GAME=seelowe.
pictures: .venv/installed-test page
	$(PY) scripts/take_pictures.py $(GAME)

bench: .venv/installed-bench
	$(PY) bench/import_time.py
	$(PY) bench/odds.py
	$(PY) bench/reach.py
	$(PY) bench/sight.py
	$(PY) bench/play.py

# Everything is installed by hash from requirements*.txt; nothing is resolved on the user's machine.
.venv/installed: requirements.txt
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Grognard needs Python 3.11 or newer; say which with: make PYTHON=/path/to/python3.11")'
	@echo "Setting up .venv (once, about two minutes) ..."
	@$(PYTHON) -m venv --clear .venv
	@$(PIP) install --require-hashes -r requirements.txt
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

.venv/installed-test: .venv/installed requirements-test.txt web/browser/package-lock.json
	@echo "Adding what the tests need ..."
	@$(PIP) install --require-hashes -r requirements-test.txt
	@$(PY) hatch_build.py browser
	@touch $@

.venv/installed-bench: .venv/installed-test requirements-bench.txt
	@echo "Adding the peers of the benchmarks ..."
	@$(PIP) install --require-hashes -r requirements-bench.txt
	@touch $@

# Pin anew. Needs uv; the files hold hashes and no addresses.
LOCK := uv pip compile pyproject.toml --universal --python-version 3.11 --no-emit-index-url --no-annotate --generate-hashes --no-header --quiet
lock:
	$(LOCK) --group build -o requirements.txt
	$(LOCK) --group test --constraint requirements.txt -o requirements-test.txt
	$(LOCK) --group bench --constraint requirements-test.txt -o requirements-bench.txt

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis web/node_modules web/browser/node_modules web/browser/chromium src/grognard/web
