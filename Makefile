# Paths are relative on purpose: make cannot hold a folder name with spaces in a variable.
PYTHON ?=
export PYTHON
# Images of containers set it, and every process of ours would compile the house anew before it begins.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help up setup test test-clients check fix schema types faults conformance bench lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

up: ## set up what is missing, then serve Holdfast (http://127.0.0.1:8000 unless HOLDFAST_PORT says otherwise)
	@scripts/bootstrap up && exec .venv/bin/holdfast up --with-parent

setup: ## set up everything `make up` needs, and stop there
	@scripts/bootstrap up

test: ## set up what is missing, then run every test (ARGS=tests/memory: only those, and none of the client's)
	@scripts/bootstrap test
	@$(if $(ARGS),,scripts/bootstrap npm test --silent)
	@exec .venv/bin/python -m pytest -n 4 --dist worksteal $(ARGS)

test-clients: ## have the clients that programs use talk to a served Holdfast, each in an environment of its own
	@scripts/bootstrap clients
	@exec .venv/bin/python -m pytest -n 2 -m clients tests/clients/official $(ARGS)

check: ## lint, format, types, import order, client
	@scripts/bootstrap check
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	.venv/bin/lint-imports
	@scripts/bootstrap npm run check --silent

fix: ## format, and mend what the linters can mend
	@scripts/bootstrap check
	.venv/bin/ruff check --fix --exit-zero .
	.venv/bin/ruff format .
	@scripts/bootstrap npm exec -- biome check --write .

schema: ## write migrations/schema anew: the schema that the migrations add up to, to be read
	@scripts/bootstrap test
	@exec .venv/bin/python -m tests.architecture.schema

types: ## write the client's types anew, from what the server's own document says
	@scripts/bootstrap check
	@WRITE=1 .venv/bin/python -m pytest -n 0 tests/architecture/test_client_shapes.py
	@scripts/bootstrap npm run generate --silent

faults: ## only the tests that kill processes and fill disks
	@scripts/bootstrap test
	@FAULT_KILLS=200 FAULT_STREAMS=200 FAULT_STARTS=30 exec .venv/bin/python -m pytest tests/faults

conformance: ## the official suite of the Model Context Protocol against our client and our server of it (over npm, pinned)
	@scripts/bootstrap conformance
	@.venv/bin/python -m tests.conformance $(ARGS)
	@$(if $(ARGS),,.venv/bin/python -m tests.web.mcp.conformance)

bench: ## measure what a turn costs next to the model itself, its stream, keeping and recalling it, and what a flood does
	@scripts/bootstrap test
	@.venv/bin/python -m bench
	@.venv/bin/python -m bench.streams
	@.venv/bin/python -m bench.ingest
	@.venv/bin/python -m bench.learning
	@.venv/bin/python -m bench.bulk
	@.venv/bin/python -m bench.recall.latency
	@.venv/bin/python -m bench.sandbox
	@.venv/bin/python -m bench.readers
	@.venv/bin/python -m bench.turns
	@.venv/bin/python -m bench.tools
	@.venv/bin/python -m bench.mcp
	@exec .venv/bin/python -m bench.hostile

lock: ## resolve the dependencies anew into the hashed lock files
	@scripts/bootstrap check
	@exec scripts/lock

clean: ## remove everything set-up made in this folder (data stays)
	rm -rf .venv client/node_modules tests/conformance/node_modules client/dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
	rm -rf clients/official/*/.venv clients/official/*/node_modules
