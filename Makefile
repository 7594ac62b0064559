# make demo: set all up and show a game on the page; make test: set all up and run the tests.

PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
VENV := .venv
BIN := $(VENV)/bin
TRAIN := .venv-train
RENDER := .venv-render
OPENVINO := .venv-openvino
LOCKS := tests/requirements.txt tests/requirements-openvino.txt
VARIANT ?= obb-tile-640
MINUTES ?= 80
TIMES ?= 200
GAME ?= tiles
RUNS ?= 3
LOOPS ?= 4
EXPLORE ?= 10

.PHONY: help demo test test-busy test-openvino explore lint bench bench-page size cldr lock sbom attack kill-campaign train-env render-env scenes renders films material create-dataset train export evaluate clean

help:
	@echo "make demo        set all up and open the page on a game from the shipped film"
	@echo "make test        set all up and run the tests"
	@echo "make test-busy   run the tests RUNS (3) times while LOOPS (4) programs keep the machine busy"
	@echo "make explore     try the laws with EXPLORE (10) times as many examples, drawn at random: tests/README.md"
	@echo "make test-openvino  run the tests of what runs the nets with OpenVINO, too"
	@echo "make lint        ruff and mypy"
	@echo "make bench       measure every stage on this machine, with ONNX Runtime and OpenVINO"
	@echo "make size        measure what a player's install takes on the disk"
	@echo "make bench-page  measure the page; wants Chromium"
	@echo "make cldr        write companion_web/languages/cldr.json: names and plural forms of the languages"
	@echo "make lock        write tests/requirements.txt: the exact packages for development and CI"
	@echo "make sbom        write dist/tileye.cdx.json: all that a player's install consists of"
	@echo "make attack      attack the running page for at most five minutes, on this machine alone: docs/attack.md"
	@echo "make kill-campaign  kill the demo of GAME (tiles, cards) TIMES (200) times, and see that nothing is lost: docs/kill-campaign.md"
	@echo "make train-env   the environment for training, in $(TRAIN)"
	@echo "make render-env  the environment for rendering, in $(RENDER)"
	@echo "make scenes      compose the pictures for training, with their truth"
	@echo "make renders     render the pictures for testing (about three quarters of an hour)"
	@echo "make films       make the 38 films for the referee"
	@echo "make material    render the material that scenes are composed of"
	@echo "make create-dataset  pictures and labels for VARIANT of models/recipe.json"
	@echo "make train       train VARIANT for MINUTES (80), or go on with it"
	@echo "make export      write VARIANT as weights for players"
	@echo "make evaluate    measure how the weights read, and write their card; PHOTOS may name photographs"
	@echo "make demo-film   make the film that tileye demo shows; demo-film-cards: that of cards"
	@echo "make clean       remove the environments"

demo: $(VENV)/.player
	$(BIN)/tileye demo

test: $(VENV)/.dev
	$(BIN)/python -m pytest

test-busy: $(VENV)/.dev
	$(BIN)/python -m tests.busy --loops $(LOOPS) --times $(RUNS)

explore: $(VENV)/.dev
	TILEYE_EXPLORE_TIMES=$(EXPLORE) $(BIN)/python -m pytest -m hypothesis --hypothesis-profile=explore

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python -m tests.types

bench: $(OPENVINO)/.installed
	$(OPENVINO)/bin/tileye bench

test-openvino: $(OPENVINO)/.installed
	$(OPENVINO)/bin/python -m pytest tests/vision/detection/test_runtime.py tests/companion_web/test_nothing_sent.py

size: $(VENV)/.dev
	$(BIN)/python -m tileye.companion_web.benchmarks.installed

bench-page: $(VENV)/.dev
	$(BIN)/python -m tileye.companion_web.benchmarks.of_page

cldr: $(VENV)/.dev
	$(BIN)/python -m tileye.companion_web.supply.cldr

lock: $(VENV)/.dev
	$(BIN)/python -m tileye.companion_web.supply.lock

sbom: $(VENV)/.dev
	$(BIN)/python -m tileye.companion_web.supply.bill --out dist/tileye.cdx.json

attack: $(VENV)/.dev
	$(BIN)/python -m tileye.companion_web.benchmarks.attack --out docs/attack.md

kill-campaign: $(VENV)/.dev
	$(BIN)/python -m tileye.companion_web.benchmarks.kills --game $(GAME) --times $(TIMES) --out docs/kill-campaign.md

train-env: $(TRAIN)/.installed

render-env: $(RENDER)/.installed

$(VENV)/.player: pyproject.toml
	@$(call make_env,$(VENV))
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

# Exactly what tests/requirements.txt lists, and nothing that it does not list.
$(VENV)/.dev: pyproject.toml tests/requirements.txt
	@$(call make_env,$(VENV))
	$(BIN)/python -m pip install --quiet --require-hashes --requirement tests/requirements.txt
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@ $(VENV)/.player

$(OPENVINO)/.installed: pyproject.toml $(LOCKS)
	@$(call make_env,$(OPENVINO))
	$(OPENVINO)/bin/python -m pip install --quiet --require-hashes $(LOCKS:%=--requirement %)
	$(OPENVINO)/bin/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(TRAIN)/.installed: pyproject.toml
	@$(call make_env,$(TRAIN))
	@$(call install_group,$(TRAIN),train)
	@touch $@

$(RENDER)/.installed: pyproject.toml
	@$(call make_env,$(RENDER))
	@$(call install_group,$(RENDER),render)
	@touch $@

scenes: $(VENV)/.dev
	$(BIN)/python -m tileye.datasets.create --split train
	$(BIN)/python -m tileye.datasets.create --split val
	$(BIN)/python -m tileye.datasets.create --split train --theme lookalikes
	$(BIN)/python -m tileye.datasets.create --split val --theme lookalikes
	$(BIN)/python -m tileye.datasets.create --split train --theme cards
	$(BIN)/python -m tileye.datasets.create --split val --theme cards

renders: $(RENDER)/.installed
	$(RENDER)/bin/python -m tileye.datasets.create --split test --render
	$(RENDER)/bin/python -m tileye.datasets.create --split test --theme lookalikes --render
	$(RENDER)/bin/python -m tileye.datasets.create --split test --theme cards --render

films: $(VENV)/.dev
	$(BIN)/python -m tileye.datasets.films --split dev --all
	$(BIN)/python -m tileye.datasets.films --split test --all
	$(BIN)/python -m tileye.datasets.films --game cards --split dev --all
	$(BIN)/python -m tileye.datasets.films --game cards --split test --all

material: $(RENDER)/.installed
	$(RENDER)/bin/python -m tileye.datasets.pack

create-dataset: $(TRAIN)/.installed
	$(TRAIN)/bin/python -m tileye.models.create_dataset --variant $(VARIANT)

train: $(TRAIN)/.installed
	$(TRAIN)/bin/python -m tileye.models.train $(VARIANT) --minutes $(MINUTES)

export: $(TRAIN)/.installed
	$(TRAIN)/bin/python -m tileye.models.export $(VARIANT)

evaluate: $(VENV)/.dev
	$(BIN)/python -m tileye.models.evaluate_cards --keep
	$(BIN)/python -m tileye.models.evaluate --robustness --card --out docs/benchmarks.md $(if $(PHOTOS),--photos $(PHOTOS))

demo-film: $(RENDER)/.installed
	$(RENDER)/bin/python -m tileye.datasets.films --demo --out companion_web/film

demo-film-cards: $(RENDER)/.installed
	$(RENDER)/bin/python -m tileye.datasets.films --demo --game cards --out companion_web/film_cards

clean:
	rm -rf $(VENV) $(OPENVINO) $(TRAIN) $(RENDER)

define make_env
$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { echo "tileye needs Python 3.11 or newer: install it (Debian and Ubuntu: apt-get install python3 python3-venv; macOS: brew install python), or name one with make PYTHON=..."; exit 1; }; \
$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "This Python cannot make environments: on Debian and Ubuntu run apt-get install python3-venv"; exit 1; }; \
test -x $(1)/bin/python || $(PYTHON) -m venv $(1)
endef

# Dependency groups are known since pip 25.1.
define install_group
$(1)/bin/python -m pip install --quiet --upgrade "pip>=25.1" && \
$(1)/bin/python -m pip install --quiet --group $(2) && \
$(1)/bin/python -m pip install --quiet --no-deps --editable .
endef
