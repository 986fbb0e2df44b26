# Each target does its own set-up: it installs what is missing (as Scripts/setup.sh says), and nothing where nothing is.

.PHONY: demo contacts league cluster test test-long fuzz bench bench-check install artifact setup setup-tests

demo: setup
	@Scripts/demo.sh

# make contacts PORT=8090 STORE=people.sqlite
PORT ?= 8080
STORE ?= contacts.sqlite
contacts: setup
	@Scripts/start-example.sh Contacts ContactsServer --port "$(PORT)" --store "$(STORE)"

# make league LEAGUE="file league.sqlite", or "text league" for a folder of text files, or "memory"
LEAGUE ?= memory
league: setup
	@Scripts/start-example.sh League League $(LEAGUE)

# Three nodes of dqlite on this machine, and two programs that take orders while the leader is killed.
cluster: setup
	@Scripts/cluster-demo.sh

test: setup-tests
	@Scripts/test.sh

test-long: setup-tests
	@Scripts/test-long.sh
	@Scripts/test-threads.sh
	@TRELLIS_LONG=1 Scripts/test-pages.sh
	@Scripts/test-mutants.sh

fuzz: setup
	@Scripts/fuzz.sh 600

bench: setup
	@Scripts/bench.sh

# make bench-check OPTIONS="--all --strict"; --record writes Benchmarks/results.json
bench-check: setup
	@Scripts/bench-check.py $(OPTIONS)

install: setup
	@Scripts/install.sh

# make artifact OTHERS="mac.artifactbundle", with the tools for other systems
artifact: setup
	@Scripts/artifact.sh $(OTHERS)

setup:
	@Scripts/setup.sh

setup-tests:
	@Scripts/setup.sh tests
