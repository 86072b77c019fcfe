# `make run` serves Headlight, `make test` checks everything; both set up first
# what they need. PORT=, HOST= and MODELS= reach the program as they are.

PYTHON ?= python3
PIP_INSTALL := .venv/bin/python -m pip install --disable-pip-version-check

.PHONY: run install test test-fast lint types bench format browser

run: install
	.venv/bin/python -m app

install: .venv/ready
	.venv/bin/python -m model.sources

test: lint types browser install
	.venv/bin/python -m pytest
	node --test $$(find tests/js -name '*.test.js')

test-fast: .venv/ready-dev install
	.venv/bin/python -m pytest -m 'not browser'

lint: .venv/ready-dev
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/lint-imports

types: .venv/ready-dev node_modules/ready
	.venv/bin/mypy
	npx --no-install tsc --project tsconfig.json

bench: .venv/ready-bench browser install
	.venv/bin/python -m benchmarks

format: .venv/ready-dev
	.venv/bin/ruff check --fix .
	.venv/bin/ruff format .

# --- set-up: a stamp says that nothing has changed since the last time ---------

.venv/ready: requirements.txt constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Headlight needs Python 3.11 or newer: make PYTHON=python3.11 ...")'
	test -x .venv/bin/python || $(PYTHON) -m venv .venv
	$(PIP_INSTALL) -r requirements.txt
	@touch $@

.venv/ready-dev: .venv/ready requirements-dev.txt
	$(PIP_INSTALL) -r requirements-dev.txt
	@touch $@

.venv/ready-bench: .venv/ready-dev requirements-bench.txt
	$(PIP_INSTALL) -r requirements-bench.txt
	@touch $@

node_modules/ready: package.json package-lock.json
	@node -e 'process.exit(Number(process.versions.node.split(".")[0] < 20))' || { echo 'The checks of the scripts need Node.js 20 or newer (and npm): install it, then try again.' >&2; exit 1; }
	npm ci
	@touch $@

browser:
	@command -v chromium >/dev/null || command -v google-chrome >/dev/null || { echo 'The browser tests need Chromium: apt-get install chromium' >&2; exit 1; }
