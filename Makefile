# Each target does its own set-up: it installs what is missing (as Scripts/setup.sh says), and nothing where nothing is.

.PHONY: demo test test-long bench setup

demo: setup
	@Scripts/demo.sh

test: setup
	@Scripts/test.sh

test-long: setup
	@Scripts/test-long.sh

bench: setup
	@Scripts/bench.sh

setup:
	@Scripts/setup.sh
