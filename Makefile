# Each target does its own set-up: it installs what is missing (as Scripts/setup.sh says), and nothing where nothing is.

.PHONY: demo contacts test test-long fuzz bench install setup setup-tests

demo: setup
	@Scripts/demo.sh

# make contacts PORT=8090 STORE=people.sqlite
PORT ?= 8080
STORE ?= contacts.sqlite
contacts: setup
	@Scripts/contacts.sh --port "$(PORT)" --store "$(STORE)"

test: setup-tests
	@Scripts/test.sh

test-long: setup-tests
	@Scripts/test-long.sh
	@Scripts/test-threads.sh

fuzz: setup
	@Scripts/fuzz.sh 600

bench: setup
	@Scripts/bench.sh

install: setup
	@Scripts/install.sh

setup:
	@Scripts/setup.sh

setup-tests:
	@Scripts/setup.sh tests
