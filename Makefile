PYTHON ?= python3
VENV := .venv/bin
INSTALL := $(PYTHON) config/install.py
SERVICES := $(VENV)/python -m config.services run

.DEFAULT_GOAL := help
.PHONY: help run test check bench screens format lock clean

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

bench:  ## measure speed and print the ratios
	@$(INSTALL) test
	@$(SERVICES) --data bench -- $(VENV)/python -m tests.bench

screens:  ## photograph the pages into var/screens
	@$(INSTALL) test
	@$(SERVICES) --data screens -- $(VENV)/python -m tests.screens

format:  ## put the code in its usual shape
	@$(INSTALL) test
	@$(VENV)/ruff format . && $(VENV)/ruff check --fix .

lock:  ## choose package versions anew from pyproject.toml
	@$(INSTALL) test
	@$(PYTHON) config/lock.py

clean:  ## forget .venv and var, the demonstration database among them
	rm -rf .venv var
