# Two commands matter: `make play` and `make test`. `make help` lists the rest.

PYTHON ?= python3
ARGS ?=
# Tests that may not keep what Python has compiled of them take half a minute longer at each start.
unexport PYTHONDONTWRITEBYTECODE

BIN := .venv/bin
# The package is installed as anybody gets it, compiled where there is a C compiler; this runs the sources instead.
PLAIN := PYTHONPATH=src
# The tests of what is compiled: what games show is tested with the rest.
ENGINE := tests/core tests/games tests/testing --ignore-glob='tests/games/*/ui'
PYTEST := $(BIN)/pytest -n auto --dist worksteal

.PHONY: play test test-deep test-peers scenarios mutate lint lint-style lint-types lint-page format derived studies page screenshots docs bench fresh wheel sdist clean help

play: .venv/play ## play in the browser (ARGS="..." is passed on)
	@$(BIN)/pediment serve --open $(ARGS)

# The engine is compiled on one core while the other fetches what the tests need, reads the sources and proves the rules;
# then all of it is tested as it is installed.
test: ## everything that a change has to pass
	@$(MAKE) --no-print-directory -j2 .venv/built lint scenarios
	@$(MAKE) --no-print-directory .venv/play
	$(BIN)/python -m tests

test-deep: .venv/test ## what takes longer: all laws on both engines, deep fuzzing, learning, many kills
	PEDIMENT_DEEP=1 $(BIN)/python -m tests
	PEDIMENT_DEEP=1 $(PLAIN) $(PYTEST) -m laws $(ENGINE) tests/test_playthroughs.py

test-peers: .venv/play .venv/tools ## other people's libraries on our environments, and the oldest versions that we allow
	@$(BIN)/python -m tests.peers $(ARGS)

scenarios: .venv/tools ## the rules proved on the sources: every scenario with its branches counted, and a part of the laws
	$(PLAIN) $(PYTEST) --cov --cov-report= -m 'not laws' $(ENGINE)
	$(BIN)/python -m tests.branches
	$(PLAIN) $(PYTEST) -m laws tests/core tests/testing tests/games/*/test_conformance.py tests/test_playthroughs.py

mutate: .venv/test ## change the rules in many small ways and see whether the tests notice (ARGS="..." is passed on)
	@$(BIN)/python -m tests.mutate $(ARGS)

lint: lint-style lint-types lint-page ## check style, types and imports only

lint-style: .venv/tools
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(PLAIN) $(BIN)/lint-imports

lint-types: .venv/tools
	$(BIN)/mypy

lint-page: .venv/tools
	$(BIN)/python frontend/build.py check

format: .venv/test ## put the sources into shape
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

derived: .venv/test ## write what follows from the sources: editions by their hash, pages of rules, the page's types
	$(PLAIN) $(BIN)/python -m tests.derived

studies: .venv/play .venv/test ## play the studies of the page Lab again, some ten minutes of a core (ARGS="ephyran --jobs 2" is passed on)
	$(BIN)/python -m tests.studies $(ARGS)

page: .venv/test ## build the browser table into the sources, for a server that runs from there
	$(BIN)/python frontend/build.py build src/pediment/server/web/static

screenshots: .venv/test ## picture the main screens, for README and docs, and all tables in build/screenshots
	@$(BIN)/python -m tests.browser.screenshots
	@$(BIN)/python -m tests.browser.screenshots tables

# Not with --quiet: that keeps mkdocs from counting its warnings, and nothing would fail.
docs: .venv/docs ## build the documentation as a site into build/site; broken links fail
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo 'Open build/site/index.html.'

bench: .venv/play ## measure the engine beside its peers (ARGS="..." is passed on)
	@$(BIN)/python -m benchmarks.peers $(ARGS)

fresh: ## try play and test in bare Debian trees, as root (SUITES="bookworm trixie" COMPILER="no yes" COMMANDS="play test")
	@$(PYTHON) -B -m tests.fresh

wheel: .venv/test ## make a wheel for other machines into dist/, with the page and the compiled engine
	@$(BIN)/python release.py

sdist: .venv/test ## make the source archive into dist/, with the page
	@$(BIN)/python -m hatchling build -t sdist -d dist

clean: ## remove everything these commands made
	rm -rf .venv .venv-peers build dist frontend/node_modules src/pediment/server/web/static .coverage .coverage.* htmlcov
	rm -rf .hypothesis .import_linter_cache .schemathesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

help: ## list the commands
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1	\2/p' Makefile

# .venv/made stands for the environment, .venv/built for the wheel, .venv/play for the installed package, .venv/tools for
# the libraries and tools of the tests, .venv/docs for what builds the documentation.
# A change of the pins or of pyproject.toml makes all anew; so does a .venv that was moved or lost its Python.

ifneq ($(shell $(BIN)/python -c '' 2>/dev/null && cat .venv/made 2>/dev/null),$(CURDIR))
.PHONY: .venv/made
endif

SOURCES := hatch_build.py install.py $(shell find src -type f ! -name '*.pyc' ! -path '*/web/static/*') \
	$(shell find frontend -name node_modules -prune -o -type f ! -name '*.pyc' -print)
# The headers that compiling needs, of Python and of the C library.
INCLUDE := $(shell $(firstword $(wildcard $(BIN)/python) $(PYTHON)) -c \
	'import sysconfig; print(sysconfig.get_config_var("INCLUDEPY"))' 2>/dev/null)
HEADERS := $(wildcard $(INCLUDE)/Python.h /usr/include/stdio.h)
# What decides on the engine besides the sources: the wish for plain Python, the compiler, its headers, how many sources
# there are.
WANTED := $(PEDIMENT_PURE)|$(CC)|$(shell command -v $(firstword $(CC) cc))|$(HEADERS)|$(words $(SOURCES))

ifneq ($(shell cat .venv/wanted 2>/dev/null),$(WANTED))
.PHONY: .venv/wanted
endif

# Where the page could not be built, each run tries again.
NO_PAGE := $(if $(wildcard .venv/no-page),no-page)
.PHONY: no-page
no-page:

.venv/wanted: .venv/made
	@echo '$(WANTED)' > $@

.venv/made: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo 'Pediment needs Python 3.11 or newer. Name one like this: make play PYTHON=python3.12' >&2; exit 1; }
	@echo 'Preparing .venv, a few seconds…'
	@$(PYTHON) -m venv --clear .venv
	@echo '$(CURDIR)' > $@

.venv/built: .venv/wanted $(SOURCES) $(NO_PAGE)
	@$(BIN)/python install.py build $(if $(filter-out no-page,$?),,page)
	@touch $@

.venv/play: .venv/built
	@$(BIN)/python install.py wheel
	@$(BIN)/pediment doctor
	@touch $@

# The libraries alone: what checks the sources need not wait until they are compiled.
.venv/tools: .venv/made
	@$(BIN)/python install.py tools
	@touch $@

.venv/docs: .venv/made
	@$(BIN)/python install.py docs
	@touch $@

.venv/test: .venv/play .venv/tools
	@touch $@
