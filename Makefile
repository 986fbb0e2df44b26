# Each target does its own set-up: it installs what is missing (as Scripts/setup.sh says), and nothing where nothing is.

.PHONY: demo test test-long fuzz bench install setup setup-tests

demo: setup
	@Scripts/demo.sh

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
