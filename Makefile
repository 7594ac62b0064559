# make demo: set all up and play the shipped film; make test: set all up and run the tests.

PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
VENV := .venv
BIN := $(VENV)/bin
TRAIN := .venv-train
RENDER := .venv-render

.PHONY: help demo test lint bench train-env render-env clean

help:
	@echo "make demo        set all up and run tileye on the shipped film"
	@echo "make test        set all up and run the tests"
	@echo "make lint        ruff and mypy"
	@echo "make bench       measure every stage on this machine"
	@echo "make train-env   the environment for training, in $(TRAIN)"
	@echo "make render-env  the environment for rendering, in $(RENDER)"
	@echo "make clean       remove the environments"

demo: $(VENV)/.player
	@echo "The demo comes with the page. What works without it: $(BIN)/tileye --help"

test: $(VENV)/.dev
	$(BIN)/python -m pytest

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.dev
	$(BIN)/tileye bench

train-env: $(TRAIN)/.installed

render-env: $(RENDER)/.installed

$(VENV)/.player: pyproject.toml
	@$(call make_env,$(VENV))
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml $(VENV)/.player
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@

$(TRAIN)/.installed: models/requirements.txt
	@$(call make_env,$(TRAIN))
	$(TRAIN)/bin/python -m pip install --quiet --requirement models/requirements.txt
	@touch $@

$(RENDER)/.installed: datasets/requirements.txt
	@$(call make_env,$(RENDER))
	$(RENDER)/bin/python -m pip install --quiet --requirement datasets/requirements.txt
	@touch $@

clean:
	rm -rf $(VENV) $(TRAIN) $(RENDER)

define make_env
$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { echo "tileye needs Python 3.11 or newer: install it (Debian and Ubuntu: apt-get install python3 python3-venv; macOS: brew install python), or name one with make PYTHON=..."; exit 1; }; \
$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "This Python cannot make environments: on Debian and Ubuntu run apt-get install python3-venv"; exit 1; }; \
test -x $(1)/bin/python || $(PYTHON) -m venv $(1)
endef
