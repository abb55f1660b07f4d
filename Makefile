PYTHON ?= python3
VENV := .venv/bin
INSTALL := $(PYTHON) config/install.py
SERVICES := $(VENV)/python -m config.services run

.DEFAULT_GOAL := help
.PHONY: help run test check cover bench drill siege marks random hunt homebrew screens settings bare format lock clean

help:  ## list the commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run:  ## install what is missing, then play at http://localhost:8000 (PORT=8001 for another)
	@$(INSTALL) run
	@$(SERVICES) -- $(VENV)/python -m config.up

test:  ## install what is missing, then every check and every test
	@$(INSTALL) test
	@$(SERVICES) --data make-test -- $(VENV)/python -m tests.everything

check:  ## the quick half of `make test`: format, lint, types, Django's checks
	@$(INSTALL) test
	@$(SERVICES) --data make-test -- $(VENV)/python -m tests.everything quick

cover:  ## every test, counting every line of the code (`make test` counts those of kernel, dice and access)
	@$(INSTALL) test
	@$(SERVICES) --data make-test -- $(VENV)/python -m tests.everything cover

bench:  ## measure speed and print the ratios
	@$(INSTALL) test
	@$(SERVICES) --data bench -- $(VENV)/python -m tests.bench

drill:  ## kill everything once while people work, and look whether anything was lost
	@$(INSTALL) test
	@$(VENV)/python -m tests.drill

siege:  ## let a guest do what once stopped the site, and time what somebody else is at meanwhile
	@$(INSTALL) test
	@$(VENV)/python -m tests.siege

marks:  ## let 500 random scripts mark a sheet over lines that come and go
	@$(INSTALL) test
	@SCRIPTS=500 $(VENV)/pytest tests/characters/test_mark_scripts.py tests/browser/test_mark_scripts.py

random:  ## make 5,000 random characters of the two largest games, and see that each is legal
	@$(INSTALL) test
	@CHARACTERS=5000 $(VENV)/pytest -n2 tests/rules/dominion/test_generate.py tests/rules/hprpg/test_generate.py

homebrew:  ## publish books of every kind at random and open every page with them (20 minutes)
	@$(INSTALL) test
	@HUNT=6 $(VENV)/pytest -s -n0 tests/books/test_hunt.py

hunt:  ## look for the dearest request of each address, and print what it costs
	@$(INSTALL) test
	@PRICES=all $(VENV)/pytest -s tests/test_hunt.py

screens:  ## photograph the pages into var/screens
	@$(INSTALL) test
	@$(SERVICES) --data screens -- $(VENV)/python -m tests.screens

settings:  ## try every pair of house rules of every game
	@$(INSTALL) test
	@$(VENV)/python -m tests.rules.house

bare:  ## try `make run` and `make test`, twice each, in a new bare Debian (as root; half an hour)
	@$(PYTHON) -m tests.bare

format:  ## put the code in its usual shape
	@$(INSTALL) test
	@$(VENV)/ruff format . && $(VENV)/ruff check --fix .

lock:  ## choose package versions anew from pyproject.toml
	@$(INSTALL) test
	@$(PYTHON) config/lock.py

clean:  ## forget .venv and var, the demonstration database among them
	rm -rf .venv var
