#!/usr/bin/env bash
# Runs one script of tests/cli, with the assertions of assert.sh, in an empty folder of its own,
# which is kept until the next run so that a failure can be looked at. CTest sets RELIQUARY (the
# tool), SOURCE_DIR and BUILD_DIR.
set -Eeuo pipefail

script=$(realpath "$1")
support=$(cd "$(dirname "$0")" && pwd)
room=$BUILD_DIR/cli/$(basename "$script" .sh)
rm -rf "$room"
mkdir -p "$room"
cd "$room"
source "$support/assert.sh"
trap at_exit EXIT
trap 'failed "$BASH_COMMAND"' ERR
source "$script"
