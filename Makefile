# `make site`, `make serve`, `make test`; `make help` lists the rest.
CONTENT ?= content
SITE ?= site
DIST ?= dist
PORT ?= 8000
# What has the frameworks: an interpreter, an environment's folder, or the name of a conda environment.
PYTHON ?=
VENV := .venv
BIN := $(VENV)/bin
HOST = $(if $(PYTHON),--python "$(PYTHON)") $(if $(SHARED),--shared-gpu)

.NOTPARALLEL: # with -j, two would run apt-get or pip in one place at once
.PHONY: help browser compiler site serve check test lint integrations environments verify gpu gpu-plan evidence screenshots wheel offline lock clean

help: ## List what can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

site: $(VENV)/.site ## Check the content, run what is due here, build the site into site/; VERIFY=auto|never|all|require, BUDGET=minutes, IMAGES=never, PACKAGE=never
	@$(BIN)/python -m generator build --content "$(CONTENT)" --site "$(SITE)" $(if $(SITE_ADDRESS),--address "$(SITE_ADDRESS)") \
	  $(if $(VERIFY),--verify $(VERIFY)) $(if $(BUDGET),--budget $(BUDGET)) $(if $(IMAGES),--images $(IMAGES)) $(if $(PACKAGE),--package $(PACKAGE)) $(HOST)

serve: $(VENV)/.site ## Show the site on http://127.0.0.1:8000/ and rebuild what changes; PORT=8001: another port
	@$(BIN)/python -m generator serve --content "$(CONTENT)" --site "$(SITE)" --port "$(PORT)" $(if $(SITE_ADDRESS),--address "$(SITE_ADDRESS)")

check: $(VENV)/.site ## Check the content and print every problem
	@$(BIN)/python -m generator check --content "$(CONTENT)"

test: $(VENV)/.test $(VENV)/.web browser compiler lint ## Lints, types, floors, and all tests (installs what they need)
	@$(BIN)/python -m pytest --numprocesses $$(($$(nproc) * 2)) --dist loadfile --no-loadscope-reorder # some of them wait

lint: $(VENV)/.test ## Format, lints, types, floors
	@$(BIN)/ruff format --check --quiet . || { echo "run: $(BIN)/ruff format ."; exit 1; }
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo

integrations: $(VENV)/.test .venvs/integrations/.made $(if $(ALL),.venvs/integrations-vllm/.made) ## Test what names pages in frameworks, with these; ALL=1: in vLLM too, which is 0.4 GB
	@$(BIN)/python -m pytest -m "integrations$(if $(ALL),, and not vllm)" --numprocesses 2 tests/test_framework_integrations.py

environments: $(VENV)/.site compiler ## Make the environments without a GPU that claims ask for; LIGHT=1: the small ones; ALL=1: also other versions
	@$(BIN)/python -m generator environments --make --content "$(CONTENT)" $(if $(LIGHT),--light) $(if $(ALL),--all)

verify: environments ## Run every claim that can run without a GPU and is due; COMPARE=1: run all again, compare with what is committed; SHARD=1/3: a part
	@$(BIN)/python -m generator verify --content "$(CONTENT)" $(if $(COMPARE),--compare) $(if $(SHARD),--shard $(SHARD)) $(HOST)
	@$(BIN)/python -m generator controls --content "$(CONTENT)" $(HOST)

gpu: $(VENV)/.site ## Run the programs that wait for a GPU on the one in this machine; ENTRY=, ROLE=, BUDGET=minutes, PYTHON=, SHARED=1
	@$(BIN)/python -m generator gpu --content "$(CONTENT)" $(foreach role,$(ROLE),--role $(role)) $(if $(BUDGET),--budget $(BUDGET)) $(HOST) $(ENTRY)

gpu-plan: $(VENV)/.site ## Write gpu-plan/gpu-plan.pyz: one file that runs on another machine with a GPU; ENTRY=, ROLE=
	@$(BIN)/python -m generator gpu-plan --content "$(CONTENT)" $(foreach role,$(ROLE),--role $(role)) $(ENTRY)

evidence: $(VENV)/.site ## Promote what ran here into content/evidence/, for review and commit; FROM=: results from another machine; CONTRIBUTED=: where a reader's file came from; DRY_RUN=1
	@$(BIN)/python -m generator evidence import --content "$(CONTENT)" $(if $(FROM),--from "$(FROM)") \
	  $(if $(CONTRIBUTED),--contributed "$(CONTRIBUTED)") $(if $(DRY_RUN),--dry-run)

screenshots: $(VENV)/.test browser site ## Take pictures of every kind of page into screenshots/
	@$(BIN)/python -m tools.screenshots "$(SITE)" screenshots

wheel: $(VENV)/.site ## Build into dist/ the faultbook package that users install; needs no built site and changes none
	@$(BIN)/python -m generator wheel --content "$(CONTENT)" --out "$(DIST)" $(if $(SITE_ADDRESS),--address "$(SITE_ADDRESS)")

offline: site ## Put the site into dist/faultbook-offline.zip, for machines without a network
	@$(BIN)/python -m generator offline --site "$(SITE)" --out "$(DIST)"

lock: ## Pin and hash the requirements again
	@tools/lock.sh

clean: ## Delete what was made, the environments too; what ran here and results in gpu-plan/ stay
	rm -rf $(VENV) .venvs site screenshots dist gpu-plan/gpu-plan.pyz gpu-plan/README.md
	@[ ! -d .cache ] || find .cache -mindepth 1 -maxdepth 1 ! -name observations -exec rm -rf {} +

# --- environments ------------------------------------------------------------------------------

$(VENV)/.site: requirements/site.txt
	@tools/environment.sh $(VENV)
	@$(BIN)/python -m generator.terminal.installing requirements/site.txt
	@touch $@

$(VENV)/.test: $(VENV)/.site requirements/test.txt
	@$(BIN)/python -m generator.terminal.installing requirements/test.txt
	@touch $@

.venvs/frameworks/.made:
	@$(MAKE) --no-print-directory environments LIGHT=1 ALL=

BESIDE := .venvs/integrations/.made .venvs/integrations-vllm/.made
$(BESIDE): .venvs/%/.made: requirements/environments/%.txt .venvs/frameworks/.made # packages beside those of frameworks, which stays as it is
	@rm -rf .venvs/$*
	@.venvs/frameworks/bin/python -m generator.terminal.installing $< .venvs/$*
	@touch $@

browser:
	@tools/browser.sh

$(VENV)/.web: $(VENV)/.test requirements/web/package.json requirements/web/package-lock.json # what tests of pages take from npm
	@echo "installing what tests of pages take from npm into $(VENV)/web (once)"
	@mkdir -p $(VENV)/web && cp requirements/web/package.json requirements/web/package-lock.json $(VENV)/web/
	@PATH="$(CURDIR)/$(BIN):$$PATH" npm ci --prefix $(VENV)/web --ignore-scripts --no-audit --no-fund --loglevel error
	@touch $@

compiler: # for stand-ins for the CUDA driver library
	@command -v cc >/dev/null || tools/debian.sh gcc libc6-dev
