# Two commands matter: `make play` and `make test`. `make help` lists the rest.

PYTHON ?= python3
ARGS ?=

BIN := .venv/bin
PIP := $(BIN)/python -m pip install -qq -c constraints.txt

# pip's isolated build takes its pins from the same file; older pips read the first name, newer ones the second.
export PIP_CONSTRAINT := constraints.txt
export PIP_BUILD_CONSTRAINT := constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: play test lint format bench clean help

play: .venv/play ## play Elysium in the terminal (ARGS="..." is passed on)
	@$(BIN)/pediment play elysium $(ARGS)

test: lint ## check style, types and imports, run all tests, check coverage
	$(BIN)/pytest -n auto --cov --cov-report= --ignore-glob='*/test_conformance.py'
	$(BIN)/python -m tests.branches
	$(BIN)/pytest -n auto tests/*/test_conformance.py

lint: .venv/test ## check style, types and imports only
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

format: .venv/test ## put the sources into shape
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: .venv/play ## measure the engine (ARGS="..." is passed on)
	@$(BIN)/python -m benchmarks $(ARGS)

clean: ## remove everything these commands made
	rm -rf .venv .venv-peers build dist .coverage .coverage.* htmlcov
	rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

help: ## list the commands
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1	\2/p' Makefile

# .venv/made stands for the environment, .venv/play for the package in it, .venv/test for the tools as well.
# A change of the pins or of pyproject.toml makes all anew; so does a .venv that was moved or lost its Python.

ifneq ($(shell $(BIN)/python -c '' 2>/dev/null && cat .venv/made 2>/dev/null),$(CURDIR))
.PHONY: .venv/made
endif

.venv/made: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo 'Pediment needs Python 3.11 or newer. Name one like this: make play PYTHON=python3.12' >&2; exit 1; }
	@echo 'Preparing .venv'
	@$(PYTHON) -m venv --clear .venv
	@echo '$(CURDIR)' > $@

.venv/play: .venv/made
	@$(PIP) -e .
	@touch $@

.venv/test: .venv/made
	@$(PIP) -e '.[dev]'
	@touch .venv/play $@
