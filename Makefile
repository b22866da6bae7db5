# Two commands on a fresh machine, with nothing but this repository and Python 3.11 or later: `make demo`, `make test`.
# Each creates .venv and installs what it needs; the second time it finds it there.

VENV := .venv
BIN := $(VENV)/bin
CUBE_VENV := .venv-cube
WORKERS ?= $(shell nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)
MARKED ?=
COVERAGE ?=
NOTEBOOKS := $(wildcard notebooks/*.ipynb)

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help demo test test-all coverage test-cube lint pytest notebooks wheel format speed clean chromium

help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

demo: $(VENV)/.installed-demo ## let the scripted solutions and a random agent play on the phone; tables and a report
	rm -rf runs/demo runs/demo-random
	$(BIN)/cube-gym run phone --agent random --episodes 60 --out runs/demo-random
	$(BIN)/cube-gym run phone --agent oracle --seeds 1 --out runs/demo
	$(BIN)/cube-gym report runs/demo --out runs/demo/report.html

test: lint pytest notebooks wheel test-cube ## every gate: lint, types, tests, notebooks, the wheel used outside, CUBE packages

test-all: MARKED := -m ''
test-all: $(VENV)/.installed-rl test ## the same, with the tests marked slow, which take an hour

coverage: COVERAGE := --cov --cov-report=term
coverage: pytest ## unit tests, and which lines they reach

lint: $(VENV)/.installed-dev ## style, types, direction of imports, spelling
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/codespell

pytest: $(VENV)/.installed-dev chromium ## unit tests, doctests and browser tests
	$(BIN)/pytest --numprocesses=$(WORKERS) --hypothesis-profile=ci $(COVERAGE) $(MARKED)

notebooks: $(VENV)/.installed-dev chromium ## execute the notebooks
ifeq ($(NOTEBOOKS),)
	@echo "no notebooks yet"
else
	$(BIN)/pytest --nbmake --numprocesses=$(WORKERS) $(NOTEBOOKS)
endif

wheel: $(VENV)/.installed-dev chromium ## build the wheel, install it in a fresh environment, use it
	$(BIN)/python scripts/check_wheel.py

test-cube: chromium ## the CUBE adapter with the real packages, where there is a Python 3.12 or later
	scripts/test_cube.sh $(CUBE_VENV) $(MARKED)

format: $(VENV)/.installed-dev ## repair what ruff can repair
	$(BIN)/ruff check --fix --exit-zero .
	$(BIN)/ruff format .

speed: $(VENV)/.installed-speed chromium ## measure all that can be measured here, beside the peers; benchmarks/speed/RESULTS.md
	-$(BIN)/python -m benchmarks.speed.peers.environments
	$(BIN)/python -m benchmarks.speed

clean: ## remove what was built and cached; .venv and runs/ stay
	rm -rf build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache .coverage*
	find . -name __pycache__ -not -path './$(VENV)/*' -not -path './$(CUBE_VENV)/*' -prune -exec rm -rf {} +

chromium: $(VENV)/.installed-browser ## install a Chromium where there is none
	@scripts/install_chromium.sh

# The stamps lie inside the environment, so that they go when it goes. An interpreter that was removed leaves a dangling
# link, which make takes for a missing file: the environment is created anew.
$(BIN)/python:
	scripts/create_venv.sh $(VENV)

$(VENV)/.installed-demo: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[report]'
	@touch $@

$(VENV)/.installed-browser: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[browser]'
	@touch $@

$(VENV)/.installed-speed: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[browser,ray,report]'
	@touch $@

$(VENV)/.installed-rl: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[rl]'
	@touch $@

$(VENV)/.installed-dev: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,browser,fonts,notebook,report]'
	@touch $@ $(VENV)/.installed-demo $(VENV)/.installed-browser
