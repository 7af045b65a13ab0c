#!/usr/bin/env bash
# Runs one script of tests/cli in an empty folder of its own, which is kept until
# the next run so that a failure can be looked at. CTest sets RELIQUARY (the tool),
# SOURCE_DIR and BUILD_DIR.
set -euo pipefail

script=$1
room=$BUILD_DIR/cli/$(basename "$script" .sh)
rm -rf "$room"
mkdir -p "$room"
cd "$room"
exec bash -euo pipefail "$script"
