# The commands of this repository; `make` lists them.

.DEFAULT_GOAL := help
.PHONY: help run quick test servers race lint fuzz bench soak e2e-mattermost

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## talk to Citadel in this terminal (ARGS="..." are passed on)
	@go run ./cmd/citadel $(ARGS)

quick: ## the tests without the slow ones and those of PostgreSQL, Redis, Weaviate and MCP servers
	@CITADEL_QUICK=1 go test -short ./...

test: ## everything that must hold before a change is kept; installs what is missing if root
	@deployments/test/run

servers: ## start PostgreSQL, Redis and Weaviate for the tests; ARGS=stop ends them
	@deployments/test/servers $(ARGS)

race: ## the tests under the race detector
	@deployments/test/run race

lint: ## gofmt, go vet and staticcheck
	@deployments/test/run format vet lint

fuzz: ## every fuzz test for FUZZTIME (default 20s) each
	@deployments/test/fuzz

bench: ## every benchmark, and a table of what they are held to (BENCH=pattern for some)
	@deployments/test/bench

soak: ## the long tests at full length (CITADEL_SOAK=1..100 percent, default 100)
	@CITADEL_SOAK=$${CITADEL_SOAK:-100} deployments/test/run soak

e2e-mattermost: ## against a real Mattermost, built and started on loopback (minutes, once)
	@deployments/e2e/mattermost/run
