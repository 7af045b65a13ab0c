# The short way to what scripts/ and the CMake presets do. See `make help`.

PREFIX ?= /usr/local
DESTDIR ?=
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
FUZZ_SECONDS ?= 30
HOURS ?= 2
export JOBS FUZZ_SECONDS

.PHONY: all help deps demo check nightly bench fuzz fuzz-smoke tidy format install check-windows dist-windows blueprints clean

all: ## build the tool (build/reliquary) and the libraries (build/release); quick to link
	@scripts/build.sh release

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 16

deps: ## install what building and testing need
	@scripts/deps.sh build check

demo: ## make two small synthetic games in build/demo to play with
	@scripts/deps.sh build
	@scripts/build.sh release
	@rm -rf build/demo
	@build/reliquary demo build/demo
	@echo; echo 'The tool is build/reliquary: type that, or put build on your PATH.'

check: ## build with sanitizers and run every test
	@scripts/deps.sh build check
	@scripts/check.sh

nightly: ## verify and convert a game of SCALE times the demo with the sanitizers on
	@scripts/deps.sh build check
	@scripts/nightly.sh

bench: ## measure the hot paths of what install would give against a plain copy
	@scripts/deps.sh build bench
	@scripts/bench.sh

fuzz: ## run all fuzz targets in rotation for HOURS (default 2)
	@scripts/deps.sh build fuzz
	@scripts/fuzz.sh --hours $(HOURS) --jobs $(JOBS)

fuzz-smoke: ## run each fuzz target for FUZZ_SECONDS
	@scripts/deps.sh build fuzz
	@scripts/fuzz-smoke.sh

tidy: ## clang-format and clang-tidy, nothing changed
	@scripts/deps.sh build tidy
	@scripts/tidy.sh

format: ## clang-format in place
	@scripts/deps.sh tidy
	@scripts/tidy.sh --fix

install: ## build with link-time optimisation, install below PREFIX (default /usr/local); DESTDIR is honoured
	@scripts/build.sh dist
	@DESTDIR="$(DESTDIR)" cmake --install build/dist --prefix "$(PREFIX)"

dist-windows: ## cross-build the tool for Windows: build/reliquary-VERSION-windows-x64.zip
	@scripts/deps.sh build windows
	@scripts/dist-windows.sh

check-windows: ## cross-build for Windows, run the tests and the program of the zip under wine
	@scripts/deps.sh build windows
	@scripts/check-windows.sh

blueprints: ## rewrite include/reliquary/blueprints.h after an edit of src/blueprint/*.def
	@mkdir -p build
	@$(CC) -std=c11 -Isrc -o build/blueprint_header tests/blueprint/header.c
	@build/blueprint_header include/reliquary/blueprints.h

clean: ## remove build/
	@rm -rf build
