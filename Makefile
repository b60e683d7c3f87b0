# `make site`, `make serve`, `make test`; `make help` lists the rest.
CONTENT ?= content
SITE ?= site
PORT ?= 8000
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP_FLAGS := -qq --disable-pip-version-check --require-hashes

.NOTPARALLEL: # with -j, two would run apt-get or pip in one place at once
.PHONY: help browser compiler site serve check test lint environments verify gpu-plan evidence screenshots wheel offline lock clean

help: ## List what can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

site: $(VENV)/.site ## Check the content, run what is due here, and build the site into site/
	@$(BIN)/python -m generator build --content "$(CONTENT)" --site "$(SITE)" $(if $(SITE_ADDRESS),--address "$(SITE_ADDRESS)")

serve: $(VENV)/.site ## Show the site on http://127.0.0.1:8000/ and rebuild what changes; PORT=8001: another port
	@$(BIN)/python -m generator serve --content "$(CONTENT)" --site "$(SITE)" --port "$(PORT)" $(if $(SITE_ADDRESS),--address "$(SITE_ADDRESS)")

check: $(VENV)/.site ## Check the content and print every problem
	@$(BIN)/python -m generator check --content "$(CONTENT)"

test: $(VENV)/.test $(VENV)/.web browser compiler lint ## Lints, types, floors, and all tests (installs what they need)
	@$(BIN)/python -m pytest --numprocesses $$(($$(nproc) + 1)) --dist loadfile --no-loadscope-reorder # some of them wait

lint: $(VENV)/.test ## Format, lints, types, floors
	@$(BIN)/ruff format --check --quiet . || { echo "run: $(BIN)/ruff format ."; exit 1; }
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo

environments: $(VENV)/.site compiler ## Make the environments without a GPU that claims ask for; LIGHT=1: the small ones; ALL=1: also other versions
	@$(BIN)/python -m generator environments --make --content "$(CONTENT)" $(if $(LIGHT),--light) $(if $(ALL),--all)

verify: environments ## Run every claim that can run without a GPU and is due; COMPARE=1: run all anew, compare with what is committed
	@$(BIN)/python -m generator verify --content "$(CONTENT)" $(if $(COMPARE),--compare)

gpu-plan: $(VENV)/.site ## Write into gpu-plan/ what a GPU host needs for all claims that wait for one
	@tools/gpu-plan.sh "$(CONTENT)" gpu-plan "$(BIN)/python"

evidence: $(VENV)/.site ## Promote what ran here into content/evidence/, for review and commit
	@$(BIN)/python -m generator evidence import --content "$(CONTENT)"

screenshots: $(VENV)/.test browser site ## Take pictures of every kind of page into screenshots/
	@$(BIN)/python -m generator.screenshots "$(SITE)" screenshots

wheel: site ## Build into dist/ the faultbook package that users install, with the site's index inside
	@$(BIN)/python -m generator wheel --site "$(SITE)" --content "$(CONTENT)" --out dist

offline: site ## Put the site into dist/faultbook-offline.zip, with a one-file server, for machines without a network
	@$(BIN)/python -m generator offline --site "$(SITE)" --out dist

lock: ## Pin and hash the requirements anew
	@tools/lock.sh

clean: ## Delete what was made, the environments too
	rm -rf $(VENV) .venvs .cache site screenshots gpu-plan dist

# --- environments ------------------------------------------------------------------------------

$(VENV)/.site: requirements/site.txt
	@PYTHON=$(PYTHON) tools/environment.sh $(VENV)
	@$(BIN)/python -m pip install $(PIP_FLAGS) -r requirements/site.txt
	@touch $@

$(VENV)/.test: $(VENV)/.site requirements/test.txt
	@$(BIN)/python -m pip install $(PIP_FLAGS) -r requirements/test.txt
	@touch $@

browser:
	@tools/browser.sh

$(VENV)/.web: $(VENV)/.test requirements/web/package.json requirements/web/package-lock.json # what tests of pages take from npm
	@mkdir -p $(VENV)/web && cp requirements/web/package.json requirements/web/package-lock.json $(VENV)/web/
	@PATH="$(CURDIR)/$(BIN):$$PATH" npm ci --prefix $(VENV)/web --ignore-scripts --no-audit --no-fund --loglevel error
	@touch $@

compiler: # for stand-ins for the CUDA driver library
	@command -v cc >/dev/null || tools/debian.sh gcc libc6-dev
