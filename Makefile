# Two commands matter: `make play` and `make test`. Both set up what they need, in .venv, from pinned packages.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
PY := .venv/bin/python
PIP := $(PY) -m pip --disable-pip-version-check --quiet

# What Python compiled is kept, whatever the environment says: the tests start hundreds of processes.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: install install-test page play test check check-python check-page test-page long keep openapi pictures bench load release lock clean

install: .venv/installed
install-test: .venv/installed-test

# The page is built with the install; this builds it anew after a change in web/.
page: .venv/installed
	@$(PY) hatch_build.py build

play: .venv/installed
	@$(PY) -m grognard play

# All at the lowest priority, which the workers of a server have: other tests would else keep them from what a journey waits for.
test: check
	nice -n 19 $(PY) -m pytest --numprocesses auto --maxprocesses 8 --dist worksteal

# What is written in Python and what in TypeScript is checked side by side.
check: .venv/installed-test
	@$(MAKE) --no-print-directory --jobs 2 --output-sync check-python check-page test-page

check-python:
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(PY) .venv/bin/lint-imports
	@$(COLLECT) > /dev/null || { $(COLLECT) | tail -n 60; exit 1; }

# Reads all tests and runs none: what cannot be read is said in seconds, and the processes that run them find what pytest and numba
# make of the sources, which each would otherwise make for itself.
COLLECT := $(PY) -m pytest --collect-only -qq

check-page:
	$(PY) hatch_build.py check

test-page:
	$(PY) hatch_build.py test

# What takes hours: thousands of games, other rulings, twins, spoiled saves, attacked and killed servers. Broken off, the same command goes on
# where it was. Some kinds alone: make long ONLY="twins kill"; ten times as many of each: make long TIMES=10.
long: .venv/installed-test .venv/schemathesis/installed
	@PYTHONPATH=tests/kit:tests/server $(PY) tests/kit/long_run.py $(if $(ONLY),--only $(ONLY)) --times $(or $(TIMES),1)

# Short games that show what a ruling changes or ask a question, where one is missing: make keep GAME=jarama.
keep: .venv/installed-test
	@$(PY) tests/kit/keep_games.py $(GAME)

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

# 300 games at an act in 3 s each, then 20 as fast as it goes, three times: on one server, and on two that share a PostgreSQL. Ten
# minutes; nothing else should run meanwhile.
load: .venv/installed-test
	$(PY) bench/load.py --runs 3
	$(PY) bench/load.py --runs 3 --servers 2

# What is published, in dist/: the sources, the wheel made from them, and the bills of what both are made of (CycloneDX). The wheel is tried.
release: .venv/installed-release
	rm -rf dist
	$(PY) -m build --no-isolation --outdir dist .
	$(PY) -m cyclonedx_py requirements requirements.txt --pyproject pyproject.toml --output-reproducible --output-file dist/grognard-python.cdx.json
	$(PY) -c 'import hatch_build; hatch_build.npm("sbom", "--package-lock-only", "--omit", "dev", "--sbom-format", "cyclonedx")' > dist/grognard-page.cdx.json
	$(PY) scripts/try_release.py dist/*.whl

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

.venv/schemathesis/installed: .venv/installed-test requirements-schemathesis.txt
	@$(PY) -m venv --clear $(@D)
	@$(@D)/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes -r requirements-schemathesis.txt
	@touch $@

.venv/installed-bench: .venv/installed-test requirements-bench.txt
	@echo "Adding the peers of the benchmarks ..."
	@$(PIP) install --require-hashes -r requirements-bench.txt
	@touch $@

.venv/installed-release: .venv/installed requirements-release.txt
	@$(PIP) install --require-hashes -r requirements-release.txt
	@touch $@

# Pin anew. Needs uv; the files hold hashes and no addresses.
PIN := uv pip compile --universal --python-version 3.11 --no-emit-index-url --no-annotate --generate-hashes --no-header --quiet
LOCK := $(PIN) pyproject.toml
lock:
	$(LOCK) --extra push --group build -o requirements.txt
	$(LOCK) --group test --constraint requirements.txt -o requirements-test.txt
	$(LOCK) --extra push --group release --constraint requirements-test.txt -o requirements-release.txt
	$(LOCK) --group bench --constraint requirements-test.txt -o requirements-bench.txt
	$(PIN) --group schemathesis --constraint requirements-test.txt -o requirements-schemathesis.txt

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .long-run web/node_modules web/browser/node_modules web/browser/chromium src/grognard/web
